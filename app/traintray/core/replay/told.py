"""What was said of every run, short enough to be written each second."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.diagnosis.verdict import Finding, Unknown, Verdict
from traintray.core.frame import Frame, RunView

Words = tuple[str | None, ...]
"""`finding`, `unknown` or `clear`; its kind; the kinds told beside it."""
Told = dict[str, Words]
"""By run."""


def told(frame: Frame) -> Told:
    """Return what a frame says of each run."""
    return {view.run.key: _words(view.verdict) for view in frame.runs}


def _words(verdict: Verdict) -> Words:
    if isinstance(verdict, Finding):
        return ("finding", verdict.kind, *verdict.also)
    if isinstance(verdict, Unknown):
        # Which number is missing changes from second to second, and nobody is told.
        return ("unknown", None)
    return ("clear", None)


@dataclass(frozen=True, slots=True)
class Change:
    """A second from which on something else was said of a run."""

    at_s: float
    """Since the first second."""
    view: RunView
    """The run as it was seen last."""
    words: Words | None
    """None: the run has ended."""


class Changes:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        self._said: Told = {}
        self._views: dict[str, RunView] = {}

    def of(self, frame: Frame, at_s: float) -> list[Change]:
        """Return what is new in a frame; `at_s` as in `Change`."""
        said = told(frame)
        self._views.update((view.run.key, view) for view in frame.runs)
        changed = [
            Change(at_s, self._views[key], said.get(key))
            for key in dict.fromkeys((*said, *self._said))
            if said.get(key) != self._said.get(key)
        ]
        self._said = said
        self._views = {view.run.key: view for view in frame.runs}
        return changed
