"""Other programs that take the CPU, and what only looks like it."""

from __future__ import annotations

import pytest

from core.advice.scenes import CONTENDED, PROGRAMS, STOLEN, Seen
from core.detection.runs import member, run
from core.diagnosis.seconds import judged
from traintray.core.advice.book import Book
from traintray.core.advice.case import Case
from traintray.core.detection.run import Consumer, Role
from traintray.core.diagnosis.rules.contended import RULE

# One busy loop beside a run with two threads (research, B.4: external_load).
SHARED = {"foreign_cores": 1.08, "waiting_threads": 1.05}

# A quota of one CPU of 16, of which a build leaves it a half.
QUOTA = {
    "usable_cpus": 1.0,
    "quota_cpus": 1.0,
    "demand_threads": 1.0,
    "waiting_threads": 0.5,
    "foreign_cores": 15.0,
    "usable_busy_fraction": 0.5,
    "throttled_fraction": 0.0,
    "cpu.busy_fraction": 0.99,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="a busy loop beside it"),
        pytest.param(
            {"foreign_cores": 0.5, "waiting_threads": 0.5}, True, id="a quarter"
        ),
        pytest.param({"foreign_cores": 0.49}, False, id="less than a quarter"),
        pytest.param(
            {"usable_cpus": 8.0, "demand_threads": 8.0, "foreign_cores": 1.9},
            False,
            id="the same two CPUs of eight are less than a quarter",
        ),
        pytest.param(
            {"waiting_threads": 0.2}, False, id="it rests, and others use the time"
        ),
        pytest.param(
            {"usable_busy_fraction": 0.75}, False, id="CPUs are idle beside them"
        ),
        pytest.param(
            {"demand_threads": 3.0, "waiting_threads": 2.0},
            False,
            id="its own threads are too many",
        ),
        pytest.param(
            {"demand_threads": 2.8, "waiting_threads": 1.03, "foreign_cores": 0.5},
            False,
            id="what waits is its own excess (tf_train)",
        ),
        pytest.param(
            {"demand_threads": 2.8, "waiting_threads": 1.4, "foreign_cores": 0.6},
            True,
            id="and more waits than its own excess",
        ),
        pytest.param(
            {"usable_cpus": 1.0, "quota_cpus": 1.0, "demand_threads": 1.2},
            False,
            id="its quota holds it up, not they",
        ),
        pytest.param({"quota_cpus": 8.0}, True, id="a quota above all its CPUs"),
        pytest.param(QUOTA, True, id="a quota that is never used up"),
        pytest.param(
            {**QUOTA, "throttled_fraction": 0.85}, False, id="one that is used up"
        ),
        pytest.param(
            {**QUOTA, "cpu.busy_fraction": 0.5}, False, id="idle CPUs beside the quota"
        ),
        pytest.param(
            {
                "usable_cpus": 64.0,
                "demand_threads": 4.1,
                "waiting_threads": 2.7,
                "foreign_cores": 62.0,
            },
            True,
            id="few workers on a large machine lack as much of what they want",
        ),
        pytest.param(
            {"demand_threads": 0.09, "waiting_threads": 0.05, "foreign_cores": 1.96},
            False,
            id="of next to nothing, next to nothing waits (gpu_healthy)",
        ),
        pytest.param(
            {"gpu_busy_fraction": 0.97}, False, id="the GPU gets its work in time"
        ),
        pytest.param({"gpu_busy_fraction": 0.5}, True, id="the GPU waits for it"),
        pytest.param({"foreign_cores": None}, None, id="who waits cannot be explained"),
        pytest.param(
            {"foreign_cores": None, "waiting_threads": 0.01},
            False,
            id="nothing waits, whatever others do",
        ),
        pytest.param(
            {"foreign_cores": 0.0, "waiting_threads": None},
            False,
            id="nobody else runs, whatever waits",
        ),
    ],
)
def test_another_program_takes_the_cpu(changes, expected):
    assert judged(RULE, **{**SHARED, **changes}) is expected


