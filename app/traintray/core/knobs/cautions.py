"""What somebody must know before a knob is turned: warnings, never a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from traintray.core.detection.run import Role, TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.knobs.budget import core_budget
from traintray.core.knobs.knob import Knob
from traintray.core.knobs.legal import Bounds, Settings
from traintray.core.knobs.share import share_of

_LOW_SHARE = 0.5
"""From half of what fits down: 1 thread of 2 gave 0.58 of the speed, and the fewer are
used, the more cores stay idle. Above half, rounding and workers may explain it."""
_LIMIT = "OMP_THREAD_LIMIT"


@dataclass(frozen=True, slots=True)
class Caution:
    """One warning: `[cautions]` of `knobs.toml` has the words of its kind."""

    kind: str
    words: Mapping[str, str] = field(default_factory=dict)


def cautions(
    knob: Knob, value: str, settings: Settings, bounds: Bounds, run: TrainingRun | None
) -> tuple[Caution, ...]:
    """Return the warnings for `value`, which sets `settings`; the gravest first."""
    found = [Caution("trap")] if knob.is_trap(value) else []
    found += _about_number(knob, value, bounds, run)
    if run is not None:
        found += _about_run(knob, settings, run)
    return tuple(found)


def _about_number(
    knob: Knob, value: str, bounds: Bounds, run: TrainingRun | None
) -> Iterator[Caution]:
    number = thread_number(value)
    if not knob.is_compute_pool or number is None:
        return
    cores = core_budget(bounds.usable)
    fits = cores
    if run is not None:
        share = share_of(run, 1)
        fits = max(1, share.own_cores - min(share.workers, share.own_cores // 2))
    words = {"value": value, "fits": str(fits), "cores": str(cores)}
    if number > cores:
        yield Caution("above_cores", words)
    elif number <= _LOW_SHARE * fits:
        yield Caution("low", words)


def _about_run(knob: Knob, settings: Settings, run: TrainingRun) -> Iterator[Caution]:
    present = run.thread_variables or {}
    if "OMP_NUM_THREADS" in settings and run.count(Role.LAUNCHER):
        yield Caution("launcher")
    for name, wanted in settings.items():
        value = present.get(name)
        if value is not None and wanted is not None and value != wanted:
            yield Caution("shell", {"name": name, "value": value})
    for name in knob.clears:
        if name in present and settings.get(name) is None:
            yield Caution("overrules", {"name": name, "value": present[name]})
    if knob.is_compute_pool and present.get(_LIMIT):
        yield Caution("thread_limit", {"value": present[_LIMIT]})
    if knob.is_compute_pool and run.code_lines:
        line = run.code_lines[0]
        words = {"line": str(line.line_number), "file": line.path, "text": line.text}
        yield Caution("code", words)
