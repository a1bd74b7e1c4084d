"""What a run does with the GPUs, from the driver's lists and its environment."""

from __future__ import annotations

import pytest

from core.detection.runs import member, run
from traintray.core.detection.gpu_figures import GpuSurroundings, gpu_figures
from traintray.core.detection.run import Role
from traintray.core.readings import (
    Gap,
    GapReason,
    GpuReading,
    GpusReading,
    ProcessReading,
)

GIB = 2**30
TRAINER, WORKER, XORG, OTHER = 10, 11, 20, 30
LOST = {"busy_fraction": Gap(GapReason.DEVICE_LOST)}


def gpu(number, **changes):
    """An idle GPU of a machine with equal ones, on which nobody is."""
    known = {
        "uuid": f"GPU-{number}{number}{number}{number}",
        "name": "NVIDIA RTX Fake",
        "bus_id": f"00000000:0{number}:00.0",
        "busy_fraction": 0.0,
        "memory_used_bytes": 4 * 2**20,
        "memory_total_bytes": 24 * GIB,
        "temperature_celsius": 40.0 + number,
        "power_watts": 30.0,
        "power_limit_watts": 450.0,
        "compute_processes": {},
        "graphics_processes": {},
        "slowed_by": (),
    }
    return GpuReading(**{**known, **changes})


def busy(number, pid=TRAINER, size=3 * GIB, **changes):
    """A GPU on which a process computes."""
    used = {"busy_fraction": 0.9, "memory_used_bytes": size or 3 * GIB}
    return gpu(number, **{**used, "compute_processes": {pid: size}, **changes})


def process(pid, name="python"):
    return ProcessReading(pid, 1, name, "S", 0, 0.0, 0.0, 1, 0, 0, 0.0, None)


PROCESSES = {pid: process(pid) for pid in (TRAINER, WORKER, XORG, OTHER)}


def figures(*gpus, variables=None, processes=PROCESSES, expected=True):
    trainer = run(
        member(TRAINER, Role.MAIN, 1.0),
        member(WORKER, Role.WORKER, 1.0),
        thread_variables={} if variables is None else variables,
    )
    return gpu_figures(trainer, GpuSurroundings(GpusReading(gpus), expected, processes))


def counts(*gpus, **more):
    found = figures(*gpus, **more)
    return found["gpus"], found["gpus_used"], found["free_gpus"]


def test_one_of_four_gpus_is_used_and_three_are_free():
    found = figures(busy(0), gpu(1), gpu(2), gpu(3))

    assert (found["gpus"], found["gpus_used"], found["free_gpus"]) == (4.0, 1.0, 3.0)
    assert found["gpu_busy_fraction"] == 0.9
    assert found["gpu_memory_bytes"] == 3 * GIB
    assert found["gpu_temperature_celsius"] == 40.0


def test_a_run_on_two_gpus_has_the_mean_busy_the_sum_of_memory_and_the_hottest():
    found = figures(busy(0), busy(1, WORKER, GIB, busy_fraction=0.3), gpu(2))

    assert found["gpus_used"] == 2.0
    assert found["gpu_busy_fraction"] == pytest.approx(0.6)
    assert found["gpu_memory_bytes"] == 4 * GIB
    assert found["gpu_temperature_celsius"] == 41.0


def test_a_machine_without_gpu_has_none_and_one_whose_gpu_is_silent_is_not_known():
    assert counts(expected=False) == (0.0, 0.0, 0.0)
    assert counts(expected=True) == (None, None, None)


def test_gpus_that_could_not_be_read_are_not_none():
    around = GpuSurroundings(None, is_expected=False, processes=PROCESSES)

    assert set(gpu_figures(run(), around).values()) == {None}


def test_a_gpu_that_nobody_uses_is_free_and_not_used():
    found = figures(gpu(0))

    assert (found["gpus"], found["gpus_used"], found["free_gpus"]) == (1.0, 0.0, 1.0)
    assert found["gpu_busy_fraction"] is None
    assert found["gpu_memory_bytes"] is None


def test_a_gpu_on_which_another_program_computes_is_neither_used_nor_free():
    assert counts(busy(0, OTHER)) == (1.0, 0.0, 0.0)


