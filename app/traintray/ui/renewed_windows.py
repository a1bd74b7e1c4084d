"""Windows that can be made anew while the app runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from traintray.core.knobs.envfile import EnvFile
from traintray.ui.windows import Windows

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from traintray.ui.at_login import AtLogin
    from traintray.ui.popover_place import PlacedPopover


class RenewedWindows(Windows):
    """Every word and every path of a window is put there when it is made: for other
    ones it is made again, and opens on the page that it was on.
    """

    popover_dropped = Signal()
    """There was a popover, and the next one is to be made anew."""

    at_login: AtLogin | None = None
    """What the popover switches, where there is a tray to start in."""

    @property
    def is_open(self) -> bool:
        """Whether the main window can be seen."""
        return self._window is not None and self._window.isVisible()

    def use(self, env_file: EnvFile) -> None:
        """Show and change another env file from now on."""
        self._env_file = env_file
        self.renew()

    def snooze_for(self, snooze_s: float) -> None:
        """Say of a tip that is snoozed that it is quiet for so long."""
        self._snooze_s = snooze_s
        if self._window is not None:
            self._window.advice.snooze_for(snooze_s)

    @Slot()
    def show_awake(self) -> None:
        """Say on the advice page that no tip is snoozed any more."""
        if self._window is not None:
            self._window.advice.show_awake()

    def _make_popover(self) -> PlacedPopover:
        placed = super()._make_popover()
        if self.at_login is not None:
            login = placed.popover.runs.login
            login.asks(self.at_login.state)
            login.switched.connect(self.at_login.switch)
        return placed

    def make_popover(self) -> None:
        """Make the popover, hidden, where there is none."""
        if self._placed is None:
            self._make_popover()

    def lay_out_popover(self) -> None:
        """Have the hidden popover take its words, figures and size."""
        if self._placed is not None and not self._placed.is_visible:
            if self._frame is not None:
                self._placed.show_frame(self._frame)
            self._placed.popover.prepare()

    @Slot()
    def renew(self) -> None:
        """Make what is there anew; what was open opens again."""
        placed, self._placed = self._placed, None
        if placed is not None:
            _put_away(placed.popover)
            placed.deleteLater()
        self._renew_window()
        self._tell_watched()
        if placed is not None:
            self.popover_dropped.emit()

    def _renew_window(self) -> None:
        window, self._window = self._window, None
        if window is None:
            return
        was_open = window.isVisible()
        window.save_place()
        window.removeEventFilter(self)
        _put_away(window)
        if was_open:
            self.show_window()


def _put_away(widget: QWidget) -> None:
    """Take a window away without a word: nobody has closed it."""
    widget.blockSignals(True)
    widget.hide()
    widget.deleteLater()
