from __future__ import annotations

import pytest

from traintray.core import discovery
from traintray.core.detection.run import Member, Role, TrainingRun, UsableCpus
from traintray.core.knobs import catalog
from traintray.core.knobs.catalog.thread_cap import KNOB, recommend
from traintray.core.knobs.knob import Knob, NotHelpful, Obstacle, Recommendation
from traintray.core.knobs.lineform import check
from traintray.core.readings import MemberReading

BASE = (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
)


def member(role: Role, demand: float | None, cores: float | None = 0.9) -> Member:
    reading = MemberReading(1, demand, demand, 1, 1, {}, None, None, None)
    threads = None if demand is None else reading
    return Member(1, role, "python", cores, 60.0, 0, threads)


def usable(cores: int, logical: int | None = None, quota: float | None = None):
    logical = logical or cores
    count = min(logical, quota or logical)
    return UsableCpus(count, tuple(range(logical)), cores, quota)


def run(cpus, *members: Member, framework="pytorch", variables=None) -> TrainingRun:
    return TrainingRun(
        key="1-1",
        root_pid=1,
        name="train.py",
        command=("python", "train.py"),
        framework=framework,
        started_at_s=0.0,
        usable_cpus=cpus,
        members=members,
        thread_variables=variables,
    )


def main(demand: float | None = 64.0) -> Member:
    return member(Role.MAIN, demand)


def ranks(count: int, demand: float = 16.0) -> list[Member]:
    return [member(Role.RANK, demand) for _ in range(count)]


def workers(count: int, demand: float | None = 0.9, cores: float | None = 0.9):
    return [member(Role.WORKER, demand, cores) for _ in range(count)]


@pytest.mark.parametrize(
    ("cpus", "members", "others", "value", "arithmetic"),
    [
        pytest.param(usable(16), [main()], 0, 16, "16 = 16 cores", id="F1 alone"),
        pytest.param(
            usable(16, 32), [main()], 0, 16, "16 = 16 cores",
            id="F1 physical cores, not logical CPUs",
        ),
        pytest.param(
            usable(16, 32, 5.5), [main()], 0, 5, "5 = 5 cores", id="F1 the quota"
        ),
        pytest.param(
            usable(16, 32, 0.5), [main()], 0, 1, "1 = 1 core", id="F1 half a CPU"
        ),
        pytest.param(
            usable(16), ranks(4), 0, 4, "4 = 16 cores ÷ 4 processes", id="F3 ranks"
        ),
        pytest.param(
            usable(16), ranks(3), 0, 5, "5 = 16 cores ÷ 3 processes, rounded down",
            id="F3 does not round up",
        ),
        pytest.param(
            usable(2), ranks(4), 0, 1, "1 = 2 cores ÷ 4 processes, at least 1",
            id="F3 more ranks than cores",
        ),
        pytest.param(
            usable(16), [main()], 3, 4, "4 = 16 cores ÷ 4 processes",
            id="F3 independent runs",
        ),
        pytest.param(
            usable(16), ranks(2), 2, 4, "4 = 16 cores ÷ 4 processes",
            id="F3 ranks and another run",
        ),
        pytest.param(
            usable(16), [main(), *workers(8)], 0, 8, "8 = 16 cores − 8 workers",
            id="F4 workers, as in the design",
        ),
        pytest.param(
            usable(16), [main(), *workers(1)], 0, 15, "15 = 16 cores − 1 worker",
            id="F4 one worker",
        ),
        pytest.param(
            usable(16), [main(), *workers(12)], 0, 8,
            "8 = 16 cores − 8 for 12 workers",
            id="F4 half stays for the main process",
        ),
        pytest.param(
            usable(5), [main(), *workers(8)], 0, 3, "3 = 5 cores − 2 for 8 workers",
            id="F4 the larger half",
        ),
        pytest.param(
            usable(16), [main(), *workers(3), *workers(5, 0.01)], 0, 13,
            "13 = 16 cores − 3 workers",
            id="F4 idle workers do not count",
        ),
        pytest.param(
            usable(16), [main(), *workers(2, None, None)], 0, 14,
            "14 = 16 cores − 2 workers",
            id="F4 workers that cannot be read count as busy",
        ),
        pytest.param(
            usable(16), [*ranks(2), *workers(8)], 0, 4,
            "4 = 16 cores ÷ 2 processes − 4 workers",
            id="F3 and F4 together",
        ),
        pytest.param(
            usable(1), [main(), *workers(4)], 0, 1, "1 = 1 core", id="one core"
        ),
        pytest.param(
            usable(8),
            [member(Role.LAUNCHER, 0.0), *ranks(2), member(Role.SUPPORT, 0.0)],
            0, 4, "4 = 8 cores ÷ 2 processes",
            id="a launcher computes nothing",
        ),
        pytest.param(usable(8), [main(None)], 0, 8, "8 = 8 cores", id="unreadable"),
    ],
)  # fmt: skip
def test_the_value_is_arithmetic_on_this_run(cpus, members, others, value, arithmetic):
    found = recommend(run(cpus, *members), 1 + others)

    assert isinstance(found, Recommendation)
    assert (found.value, found.arithmetic) == (value, arithmetic)
    assert found.variables() == dict.fromkeys(BASE, str(value))


