"""Frames with advice in them, kept for a page that may be opened later."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from traintray.core.frame import Frame, RunView

_KEPT = 8


class ToldFrames:
    """The last frame with advice for each of the runs that had some lately."""

    def __init__(self) -> None:
        self._by_run: OrderedDict[str, Frame] = OrderedDict()

    def note(self, frame: Frame) -> None:
        """Keep a frame if something is advised in it; the oldest one goes."""
        for view in frame.runs:
            if view.advice is not None:
                self._by_run[view.run.key] = frame
                self._by_run.move_to_end(view.run.key)
        while len(self._by_run) > _KEPT:
            self._by_run.popitem(last=False)

    def view(self, run_key: str) -> RunView | None:
        """Return what was last advised on a run."""
        frame = self._by_run.get(run_key)
        views = frame.runs if frame is not None else ()
        return next((view for view in views if view.run.key == run_key), None)

    def __iter__(self) -> Iterator[Frame]:
        """Return the frames, the oldest first."""
        return iter(tuple(self._by_run.values()))
