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
    ],
)
def test_a_child_gets_its_role(changes, role):
    assert role_of_child(child(**changes), pools_compute=False) is role


@pytest.mark.parametrize(
    ("pools_compute", "role"), [(True, Role.RANK), (False, Role.WORKER)]
)
def test_a_joblib_pool_computes_only_in_classical_learning(pools_compute, role):
    assert role_of_child(child(command=LOKY), pools_compute) is role


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
