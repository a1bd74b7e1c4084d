"""The verdict on a change, from the records of two runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.advice import numerals
from traintray.core.archive.proof_record import Course, Measure, Windows
from traintray.core.archive.records import RunRecord
from traintray.core.knobs.effect import Outcome
from traintray.core.proof import reasons
from traintray.core.proof.comparable import (
    LOAD_SHIFT,
    load_shift,
    obstacle,
    other_load,
    other_pace,
    other_surroundings,
    pace_shift,
)
from traintray.core.proof.contrast import FEWEST_TOGETHER, Contrast, contrast
from traintray.core.proof.match import Match
from traintray.core.proof.measures import GPU, measures
from traintray.core.proof.outcome import Proof, Verdict
from traintray.core.proof.saying import written_speed
from traintray.core.proof.window import (
    Pair,
    length_s,
    logarithms,
    tell_alike,
    windows,
)
from traintray.core.sentence import Sentence

LEAST_SHIFT = math.log(1.1)
"""By how much two runs may differ without any change: where their memory lies, how
warm the machine is, what the page cache holds. Equal runs differed by up to 4 % here
(`docs/proof.md`); a knob that gives less than a tenth is not told from that."""
_LEAST_GPU = 0.1
"""The same, of the GPU's busy time, which has no factor near 100 %."""
_NOTHING = Windows(None, None, 0.0)


@dataclass(frozen=True, slots=True)
class _Said:
    verdict: Verdict
    why: Sentence
    found: Contrast | None = None


def judge(
    after: RunRecord, match: Match, effect: Outcome | None, now_s: float
) -> Proof | None:
    """Return the verdict; None as long as the new run has not been watched for as long
    as it can be compared. `effect`: whether the new run has the change, by a look at
    its processes; `now_s` in seconds since 1970.
    """
    why = obstacle(after, match, effect)
    if why is not None:
        return _proof(after, match, _Said("not_comparable", why), None, now_s)
    old, new = match.before.course, after.course
    if old is None:
        said = _Said("not_comparable", reasons.NOT_WATCHED)
        return _proof(after, match, said, None, now_s)
    if new is None or (after.ended_at_s is None and _goes_on(old, new)):
        return None
    pair = windows(old, new)
    said = _verdict(pair, after, match)
    if said.verdict == "unclear" and effect is not None:
        still = reasons.MORE_THREADS.get(effect.effect)
        if still is not None:
            said = _Said("not_comparable", still.filled(**effect.words))
    return _proof(after, match, said, pair, now_s)


def _goes_on(old: Course, new: Course) -> bool:
    """Whether the new run may still be compared for longer than so far."""
    by_steps = tell_alike(old, new)
    return length_s(new, by_steps=by_steps) < length_s(old, by_steps=by_steps)


def _verdict(pair: Pair, after: RunRecord, match: Match) -> _Said:
    why = other_surroundings(pair)
    if why is not None:
        return _Said("not_comparable", why)
    if pair.is_told:
        return _by_steps(pair, after, match)
    if GPU in pair.before.blocks and GPU in pair.after.blocks:
        return _by_gpu(pair, after)
    sources = [c.source for c in (match.before.course, after.course) if c is not None]
    if all(sources):
        why = reasons.OTHER_LOG.filled(before=sources[0], after=sources[1])
        return _Said("not_comparable", why)
    return _Said("unclear", reasons.NO_SPEED)


def _by_steps(pair: Pair, after: RunRecord, match: Match) -> _Said:
    speeds = pair.before.paces, pair.after.paces
    if not all(speeds):
        return _Said("not_comparable", _too_short(pair, speeds))
    found = contrast(*map(logarithms, speeds))
    if found is None:
        is_short = sum(map(len, speeds)) < FEWEST_TOGETHER
        why = _too_short(pair, speeds) if is_short else reasons.WAVERING
        return _Said("not_comparable", why)
    by_load = load_shift(pair, after.usable_cpus)
    by_pace = pace_shift(pair, after.usable_cpus)
    least = _least_shift(match, after.usable_cpus)
    if found.is_above(least + max(0.0, by_load) + max(0.0, by_pace)):
        return _Said("helped", _told(reasons.FASTER, pair, found, after), found)
    if found.is_below(-least + min(0.0, by_load) + min(0.0, by_pace)):
        return _Said("slower", _told(reasons.SLOWER, pair, found, after), found)
    beside = _beside(pair, after.usable_cpus)
    if beside is not None:
        return _Said("not_comparable", beside, found)
    return _Said("unclear", _told(reasons.UNCLEAR, pair, found, after), found)


