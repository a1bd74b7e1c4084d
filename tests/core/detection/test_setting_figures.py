"""Quota, variables and numbers in code, as figures."""

import pytest

from core.detection.runs import member, run
from traintray.core.detection.run import CodeLine, Role
from traintray.core.detection.setting_figures import (
    code_thread_limit,
    setting_figures,
)
from traintray.core.detection.traits import Traits, Trends
from traintray.core.readings import UsableCpus


def figures(**changes):
    return setting_figures(run(member(1, Role.MAIN, 1.0), **changes))


@pytest.mark.parametrize(
    ("framework", "variables", "expected"),
    [
        ("pytorch", {"OMP_NUM_THREADS": "4"}, 4.0),
        ("pytorch", {"OMP_NUM_THREADS": "4", "MKL_NUM_THREADS": "2"}, 2.0),
        ("pytorch", {"MKL_NUM_THREADS": "many", "OMP_NUM_THREADS": "4,2"}, 4.0),
        ("pytorch", {"TF_NUM_INTRAOP_THREADS": "3"}, None),
        ("xgboost", {"OMP_NUM_THREADS": "4", "MKL_NUM_THREADS": "2"}, 4.0),
        ("tensorflow", {"TF_NUM_INTRAOP_THREADS": "3"}, 3.0),
        ("tensorflow", {"OMP_NUM_THREADS": "1"}, None),
        ("jax", {"NPROC": "6", "PJRT_NPROC": "5"}, 5.0),
        ("jax", {"NPROC": "6"}, 6.0),
        ("jax", {"OMP_NUM_THREADS": "1"}, None),
        ("pytorch", {}, None),
        ("pytorch", None, None),
    ],
)
def test_the_variable_that_sizes_the_frameworks_pool_counts(
    framework, variables, expected
):
    found = figures(framework=framework, thread_variables=variables)

    assert found["thread_limit"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("torch.set_num_threads(4)", 4.0),
        ("torch.set_num_threads( 16 )  # all", 16.0),
        ("tf.config.threading.set_intra_op_parallelism_threads(8)", 8.0),
        ("with threadpool_limits(limits=2):", 2.0),
        ('os.environ["OMP_NUM_THREADS"] = "3"', 3.0),
        ("os.environ['MKL_NUM_THREADS']='5'", 5.0),
        ('os.environ["OMP_NUM_THREADS"] = str(6)', 6.0),
        ('os.environ.setdefault("OMP_NUM_THREADS", "7")', 7.0),
        ("torch.set_num_threads(args.threads)", None),
        ("torch.set_num_interop_threads(4)", None),
        ("cv2.setNumThreads(4)", None),
        ("torch.set_num_threads(0)", None),
    ],
)
def test_a_number_in_code_is_read_off_its_line(text, expected):
    assert code_thread_limit([CodeLine("train.py", 1, text)]) == expected


def test_of_several_lines_the_last_number_counts():
    lines = ["torch.set_num_threads(4)", "torch.set_num_threads(2)", "f(n)"]

    assert code_thread_limit([CodeLine("a.py", n, t) for n, t in enumerate(lines)]) == 2


def test_without_such_a_line_there_is_no_number():
    assert figures()["code_thread_limit"] is None


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, 0.0),
        ({"OMP_WAIT_POLICY": "active"}, 1.0),
        ({"OMP_WAIT_POLICY": "ACTIVE"}, 1.0),
        ({"OMP_WAIT_POLICY": "passive"}, 0.0),
        ({"GOMP_SPINCOUNT": "infinite"}, 1.0),
        ({"GOMP_SPINCOUNT": "300000"}, 0.0),
        ({"GOMP_SPINCOUNT": "30G"}, 1.0),
        ({"GOMP_SPINCOUNT": "0", "OMP_WAIT_POLICY": "active"}, 0.0),
        ({"KMP_BLOCKTIME": "infinite"}, 1.0),
        ({"KMP_BLOCKTIME": "200"}, 0.0),
        ({"KMP_BLOCKTIME": "30s"}, 1.0),
        ({"KMP_BLOCKTIME": "nonsense"}, 0.0),
        (None, None),
    ],
)
def test_whether_threads_spin_while_they_wait(variables, expected):
    assert figures(thread_variables=variables)["active_wait"] == expected


def test_throttling_is_told_only_with_a_quota():
    trends = Trends(throttled_fraction=0.4)
    cpus = UsableCpus(1.5, (0, 1, 2, 3), 2, 1.5)

    free = figures(trends=trends)
    limited = figures(trends=trends, usable_cpus=cpus)

    assert (free["quota_cpus"], free["throttled_fraction"]) == (None, None)
    assert (limited["quota_cpus"], limited["throttled_fraction"]) == (1.5, 0.4)
    assert limited["physical_cores"] == 2.0


@pytest.mark.parametrize("fast", [None, 2])
def test_the_fast_cores_of_a_hybrid_cpu_are_counted(fast):
    cpus = UsableCpus(6.0, tuple(range(6)), 4, None, fast)

    assert figures(usable_cpus=cpus)["performance_cores"] == fast


@pytest.mark.parametrize(
    ("known", "expected"), [(True, 1.0), (False, 0.0), (None, None)]
)
def test_what_is_mapped_is_a_number_or_unknown(known, expected):
    found = figures(traits=Traits(image_libraries=known, maps_cuda=known))

    assert (found["image_libraries"], found["maps_cuda"]) == (expected, expected)


def test_a_server_that_was_chosen_is_marked():
    assert figures()["is_serving"] == 0.0
    assert figures(traits=Traits(is_serving=True))["is_serving"] == 1.0
