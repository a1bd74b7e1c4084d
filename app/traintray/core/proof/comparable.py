"""What stands against comparing two runs: something else than the knob differs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from traintray.core.advice import numerals
from traintray.core.archive.records import RunRecord
from traintray.core.detection.run import Role
from traintray.core.knobs.effect import Effect, Outcome
from traintray.core.proof import reasons
from traintray.core.proof.match import Match, other_variables
from traintray.core.proof.window import Pair, Window
from traintray.core.sentence import Sentence

_OTHERS = ("foreign_cores", "other_runs_cores", "stolen_cores")
_MOST_LOAD = 0.95
_SAME_CPUS = 0.05
"""A quota is told in hundredths of a CPU."""
LOAD_SHIFT = math.log(1.1)
"""What other load may do to the speed and still counts as the same load: as much as
two equal runs differ by."""
_THROTTLED = 0.1
_SHARED_CORE = math.log(1.9)
"""Two busy hyperthreads of a core need so much longer for the same arithmetic than one
whose sibling idles: 375 and 200 µs here. More CPUs in use explain up to this."""
_CLOCKED_DOWN = math.log(5)
"""The other way round, a CPU that is little used is clocked low: 0.8 GHz instead of
4 GHz on desktop processors."""
_LONGEST_WORDS = 60


def obstacle(after: RunRecord, match: Match, effect: Outcome | None) -> Sentence | None:
    """Return what differs between the records of two runs, or why the change is not in
    force in the new one; None when nothing is known to.
    """
    before = match.before
    if not match.is_same_command:
        return _other_arguments(before.command, after.command)
    if abs(before.usable_cpus - after.usable_cpus) > _SAME_CPUS:
        return reasons.OTHER_CPUS.filled(
            before=numerals.short(before.usable_cpus),
            after=numerals.short(after.usable_cpus),
        )
    return (
        _not_in_force(after, match, effect)
        or _other_variables(after, match)
        or _other_program(before, after)
    )


def _other_program(before: RunRecord, after: RunRecord) -> Sentence | None:
    ranks = [max(1, run.roles.get(Role.RANK.value, 0)) for run in (before, after)]
    if ranks[0] != ranks[1]:
        return reasons.OTHER_RANKS.filled(before=ranks[0], after=ranks[1])
    old, new = before.script_changed_at_s, after.script_changed_at_s
    if old is not None and new is not None and old != new:
        return reasons.OTHER_SCRIPT
    return None


def _not_in_force(
    after: RunRecord, match: Match, effect: Outcome | None
) -> Sentence | None:
    present, wanted = after.variables, match.change.new
    effect = effect or _effect_by(present, wanted)
    if effect is not None and effect.effect in reasons.NO_EFFECT:
        return reasons.NO_EFFECT[effect.effect].filled(**effect.words)
    for name, value in wanted.items():
        if value is None and present is not None and name in present:
            return reasons.STILL_SET.filled(name=name, value=present[name])
    old = match.before.variables
    if old is not None and all(old.get(n) == value for n, value in wanted.items()):
        name = next(iter(wanted))
        value = wanted[name] or reasons.NOT_SET
        return reasons.HAD_IT_ALREADY.filled(name=name, value=value)
    return None


def _effect_by(
    present: Mapping[str, str] | None, wanted: Mapping[str, str | None]
) -> Outcome | None:
    """Return what a record alone tells of a run that was not looked at in time."""
    if present is None:
        return Outcome(Effect.UNREADABLE)
    for name, value in wanted.items():
        if value is not None and present.get(name) != value:
            there = present.get(name)
            if there is None:
                return Outcome(Effect.NOT_SET, {"name": name})
            return Outcome(Effect.NOT_LOADED, {"name": name, "value": there})
    return None


def _other_variables(after: RunRecord, match: Match) -> Sentence | None:
    """Name a variable that differs and that no knob of ours accounts for."""
    before, change = match.before, match.change
    if before.variables is None or change.beside:
        return None
    for name in other_variables(change.new, before, after):
        old, new = before.variables.get(name), (after.variables or {}).get(name)
        return reasons.OTHER_VARIABLES.filled(
            name=name, before=old or reasons.NOT_SET, after=new or reasons.NOT_SET
        )
    return None


def _other_arguments(before: Sequence[str], after: Sequence[str]) -> Sentence:
    old = [word for word in before if word not in after]
    new = [word for word in after if word not in before]
    return reasons.OTHER_ARGUMENTS.filled(before=_words(old), after=_words(new))


def _words(words: Sequence[str]) -> str:
    text = " ".join(words) or "–"
    return text if len(text) <= _LONGEST_WORDS else f"{text[:_LONGEST_WORDS]}…"


def other_surroundings(pair: Pair) -> Sentence | None:
    """Return what else computed, or held back, in one of the windows only."""
    runs = [round(w.middle("active_runs") or 1.0) for w in (pair.before, pair.after)]
    if runs[0] != runs[1]:
        return reasons.OTHER_RUNS.filled(before=runs[0], after=runs[1])
    slowed = [w.middle("gpu_throttled_fraction") for w in (pair.before, pair.after)]
    old, new = slowed
    if old is not None and new is not None and abs(old - new) > _THROTTLED:
        return reasons.GPU_SLOWED.filled(
            before=numerals.percent(old), after=numerals.percent(new)
        )
    return None


def load_fraction(window: Window, usable_cpus: float) -> float:
    """Return which share of the run's CPUs others took, 0..1."""
    taken = sum(window.middle(name) or 0.0 for name in _OTHERS)
    return min(_MOST_LOAD, max(0.0, taken / max(usable_cpus, 0.1)))


