"""One page in the sidebar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from traintray.ui import fonts, icons
from traintray.ui.state_shape import Shape, paint_state
from traintray.ui.theme import Theme
from traintray.ui.widgets.list_row import ListRow

_HEIGHT_PX = 32
_PADDING_PX = 8
_ICON_PX = 16
_GAP_PX = 10
_BADGE_PX = 13


class NavItem(ListRow):
    """Icon, name and, when something there needs the user, a state shape."""

    def __init__(
        self, label: str, icon: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._icon = icon
        self._badge: Shape | None = None
        self._count = 0
        self._count_text = ""
        self._compact = False
        self.setText(label)
        # A click opens a page; the keyboard stays with what is on it.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFont(fonts.font("label"))
        self.show_badge(None)

    @property
    def badge(self) -> Shape | None:
        """The shape at its right end."""
        return self._badge

    def show_badge(self, shape: Shape | None) -> None:
        """Mark the page, or take the mark away."""
        self._badge = shape
        attention = self.tr("{page}, needs attention").format(page=self.text())
        self.setAccessibleName(attention if shape else self.text())
        self.update()

    @property
    def count(self) -> int:
        """The number at its right end; 0: none is shown."""
        return self._count

    def show_count(self, count: int, name: str, text: str = "") -> None:
        """Tell how many of something are there; `name` is read to who cannot see,
        `text` stands in the place of the bare number.
        """
        self._count = count
        self._count_text = text or str(count)
        self.setAccessibleName(name if count else self.text())
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Show the icon alone; the name becomes the tool tip."""
        self._compact = compact
        self.setToolTip(self.text() if compact else "")
        self.update()

    def sizeHint(self) -> QSize:
        """As tall as the design, as wide as the sidebar."""
        return QSize(fonts.scaled(_HEIGHT_PX), fonts.scaled(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the row."""
        del event
        theme, scaled = self._theme, fonts.scaled
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter)
        ink = theme.ink if self.isChecked() else theme.ink2
        side, pad = scaled(_ICON_PX), scaled(_PADDING_PX)
        top = (self.height() - side) / 2
        icons.paint_icon(painter, self._icon, QRectF(pad, top, side, side), ink)
        if not self._compact:
            painter.setFont(self.font())
            painter.setPen(ink)
            left = pad + side + scaled(_GAP_PX)
            room = QRectF(left, 0, self.width() - left, self.height())
            where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, where, self.text())
            self._paint_count(painter)
        self._paint_badge(painter)

    def _paint_count(self, painter: QPainter) -> None:
        if not self._count:
            return
        painter.setFont(fonts.font("caption"))
        painter.setPen(self._theme.ink3)
        room = QRectF(self.rect()).adjusted(0, 0, -fonts.scaled(_PADDING_PX), 0)
        where = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, where, self._count_text)

    def _paint_badge(self, painter: QPainter) -> None:
        if self._badge is None:
            return
        side = float(fonts.scaled(_BADGE_PX))
        if self._compact:
            side *= 0.7
            box = QRectF(self.width() - side - 2, 2, side, side)
        else:
            left = self.width() - fonts.scaled(_PADDING_PX) - side
            box = QRectF(left, (self.height() - side) / 2, side, side)
        paint_state(painter, box, self._badge, self._theme)
