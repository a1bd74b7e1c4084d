"""What was said of every run, short enough to be written each second."""

from __future__ import annotations

from traintray.core.diagnosis.verdict import Clear, Finding, Unknown, Verdict
from traintray.core.frame import Frame

Told = dict[str, tuple[str | None, ...]]
"""By run: `finding`, `unknown` or `clear`; its kind; the kinds told beside it."""


def told(frame: Frame) -> Told:
    """Return what a frame says of each run."""
    return {view.run.key: _short(view.verdict) for view in frame.runs}


def _short(verdict: Verdict) -> tuple[str | None, ...]:
    if isinstance(verdict, Finding):
        return ("finding", verdict.kind, *verdict.also)
    if isinstance(verdict, Unknown):
        return ("unknown", verdict.kind)
    assert isinstance(verdict, Clear)
    return ("clear", None)
