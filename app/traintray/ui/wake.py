"""Tells frames that change what can be seen from those that do not."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.ui.calm import Calm
from traintray.ui.tray_look import Panel

NOW_AND_THEN_S = 60.0
"""For the numbers in the tooltip."""


class WorthWaking:
    """Decides, on the sampling thread, whether a frame must wake the GUI.

    While a window is open every frame does. While only the icon is to be seen, one
    does when the icon would look different, when something else is said of a run,
    and now and then.
    """

    def __init__(self, store: Store, panel: Panel) -> None:
        self._store = store
        self.panel = panel
        self.is_watched = False
        """Whether a window shows frames. Set by the GUI thread."""
        self._calm = Calm()
        self._last: object = None
        self._last_at_s = float("-inf")

    def __call__(self, frame: Frame) -> bool:
        """Compare a frame with the last one that was worth it."""
        said = tuple(
            (
                view.run.key,
                type(view.verdict),
                view.advice.kind if view.advice is not None else None,
                view.episode.number if view.episode is not None else None,
            )
            for view in frame.runs
        )
        seen = (self._calm.settle(frame, self._store, self.panel), said)
        due = frame.at_s - self._last_at_s >= NOW_AND_THEN_S
        worth = seen != self._last or due or self.is_watched
        self._last = seen
        if worth:
            self._last_at_s = frame.at_s
        return worth

    def forget(self) -> None:
        """Find the next frame worth it, whatever it says."""
        self._last = None
