"""Runs that something else has started: shells, launchers, tools."""

import pytest

from core.detection.fake_world import TORCH, FakeProcess
from core.detection.test_detector import Watched
from traintray.core.detection.run import Role

REST = {"demand": 0.0, "cores": 0.0, "busy_threads": 0}
OTHER = {"is_python": False, "mapped": frozenset(), **REST}


def other(pid, parent, name, *command):
    return FakeProcess(
        pid, parent=parent, name=name, command=command or (name,), **OTHER
    )


def python(pid, parent, *command, **changes):
    return FakeProcess(pid, parent=parent, command=("python", *command), **changes)


@pytest.mark.parametrize(
    "above",
    [
        pytest.param([other(5, 1, "bash", "bash", "run.sh")], id="a shell script"),
        pytest.param([other(5, 1, "uv", "uv", "run", "train.py")], id="uv run"),
        pytest.param(
            [
                python(4, 1, "/opt/bin/conda", "run", mapped=frozenset(), **REST),
                other(5, 4, "bash", "bash", "/tmp/conda-wrapper"),
            ],
            id="conda run",
        ),
        pytest.param([other(5, 1, "sh", "sh", "-c", "python train.py")], id="sh -c"),
    ],
)
def test_a_wrapped_run_is_rooted_at_its_python_process(above):
    (run,) = Watched(*above, python(10, 5, "train.py")).ticks(6)

    assert (run.root_pid, run.name) == (10, "train.py")
    assert run.count(Role.MAIN) == 1


def ranks(parent, *command):
    return [python(pid, parent, *command, busy_threads=1) for pid in (20, 21)]


def roles(run):
    return {role.value: run.count(role) for role in Role if run.count(role)}


@pytest.mark.parametrize(
    "processes",
    [
        pytest.param(
            [
                python(10, 1, "/venv/bin/torchrun", "--nproc-per-node=2", "fit.py"),
                *ranks(10, "-u", "fit.py"),
            ],
            id="torchrun",
        ),
        pytest.param(
            [
                python(10, 1, "/venv/bin/accelerate", "launch", "fit.py"),
                *ranks(10, "-u", "fit.py"),
            ],
            id="accelerate",
        ),
        pytest.param(
            [
                other(10, 1, "mpirun", "mpirun", "-n", "2", "python", "fit.py"),
                *ranks(10, "fit.py"),
            ],
            id="mpirun",
        ),
    ],
)
def test_what_a_launcher_starts_is_one_run(processes):
    processes[0] = FakeProcess(**{**vars(processes[0]), **REST})

    (run,) = Watched(*processes).ticks(6)

    assert run.root_pid == 10
    assert roles(run) == {"launcher": 1, "rank": 2}


def test_deepspeed_launches_in_two_steps():
    run_it = python(10, 1, "/venv/bin/deepspeed", "fit.py", **REST)
    launch = python(11, 10, "-u", "-m", "deepspeed.launcher.launch", "fit.py", **REST)

    (run,) = Watched(run_it, launch, *ranks(11, "-u", "fit.py")).ticks(6)

    assert (run.root_pid, run.name) == (10, "fit.py")
    assert roles(run) == {"launcher": 2, "rank": 2}


def test_each_rank_keeps_its_own_workers():
    workers = [
        python(30 + pid, pid, "-u", "fit.py", name="pt_data_worker") for pid in (20, 21)
    ]
    launch = python(10, 1, "/venv/bin/torchrun", "fit.py", **REST)

    (run,) = Watched(launch, *ranks(10, "-u", "fit.py"), *workers).ticks(6)

    assert roles(run) == {"launcher": 1, "rank": 2, "worker": 2}


def test_a_fork_servers_workers_are_workers():
    server = ("-c", "from multiprocessing.forkserver import main; main(3, 5)")
    tracker = ("-c", "from multiprocessing.resource_tracker import main; main(4)")
    (run,) = Watched(
        python(10, 1, "train.py"),
        python(11, 10, *tracker, mapped=frozenset(), **REST),
        python(12, 10, *server, **REST),
        python(13, 12, *server, busy_threads=1, demand=1.0),
        python(14, 12, *server, busy_threads=1, demand=1.0),
    ).ticks(6)

    assert roles(run) == {"main": 1, "support": 2, "worker": 2}


