"""Threads that are ready to run, by role, with a mark at the CPUs they may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.advice.advice import RoleShare
from traintray.ui import fonts
from traintray.ui.joined import listed
from traintray.ui.style import faded
from traintray.ui.theme import Theme

_HEIGHT_PX = 38
_LINE_PX = 14
"""Of the captions; where they are too many for one line, others follow."""
_BAR_TOP_PX = 6
"""The mark reaches 5 px above the bar."""
_BAR_PX = 14
_GAP_PX = 1.5
_TEXT_LEFT_PX = 6
_TEXT_APART_PX = 8
_SCALES = (3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256)
"""The bar ends at one of these multiples of the usable CPUs, so that it keeps its
length while the number of threads wobbles."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A text under the bar: where its tick is, where its letters begin and end."""

    tick_x: float
    left: float
    right: float
    text: str
    line: int = 0


class RoleBar(QWidget):
    """One bar, cut by role; captions below, the mark of the usable CPUs on top."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roles: tuple[RoleShare, ...] = ()
        self._usable_cpus = 0.0
        self._mark = ""
        self._lines = 1
        self.setFont(fonts.font("caption"))
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed)

    def show_roles(
        self, roles: Sequence[RoleShare], usable_cpus: float, mark: str
    ) -> None:
        """Show the shares; `mark` is the text at the usable CPUs, `16 cores`."""
        self._roles = tuple(role for role in roles if role.demand_threads > 0)
        self._usable_cpus = usable_cpus
        self._mark = mark
        parts = listed(role.label for role in self._roles)
        self.setAccessibleName(
            self.tr("Threads ready to run: {roles}; usable: {usable}").format(
                roles=parts, usable=mark
            )
        )
        self.setToolTip(parts)
        self._make_room()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the column."""
        return QSize(fonts.scaled(400), self._height())

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(fonts.scaled(200), self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the captions as many lines as they need."""
        super().resizeEvent(event)
        self._make_room()

    def _height(self) -> int:
        return fonts.scaled(_HEIGHT_PX + (self._lines - 1) * _LINE_PX)

    def _make_room(self) -> None:
        lines = 1 + max((each.line for each in self.captions()), default=0)
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar, captions and mark."""
        del event
        if not self._roles or self._usable_cpus <= 0:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, height = fonts.scaled(_BAR_TOP_PX), fonts.scaled(_BAR_PX)
        per_thread = self.width() / self._scale()
        for role, start in zip(self._roles, self._starts(), strict=True):
            width = role.demand_threads * per_thread
            bar = QRectF(start, top, max(1.0, width - _GAP_PX), height)
            painter.fillRect(bar, self._tint(role.kind))
        mark_x = self._usable_cpus * per_thread
        self._paint_captions(painter, top + height)
        for ink, width, reach in (
            (self._theme.bg, 5.0, 4.0),
            (self._theme.ink, 1.75, 5.0),
        ):
            painter.setPen(QPen(ink, width))
            line = QPointF(mark_x, top - reach), QPointF(mark_x, top + height + reach)
            painter.drawLine(*line)

    def _scale(self) -> float:
        """How many threads the full width stands for."""
        wanted = sum(role.demand_threads for role in self._roles)
        for times in _SCALES:
            if wanted <= times * self._usable_cpus:
                return times * self._usable_cpus
        return wanted

    def _tint(self, kind: str) -> QColor:
        theme = self._theme
        if kind == "main":
            return faded(theme.cpu, 0.9)
        return faded(theme.cpu, 0.5) if kind == "workers" else faded(theme.ink3, 0.7)

    def _starts(self) -> list[float]:
        """Return where the part of each role begins."""
        per_thread = self.width() / self._scale()
        before = accumulate((r.demand_threads for r in self._roles), initial=0.0)
        return [threads * per_thread for threads in before][:-1]

    def _paint_captions(self, painter: QPainter, below: float) -> None:
        baseline = below + fonts.scaled(14)
        painter.setFont(self.font())
        for caption in self.captions():
            lower = caption.line * fonts.scaled(_LINE_PX)
            tick_x = round(caption.tick_x) + 0.5
            painter.setPen(QPen(self._theme.line2, 1))
            painter.drawLine(
                QPointF(tick_x, below + 2),
                QPointF(tick_x, below + fonts.scaled(15) + lower),
            )
            painter.setPen(self._theme.ink2)
            painter.drawText(QPointF(caption.left, baseline + lower), caption.text)
        painter.setFont(fonts.font("caption_head"))
        painter.setPen(self._theme.ink)
        painter.drawText(QPointF(self._mark_span()[0], baseline), self._mark)

    def _mark_span(self) -> tuple[float, float]:
        """Return where the text of the mark begins and ends."""
        bold = QFontMetricsF(fonts.font("caption_head"))
        width = bold.horizontalAdvance(self._mark)
        mark_x = self._usable_cpus * self.width() / self._scale()
        left = mark_x + fonts.scaled(_TEXT_LEFT_PX)
        left = min(left, max(0.0, self.width() - width))
        return left, left + width

    def captions(self) -> list[Caption]:
        """Return where the captions stand: in the first line that has room for them,
        so that none is left out, however narrow its part of the bar is.
        """
        if not self._roles or self._usable_cpus <= 0:
            return []
        metrics = QFontMetricsF(self.font())
        taken = [[self._mark_span()]]
        found = []
        for role, start in zip(self._roles, self._starts(), strict=True):
            width = metrics.horizontalAdvance(role.label)
            left = start + fonts.scaled(_TEXT_LEFT_PX)
            left = max(0.0, min(left, self.width() - width))
            right = left + width
            line = next(
                (n for n, r in enumerate(taken) if _is_free(r, left, right)), -1
            )
            if line < 0:
                taken.append([])
                line = len(taken) - 1
            taken[line].append((left, right))
            found.append(Caption(start, left, right, role.label, line))
        return found


def _is_free(taken: Sequence[tuple[float, float]], left: float, right: float) -> bool:
    return all(
        right + _TEXT_APART_PX <= a or left >= b + _TEXT_APART_PX for a, b in taken
    )
