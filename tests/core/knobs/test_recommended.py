"""What the knobs beside the cap recommend, and when they keep still."""

from __future__ import annotations

import pytest

from core.detection.runs import member, run
from traintray.core.advice.offers import Seen, offer
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import CodeLine, Role
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.knobs import shelf
from traintray.core.knobs.knob import NotHelpful, Obstacle, Recommendation, Switch
from traintray.core.knobs.lineform import check

TEXTS = Texts("en")
POOLS = ("blis_threads", "numba_threads", "polars_threads", "rayon_threads")
MAPPED = frozenset({"/v/torch/lib/libgomp.so.1", "/v/polars/polars.abi3.so"})


def ranks(count, cpus=2, **variables):
    members = [member(n, Role.RANK, 2.0) for n in range(1, count + 1)]
    return run(*members, cpus=cpus, thread_variables=variables)


def alone(cpus=2, **variables):
    return run(member(1, Role.MAIN, 2.0), cpus=cpus, thread_variables=variables)


def wait(a_run, runs=1, raises=False):
    return shelf.find("wait_policy").recommend(a_run, runs, raises)


def bind(a_run):
    return shelf.find("binding").recommend(a_run, 1, False)


def test_threads_of_several_processes_sleep_while_they_wait():
    for found in (wait(ranks(2)), wait(alone(), runs=2)):
        assert isinstance(found, Switch)
        assert found.fixed == {"OMP_WAIT_POLICY": "passive"}
        assert found.counts == {"processes": 2, "cores": 2}


def test_one_process_alone_keeps_its_wait_policy():
    """A single run with small layers lost a fifth of its speed by it."""
    assert wait(alone(OMP_WAIT_POLICY="active")) is None
    assert wait(ranks(4), raises=True) is None


def test_a_count_or_time_that_overrules_the_policy_is_set_as_well():
    found = wait(ranks(2, GOMP_SPINCOUNT="30000000000", KMP_BLOCKTIME="infinite"))

    assert found.fixed == {
        "GOMP_SPINCOUNT": "0",
        "KMP_BLOCKTIME": "0",
        "OMP_WAIT_POLICY": "passive",
    }
    assert wait(ranks(2, **found.fixed)) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OMP_PROC_BIND", "close"),
        ("OMP_PROC_BIND", "TRUE"),
        ("OMP_PLACES", "cores"),
        ("GOMP_CPU_AFFINITY", "0-3"),
    ],
)
def test_a_variable_that_ties_threads_is_answered_by_untying_them(name, value):
    found = bind(alone(**{name: value}))

    assert found.fixed == {"OMP_PROC_BIND": "false"}


def test_intels_own_variable_beats_the_standard_one_so_both_are_set():
    found = bind(alone(KMP_AFFINITY="granularity=fine,compact,1,0"))

    assert found.fixed == {"OMP_PROC_BIND": "false", "KMP_AFFINITY": "disabled"}


def test_a_mask_that_no_variable_made_gets_no_knob():
    assert bind(alone()) is None
    assert bind(alone(OMP_PROC_BIND=" False ")) is None
    assert bind(alone(OMP_PROC_BIND="false", GOMP_CPU_AFFINITY="0")) is None


@pytest.mark.parametrize("name", POOLS)
@pytest.mark.parametrize("cores", [1, 2, 3, 8, 64, 256])
@pytest.mark.parametrize("processes", [1, 2, 8])
@pytest.mark.parametrize("loaders", [0, 1, 5])
def test_pools_of_all_processes_and_workers_fit_the_cores(
    name, cores, processes, loaders
):
    members = [member(n + 1, Role.RANK, 4.0) for n in range(processes)]
    members += [member(99 + n, Role.WORKER, 1.0) for n in range(processes * loaders)]
    found = shelf.find(name).recommend(run(*members, cpus=cores), 1, False)

    pools = processes * (1 + loaders)
    assert found.value == 1 or found.value * pools <= cores
    assert (found.value + 1) * pools > cores, "and no core is left for a thread more"
    assert found.maximum <= cores
    for variable, value in found.variables().items():
        check(variable, value)


def test_a_pool_that_is_small_enough_already_is_left_alone():
    recommend = shelf.find("polars_threads").recommend

    for small_enough in ("4", "8"):
        found = recommend(alone(8, POLARS_MAX_THREADS=small_enough), 1, False)
        assert found == NotHelpful(Obstacle.IN_FORCE, 8)
    assert recommend(alone(8, POLARS_MAX_THREADS="9"), 1, False).value == 8


def threads_found(first_knob="thread_cap", a_run=None, **facts):
    finding = Finding("too_many_threads", Severity.ATTENTION, (), facts=facts)
    a_run = a_run or run(member(1, Role.MAIN, 16.0), cpus=4)
    return Seen(a_run, 1, finding, first_knob, True, MAPPED)


def offered(name, seen):
    return offer(shelf.find(name), seen, TEXTS)


def test_what_the_finding_asks_for_comes_with_its_arithmetic():
    found = offered("thread_cap", threads_found())

    assert (found.value, found.why) == ("4", "4 = 4 cores")
    assert found.variables["OMP_NUM_THREADS"] == "4"


def test_a_pool_is_offered_beside_the_cap_only_where_its_library_is_loaded():
    assert offered("polars_threads", threads_found()).value == "4"
    numba = offered("numba_threads", threads_found())
    assert (numba.value, numba.why) == (None, "this run has not loaded what reads it")


def test_several_runs_are_offered_the_wait_policy_beside_the_cap():
    found = offered("wait_policy", threads_found(runs=2.0))

    assert (found.value, found.why) == ("passive", "2 processes share 4 cores")
    assert offered("wait_policy", threads_found()).value is None


def test_pools_that_the_cap_sets_are_never_offered_alone():
    for name in ("mkl_threads", "numexpr_threads", "tensorflow_threads"):
        found = offered(name, threads_found())
        assert found.value is None
        assert "thread_cap sets" in found.why or "not loaded" in found.why


def test_without_a_finding_nothing_is_recommended():
    a_run = run(member(1, Role.MAIN, 2.0), thread_variables={"OMP_PROC_BIND": "true"})
    clear = Seen(a_run, 1, None, "", True, MAPPED)
    for knob in shelf.all_knobs():
        for seen in (clear, None):
            assert offer(knob, seen, TEXTS).value is None
    assert offered("binding", clear).why == "nothing that was found asks for it"
    early = Seen(a_run, 1, None, "", False, MAPPED)
    assert offered("binding", early).why == "not watched for long enough"


def test_another_finding_does_not_bring_the_cap():
    found = offered("thread_cap", threads_found(first_knob="binding"))

    assert found.value is None


def test_a_number_in_code_leaves_no_cap_to_recommend():
    line = CodeLine("train.py", 3, "torch.set_num_threads(16)")
    a_run = run(member(1, Role.MAIN, 16.0), cpus=4, code_lines=(line,))

    found = offered("thread_cap", threads_found(a_run=a_run, set_in_code=1.0))

    assert found.value is None
    assert "set in code" in found.why


def test_too_few_threads_ask_for_more_of_the_cap_and_of_nothing_else():
    a_run = run(
        member(1, Role.MAIN, 1.0), cpus=4, thread_variables={"OMP_NUM_THREADS": "1"}
    )
    seen = threads_found(a_run=a_run, raises_cap=1.0)

    assert offered("thread_cap", seen).value == "4"
    assert offered("polars_threads", seen).value is None
    assert isinstance(
        shelf.find("thread_cap").recommend(a_run, 1, True), Recommendation
    )
