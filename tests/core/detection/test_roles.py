"""Each process of a run gets the part it plays."""

import pytest

from traintray.core.detection.roles import Child, is_launcher, role_of_child
from traintray.core.detection.run import Role

TRAIN = ("python", "train.py")
SPAWNED = (
    "python",
    "-c",
    "from multiprocessing.spawn import spawn_main; spawn_main(tracker_fd=5)",
    "--multiprocessing-fork",
)
TRACKER = (
    "python",
    "-c",
    "from multiprocessing.resource_tracker import main;main(6)",
)
FORKSERVER = (
    "python",
    "-c",
    "from multiprocessing.forkserver import main; main(7, 9, ['__main__'])",
)
INDUCTOR = (
    "python",
    "/venv/lib/python3.11/site-packages/torch/_inductor/compile_worker/__main__.py",
    "--pickler=torch._inductor.compile_worker.subproc_pool.SubprocPickler",
    "--kind=fork",
)
DEEPSPEED = ("python", "-u", "-m", "deepspeed.launcher.launch", "--x=y", "train.py")
LOKY = ("python", "-m", "joblib.externals.loky.backend.popen_loky_posix", "--pipe", "9")
TORCHRUN = ("python", "/usr/bin/torchrun", "--nproc-per-node=2", "train.py")


def child(**changes):
    known = {
        "name": "python",
        "command": TRAIN,
        "parent_command": TRAIN,
        "is_python": True,
        "computes_in_parallel": False,
    }
    return Child(**{**known, **changes})


@pytest.mark.parametrize(
    ("changes", "role"),
    [
        pytest.param({"name": "pt_data_worker"}, Role.WORKER, id="named by PyTorch"),
        pytest.param({}, Role.WORKER, id="forked, bears its parent's command"),
        pytest.param(
            {"computes_in_parallel": True}, Role.RANK, id="forked, many threads busy"
        ),
        pytest.param({"command": SPAWNED}, Role.WORKER, id="spawned, one thread"),
        pytest.param(
            {"command": SPAWNED, "computes_in_parallel": True},
            Role.RANK,
            id="spawned, many threads busy",
        ),
        pytest.param(
            {"name": "pt_data_worker", "computes_in_parallel": True},
            Role.WORKER,
            id="a worker with a thread pool inside stays a worker",
        ),
        pytest.param({"command": TRACKER}, Role.SUPPORT, id="resource tracker"),
        pytest.param({"is_python": False}, Role.SUPPORT, id="a tool"),
        pytest.param({"parent_command": TORCHRUN}, Role.RANK, id="under torchrun"),
        pytest.param({"command": TORCHRUN}, Role.LAUNCHER, id="torchrun itself"),
        pytest.param({"command": ("python", "other.py")}, Role.RANK, id="own script"),
        pytest.param({"command": FORKSERVER}, Role.SUPPORT, id="fork server"),
        pytest.param(
            {"command": FORKSERVER, "parent_command": FORKSERVER},
            Role.WORKER,
            id="forked by the fork server",
        ),
        pytest.param(
            {
                "command": FORKSERVER,
                "parent_command": FORKSERVER,
                "computes_in_parallel": True,
            },
            Role.RANK,
            id="a rank forked by the fork server",
        ),
        pytest.param(
            {
                "name": "pt_data_worker",
                "command": FORKSERVER,
                "parent_command": FORKSERVER,
            },
            Role.WORKER,
            id="a loader worker of the fork server",
        ),
        pytest.param({"command": INDUCTOR}, Role.COMPILER, id="Inductor's pool"),
        pytest.param(
            {"command": INDUCTOR, "parent_command": INDUCTOR},
            Role.COMPILER,
            id="a worker of Inductor's pool",
        ),
        pytest.param(
            {"name": "cc1plus", "is_python": False, "command": ("cc1plus", "a.cpp")},
            Role.COMPILER,
            id="a C++ compiler",
        ),
        pytest.param(
            {"name": "ptxas", "is_python": False, "command": ("ptxas",)},
            Role.COMPILER,
            id="an assembler for GPUs",
        ),
        pytest.param(
            {"name": "x86_64-linux-gn", "is_python": False, "command": ("x",)},
            Role.SUPPORT,
            id="a name that is cut off says nothing",
        ),
        pytest.param({"command": DEEPSPEED}, Role.LAUNCHER, id="DeepSpeed's launcher"),
        pytest.param(
            {"parent_command": DEEPSPEED}, Role.RANK, id="under DeepSpeed's launcher"
        ),
    ],
)
def test_a_child_gets_its_role(changes, role):
    assert role_of_child(child(**changes), pools_compute=False) is role


@pytest.mark.parametrize(
    ("pools_compute", "role"), [(True, Role.RANK), (False, Role.WORKER)]
)
@pytest.mark.parametrize(
    "command", [LOKY, SPAWNED, TRAIN], ids=["loky", "spawn", "fork"]
)
def test_a_pool_computes_only_in_classical_learning(command, pools_compute, role):
    assert role_of_child(child(command=command), pools_compute) is role


@pytest.mark.parametrize(
    ("command", "launches"),
    [
        (TORCHRUN, True),
        (("python", "-m", "torch.distributed.run", "train.py"), True),
        (("/opt/bin/accelerate", "launch", "train.py"), True),
        (TRAIN, False),
        (("python", "train.py", "--backend", "deepspeed"), False),
        (("python", "train.py", "60", "deepspeed"), False),
        (("python", "train.py", "--name", "sweep", "--launcher", "torchrun"), False),
        ((), False),
    ],
)
def test_a_launcher_is_known_by_its_first_words(command, launches):
    assert is_launcher(command) is launches
