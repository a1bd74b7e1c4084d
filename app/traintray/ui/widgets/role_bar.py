"""Threads that are ready to run, by role, with a mark at the CPUs they may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from traintray.core.advice.advice import RoleShare
from traintray.ui import fonts
from traintray.ui.joined import listed
from traintray.ui.style import faded
from traintray.ui.theme import Theme

_HEIGHT_PX = 38
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
class _Caption:
    """A text under the bar: where its tick is, where its letters begin."""

    tick_x: float
    text_x: float
    text: str


class RoleBar(QWidget):
    """One bar, cut by role; captions below, the mark of the usable CPUs on top."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roles: tuple[RoleShare, ...] = ()
        self._usable_cpus = 0.0
        self._mark = ""
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
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the column."""
        return QSize(fonts.scaled(400), fonts.scaled(_HEIGHT_PX))

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(fonts.scaled(200), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar, captions and mark."""
        del event
        if not self._roles or self._usable_cpus <= 0:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, height = fonts.scaled(_BAR_TOP_PX), fonts.scaled(_BAR_PX)
        per_thread = self.width() / self._scale()
        x = 0.0
        starts = []
        for role in self._roles:
            width = role.demand_threads * per_thread
            bar = QRectF(x, top, max(1.0, width - _GAP_PX), height)
            painter.fillRect(bar, self._tint(role.kind))
            starts.append(x)
            x += width
        mark_x = self._usable_cpus * per_thread
        self._paint_captions(painter, starts, mark_x, top + height)
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

    def _paint_captions(
        self, painter: QPainter, starts: Sequence[float], mark_x: float, below: float
    ) -> None:
        baseline = below + fonts.scaled(14)
        bold = fonts.font("caption_head")
        mark_left = mark_x + fonts.scaled(_TEXT_LEFT_PX)
        mark_width = QFontMetricsF(bold).horizontalAdvance(self._mark)
        mark_left = min(mark_left, max(0.0, self.width() - mark_width))
        taken = [(mark_left, mark_left + mark_width)]
        for caption in self._captions(starts, taken):
            tick_x = round(caption.tick_x) + 0.5
            painter.setPen(QPen(self._theme.line2, 1))
            painter.drawLine(
                QPointF(tick_x, below + 2), QPointF(tick_x, below + fonts.scaled(15))
            )
            painter.setPen(self._theme.ink2)
            painter.drawText(QPointF(caption.text_x, baseline), caption.text)
        painter.setFont(bold)
        painter.setPen(self._theme.ink)
        painter.drawText(QPointF(mark_left, baseline), self._mark)
        painter.setFont(self.font())

    def _captions(
        self, starts: Sequence[float], taken: list[tuple[float, float]]
    ) -> list[_Caption]:
        """Choose where the captions stand; one without room is left to the tool tip."""
        metrics = QFontMetricsF(self.font())
        captions = []
        for role, start in zip(self._roles, starts, strict=True):
            text = role.label
            left = start + fonts.scaled(_TEXT_LEFT_PX)
            right = left + metrics.horizontalAdvance(text)
            clear = all(
                right + _TEXT_APART_PX <= a or left >= b + _TEXT_APART_PX
                for a, b in taken
            )
            if clear and right <= self.width():
                taken.append((left, right))
                captions.append(_Caption(start, left, text))
        return captions