def test_a_gpu_that_draws_the_desktop_is_free_to_compute():
    desktop = gpu(0, graphics_processes={XORG: 2 * GIB}, memory_used_bytes=2 * GIB)

    assert counts(desktop) == (1.0, 0.0, 1.0)


def test_a_desktop_that_is_busy_drawing_hides_no_training():
    desktop = gpu(0, graphics_processes={XORG: GIB}, busy_fraction=0.2)

    assert counts(desktop) == (1.0, 0.0, 0.0)


def test_a_run_that_only_draws_does_not_compute_on_the_gpu():
    renders = gpu(0, graphics_processes={TRAINER: GIB}, memory_used_bytes=GIB)

    assert counts(renders) == (1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    "hidden",
    [
        pytest.param({"busy_fraction": 0.4}, id="it works"),
        pytest.param({"memory_used_bytes": 5 * GIB}, id="it holds memory"),
        pytest.param({"compute_processes": None}, id="no list"),
        pytest.param({"compute_processes": {7777: 3 * GIB}}, id="pids of the host"),
        pytest.param({"graphics_processes": {7777: GIB}}, id="the host's desktop"),
    ],
)
def test_pids_that_cannot_be_matched_are_not_no_use(hidden):
    assert counts(gpu(0, **hidden))[:2] == (1.0, None)


def test_a_gpu_shared_through_a_server_is_not_known_to_be_unused():
    known = {**PROCESSES, 40: process(40, "nvidia-cuda-mps")}

    assert counts(busy(0, 40), processes=known)[1] is None


def test_what_an_old_driver_keeps_for_itself_is_nobodys_memory():
    assert counts(gpu(0, memory_used_bytes=600 * 2**20)) == (1.0, 0.0, 1.0)


def test_sizes_that_the_driver_does_not_tell_leave_the_memory_unknown():
    found = figures(busy(0, size=None))

    assert (found["gpus_used"], found["gpu_memory_bytes"]) == (1.0, None)


def test_one_that_draws_and_computes_is_counted_once():
    both = busy(0, size=3 * GIB, graphics_processes={TRAINER: 3 * GIB})

    assert figures(both)["gpu_memory_bytes"] == 3 * GIB


@pytest.mark.parametrize(
    ("slowed_by", "expected"),
    [
        ((), 0.0),
        (("sw_power_cap",), 0.0),
        (("hw_thermal_slowdown",), 0.5),
        (("sw_power_cap", "sw_thermal_slowdown"), 0.5),
        (("hw_slowdown",), 0.5),
        (("hw_power_brake_slowdown",), 0.5),
        (None, None),
    ],
)
def test_heat_and_hardware_slow_a_gpu_and_a_power_cap_does_not(slowed_by, expected):
    hot = gpu(2, slowed_by=("hw_thermal_slowdown",))  # not the run's
    found = figures(busy(0, slowed_by=slowed_by), busy(1), hot)

    assert found["gpu_throttled_fraction"] == expected


FOUR = (gpu(0), gpu(1), gpu(2), gpu(3))


@pytest.mark.parametrize(
    ("visible", "expected"),
    [
        pytest.param("", 0.0, id="empty hides all"),
        pytest.param("-1", 0.0, id="no such number"),
        pytest.param("2", 1.0, id="one index"),
        pytest.param("0,1,3", 3.0, id="indices"),
        pytest.param(" 1 , 2 ", 2.0, id="spaces"),
        pytest.param("0,9,1", 1.0, id="all after an invalid one is dropped"),
        pytest.param("0,0", 0.0, id="one named twice hides all"),
        pytest.param("GPU-1111", 1.0, id="a uuid"),
        pytest.param("GPU-2,GPU-3", 2.0, id="the beginnings of uuids"),
        pytest.param("GPU-", 0.0, id="a beginning that fits several"),
        pytest.param("GPU-abcd", 0.0, id="a uuid of another machine"),
        pytest.param("MIG-GPU-2222/7/0", 1.0, id="a part of a GPU, old name"),
        pytest.param("MIG-5d3f,MIG-66aa", 1.0, id="parts of a GPU: CUDA shows one"),
    ],
)
def test_cuda_shows_what_its_variable_names(visible, expected):
    assert figures(*FOUR, variables={"CUDA_VISIBLE_DEVICES": visible})["gpus"] == (
        expected
    )


