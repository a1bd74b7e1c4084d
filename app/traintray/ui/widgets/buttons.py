"""Push buttons of the design: one primary on a surface, the others stand back."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from traintray.ui import fonts, icons
from traintray.ui.style import blend
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus, Ringed

_GAP_PX = 6
_RADIUS_PX = 6


class Kind(Enum):
    """How loudly a button speaks."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    QUIET = "quiet"
    """No border."""


class Size(Enum):
    """Height, padding, type role and icon side, in the design's pixels."""

    NORMAL = (30, 13, "label", 14)
    SMALL = (26, 11, "secondary_label", 14)
    """In rows."""
    TABLE = (22, 9, "caption_label", 13)
    INLINE = (22, 6, "caption", 13)
    """Inside a block of code, where it must not outshine the text."""


class Button(Ringed, QPushButton):
    """A button with its text, and an icon before it if one is set.

    A text that ends in `…` says that a preview follows.
    """

    def __init__(
        self,
        text: str,
        theme: Theme,
        kind: Kind = Kind.SECONDARY,
        size: Size = Size.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self._height_px, self._padding_px, self._role, self._icon_px = size.value
        self._label = ""
        self._icon_name = ""
        self._focus = KeyboardFocus(self, _RADIUS_PX)
        self.setFont(fonts.font(self._role))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setText(text)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        self.update()

    def set_icon_name(self, name: str) -> None:
        """Put an icon of resources/icons before the text."""
        self._icon_name = name
        self.updateGeometry()
        self.update()

    def setText(self, text: str) -> None:
        """Change the text, in which `&` is an ordinary character."""
        self._label = text
        super().setText(text.replace("&", "&&"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the text's width with its padding, at the height of the design."""
        width = self._content_width() + 2 * fonts.scaled(self._padding_px)
        return QSize(width, fonts.scaled(self._height_px))

    def minimumSizeHint(self) -> QSize:
        """As large as it wants to be: a cut label says nothing."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Repaint when it is enabled or disabled."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.update()

    @property
    def keyboard_ring(self) -> bool:
        """Whether the focus ring is shown."""
        return self._focus.visible

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint surface, icon and text."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill, border, ink = self._colours()
        painter.setPen(Qt.PenStyle.NoPen if border is None else QPen(border, 1))
        painter.setBrush(fill)
        inset = 0.0 if border is None else 0.5
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        radius = _RADIUS_PX - inset
        painter.drawRoundedRect(box, radius, radius)
        self._paint_content(painter, ink)

    def _paint_content(self, painter: QPainter, ink: QColor) -> None:
        painter.setFont(self.font())
        painter.setPen(ink)
        left = max(0.0, (self.width() - self._content_width()) / 2)
        if self._icon_name:
            side = fonts.scaled(self._icon_px)
            top = (self.height() - side) / 2
            icons.paint_icon(
                painter, self._icon_name, QRectF(round(left), top, side, side), ink
            )
            left += side + (fonts.scaled(_GAP_PX) if self._label else 0)
        ratio = self.devicePixelRatioF()
        baseline = fonts.baseline(self.font(), self.height(), ratio)
        painter.drawText(QPointF(left, baseline), self._label)

    def _content_width(self) -> int:
        width = self.fontMetrics().horizontalAdvance(self._label) if self._label else 0
        if self._icon_name:
            width += fonts.scaled(self._icon_px)
            width += fonts.scaled(_GAP_PX) if self._label else 0
        return width

    def _colours(self) -> tuple[QColor, QColor | None, QColor]:
        """Return fill, border and ink for what the button is and does just now."""
        theme = self._theme
        nothing = QColor(0, 0, 0, 0)
        if not self.isEnabled():
            if self._kind is Kind.QUIET:
                return nothing, None, theme.ink3
            return theme.sunk, theme.line, theme.ink3
        over, down = self.underMouse(), self.isDown() or self.isChecked()
        if self._kind is Kind.PRIMARY:
            share = 0.24 if down else 0.12 if over else 0.0
            return blend(theme.ink, theme.bg, share), None, theme.bg
        fill = theme.sel if down else theme.hover
        plain = not (over or down)
        if self._kind is Kind.SECONDARY:
            return theme.card if plain else fill, theme.line2, theme.ink
        return nothing if plain else fill, None, theme.ink2 if plain else theme.ink


class PrimaryButton(Button):
    """The one action that a surface proposes."""

    def __init__(
        self,
        text: str,
        theme: Theme,
        size: Size = Size.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, theme, Kind.PRIMARY, size, parent)


class SecondaryButton(Button):
    """Another thing to do here."""

    def __init__(
        self,
        text: str,
        theme: Theme,
        size: Size = Size.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, theme, Kind.SECONDARY, size, parent)


class QuietButton(Button):
    """Something that most people never press."""

    def __init__(
        self,
        text: str,
        theme: Theme,
        size: Size = Size.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, theme, Kind.QUIET, size, parent)


class IconButton(Button):
    """An icon alone. `name` says verb and object: `Snooze this tip for 1 hour`."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        theme: Theme,
        kind: Kind = Kind.QUIET,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", theme, kind, Size.NORMAL, parent)
        self._icon_px = 15
        self.set_icon_name(icon_name)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Change what a screen reader and the tool tip say."""
        self.setAccessibleName(name)
        self.setToolTip(name)

    def sizeHint(self) -> QSize:
        """Return a square; with a border two pixels wider, as in the design."""
        side = fonts.scaled(self._height_px)
        return QSize(side + (0 if self._kind is Kind.QUIET else 2), side)
