"""One second of numbers, and what each rule says of it."""

import pytest

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rules import too_many_threads

POLICY = Policy()
# A healthy run on two CPUs, as measured (research, B.4: healthy_train).
HEALTHY = {
    "run.usable_cpus": 2.0,
    "run.usable_busy_fraction": 1.0,
    "run.demand_threads": 2.0,
    "run.main_demand_threads": 2.0,
    "run.worker_demand_threads": 0.0,
    "run.most_busy_threads": 2.0,
    "run.most_demand_threads": 2.0,
    "run.switches_per_s": 90.0,
    "run.computing_ranks": 1.0,
    "run.workers": 0.0,
    "run.workers_pinned": 0.0,
    "run.openmp": 1.0,
    "run.active_runs": 1.0,
    "run.all_runs_demand_threads": 2.0,
    "run.shared_cpus": 2.0,
    "memory.swap_in_bytes_per_s": 0.0,
    "memory.swap_out_bytes_per_s": 0.0,
    "run.ranks": 1.0,
    "run.busy_threads": 2.0,
    "run.busy_workers": 0.0,
    "run.mask_cpus": 2.0,
    "run.mask_processes": 0.0,
    "run.mask_demand_threads": 0.0,
    "run.wider_cpus": 2.0,
    "run.worker_rises": 0.0,
    "run.workers_added": 0.0,
    "run.image_libraries": 0.0,
    "run.maps_cuda": 0.0,
    "run.gpus": 0.0,
    "run.main_running_cores": 2.0,
    "run.main_thread_cores": 1.0,
    "run.other_thread_cores": 1.0,
    "run.read_bytes_per_s": 0.0,
    "run.disk_waiting_processes": 0.0,
    "run.memory_available_bytes": 8e9,
    "pressure.io.stalled_fraction": 0.0,
    "pressure.memory.stalled_fraction": 0.0,
    "run.iowait_cpus": 0.0,
    "run.physical_cores": 2.0,
    "run.running_cores": 2.0,
    "run.rss_bytes": 2e9,
    "run.waiting_threads": 0.01,
    "run.foreign_cores": 0.0,
    "run.other_runs_cores": 0.0,
    "run.stolen_cores": 0.0,
    "run.major_faults_per_s": 0.0,
    "run.swap_bytes": 0.0,
    "memory.swap_used_bytes": 0.0,
    "memory.total_bytes": 16e9,
    "run.main_growth_bytes_per_s": 0.0,
    "run.worker_growth_bytes_per_s": 0.0,
    "run.compiler_demand_threads": 0.0,
    "run.active_wait": 0.0,
    "run.pipeline_demand_threads": 0.0,
}


def second(**changes):
    names = {name.split(".", 1)[1]: name for name in HEALTHY}
    return {**HEALTHY, **{names[name]: value for name, value in changes.items()}}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, False, id="as many threads as CPUs"),
        pytest.param({"demand_threads": 3.0}, True, id="half as many again"),
        pytest.param({"demand_threads": 2.99}, False, id="just below"),
        pytest.param(
            {"demand_threads": 6.0, "usable_cpus": 8.0}, False, id="room on 8 CPUs"
        ),
        pytest.param(
            {"demand_threads": 2.0, "usable_cpus": 1.0}, True, id="against a quota"
        ),
        pytest.param(
            {
                "demand_threads": 2.9,
                "main_demand_threads": 2.9,
                "most_busy_threads": 4.0,
                "switches_per_s": 5900.0,
            },
            True,
            id="mild excess that OpenMP's switches show (oversub_4)",
        ),
        pytest.param(
            {
                "demand_threads": 2.8,
                "main_demand_threads": 2.8,
                "most_busy_threads": 7.0,
                "switches_per_s": 11700.0,
                "openmp": 0.0,
            },
            False,
            id="healthy TensorFlow switches as much (tf_train)",
        ),
        pytest.param(
            {"active_runs": 2.0, "all_runs_demand_threads": 4.0},
            True,
            id="two runs that fit alone",
        ),
        pytest.param(
            {
                "active_runs": 2.0,
                "all_runs_demand_threads": 2.6,
                "demand_threads": 0.6,
                "main_demand_threads": 0.6,
            },
            False,
            id="the small one of two runs",
        ),
        pytest.param(
            {
                "active_runs": 2.0,
                "all_runs_demand_threads": 3.0,
                "demand_threads": 1.0,
                "main_demand_threads": 1.0,
            },
            False,
            id="of two runs the one that wants its equal part",
        ),
        pytest.param(
            {"demand_threads": 1.0, "usable_cpus": 0.5},
            False,
            id="one thread is the least there is, whatever the quota",
        ),
        pytest.param(
            {
                "active_runs": 2.0,
                "all_runs_demand_threads": 2.4,
                "usable_cpus": 1.0,
                "demand_threads": 1.2,
                "main_demand_threads": 1.2,
            },
            False,
            id="two runs with a quota each on two CPUs",
        ),
        pytest.param(
            {"demand_threads": 8.0, "workers": 8.0, "workers_pinned": 1.0},
            False,
            id="workers pinned to one CPU have another cause",
        ),
    ],
)
def test_too_many_threads(changes, expected):
    assert too_many_threads.RULE.judge(second(**changes), POLICY) is expected
