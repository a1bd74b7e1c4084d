"""A line of the table of knobs: a click, or Enter, opens what there is to say of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from traintray.ui import fonts, icons
from traintray.ui.joined import listed, named
from traintray.ui.state_shape import paint_state
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Button, Kind, Size
from traintray.ui.widgets.list_row import ListRow
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.knobs.columns import LEFT_PX, Columns, Span, columns
from traintray.ui.window.knobs.line import Deed, Line
from traintray.ui.window.knobs.wrapped import wrapped

_HEIGHT_PX = 30
_MOST_LINES = 3
"""A sum with its remark, in the narrowest column that a reason gets."""
_AROUND_PX = 8
"""Above and below a reason of several lines, together."""
_MARK_PX, _SHAPE_PX = 10, 13
_NAME_GAP_PX, _SHAPE_GAP_PX = 6, 5
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class KnobRow(ListRow):
    """Paints one line; only its button is a widget of its own."""

    acted = Signal(str)
    """Key of the line whose button was pressed; a copy is done here."""

    def __init__(self, line: Line, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._line = line
        self._button: Button | None = None
        self._reason: tuple[str, ...] = ()
        self.show_line(line)

    @property
    def line(self) -> Line:
        """What it shows."""
        return self._line

    @property
    def button(self) -> Button | None:
        """What is there to press; None where only a state is told."""
        return self._button

    def show_line(self, line: Line) -> None:
        """Show another state of the same knob."""
        is_same = self._button is not None and line.act == self._line.act
        self._line = line
        if not is_same:
            self._make_button()
        if isinstance(self._button, CopyButton):
            self._button.content = line.copied
        told = [
            named(self.tr("now"), line.now),
            named(self.tr("recommended"), line.value),
            line.reason,
            line.act.text,
        ]
        name = " ".join(filter(None, (line.name, line.title)))
        self.setAccessibleName(named(name, listed(filter(None, told))))
        self.setToolTip(line.reason)
        self._fit()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        super().set_theme(theme)
        if self._button is not None:
            self._button.set_theme(theme)

    def sizeHint(self) -> QSize:
        """As tall as the design, or as its reason."""
        return QSize(fonts.scaled(600), self._height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter as well as with the space bar; copy with Ctrl C."""
        if event.key() in _OPENING and not event.modifiers():
            self.click()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._line.copied or self._line.name)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the right end; break the reason anew."""
        super().resizeEvent(event)
        self._fit()
        self._place_button()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line and the hairline below."""
        del event
        painter, theme, line = QPainter(self), self._theme, self._line
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.fillRect(self.rect().adjusted(0, 0, 0, -1), theme.hover)
        where = columns(self.width())
        left = where.name[0]
        painter.fillRect(left, self.height() - 1, self.width() - left, 1, theme.line)
        self._paint_mark(painter)
        self._paint_name(painter, where)
        body, small = fonts.font("body"), fonts.font("secondary")
        strong = fonts.font("head") if line.is_wanted else body
        self._write(painter, where.now, line.now, (body, theme.ink), is_right=True)
        ink = theme.ink if line.is_wanted else theme.ink2
        self._write(painter, where.value, line.value, (strong, ink), is_right=True)
        if where.reason is not None:
            self._paint_reason(painter, where.reason)
        if where.read_by is not None:
            self._write(painter, where.read_by, line.read_by, (small, theme.ink2))
        if self._button is None:
            self._paint_state(painter, where.act)

    def _fit(self) -> None:
        """Break the reason into lines, and be as tall as they are."""
        span = columns(self.width()).reason
        self._reason = ()
        if span is not None:
            small = fonts.font("secondary")
            self._reason = wrapped(self._line.reason, small, span[1], _MOST_LINES)
        self.setFixedHeight(self._height())

    def _height(self) -> int:
        needed = len(self._reason) * fonts.line_height("secondary")
        around = fonts.scaled(_AROUND_PX)
        return max(fonts.scaled(_HEIGHT_PX), needed + around) + 1

    def _paint_reason(self, painter: QPainter, span: Span) -> None:
        font, height = fonts.font("secondary"), fonts.line_height("secondary")
        painter.setFont(font)
        painter.setPen(self._theme.ink2)
        top = (self.height() - 1 - len(self._reason) * height) / 2
        within = fonts.baseline(font, height, self.devicePixelRatioF())
        for number, text in enumerate(self._reason):
            painter.drawText(span[0], round(top + number * height + within), text)

    def _make_button(self) -> None:
        if self._button is not None:
            self._button.hide()
            self._button.deleteLater()
            self._button = None
        act = self._line.act
        if act.deed is Deed.NONE:
            return
        if act.deed is Deed.COPY:
            copy = CopyButton(act.text, self._theme, Kind.SECONDARY, Size.TABLE, self)
            copy.set_icon_name("copy")
            self._button = copy
        else:
            self._button = Button(
                act.text, self._theme, Kind.SECONDARY, Size.TABLE, self
            )
            self._button.clicked.connect(self._tell)
        self._button.setAccessibleName(f"{act.text} {self._line.name}")
        self._button.show()
        self._place_button()

    def _tell(self) -> None:
        self.acted.emit(self._line.key)

    def _place_button(self) -> None:
        if self._button is None:
            return
        hint = self._button.sizeHint()
        top = (self.height() - 1 - hint.height()) // 2
        self._button.setGeometry(
            self.width() - hint.width(), top, hint.width(), hint.height()
        )

    def _paint_mark(self, painter: QPainter) -> None:
        side = fonts.scaled(_MARK_PX)
        top = (self.height() - 1 - side) / 2
        box = QRectF((fonts.scaled(LEFT_PX) - side) / 2 - 1, top, side, side)
        name = "chevron_down" if self.isChecked() else "chevron_right"
        icons.paint_icon(painter, name, box, self._theme.ink3)

    def _paint_name(self, painter: QPainter, where: Columns) -> None:
        line, theme = self._line, self._theme
        font = fonts.font("code" if line.is_code else "label")
        left, width = where.name
        self._write(painter, where.name, line.name, (font, theme.ink))
        used = QFontMetricsF(font).horizontalAdvance(line.name)
        rest = width - int(used) - fonts.scaled(_NAME_GAP_PX)
        if rest > fonts.scaled(30):
            span = left + width - rest, rest
            small = fonts.font("secondary")
            self._write(painter, span, line.title, (small, theme.ink3))

    def _paint_state(self, painter: QPainter, span: Span) -> None:
        act, theme = self._line.act, self._theme
        font = fonts.font("secondary")
        ink = theme.ink3 if act.shape is None else theme.ink2
        self._write(painter, span, act.text, (font, ink), is_right=True)
        if act.shape is None:
            return
        text_px = min(span[1], QFontMetricsF(font).horizontalAdvance(act.text))
        side = fonts.scaled(_SHAPE_PX)
        left = span[0] + span[1] - text_px - fonts.scaled(_SHAPE_GAP_PX) - side
        top = (self.height() - 1 - side) / 2
        paint_state(painter, QRectF(left, top, side, side), act.shape, theme)

    def _write(
        self,
        painter: QPainter,
        span: Span,
        text: str,
        looks: tuple[QFont, QColor],
        is_right: bool = False,
    ) -> None:
        font, ink = looks
        painter.setFont(font)
        painter.setPen(ink)
        left, width = span
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        if is_right:
            left += width - int(metrics.horizontalAdvance(shown))
        ratio = self.devicePixelRatioF()
        painter.drawText(
            left, round(fonts.baseline(font, self.height() - 1, ratio)), shown
        )
