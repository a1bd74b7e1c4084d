"""Works out what a value would do to the threads of a run."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping

from traintray.core.live_knobs.entry import Saved
from traintray.core.live_knobs.live_knob import (
    LiveKnob,
    LiveRow,
    Power,
    Site,
    Suggestion,
)
from traintray.core.live_knobs.live_plan import LiveKnobError, LivePlan, ThreadChange
from traintray.core.live_knobs.survey import (
    Crew,
    crew_of,
    is_recognised,
    looked_at,
    threads_of,
)
from traintray.core.live_knobs.tasks import Attribute, Tasks, Thread
from traintray.core.live_knobs.turning import with_origins
from traintray.core.sentence import Sentence

_FOR_GOOD = Sentence(
    "LiveKnobs",
    "This cannot be undone without root. Afterwards only this takes it back: sudo"
    " renice -n {nice} -p $(ls /proc/{pid}/task), and so for each process of the run.",
)

_NO_TRAINING = Sentence(
    "LiveKnobs",
    "this is no training run that was recognised, and live knobs touch no other"
    " program",
)


class Planner:
    """Reads what there is; changes nothing."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks

    def plan(
        self, knob: LiveKnob, value: str, site: Site, saved: tuple[Saved, ...]
    ) -> LivePlan:
        """Return what a value would do. `saved`: what this knob changed of the run
        before. Raises IllegalValueError and LiveKnobError.
        """
        if not is_recognised(site.run):
            raise LiveKnobError(_NO_TRAINING)
        crew = crew_of(site.run, self._tasks)
        if not crew.processes:
            raise LiveKnobError(_nobody(crew))
        found = self._found(knob, saved, crew)
        present = sorted({before for _, before, _ in found})
        rule = knob.rule(value, site, present)
        changes, same = [], 0
        for thread, before, now in found:
            after = knob.target(rule, before)
            if after == now:
                same += 1
            else:
                changes.append(ThreadChange(thread, now, after))
        cautions = knob.cautions(value, site)
        is_undoable = self.is_undoable(knob, {c.thread.pid: c.before for c in changes})
        if not is_undoable:
            nice = changes[0].before
            told = _FOR_GOOD.filled(nice=nice, pid=site.run.root_pid)
            cautions = (told, *cautions)
        return LivePlan(
            knob=knob.name,
            run_key=site.run.key,
            run_name=site.run.name,
            value=value,
            rule=rule,
            processes=crew.processes,
            changes=tuple(changes),
            unchanged_threads=same,
            is_undoable=is_undoable,
            cautions=cautions,
            left=crew.left,
        )

    def row(self, knob: LiveKnob, site: Site, applied: str | None) -> LiveRow:
        """Return a knob as it stands for a run."""
        advised = knob.recommend(site) if is_recognised(site.run) else _NO_TRAINING
        now, gap = self._now(knob, site)
        suggestion = advised if isinstance(advised, Suggestion) else None
        root = {site.run.root_pid: next(iter(now), "0")}
        return LiveRow(
            knob=knob,
            now=now,
            suggestion=suggestion,
            why=advised.arithmetic if isinstance(advised, Suggestion) else advised,
            applied=applied,
            is_undoable=self.is_undoable(knob, root),
            gap=gap,
            then=_then(knob, site, now, suggestion),
        )

    def is_undoable(self, knob: LiveKnob, before: Mapping[int, str]) -> bool:
        """Tell whether the kernel lets this user give back what processes have."""
        if knob.attribute is not Attribute.NICE:
            return True
        for pid, nice in before.items():
            with contextlib.suppress(OSError):  # it is gone: nothing to give back
                if not self._tasks.may_return(pid, int(nice)):
                    return False
        return True

    def _found(
        self, knob: LiveKnob, saved: tuple[Saved, ...], crew: Crew
    ) -> list[tuple[Thread, str, str]]:
        if knob.attribute is None:
            return []
        try:
            threads = self._threads(crew)
            return list(with_origins(threads, knob.attribute, saved, self._tasks))
        except OSError as error:
            raise LiveKnobError(_unreadable(error)) from error

    def _now(
        self, knob: LiveKnob, site: Site
    ) -> tuple[Mapping[str, int], Sentence | None]:
        if knob.attribute is None:
            power = site.place.power
            return (
                ({power.active: 0}, None) if isinstance(power, Power) else ({}, power)
            )
        try:
            threads = self._threads(crew_of(site.run, self._tasks))
            seen = looked_at(threads, knob.attribute, self._tasks)
            return dict(Counter(value for _, value in seen).most_common()), None
        except OSError as error:
            return {}, _unreadable(error)

    def _threads(self, crew: Crew) -> list[Thread]:
        return [t for one in crew.processes for t in threads_of(one, self._tasks)]


def _then(
    knob: LiveKnob, site: Site, now: Mapping[str, int], suggestion: Suggestion | None
) -> str:
    if suggestion is None or knob.attribute is None or not now:
        return ""
    most, *_ = now
    return knob.target(knob.rule(suggestion.value, site, sorted(now)), most)


def _unreadable(error: OSError) -> Sentence:
    told = Sentence("LiveKnobs", "the kernel does not tell: {error}")
    return told.filled(error=error.strerror or error)


def _nobody(crew: Crew) -> Sentence:
    if crew.left:
        return Sentence("LiveKnobs", "every process of this run is another user's")
    return Sentence("LiveKnobs", "the run has ended")
