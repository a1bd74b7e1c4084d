"""A field that takes one value, typed and then left."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from traintray.settings.fields import Option, Value
from traintray.settings.typed import text_of, value_of
from traintray.ui import fonts
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus, Ringed

_HEIGHT_PX = 28
_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class Entry(Ringed, QLineEdit):
    """Is read when Return is pressed or another control gets the keyboard. Escape
    brings the value back that holds. What is not understood stays to be mended.
    """

    entered = Signal(object)
    """A value that the option can have, and that differs from the one that holds."""
    complained = Signal(str)
    """What the text ought to be; empty when it is good again."""

    def __init__(
        self, option: Option, name: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._option = option
        self._theme = theme
        self._focus = KeyboardFocus(self, 6)
        self._value: Value = option.default
        self._write: Callable[[Value], str] = text_of
        self.setFont(fonts.font("label"))
        self.setAccessibleName(name)
        self.setFixedHeight(fonts.scaled(_HEIGHT_PX))
        self.editingFinished.connect(self._read)

    def write_by(self, write: Callable[[Value], str]) -> None:
        """Show values in this way; it must be understood when it is typed."""
        self._write = write
        self.put(self._value)

    def put(self, value: Value) -> None:
        """Show the value that holds. What is being typed is left alone."""
        is_untouched = self.text() == self._write(self._value)
        self._value = value
        if is_untouched or not self.hasFocus():
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step a number, or take back what was typed."""
        key = Qt.Key(event.key())
        if key in _STEPS and self._step(_STEPS[key]):
            return
        if key == Qt.Key.Key_Escape and self.text() != self._write(self._value):
            self._show()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Read, and hide the ring."""
        super().focusOutEvent(event)
        if self.text() == self._write(self._value):
            self.complained.emit("")

    def _step(self, by: int) -> bool:
        """Go one step up or down, within the range; False where there are no steps."""
        low, high, value = self._option.minimum, self._option.maximum, self._value
        if low is None or high is None or isinstance(value, (str, tuple)):
            return False
        size = 0.1 if high - low < 5 else 1
        wanted = min(high, max(low, round(value + by * size, 6)))
        self.setText(f"{wanted:g}")
        self._read()
        return True

    def _show(self) -> None:
        self.setText(self._write(self._value))
        self.complained.emit("")

    @Slot()
    def _read(self) -> None:
        if self.text() == self._write(self._value):
            self.complained.emit("")
            return
        try:
            value = value_of(self._option, self.text())
        except ValueError as error:
            self.complained.emit(error.args[0])
            return
        self.complained.emit("")
        changed, self._value = value != self._value, value
        self._show()
        if changed:
            self.entered.emit(value)
