"""Thresholds that a user moves reach the rules at once, and are told from the usual."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from core.trace_world import Trace
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.figures import Surroundings, figures
from traintray.core.detection.framework import Framework
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.engine import Engine
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.steady import Steady
from traintray.core.diagnosis.tuning import RANGES, Tuning
from traintray.core.diagnosis.verdict import Finding
from traintray.core.discovery import collect
from traintray.core.history.store import Store
from traintray.settings.fields import options
from traintray.settings.settings import Settings
from traintray.settings.tuning import THRESHOLDS, tuning_of

RULES = collect(rules, "RULE", Rule)
ROOMY = Tuning(foreign_share=0.6)


class Playing:
    """Plays a recorded run, whose thresholds and pace may change on the way."""

    def __init__(self, name, every=1):
        self._trace = Trace.load(name)
        self._every = every
        self._detector = Detector(
            self._trace, collect(frameworks, "FRAMEWORK", Framework)
        )
        self._store = Store(200)
        self.engine = Engine(RULES, self._store, Policy())

    def verdicts(self):
        """Yield what is told of the first run, second by second."""
        trace = self._trace
        for second in trace.seconds:
            table = trace.step(second)
            if round(second["t"]) % self._every:
                continue
            at_s = second["t"]
            runs = self._detector.update(table, at_s)
            around = Surroundings(trace.cpu(second), runs, trace.memory(second))
            machine = trace.machine_series(second)
            by_run = {run.key: {**figures(run, around), "gpus": 0.0} for run in runs}
            values = dict(machine)
            for key, numbers in by_run.items():
                values.update({f"run.{key}.{n}": v for n, v in numbers.items()})
            self._store.append(at_s, values)
            for run in runs[:1]:
                own = {f"run.{n}": v for n, v in by_run[run.key].items()}
                yield self.engine.judge(run, {**machine, **own}, at_s).verdict

    def last(self):
        return list(self.verdicts())[-1]


def kind(verdict):
    return verdict.kind if isinstance(verdict, Finding) else None


def test_what_nobody_has_moved_changes_nothing():
    assert Tuning().policy() == Policy()
    assert Tuning().rules(RULES) == tuple(RULES)
    assert tuning_of(Settings()) == Tuning()


@pytest.mark.parametrize("name", THRESHOLDS)
def test_the_ranges_of_the_rules_are_those_of_the_settings(name):
    setting = options(Settings)[name]
    ends = [
        tuning_of(Settings(**{name: value}))
        for value in (setting.minimum, setting.maximum)
    ]
    moved = next(
        field.name
        for field in fields(Tuning)
        if getattr(ends[0], field.name) != field.default
    )

    assert RANGES[moved] == tuple(sorted(getattr(end, moved) for end in ends))
    assert len(RANGES) == len(THRESHOLDS)


def test_every_threshold_of_the_settings_moves_one_of_the_rules():
    declared = options(Settings)
    moved = {
        name: tuning_of(Settings(**{name: declared[name].maximum}))
        for name in THRESHOLDS
    }

    changed = [
        tuple(f.name for f in fields(Tuning) if getattr(t, f.name) != f.default)
        for t in moved.values()
    ]
    assert sorted(changed) == sorted((f.name,) for f in fields(Tuning))


@pytest.mark.parametrize(
    ("name", "tuning", "usual", "moved"),
    [
        ("external_load", ROOMY, "contended", None),
        ("leak_slow", Tuning(memory_full_in_s=3600.0), "memory_growth", "contended"),
        ("io_bound", Tuning(waiting_fraction=0.97), "disk_bound", None),
    ],
)
def test_another_threshold_changes_the_verdict_of_a_recorded_run(
    name, tuning, usual, moved
):
    assert kind(Playing(name).last()) == usual

    playing = Playing(name)
    playing.engine.tune(tuning)
    assert kind(playing.last()) == moved


def test_a_threshold_that_is_moved_while_a_finding_stands_ends_it_within_seconds():
    playing = Playing("external_load")
    told = []
    for verdict in playing.verdicts():
        told.append(kind(verdict))
        if told.count("contended") == 5:
            playing.engine.tune(ROOMY)

    begun = told.index("contended")
    assert 5 <= told[begun:].count("contended") <= 15
    assert told[-1] is None


def test_evidence_against_a_threshold_of_the_users_is_marked():
    usual = Playing("external_load").last()
    assert not any(row.is_chosen for row in (*usual.evidence, *usual.ruled_out))

    playing = Playing("external_load")
    playing.engine.tune(Tuning(foreign_share=0.3))
    chosen = playing.last()

    marks = {row.key: row.is_chosen for row in chosen.evidence}
    assert marks == {"foreign_cores": True, "waiting_threads": False}
    assert chosen.evidence[0].threshold == pytest.approx(0.6)


def test_a_cause_that_was_ruled_out_by_a_threshold_of_the_users_is_marked_too():
    playing = Playing("external_load")
    playing.engine.tune(Tuning(ready_threads_per_cpu=1.9))

    ruled_out = {row.key: row for row in playing.last().ruled_out}

    assert ruled_out["demand_threads"].is_chosen
    assert ruled_out["demand_threads"].threshold == pytest.approx(3.8)


@pytest.mark.parametrize("end", ["minimum", "maximum"])
@pytest.mark.parametrize("name", ["oversub_4", "external_load", "swap_pressure"])
def test_the_ends_of_all_ranges_at_once_leave_the_rules_working(name, end):
    declared = options(Settings)
    ends = {n: getattr(declared[n], end) for n in THRESHOLDS}
    ends["sustained_s"] = 15.0  # the recordings are short
    playing = Playing(name)
    playing.engine.tune(tuning_of(Settings(**ends)))

    for verdict in playing.verdicts():
        if isinstance(verdict, Finding):
            assert verdict.evidence


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cpu_quota", "too_many_threads"),
        ("external_load", "contended"),
        ("io_bound", "disk_bound"),
        ("ddp_gloo", "cpu_compute"),
    ],
)
def test_a_round_every_five_seconds_tells_the_same(name, expected):
    playing = Playing(name, every=5)
    playing.engine.tune(Tuning(), period_s=5.0)

    assert kind(playing.last()) == expected


@pytest.mark.parametrize("period_s", [1.0, 2.0, 5.0])
@pytest.mark.parametrize("sustained_s", [5.0, 9.0, 15.0, 60.0])
def test_at_each_pace_a_condition_counts_when_it_held_as_long_as_chosen(
    sustained_s, period_s
):
    steady = Steady(Tuning(sustained_s=sustained_s).policy(period_s))
    at_s = 100.0
    steady.vote(False, at_s)
    while not steady.is_on:
        at_s += period_s
        steady.vote(True, at_s)
        assert at_s < 100.0 + 2 * sustained_s + 2 * period_s

    assert at_s - 100.0 == pytest.approx(sustained_s, abs=period_s)


def test_what_stands_goes_on_standing_when_only_the_time_is_changed():
    steady = Steady(Policy())
    for second in range(20):
        steady.vote(True, float(second))
    onset_s = steady.onset_at_s

    steady.follow(replace(Policy(), sustained_s=60.0), 60.0)
    steady.vote(True, 20.0)

    assert steady.is_on
    assert steady.onset_at_s == onset_s