def test_inductors_workers_and_their_compilers_are_one_role():
    pool = (
        "/venv/site-packages/torch/_inductor/compile_worker/__main__.py",
        "--kind=fork",
    )
    (run,) = Watched(
        python(10, 1, "train.py"),
        python(11, 10, *pool, **REST),
        python(12, 11, *pool),
        other(13, 12, "g++"),
        other(14, 13, "cc1plus"),
    ).ticks(6)

    assert roles(run) == {"main": 1, "compiler": 4}


def test_a_busy_notebook_kernel_is_a_run_and_one_at_rest_is_none():
    command = ("-m", "ipykernel_launcher", "-f", "/run/kernel.json")

    (run,) = Watched(python(10, 1, *command)).ticks(6)

    assert run.name == "ipykernel_launcher"
    assert Watched(python(10, 1, *command, **REST)).ticks(60) == ()


def test_a_pool_of_a_classical_library_fits_the_model():
    sklearn = frozenset({"/venv/sklearn/tree/_tree.so"})
    loky = ("-m", "joblib.externals.loky.backend.popen_loky_posix")
    (run,) = Watched(
        python(10, 1, "fit.py", mapped=sklearn, **REST),
        *(python(pid, 10, *loky, mapped=sklearn, busy_threads=1) for pid in (11, 12)),
    ).ticks(6)

    assert roles(run) == {"launcher": 1, "rank": 2}


def test_the_framework_is_the_one_whose_threads_work():
    both = TORCH | {"/venv/libtensorflow_framework.so.2"}
    demand = {"python": 1.0, "tf_Compute": 3.0}

    (run,) = Watched(python(10, 1, "fit.py", mapped=both, thread_demand=demand)).ticks(
        16
    )

    assert run.framework == "tensorflow"


def test_libraries_that_are_loaded_later_are_noticed():
    watched = Watched(python(10, 1, "train.py"))
    (run,) = watched.ticks(5)
    assert run.traits.image_libraries is False

    watched.world.change(10, mapped=TORCH | {"/venv/PIL/_imaging.cpython-311.so"})
    (run,) = watched.ticks(12)

    assert run.traits.image_libraries is True
    assert run.traits.maps_cuda is False


def test_libraries_are_read_ever_more_rarely():
    watched = Watched(python(10, 1, "train.py"))

    watched.ticks(180)

    assert len(watched.world.facts_read) <= 8


def test_a_gpu_build_is_told_by_its_libraries():
    mapped = TORCH | {"/venv/torch/lib/libtorch_cuda.so"}

    (run,) = Watched(python(10, 1, "train.py", mapped=mapped)).ticks(6)

    assert run.traits.maps_cuda is True


def test_the_cpus_of_whoever_started_it_are_told_beside_its_own():
    watched = Watched(other(5, 1, "bash"), python(10, 5, "train.py", mask=(1,)))

    (run,) = watched.ticks(6)

    assert run.usable_cpus.logical_cpus == (1,)
    assert run.traits.wider_cpus == 2


def test_a_new_worker_has_its_mask_at_once():
    watched = Watched(python(10, 1, "train.py"))
    watched.ticks(6)
    watched.world.processes[11] = python(
        11, 10, "train.py", name="pt_data_worker", mask=(0,)
    )

    (run,) = watched.ticks(1)

    assert run.with_roles(Role.WORKER)[0].allowed_cpus == (0,)


def test_a_shell_that_was_chosen_stands_for_the_run_below():
    watched = Watched(other(5, 1, "bash"), python(10, 5, "train.py"))
    watched.detector.force(5)

    (run,) = watched.ticks(3)

    assert (run.root_pid, run.framework) == (10, "pytorch")
    assert run.traits.is_chosen


def test_a_chosen_program_that_is_no_python_has_its_own_name():
    watched = Watched(other(10, 1, "stress-ng", "stress-ng", "--cpu", "2"))
    watched.detector.force(10)

    (run,) = watched.ticks(3)

    assert run.name == "stress-ng"


def test_what_was_not_chosen_is_not_marked():
    (run,) = Watched(python(10, 1, "train.py")).ticks(6)

    assert not run.traits.is_chosen
