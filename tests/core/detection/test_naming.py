"""A run is called what its user calls it."""

import pytest

from traintray.core.detection.naming import run_name, script_of


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
        (("python", "-m"), "python -m"),
        (("python",), "python"),
        ((), "training"),
    ],
)
def test_a_run_is_named_after_its_script_or_module(command, name):
    assert run_name(command) == name


def test_an_option_with_a_value_is_not_taken_for_the_script():
    assert script_of(("python", "-W", "error", "a.py")) == "a.py"
