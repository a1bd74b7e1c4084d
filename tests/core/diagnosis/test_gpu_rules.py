"""GPUs that are held and idle, left free, or slowed; and a CPU that is slowed."""

import pytest

from core.advice import machine_scenes as scenes
from core.advice.scenes import Seen
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rules import (
    cpu_throttled,
    gpu_idle,
    gpu_throttled,
    one_gpu_of_many,
)
from traintray.core.diagnosis.verdict import Severity

POLICY = Policy()


def judged(rule, numbers):
    return rule.RULE.judge(Seen(numbers).values, POLICY)


def with_(base, **changes):
    return {**base, **{f"run.{name}": value for name, value in changes.items()}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="memory held and nothing done"),
        pytest.param({"gpu_busy_fraction": 0.05}, False, id="a kernel now and then"),
        pytest.param({"gpu_memory_bytes": 0.0}, False, id="holds nothing"),
        pytest.param({"demand_threads": 0.3}, False, id="it loads or computes"),
        pytest.param({"gpus": 0.0}, False, id="no GPU"),
        pytest.param({"gpus_used": 0.0}, False, id="uses none"),
        pytest.param({"is_serving": 1.0}, False, id="waits for requests"),
        pytest.param({"disk_waiting_processes": 1.0}, False, id="writes a checkpoint"),
        pytest.param({"gpu_busy_fraction": None}, None, id="busy is not told"),
        pytest.param(
            {"gpu_busy_fraction": None, "demand_threads": 2.0},
            False,
            id="busy is not told and does not matter",
        ),
        pytest.param({"gpu_memory_bytes": None}, None, id="memory is not told"),
    ],
)
def test_a_gpu_that_is_held_and_idle(changes, expected):
    assert judged(gpu_idle, with_(scenes.RESTS, **changes)) is expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="one of four busy, three free"),
        pytest.param({"gpus": 1.0, "free_gpus": 0.0}, False, id="may see one"),
        pytest.param(
            {"gpus": 1.0, "gpus_used": None, "free_gpus": None},
            False,
            id="may see one, whoever uses it",
        ),
        pytest.param({"gpus_used": 0.0}, False, id="uses none"),
        pytest.param({"gpus_used": 4.0}, False, id="uses all"),
        pytest.param({"free_gpus": 0.0}, False, id="others are on the rest"),
        pytest.param({"gpu_busy_fraction": 0.59}, False, id="its own waits for data"),
        pytest.param({"gpu_throttled_fraction": 1.0}, False, id="heat comes first"),
        pytest.param({"gpu_busy_fraction": None}, None, id="busy is not told"),
        pytest.param({"gpus": None}, None, id="visible GPUs are not told"),
        pytest.param(
            {"gpus": None, "gpus_used": 0.0}, False, id="that does not matter"
        ),
    ],
)
def test_gpus_left_free(changes, expected):
    assert judged(one_gpu_of_many, with_(scenes.BUSY_GPU, **changes)) is expected


@pytest.mark.parametrize("rule", [gpu_idle, one_gpu_of_many])
def test_what_may_be_as_its_user_wants_it_is_noted_and_needs_a_minute(rule):
    seen = scenes.SCENES[rule.KIND][0]

    assert rule.RULE.explain(seen.scene(rule.RULE)).severity is Severity.NOTE
    assert rule.RULE.sustained_s == 60.0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, True, id="slowed while busy"),
        pytest.param({"gpu_throttled_fraction": 0.25}, True, id="one of four"),
        pytest.param({"gpu_throttled_fraction": 0.0}, False, id="at its full clock"),
        pytest.param({"gpu_busy_fraction": 0.49}, False, id="it rests anyway"),
        pytest.param({"gpu_throttled_fraction": None}, False, id="the driver is mute"),
        pytest.param({"gpu_busy_fraction": None}, False, id="it uses none"),
    ],
)
def test_a_gpu_slowed_by_heat(changes, expected):
    assert judged(gpu_throttled, with_(scenes.HOT_GPU, **changes)) is expected