# The kernel takes what was stolen off the time that a thread ran, or counts it in.
TAKEN = {
    "foreign_cores": 0.02,
    "running_cores": 1.0,
    "demand_threads": 1.05,
    "waiting_threads": 0.05,
    "stolen_cores": 1.0,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="half of what it wants goes to other machines"),
        pytest.param(
            {"running_cores": 2.0, "demand_threads": 2.0}, True, id="counted as run"
        ),
        pytest.param({"stolen_cores": 0.3}, False, id="less than a quarter"),
        pytest.param(
            {"running_cores": 0.6, "usable_busy_fraction": 0.5, "stolen_cores": 0.35},
            True,
            id="a single thread is held back, and another CPU idles",
        ),
        pytest.param(
            {"running_cores": 0.05, "stolen_cores": 0.05}, False, id="it rests"
        ),
        pytest.param(
            {"running_cores": 0.2, "foreign_cores": 0.8, "stolen_cores": 0.3},
            False,
            id="another program is held back, the run hardly works",
        ),
        pytest.param(
            {"usable_cpus": 64.0, "running_cores": 40.0, "stolen_cores": 10.0},
            False,
            id="of fifty CPUs it lacks a fifth",
        ),
        pytest.param(
            {"usable_cpus": 1.0, "quota_cpus": 1.0, "throttled_fraction": 0.5},
            False,
            id="its quota holds it up all the same",
        ),
        pytest.param(
            {"gpu_busy_fraction": 0.97}, False, id="the GPU gets its work in time"
        ),
        pytest.param({"stolen_cores": None}, False, id="the kernel does not count it"),
    ],
)
def test_the_host_of_a_virtual_machine_takes_the_cpu(changes, expected):
    assert judged(RULE, **{**TAKEN, **changes}) is expected


def test_where_the_host_takes_it_no_program_is_named():
    finding = RULE.explain(Seen(STOLEN, others=PROGRAMS).scene(RULE))

    assert finding.facts["cause"] == "host"
    assert finding.facts["stolen_cores"] == pytest.approx(1.0 / 1.02)
    assert "first_program" not in finding.facts
    assert [e.key for e in finding.evidence] == ["stolen_cores"]
    assert all(e.crossed for e in finding.evidence)


def test_programs_that_take_more_than_the_host_are_named():
    both = {**CONTENDED, "run.stolen_cores": 0.9, "run.running_cores": 0.9}

    finding = RULE.explain(Seen(both, others=PROGRAMS).scene(RULE))

    assert finding.facts["cause"] == "named"
    assert "stolen_cores" in [e.key for e in finding.evidence]


def test_the_host_is_named_in_every_line_that_names_who_takes_the_cpu():
    scene = Seen(STOLEN).scene(RULE)

    advice = Book().advise(Case(RULE.explain(scene), scene.run, None, 15.0))

    for text in (advice.headline, advice.title, advice.popover_text):
        assert "host" in text
        assert "program" not in text


def test_up_to_three_programs_are_named_the_largest_first():
    facts = RULE.explain(Seen(CONTENDED, others=PROGRAMS).scene(RULE)).facts

    assert facts["cause"] == "named"
    assert (facts["first_program"], facts["first_program_cores"]) == ("chrome", 0.7)
    assert facts["second_program"] == "ffmpeg"
    assert facts["third_program"] == "a-name-of-15-by"
    assert "small" not in facts.values()


def test_a_program_that_hardly_matters_is_not_named():
    only_small = (Consumer(44, "small", 0.05),)

    facts = RULE.explain(Seen(CONTENDED, others=only_small).scene(RULE)).facts

    assert facts["cause"] == "unnamed"
    assert "first_program" not in facts


@pytest.mark.parametrize("name", ["<b>x</b>", "{name}", "a\x1b[31m", "n" * 99])
def test_hostile_names_of_programs_stay_plain_and_short(name):
    scene = Seen(CONTENDED, others=(Consumer(7, name, 0.9),)).scene(RULE)

    advice = Book().advise(Case(RULE.explain(scene), scene.run, None, 15.0))

    assert "\x1b" not in advice.summary + advice.steps[0].title
    assert "n" * 25 not in advice.summary
    if name != "n" * 99 and "\x1b" not in name:
        assert name in advice.summary


def test_the_evidence_is_what_others_take_and_who_waits_for_it():
    evidence = RULE.explain(Seen(CONTENDED).scene(RULE)).evidence

    assert {e.key: (e.measured, e.threshold) for e in evidence} == {
        "foreign_cores": (1.1, 0.5),
        "waiting_threads": (1.1, 0.25),
    }


@pytest.mark.parametrize(
    ("cpus", "foreign", "is_roomy", "spared"), [(2, 1.1, 0.0, 1.0), (8, 2.0, 1.0, 6.0)]
)
def test_a_thread_less_is_advised_where_there_are_cpus_to_spare(
    cpus, foreign, is_roomy, spared
):
    seen = Seen(
        {
            **CONTENDED,
            "run.usable_cpus": float(cpus),
            "run.foreign_cores": foreign,
        },
        run(member(1, Role.MAIN, float(cpus)), cpus=cpus),
        PROGRAMS,
    )

    facts = RULE.explain(seen.scene(RULE)).facts

    assert (facts["is_roomy"], facts["spared_threads"]) == (is_roomy, spared)


def test_quiet_programs_are_ruled_out_with_their_number():
    denial = RULE.denies(Seen({"run.foreign_cores": 0.1}).scene(RULE))

    assert (denial.key, denial.measured, denial.threshold) == (
        "foreign_cores",
        0.1,
        0.5,
    )
    assert not denial.crossed