def _by_gpu(pair: Pair, after: RunRecord) -> _Said:
    busy = pair.before.blocks[GPU], pair.after.blocks[GPU]
    found = contrast(*busy)
    if found is None:
        is_short = sum(map(len, busy)) < FEWEST_TOGETHER
        why = _too_short(pair, busy) if is_short else reasons.WAVERING
        return _Said("not_comparable", why)
    beside = _beside(pair, after.usable_cpus)
    if beside is not None:
        return _Said("not_comparable", beside)
    told = {
        name: numerals.percent(window.middle(GPU) or 0.0)
        for name, window in (("before", pair.before), ("after", pair.after))
    }
    if found.is_above(_LEAST_GPU):
        return _Said("helped", reasons.GPU_BUSIER.filled(**told))
    if found.is_below(-_LEAST_GPU):
        return _Said("slower", reasons.GPU_IDLER.filled(**told))
    return _Said("unclear", reasons.GPU_UNCLEAR.filled(**told))


def _beside(pair: Pair, usable_cpus: float) -> Sentence | None:
    """Return what else may have moved the speed by more than equal runs differ."""
    if abs(load_shift(pair, usable_cpus)) > LOAD_SHIFT:
        return other_load(pair, usable_cpus)
    by_pace = pace_shift(pair, usable_cpus)
    return other_pace(by_pace) if abs(by_pace) > LOAD_SHIFT else None


def _least_shift(match: Match, usable_cpus: float) -> float:
    """Return by how much runs differ that were started alike, a tenth at least: the
    earlier runs of this command tell.
    """
    least, before = LEAST_SHIFT, match.before.course
    for run in match.alike:
        if before is None or run.course is None or not tell_alike(run.course, before):
            continue
        pair = windows(run.course, before)
        if other_surroundings(pair) or _beside(pair, usable_cpus):
            continue
        speeds = pair.before.paces, pair.after.paces
        found = contrast(*map(logarithms, speeds)) if all(speeds) else None
        least = max(least, abs(found.shift) if found else 0.0)
    return least


def _too_short(pair: Pair, pieces: Sequence[Sequence[float]]) -> Sentence:
    span = pair.after.span
    return reasons.TOO_SHORT.filled(
        length=numerals.duration(max(0.0, span.until_s - span.since_s)),
        before=len(pieces[0]),
        after=len(pieces[1]),
        needed=FEWEST_TOGETHER,
    )


def _told(
    template: Sentence, pair: Pair, found: Contrast, after: RunRecord
) -> Sentence:
    unit = after.course.unit if after.course is not None else ""
    speed = measures(pair, unit)[0]
    return template.filled(
        before=written_speed(speed.before or 0.0),
        after=written_speed(speed.after or 0.0),
        unit="steps" if unit == "step" else unit,
        ratio=_factor(found.shift),
        low=_factor(found.low),
        high=_factor(found.high),
    )


def _factor(shift: float) -> str:
    return f"{math.exp(shift):.2f}"


def _proof(
    after: RunRecord, match: Match, said: _Said, pair: Pair | None, now_s: float
) -> Proof:
    unit = after.course.unit if after.course is not None else ""
    told: tuple[Measure, ...] = () if pair is None else measures(pair, unit)
    found = said.found
    return Proof(
        verdict=said.verdict,
        before_run=match.before.identity,
        after_run=after.identity,
        run_name=after.name,
        change=match.change,
        measures=told,
        speed_is_stand_in=pair is not None and not pair.is_told,
        why=said.why,
        windows=_NOTHING if pair is None else pair.times,
        ratio=None
        if found is None
        else (math.exp(found.shift), math.exp(found.low), math.exp(found.high)),
        made_at_s=now_s,
    )
