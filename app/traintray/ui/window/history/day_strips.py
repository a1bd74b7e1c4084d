"""The days of the History page, each a strip of 24 hours."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from traintray.core.archive.records import EpisodeRecord
from traintray.ui import dates, fonts
from traintray.ui import format as fmt
from traintray.ui.joined import listed, with_detail
from traintray.ui.kind_words import chip
from traintray.ui.plots.copied_values import Values
from traintray.ui.plots.ink import Ink
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus
from traintray.ui.window.history.book import DAY_COUNTS
from traintray.ui.window.history.day_values import day_values
from traintray.ui.window.history.days import Day, Mark, end_of
from traintray.ui.window.history.strip_geometry import StripGeometry
from traintray.ui.window.history.strip_painting import StripCanvas, paint_strips

_REACH_PX = 3.0
"""So much beside a narrow mark still hits it."""
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
}


class DayStrips(QWidget):
    """Training, episodes and the times when the computer was off. The arrow keys step
    from episode to episode, Return opens one.
    """

    opened = Signal(object)
    """The EpisodeRecord that was clicked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ink = Ink.of(theme, self.devicePixelRatioF())
        self._days: tuple[Day, ...] = ()
        self._now_s = 0.0
        self._chosen: Mark | None = None
        self._focus = KeyboardFocus(self, 2)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_days(self, days: tuple[Day, ...], now_s: float) -> None:
        """Show these days, the newest first."""
        self._days, self._now_s = days, now_s
        kept = self._chosen.episode if self._chosen is not None else None
        marks = self._marks()
        same = [m for m in marks if kept is not None and _is_same(m.episode, kept)]
        self._chosen = same[-1] if same else None
        self._say()
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self._ink = Ink.of(theme, self.devicePixelRatioF())
        self.update()

    @property
    def days(self) -> tuple[Day, ...]:
        """What is shown."""
        return self._days

    @property
    def names_days(self) -> bool:
        """Whether the strips are tall enough for letters."""
        return self._geometry().names_days

    @property
    def chosen(self) -> EpisodeRecord | None:
        """The episode that the keyboard stands on."""
        return self._chosen.episode if self._chosen is not None else None

    def sizeHint(self) -> QSize:
        """As tall as its days."""
        return QSize(fonts.scaled(600), round(self._geometry().height))

    def minimumSizeHint(self) -> QSize:
        """Let it be narrower, never lower."""
        return QSize(fonts.scaled(320), round(self._geometry().height))

    def _geometry(self) -> StripGeometry:
        count = len(self._days) or DAY_COUNTS[0]
        return StripGeometry(count, self.width(), fonts.scale())

    def _marks(self) -> list[Mark]:
        """Return all marks in the order of time."""
        return [mark for day in reversed(self._days) for mark in day.marks]

    def copied_values(self) -> list[Values]:
        """Return what the strips show, span by span."""
        return [day_values(self._days, self.tr("Days"))] if self._days else []

    # --- what a screen reader is told ---------------------------------------------

    def _say(self) -> None:
        self.setAccessibleName(self.tr("Days"))
        if self._chosen is not None:
            self.setAccessibleDescription(self._mark_text(self._chosen.episode))
            return
        training_s = sum(day.training_s for day in self._days)
        count = len({id(mark.episode) for mark in self._marks()})
        text = self.tr("{days} days, {hours} of training, {count} episodes")
        self.setAccessibleDescription(
            text.format(
                days=len(self._days), hours=dates.hours(training_s), count=count
            )
        )

    def _mark_text(self, episode: EpisodeRecord) -> str:
        """`Too many threads, train.py, from today 14:33, 4 min 8 s, open`."""
        end_s = self._now_s if episode.ended_at_s is None else episode.ended_at_s
        start = dates.moment(episode.onset_at_s, self._now_s)
        parts = [
            chip(episode.kind),
            episode.run_name,
            self.tr("from {time}").format(time=start),
            fmt.duration(end_s - episode.onset_at_s),
        ]
        if episode.ended_at_s is None:
            parts.append(self.tr("open"))
        return listed(parts)

    # --- mouse and keyboard -------------------------------------------------------

    def mark_at(self, at: QPointF) -> Mark | None:
        """Return the episode at a pixel; of two the narrower."""
        geometry = self._geometry()
        index = geometry.day_at(at.y())
        if index is None or index >= len(self._days):
            return None
        day = self._days[index]
        hit = [
            (area.width(), mark)
            for mark in day.marks
            for area in [geometry.mark(index, day, (mark.start_s, mark.end_s))]
            if area.left() - _REACH_PX <= at.x() <= area.right() + _REACH_PX
        ]
        return min(hit, key=lambda each: each[0])[1] if hit else None

    def _text_at(self, at: QPointF) -> str:
        mark = self.mark_at(at)
        if mark is not None:
            return self._mark_text(mark.episode)
        geometry = self._geometry()
        index = geometry.day_at(at.y())
        if index is None or not geometry.left <= at.x() <= geometry.right:
            return ""
        day = self._days[index]
        share = (at.x() - geometry.left) / (geometry.right - geometry.left)
        at_s = day.start_s + share * (day.end_s - day.start_s)
        for dark in day.dark:
            if dark.start_s <= at_s <= dark.end_s:
                off = self.tr("computer off") if dark.is_off else self.tr("not watched")
                return with_detail(off, fmt.duration(dark.end_s - dark.start_s))
        found = [
            run
            for run in day.runs
            if run.started_at_s <= at_s <= end_of(run, self._now_s)
        ]
        return listed(dict.fromkeys(run.name for run in found))

    def event(self, event: QEvent) -> bool:
        """Name what is under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self._text_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that an episode can be opened."""
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(arrow if self.mark_at(event.position()) is None else hand)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the episode."""
        mark = self.mark_at(event.position())
        if mark is not None and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(mark.episode)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step along the episodes, or open one."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self._step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen:
            self.opened.emit(self._chosen.episode)
        else:
            super().keyPressEvent(event)

    def _step(self, step: int) -> None:
        marks = self._marks()
        if not marks:
            return
        here = next((i for i, m in enumerate(marks) if m is self._chosen), None)
        there = len(marks) - 1 if here is None else here + step
        self._chosen = marks[max(0, min(len(marks) - 1, there))]
        self._say()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._focus.lost()
        self._chosen = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the days."""
        del event
        painter = QPainter(self)
        canvas = StripCanvas(
            painter, self._ink, self._geometry(), self._days, self._now_s
        )
        paint_strips(canvas, self._chosen)


def _is_same(one: EpisodeRecord, other: EpisodeRecord) -> bool:
    return (one.run_identity, one.kind, one.onset_at_s) == (
        other.run_identity,
        other.kind,
        other.onset_at_s,
    )
