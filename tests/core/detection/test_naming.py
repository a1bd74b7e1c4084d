"""A run is called what its user calls it."""

import pytest

from traintray.core.detection.naming import module_of, run_name, script_of


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("python", "train.py", "--lr", "0.1"), "train.py"),
        (("/venv/bin/python3", "-u", "/home/a/exp/train.py"), "train.py"),
        (("python", "-W", "ignore", "-X", "dev", "train.py"), "train.py"),
        (("python", "-m", "my.package.train"), "my.package.train"),
        (("python", "-c", "import torch"), "python -c"),
        (("python", "/usr/bin/torchrun", "--nproc-per-node=2", "fit.py"), "fit.py"),
        (("python", "-m", "torch.distributed.run", "fit.py"), "fit.py"),
        (("python", "-m", "accelerate.commands.launch", "--x", "fit.py"), "fit.py"),
        (("python", "-m", "deepspeed.launcher.launch", "fit.py"), "fit.py"),
        (("python", "-m"), "python -m"),
        (("python",), "python"),
        ((), "training"),
    ],
)
def test_a_run_is_named_after_its_script_or_module(command, name):
    assert run_name(command) == name


def test_an_option_with_a_value_is_not_taken_for_the_script():
    assert script_of(("python", "-W", "error", "a.py")) == "a.py"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("stress-ng", "--cpu", "2"), "stress-ng"),
        (("/usr/bin/make", "-j4", "all"), "make"),
        (("-bash",), "bash"),
        (("bash", "/home/a/run.sh", "4"), "run.sh"),
        (("bash", "-c", "python train.py"), "bash"),
        (("bash", "-l"), "bash"),
        (("postgres: writer process",), "postgres"),
        (("ffmpeg", "-i", "train.py"), "ffmpeg"),
        (("",), "training"),
        ((), "training"),
    ],
)
def test_what_is_no_python_is_named_after_its_program(command, name):
    assert run_name(command, is_python=False) == name


@pytest.mark.parametrize(
    ("command", "module"),
    [
        (("python", "-m", "my.train", "--lr", "1"), "my.train"),
        (("python", "-u", "-m", "my.train"), "my.train"),
        (("python", "train.py", "-m", "large"), None),
        (("python", "-c", "code", "-m", "large"), None),
        (("python", "-m"), None),
        (("python",), None),
    ],
)
def test_a_module_is_what_python_runs_not_an_argument(command, module):
    assert module_of(command) == module