def cpu(**changes):
    names = {"busy", "frequency", "temperature", "events", "usable"}
    assert set(changes) <= names
    return {
        "run.usable_busy_fraction": changes.get("usable", 1.0),
        "cpu.busy_fraction": changes.get("busy", 1.0),
        "cpu.frequency_fraction": changes.get("frequency", 0.95),
        "cpu.temperature_celsius": changes.get("temperature", 70.0),
        "cpu.throttle_events_per_s": changes.get("events", 0.0),
    }


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param(cpu(), False, id="full and at its clock"),
        pytest.param(cpu(events=0.2), True, id="heat slowed a core"),
        pytest.param(cpu(events=0.2, usable=0.85), False, id="not full"),
        pytest.param(cpu(frequency=0.6), False, id="base clock is normal"),
        pytest.param(cpu(frequency=0.6, temperature=93.0), True, id="hot as well"),
        pytest.param(cpu(frequency=0.8, temperature=95.0), False, id="hot, and fast"),
        pytest.param(cpu(frequency=0.45), True, id="below any base clock"),
        pytest.param(cpu(frequency=0.45, temperature=None), True, id="no sensor"),
        pytest.param(
            cpu(frequency=0.45, busy=0.3), False, id="other CPUs rest and are slow"
        ),
        pytest.param(
            cpu(frequency=None, events=None, temperature=None, busy=None),
            False,
            id="a virtual machine tells nothing",
        ),
    ],
)
def test_a_cpu_held_down(numbers, expected):
    assert judged(cpu_throttled, numbers) is expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param(
            {**cpu(busy=0.1, frequency=0.2), "run.frequency_fraction": 0.9},
            False,
            id="its CPUs run at their clock, the others save power",
        ),
        pytest.param(
            {**cpu(busy=0.1, frequency=0.9), "run.frequency_fraction": 0.45},
            True,
            id="its CPUs are held down, whatever the others do",
        ),
        pytest.param(
            {**cpu(events=5.0), "run.throttle_events_per_s": 0.0},
            False,
            id="heat slowed another package",
        ),
        pytest.param(
            {
                **cpu(busy=0.3),
                "run.frequency_fraction": 0.4,
                "run.quota_cpus": 1.0,
            },
            False,
            id="under a quota its CPUs idle at times and save power",
        ),
        pytest.param(
            {**cpu(), "run.frequency_fraction": 0.4, "run.quota_cpus": 1.0},
            True,
            id="under a quota the clock tells something while all CPUs are full",
        ),
    ],
)
def test_the_clock_that_counts_is_that_of_the_runs_own_cpus(numbers, expected):
    assert judged(cpu_throttled, numbers) is expected


def test_one_thread_on_each_core_is_enough_to_be_full():
    numbers = {
        **cpu(frequency=0.4, usable=0.5, busy=0.5),
        "run.usable_cpus": 16.0,
        "run.physical_cores": 8.0,
    }

    assert judged(cpu_throttled, numbers) is True
    assert judged(cpu_throttled, {**numbers, "run.physical_cores": 16.0}) is False


@pytest.mark.parametrize(
    ("numbers", "cause"),
    [
        (cpu(events=1.0, temperature=None), "heat"),
        (cpu(frequency=0.6, temperature=93.0), "heat"),
        (cpu(frequency=0.4), "power"),
    ],
)
def test_heat_and_power_are_told_apart(numbers, cause):
    rule = cpu_throttled.RULE

    assert rule.explain(Seen(numbers).scene(rule)).facts["cause"] == cause


def test_a_clock_that_is_high_and_a_gpu_that_is_not_slowed_rule_heat_out():
    clock = cpu_throttled.RULE.denies(Seen(cpu()).scene(cpu_throttled.RULE))
    slowed = gpu_throttled.RULE.denies(Seen(scenes.BUSY_GPU).scene(gpu_throttled.RULE))

    assert (clock.measured, clock.crossed) == (0.95, False)
    assert (slowed.measured, slowed.crossed) == (0.0, False)
    assert gpu_throttled.RULE.denies(Seen().scene(gpu_throttled.RULE)) is None