def test_the_user_may_choose_up_to_what_the_run_may_use():
    found = recommend(run(usable(16, 32), main()))

    assert (found.minimum, found.maximum) == (1, 32)
    assert recommend(run(usable(16, 32, 2.5), main())).maximum == 2


def test_workers_with_pools_of_their_own_get_one_thread_in_what_they_call():
    found = recommend(run(usable(16), main(), *workers(8, demand=6.0)))

    assert found.variables() == {
        "OMP_NUM_THREADS": "8",
        "MKL_NUM_THREADS": "8",
        "OPENBLAS_NUM_THREADS": "1",
        "NUMEXPR_NUM_THREADS": "1",
        "OPENCV_FOR_THREADS_NUM": "1",
    }
    assert found.variables(4)["OMP_NUM_THREADS"] == "4"
    assert found.variables(4)["OPENBLAS_NUM_THREADS"] == "1"
    assert any("thread pools of their own" in reason for reason in found.reasons)


def test_workers_that_are_wide_in_spite_of_it_get_what_the_main_process_gets():
    variables = dict.fromkeys(BASE[2:], "1")
    wide = run(usable(16), main(), *workers(3, demand=6.0), variables=variables)

    found = recommend(wide)

    assert (found.value, found.arithmetic) == (4, "4 = 16 cores ÷ (1 main + 3 workers)")
    assert found.variables() == dict.fromkeys(BASE, "4")


@pytest.mark.parametrize(
    ("framework", "more"),
    [
        ("tensorflow", {"TF_NUM_INTRAOP_THREADS": "8", "TF_NUM_INTEROP_THREADS": "2"}),
        ("jax", {"PJRT_NPROC": "8"}),
        ("pytorch", {}),
        ("xgboost", {}),
    ],
)
def test_a_framework_with_its_own_pool_gets_its_own_variable(framework, more):
    found = recommend(run(usable(8), main(), framework=framework))

    assert found.variables() == {**dict.fromkeys(BASE, "8"), **more}


def test_tensorflow_on_one_core_gets_no_second_thread_across_operations():
    found = recommend(run(usable(1), main(), framework="tensorflow"))

    assert found.variables()["TF_NUM_INTEROP_THREADS"] == "1"


@pytest.mark.parametrize(
    ("members", "cpus"),
    [
        pytest.param(ranks(16, 1.0), usable(4), id="too many ranks of one thread"),
        pytest.param([main(1.1), *workers(16, 1.0)], usable(4), id="too many workers"),
        pytest.param([main(7.9)], usable(8), id="no more threads than cores"),
        pytest.param(
            [member(Role.LAUNCHER, None), *ranks(8, 1.0)],
            usable(4),
            id="whatever the launcher does",
        ),
    ],
)
def test_a_cap_that_changes_nothing_is_not_recommended(members, cpus):
    found = recommend(run(cpus, *members))

    assert isinstance(found, NotHelpful)
    assert found.obstacle is Obstacle.WITHIN_ALREADY


def test_wide_workers_beside_a_narrow_main_process_still_need_a_cap():
    found = recommend(run(usable(4), main(1.0), *workers(4, demand=4.0)))

    assert isinstance(found, Recommendation)
    assert found.variables()["OPENBLAS_NUM_THREADS"] == "1"


def test_workers_wider_than_one_thread_need_a_cap_below_that_of_the_main_process():
    found = recommend(run(usable(8), main(4.0), *workers(2, demand=5.0)))

    assert isinstance(found, Recommendation)
    assert found.value == 6


def test_a_run_that_has_the_cap_already_is_told_that_code_sets_more():
    capped = run(usable(2), main(16.0), variables=dict.fromkeys(BASE, "2"))

    found = recommend(capped)

    assert found == NotHelpful(Obstacle.SET_ALREADY, 2)


