"""What the tray shows of a frame: icon, tooltip and menu, each only when it changes."""

from __future__ import annotations

from PySide6.QtCore import QObject

from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.ui import format as fmt
from traintray.ui import tray_icon
from traintray.ui.calm import Calm
from traintray.ui.tray import Tray
from traintray.ui.tray_look import Panel, first_look, loads_of
from traintray.ui.tray_menu import TrayMenu, lost_title

TOOLTIP_AGE_S = 30.0
"""Numbers in the tooltip are renewed no oftener than this: the panel asks for all
that it knows of us after each new one."""


class TrayFace(QObject):
    """Keeps the tray in step with the newest frame."""

    def __init__(
        self, tray: Tray, menu: TrayMenu, panel: Panel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tray = tray
        self._menu = menu
        self._panel = panel
        self._calm = Calm()
        self._look = first_look(panel)
        self._said = ("", False)
        """The verdict, and whether loads stood beside it."""
        self._tooltip_at_s = float("-inf")
        tray.show_tooltip(self._sentence(_within(self._menu.verdict(State.NO_DATA))))

    def stand_on(self, panel: Panel) -> None:
        """Draw the icon for this panel from the next frame on."""
        self._panel = panel

    def show_frame(self, frame: Frame, store: Store) -> None:
        """Show a frame. The icon is sent to the panel only when it looks different."""
        look = self._calm.settle(frame, store, self._panel)
        verdict, loads = self._verdict(frame), self._loads(frame, store)
        said = (verdict, bool(loads))
        if said != self._said:
            self._tooltip_at_s = float("-inf")
        if look != self._look:
            self._look = look
            self._tray.show_picture(tray_icon.icon(look))
        if frame.at_s - self._tooltip_at_s >= TOOLTIP_AGE_S:
            self._tooltip_at_s = frame.at_s
            self._tray.show_tooltip(self._sentence(verdict, loads))
        self._said = said
        self._menu.show_frame(frame)

    def _verdict(self, frame: Frame) -> str:
        if lost := lost_title(frame):
            return lost
        chip = next((v.advice.chip for v in frame.runs if v.advice is not None), None)
        return _within(chip or self._menu.verdict(frame.state))

    def _loads(self, frame: Frame, store: Store) -> str:
        """`CPU 97%, GPU 41%`, as the bars show them; what is not known is left out."""
        if frame.state in (State.PAUSED, State.NO_DATA):
            return ""
        loads = loads_of(frame, store)
        parts = []
        if loads.cpu is not None:
            parts.append(
                self.tr("CPU {percent}").format(percent=fmt.percent(loads.cpu))
            )
        if loads.gpu is not None:
            parts.append(
                self.tr("GPU {percent}").format(percent=fmt.percent(loads.gpu))
            )
        return self.tr(", ").join(parts)

    def _sentence(self, verdict: str, loads: str = "") -> str:
        """Return `traintray: too many threads. CPU 97%, GPU 41%.`, in one line."""
        if not loads:
            return self.tr("traintray: {verdict}.").format(verdict=verdict)
        return self.tr("traintray: {verdict}. {loads}.").format(
            verdict=verdict, loads=loads
        )


def _within(verdict: str) -> str:
    """Return a verdict as a part of a sentence. `CPU` stays as it is."""
    is_word = verdict[1:2].islower()
    return verdict[:1].lower() + verdict[1:] if is_word else verdict