def load_shift(pair: Pair, usable_cpus: float) -> float:
    """Return how far other load alone would move the logarithm of the speed.

    Measured with two threads on two CPUs while others took 0, 1/8, 1/4, 3/8, 1/2, 5/8
    of them: 1, 0.82, 0.54, 0.38, 0.24, 0.20 of the speed, which is the square of what
    is left, within a fifth: the CPU time is gone, and threads wait for the one that
    lost it. A run without such threads loses less, so this is the most.
    """
    left = [1 - load_fraction(w, usable_cpus) for w in (pair.before, pair.after)]
    return 2 * math.log(left[1] / left[0])


def pace_shift(pair: Pair, usable_cpus: float) -> float:
    """Return how the machine itself computes faster (above 0) or slower in the second
    window, beyond what the use of its CPUs explains: the logarithm of a factor.

    On a virtual machine whose host had other work, equal trainings made 29 and 45
    steps a second here, and nothing in `/proc` told; the CPU time of a fixed piece of
    work did (200 and 375 µs).
    """
    work = [w.blocks.get("fixed_work_s", ()) for w in (pair.before, pair.after)]
    if not all(work):
        return 0.0
    old, new = (sum(map(math.log, values)) / len(values) for values in work)
    used = [_used_fraction(w, usable_cpus) for w in (pair.before, pair.after)]
    idler = used[0] - used[1]
    ends = (idler * _SHARED_CORE, -idler * _CLOCKED_DOWN)
    found = old - new
    return found - min(max(found, min(ends)), max(ends))


def _used_fraction(window: Window, usable_cpus: float) -> float:
    """Return which share of the run's CPUs it and others used, 0..1."""
    names = ("cpu_cores", "foreign_cores", "other_runs_cores")
    used = sum(window.middle(name) or 0.0 for name in names)
    return min(1.0, used / max(usable_cpus, 0.1))


def other_pace(shift: float) -> Sentence:
    """Say by how much the machine itself was faster or slower."""
    template = reasons.FASTER_MACHINE if shift > 0 else reasons.SLOWER_MACHINE
    return template.filled(ratio=f"{math.exp(abs(shift)):.2f}")


def other_load(pair: Pair, usable_cpus: float) -> Sentence:
    """Say how much others took."""
    told: Mapping[str, str] = {
        name: numerals.percent(load_fraction(window, usable_cpus))
        for name, window in (("before", pair.before), ("after", pair.after))
    }
    return reasons.OTHER_LOAD.filled(**told)
