"""The switch for launch at login, where the popover has no run to show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.settings.switch import Switch


class LoginRow(QWidget):
    """Shows what the desktop would do at the next login, read when it opens."""

    switched = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._state: Callable[[], bool | None] | None = None
        self._label = Label("body", theme)
        self._label.setText(self.tr("Launch at login"))
        self.switch = Switch(self._label.text(), theme)
        self.switch.clicked.connect(self._switch)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label, 1)
        row.addWidget(self.switch)

    def asks(self, state: Callable[[], bool | None]) -> None:
        """Say what tells whether the app starts at login; None: nobody can say."""
        self._state = state if state() is not None else None

    @property
    def is_offered(self) -> bool:
        """Whether there is something to switch here."""
        return self._state is not None

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._label.set_theme(theme)
        self.switch.set_theme(theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Look: the settings and the menu of the icon switch it too."""
        super().showEvent(event)
        self._look()

    @Slot(bool)
    def _switch(self, wanted: bool) -> None:
        self.switched.emit(wanted)
        self._look()

    def _look(self) -> None:
        if self._state is not None:
            self.switch.setChecked(bool(self._state()))
