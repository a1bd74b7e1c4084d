"""A run on a terminal: its script and its model."""

from __future__ import annotations

from dataclasses import replace

from core.detection.runs import member, run
from traintray.cli.run_json import run_object
from traintray.cli.run_names import titled
from traintray.core.detection.run import Role

RUN = run(member(1, Role.MAIN, 4.0))


def test_the_model_stands_after_the_script_and_in_the_json():
    trained = replace(RUN, command=("python", "train.py", "--model", "resnet50"))

    assert titled(trained) == "train.py · resnet50"
    assert run_object(trained)["model"] == "resnet50"


def test_a_run_without_a_named_model_is_called_after_its_script_alone():
    plain = replace(RUN, command=("python", "train.py"), name="tra\x1bin.py")

    assert "·" not in titled(plain)
    assert "\x1b" not in titled(plain)
    assert run_object(plain)["model"] is None
