"""The last line: what stays here, and what the app costs."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.sensors.own_cost import OwnCost
from traintray.ui import fonts, icons
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

translate = QCoreApplication.translate

ReadCost = Callable[[float], OwnCost]
_FIRST_MS, _EVERY_MS = 2000, 5000
"""A share of the CPU needs two looks; the sum of the memory takes some milliseconds."""
_ICON_PX = 14


class Foot(QWidget):
    """Measures only while it can be seen."""

    def __init__(
        self,
        read_cost: ReadCost,
        theme: Theme,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._read_cost = read_cost
        self._now_s = now_s
        self.cost = Label("secondary", theme, "ink2")
        self.cost.setAlignment(Qt.AlignmentFlag.AlignRight)
        privacy = Label("secondary", theme, "ink2")
        privacy.setWordWrap(True)
        privacy.setText(
            translate(
                "Settings",
                "Measurements stay on this computer. traintray opens no network"
                " connection.",
            )
        )
        row = QHBoxLayout()
        row.setContentsMargins(0, fonts.scaled(8), 0, fonts.scaled(8))
        row.setSpacing(fonts.scaled(8))
        row.addWidget(_Lock(theme))
        row.addWidget(privacy, 1)
        row.addWidget(self.cost)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline(theme, ink="line2"))
        column.addLayout(row)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)

    @property
    def is_measuring(self) -> bool:
        """Whether it looks again by itself."""
        return self._timer.isActive()

    @Slot()
    def look(self) -> None:
        """Measure, and say it."""
        cost = self._read_cost(self._now_s())
        if cost.cores is not None:
            self._timer.setInterval(_EVERY_MS)
        self.cost.setText(cost_words(cost))
        known = (("PSS", cost.pss_bytes), ("RSS", cost.rss_bytes))
        lines = [f"{name} {fmt.memory(size)}" for name, size in known]
        self.cost.setToolTip("\n".join(lines))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to measure."""
        super().showEvent(event)
        self._timer.start(_FIRST_MS)
        self.look()

    def hideEvent(self, event: QHideEvent) -> None:
        """Measure no more."""
        super().hideEvent(event)
        self._timer.stop()


def cost_words(cost: OwnCost) -> str:
    """Return `traintray itself: 0.4% of one core, 71 MiB`; what is not known yet is
    left out.
    """
    size = cost.pss_bytes if cost.pss_bytes is not None else cost.rss_bytes
    memory = fmt.memory(size)
    if cost.cores is None:
        return translate("Settings", "traintray itself: {memory}").format(memory=memory)
    share = f"{cost.cores * 100:.1f}%"
    text = translate("Settings", "traintray itself: {share} of one core, {memory}")
    return text.format(share=share, memory=memory)


class _Lock(QWidget):
    """Says nothing that the text beside it does not."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(QSize(fonts.scaled(_ICON_PX), fonts.scaled(_ICON_PX)))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        box = QRectF(self.rect())
        icons.paint_icon(QPainter(self), "lock", box, self._theme.ink2)