@pytest.mark.parametrize(
    "variables", [None, {}, {"OMP_NUM_THREADS": "2"}, dict.fromkeys(BASE, "64")]
)
def test_another_value_in_the_environment_is_no_reason_against_a_cap(variables):
    found = recommend(run(usable(2), main(16.0), variables=variables))

    assert isinstance(found, Recommendation)


@pytest.mark.parametrize(
    ("cpus", "members", "part"),
    [
        (usable(8, 16, 2.0), [main()], "2 CPUs by its quota"),
        (usable(8, 16), [main()], "16 logical CPUs are 8 cores"),
        (usable(2), ranks(4), "4 training processes on 2 cores"),
    ],
)
def test_reasons_say_why_not_the_obvious_number(cpus, members, part):
    (reason,) = recommend(run(cpus, *members)).reasons

    assert part in reason


def test_the_knob_is_found_by_its_file():
    assert KNOB in discovery.collect(catalog, "KNOB", Knob)
    assert KNOB.recommend is recommend


def test_the_knob_sets_nothing_that_is_known_to_harm():
    names = {variable.name for variable in KNOB.variables}

    harmful = {"OMP_THREAD_LIMIT", "OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"}
    assert not names & harmful
    assert all(variable.reason for variable in KNOB.variables)


@pytest.mark.parametrize("framework", ["pytorch", "tensorflow", "jax"])
def test_all_it_recommends_can_be_written_and_is_explained(framework):
    wide = run(usable(4), main(), *workers(2, demand=4.0), framework=framework)

    explained = {variable.name for variable in KNOB.variables}
    for name, value in recommend(wide).variables().items():
        check(name, value)
        assert name in explained
        assert int(value) >= 1


@pytest.mark.parametrize("cores", [1, 2, 3, 6, 8, 24, 64, 128, 256])
@pytest.mark.parametrize("processes", [1, 2, 4, 8])
@pytest.mark.parametrize("loaders", [0, 1, 3, 16])
def test_what_is_recommended_fits_the_cores(cores, processes, loaders):
    """Processes × (main threads + workers) stays within the cores, where one thread
    each does, and at least half of a process's cores stay its own.
    """
    members = [*ranks(processes, 300.0), *workers(processes * loaders)]
    found = recommend(run(usable(cores), *members))
    own = cores // processes

    assert found.value >= max(1, own / 2)
    if own >= 2 * loaders and own >= 1:
        assert processes * (found.value + loaders) <= cores


def hybrid(fast: int, slow: int, quota: float | None = None):
    """A CPU with two hardware threads on each fast core and one on each slow one."""
    logical = 2 * fast + slow
    count = logical if quota is None else quota
    return UsableCpus(count, tuple(range(logical)), fast + slow, quota, fast)


@pytest.mark.parametrize(
    ("cpus", "value"),
    [
        pytest.param(hybrid(8, 16), 8, id="only the fast cores"),
        pytest.param(hybrid(8, 16, quota=4.0), 4, id="or the quota"),
    ],
)
def test_slow_cores_are_not_counted(cpus, value):
    found = recommend(run(cpus, main()))

    assert found.value == value
    assert found.maximum == max(value, int(cpus.count))


def test_why_slow_cores_are_not_counted_is_said():
    (reason,) = recommend(run(hybrid(8, 16), main())).reasons

    assert "8 of the 24 cores are fast ones" in reason


def pool(main_demand: float):
    """A main process whose pool of four processes does the work, as joblib's does."""
    return [member(Role.MAIN, main_demand), *ranks(4, 4.0)]


def test_a_main_process_that_waits_for_its_pool_needs_no_cores():
    assert recommend(run(usable(8), *pool(0.01))).value == 2
    assert recommend(run(usable(10), *pool(1.0))).value == 2


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        pytest.param({"OMP_NUM_THREADS": "1"}, 16, id="capped at one"),
        pytest.param({"MKL_NUM_THREADS": "4"}, 16, id="capped by oneMKL's own"),
        pytest.param({"OMP_NUM_THREADS": "16"}, None, id="asks for what fits"),
        pytest.param({}, None, id="no variable: a number in code"),
        pytest.param(None, None, id="the environment is unreadable"),
    ],
)
def test_a_cap_is_raised_only_where_a_variable_caps(variables, expected):
    narrow = run(usable(16, 32), main(1.0), variables=variables)

    found = recommend(narrow, 1, raises=True)

    if expected is None:
        assert found == NotHelpful(Obstacle.NOT_CAPPED, 16)
    else:
        assert found.variables() == dict.fromkeys(BASE, str(expected))