def test_only_a_visible_gpu_can_be_free():
    gpus = (busy(0), gpu(1), busy(2, OTHER), gpu(3))

    def free(visible):
        return figures(*gpus, variables={"CUDA_VISIBLE_DEVICES": visible})["free_gpus"]

    assert [free("0"), free("0,1"), free("0,2"), free("0,1,3")] == [0.0, 1.0, 0.0, 2.0]


def test_an_index_means_any_gpu_where_they_differ_and_cuda_sorts_by_speed():
    unequal = (busy(0, OTHER, name="RTX 4090"), gpu(1, name="GTX 1650"))
    one = {"CUDA_VISIBLE_DEVICES": "1"}

    assert counts(*unequal, variables=one) == (1.0, 0.0, None)
    by_bus = {**one, "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    assert counts(*unequal, variables=by_bus) == (1.0, 0.0, 1.0)
    both = {"CUDA_VISIBLE_DEVICES": "1,0"}
    assert counts(*unequal, variables=both) == (2.0, 0.0, 1.0)


def test_a_part_of_an_unknown_gpu_is_free_only_where_all_are():
    part = {"CUDA_VISIBLE_DEVICES": "MIG-5d3f"}

    assert counts(*FOUR, variables=part) == (1.0, 0.0, 1.0)
    assert counts(busy(0, OTHER), gpu(1), variables=part) == (1.0, 0.0, None)


def test_a_context_proves_more_than_an_index_that_a_batch_system_gave():
    job = {"CUDA_VISIBLE_DEVICES": "0"}

    assert counts(gpu(0), gpu(1), gpu(2), busy(3), variables=job) == (1.0, 1.0, None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("all", (4.0, 0.0, 4.0)),
        ("GPU-1111", (1.0, 0.0, 1.0)),
        ("none", (0.0, 0.0, 0.0)),
        ("void", (None, 0.0, None)),
    ],
)
def test_a_run_in_a_container_sees_what_was_handed_in(given, expected):
    assert counts(*FOUR, variables={"NVIDIA_VISIBLE_DEVICES": given}) == expected


def test_indices_in_a_container_count_what_was_handed_in():
    inside = {"NVIDIA_VISIBLE_DEVICES": "2,3", "CUDA_VISIBLE_DEVICES": "1"}

    assert counts(busy(0, OTHER), busy(1, OTHER), busy(2, OTHER), gpu(3)) == (
        4.0,
        0.0,
        1.0,
    )
    assert counts(
        busy(0, OTHER), busy(1, OTHER), busy(2, OTHER), gpu(3), variables=inside
    ) == (1.0, 0.0, 1.0)


def test_a_gpu_that_stopped_answering_cannot_be_seen_or_free():
    lost = gpu(1, busy_fraction=None, compute_processes=None, gaps=LOST)

    assert counts(busy(0), lost) == (1.0, 1.0, 0.0)


def test_ranks_with_a_variable_of_their_own_prove_by_their_contexts_what_they_see():
    # Only one rank's variables are kept; each names one device of its own.
    unequal = (busy(0, name="RTX 4090"), busy(1, WORKER, name="GTX 1650"))

    assert counts(*unequal, variables={"CUDA_VISIBLE_DEVICES": "0"}) == (2.0, 2.0, 0.0)


def test_a_lost_gpu_does_not_hide_that_the_others_are_unused():
    lost = gpu(2, busy_fraction=None, compute_processes=None, gaps=LOST)
    one_of_two = {"CUDA_VISIBLE_DEVICES": "MIG-5d3f"}

    assert counts(gpu(0), gpu(1), lost, variables=one_of_two) == (1.0, 0.0, 1.0)


def test_a_stranger_beside_the_run_does_not_hide_that_it_uses_the_gpu():
    both = busy(0, compute_processes={TRAINER: GIB, 7777: 2 * GIB})
    found = figures(both)

    assert (found["gpus_used"], found["gpu_memory_bytes"]) == (1.0, GIB)


def test_an_environment_that_may_not_be_read_leaves_the_number_open():
    trainer = run(member(TRAINER, Role.MAIN, 1.0), thread_variables=None)
    around = GpuSurroundings(GpusReading(FOUR), True, PROCESSES)

    found = gpu_figures(trainer, around)

    assert (found["gpus"], found["gpus_used"], found["free_gpus"]) == (None, 0.0, None)


