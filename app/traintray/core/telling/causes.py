"""Symptoms of a cause that is known are not told beside it.

Within one run the diagnosis tells the first cause by rank and names the others. What
is left here: a cause in one run that shows in another, and a symptom that outlives its
cause by moments.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from traintray.core.diagnosis.verdict import Finding
from traintray.core.frame import RunView
from traintray.core.telling.daytime import is_lately
from traintray.core.telling.repeats import GONE_S

_SHORT_OF_MEMORY = frozenset(
    {
        "disk_bound",
        "input_bound",
        "gpu_idle",
        "gpu_unused",
        "single_core",
        "contended",
        "cpu_compute",
        "spinning",
        "too_many_threads",
    }
)
"""Whoever waits for pages computes little, reads much and feeds no GPU, and threads
that wait for it hold up others. What fills the memory is told all the same."""
_SHORT_OF_CPU = frozenset({"input_bound", "contended"})
"""Workers that have to share the CPUs with a crowd of threads prepare too little."""

ELSEWHERE: Mapping[str, frozenset[str]] = {
    "swapping": _SHORT_OF_MEMORY,
    "too_many_threads": _SHORT_OF_CPU,
    "spinning": _SHORT_OF_CPU,
    "workers_pile_up": _SHORT_OF_CPU,
}
"""What a finding about one run explains in all others of the machine."""


@dataclass(slots=True)
class _Cause:
    kind: str
    symptoms: frozenset[str]
    stood_at_s: float


class Causes:
    """Which causes stand, or stood until a moment ago."""

    def __init__(self) -> None:
        self._by_run: dict[str, _Cause] = {}

    def update(self, views: Collection[RunView], wall_s: float) -> None:
        """Take the findings of the newest frame.

        A symptom that is told alone because its cause rests for a moment is no cause.
        """
        for view in views:
            verdict = view.verdict
            if not isinstance(verdict, Finding):
                continue
            before = self._by_run.get(view.run.key)
            if before is not None and self._explains(before, verdict.kind, wall_s):
                continue
            symptoms = frozenset(verdict.also)
            self._by_run[view.run.key] = _Cause(verdict.kind, symptoms, wall_s)

    def explain(self, run_key: str, kind: str, wall_s: float) -> bool:
        """Whether a finding about a run comes of another one that is known."""
        own = self._by_run.get(run_key)
        if own is not None and self._explains(own, kind, wall_s):
            return True
        return any(
            kind in ELSEWHERE.get(cause.kind, ())
            and is_lately(cause.stood_at_s, wall_s, GONE_S)
            for key, cause in self._by_run.items()
            if key != run_key
        )

    def runs(self) -> set[str]:
        """Return the runs of which something is known."""
        return set(self._by_run)

    def forget(self, runs: Collection[str]) -> None:
        """Drop what is known of runs that have gone."""
        for key in self._by_run.keys() & set(runs):
            del self._by_run[key]

    @staticmethod
    def _explains(cause: _Cause, kind: str, wall_s: float) -> bool:
        lately = is_lately(cause.stood_at_s, wall_s, GONE_S)
        return kind != cause.kind and kind in cause.symptoms and lately
