"""Keeps the tray icon from changing with every breath of the machine.

The panel fetches every size of a new icon: that wakes it and us several times.
"""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui.tray_look import Loads, Panel, TrayLook, loads_of, look_for

PATIENCE = ((0.25, 5.0), (0.10, 15.0), (0.0, 30.0))
"""How far, of 0..1, a load must be from what is shown to be shown after so many
seconds. A run that starts or ends is seen at once, in the 5 s that a load is the mean
of; a load that wanders by a bar's step or two may cost half a wake-up per second at
most, since each new icon wakes us and the panel seven times. The last is one step of
the bar at 22 pixels and less."""


class Calm:
    """Decides which look to show. All but loads is shown at once."""

    def __init__(self) -> None:
        self._look: TrayLook | None = None
        self._loads = Loads(None, None, has_gpu=False)
        self._since_s = 0.0

    def settle(self, frame: Frame, store: Store, panel: Panel) -> TrayLook:
        """Take the newest frame; return the look to show now."""
        loads = loads_of(frame, store)
        look = look_for(frame.state, loads.cpu, loads.gpu, loads.has_gpu, panel)
        if self._look is None or self._is_news(look, loads, frame.at_s):
            self._look, self._loads, self._since_s = look, loads, frame.at_s
        return self._look

    def _is_news(self, look: TrayLook, loads: Loads, at_s: float) -> bool:
        shown = self._look
        if shown is None or look == shown:
            return False
        same_kind = (
            (look.state, look.panel) == (shown.state, shown.panel)
            and bool(look.cpu_steps) == bool(shown.cpu_steps)
            and _kind(look) == _kind(shown)
        )
        moved = max(
            _distance(loads.cpu, self._loads.cpu), _distance(loads.gpu, self._loads.gpu)
        )
        patience_s = next(seconds for least, seconds in PATIENCE if moved >= least)
        return not same_kind or at_s - self._since_s >= patience_s


def _kind(look: TrayLook) -> object:
    """Whether there is a GPU bar, and whether its load is known."""
    return None if look.gpu_steps is None else bool(look.gpu_steps)


def _distance(load: float | None, shown: float | None) -> float:
    return 0.0 if load is None or shown is None else abs(load - shown)