def test_a_gpu_that_only_draws_is_no_gpu_to_train_on():
    drawing = gpu(0, vendor="intel", can_train=False)

    found = figures(drawing, expected=False)

    assert (found["gpus"], found["free_gpus"]) == (0.0, 0.0)


def test_an_unused_gpu_of_another_vendor_is_unknown_and_never_free():
    found = figures(gpu(0, vendor="amd"), expected=False)

    assert (found["gpus"], found["gpus_used"], found["free_gpus"]) == (None, None, None)


def test_a_gpu_of_another_vendor_that_the_run_computes_on_is_its_gpu():
    found = figures(busy(0, vendor="amd"), gpu(1, vendor="amd"), expected=False)

    assert (found["gpus"], found["gpus_used"], found["free_gpus"]) == (2.0, 1.0, None)
    assert found["gpu_busy_fraction"] == 0.9
    assert found["gpu_memory_bytes"] == 3 * GIB


def test_a_sleeping_gpu_is_unknown_and_never_free():
    gap = Gap(GapReason.ASLEEP)
    asleep = gpu(
        0,
        is_asleep=True,
        busy_fraction=None,
        memory_used_bytes=None,
        compute_processes=None,
        graphics_processes=None,
        gaps={"busy_fraction": gap, "compute_processes": gap},
    )

    found = figures(asleep)

    assert found["gpus"] == 1.0
    assert (found["gpus_used"], found["free_gpus"]) == (None, None)


def test_the_runs_own_share_of_its_gpus_leaves_out_what_others_computed():
    shared = busy(0, process_busy_fractions={TRAINER: 0.3, OTHER: 0.6})

    found = figures(shared, busy(1, process_busy_fractions={TRAINER: 0.5}))

    assert found["gpu_own_fraction"] == pytest.approx(0.4)


def test_a_driver_that_does_not_tell_shares_leaves_the_own_share_unknown():
    assert figures(busy(0))["gpu_own_fraction"] is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"busy_fraction": 0.9}, None, id="busy, and nobody is counted"),
        pytest.param({"busy_fraction": None}, None, id="cut up: nobody is counted"),
        pytest.param({"busy_fraction": 0.0}, 0.0, id="at rest"),
        pytest.param(
            {"process_busy_fractions": {OTHER: 0.6}}, 0.0, id="only another computed"
        ),
        pytest.param(
            {"process_busy_fractions": {OTHER: 0.6}, "vendor": "amd"},
            None,
            id="ROCm is not counted",
        ),
    ],
)
def test_an_own_share_that_nobody_counted_is_not_zero(changes, expected):
    run_of = busy(0, **{"process_busy_fractions": {}, **changes})

    assert figures(run_of)["gpu_own_fraction"] == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, None, id="nobody counts who works"),
        pytest.param({"process_busy_fractions": {OTHER: 0.8}}, None, id="the other"),
        pytest.param(
            {"process_busy_fractions": {OTHER: 0.5, TRAINER: 0.4}}, None, id="both"
        ),
        pytest.param(
            {"process_busy_fractions": {OTHER: 0.01, TRAINER: 0.8}},
            0.9,
            id="the other only keeps memory",
        ),
        pytest.param({"busy_fraction": 0.04}, 0.04, id="it rests whoever has it"),
        pytest.param({"busy_fraction": None}, None, id="nobody tells"),
    ],
)
def test_how_busy_a_run_keeps_a_gpu_is_unknown_while_another_computes_on_it(
    changes, expected
):
    shared = busy(0, compute_processes={TRAINER: GIB, OTHER: GIB}, **changes)

    assert figures(shared)["gpu_busy_fraction"] == expected


def test_a_run_on_the_card_of_one_vendor_does_not_use_that_of_the_other():
    nvidia, amd = gpu(0), gpu(1, vendor="amd")

    on_nvidia = figures(busy(0), amd)
    on_amd = figures(nvidia, busy(1, vendor="amd", busy_fraction=0.7))

    assert (on_nvidia["gpus"], on_nvidia["gpus_used"]) == (1.0, 1.0)
    assert (on_amd["gpus_used"], on_amd["free_gpus"]) == (1.0, None)
    assert on_amd["gpu_busy_fraction"] == 0.7
