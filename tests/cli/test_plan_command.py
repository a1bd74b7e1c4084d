"""`traintray plan` in a terminal and for programs."""

from __future__ import annotations

import json

import pytest

from traintray.cli.parser import dispatch


def no_app(background: bool) -> int:
    raise AssertionError("the app must not start")


FUJITSU = [
    "plan",
    "--dataset",
    "1281167",
    "--batch",
    "81920",
    "--epochs",
    "90",
    "--gpus",
    "2048",
]


def test_programs_get_every_key_and_null_for_what_cannot_be_computed(capsys):
    assert dispatch([*FUJITSU, "--json"], no_app) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["updates_per_epoch"] == 16
    assert found["total_updates"] == 1440
    assert found["batch_per_gpu"] == 40
    assert found["warmup_updates"] == 80
    missing = (
        "learning_rate_linear",
        "learning_rate_sqrt",
        "images_per_s_per_gpu",
        "scaling_efficiency",
        "allreduce_bytes_per_step",
    )
    assert [found[key] for key in missing] == [None] * len(missing)


def test_numbers_may_be_written_as_people_write_them(capsys):
    words = ["--images-per-s", "1.7M", "--efficiency", "77%", "--json"]

    assert dispatch([*FUJITSU, *words], no_app) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["images_per_s_per_gpu"] == pytest.approx(830.078125)
    assert found["scaling_efficiency"] == 0.77


def test_a_person_sees_each_number_with_its_formula(capsys):
    assert dispatch(FUJITSU, no_app) == 0

    out = capsys.readouterr().out
    assert "16  = ⌈1,281,167 ÷ 81,920⌉" in out
    assert "Careful: At a batch of 81,920" in out
    assert "torchrun" in out
    assert max(map(len, out.split("\n\n")[0].splitlines())) <= 88


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "--dataset"),
        (["--dataset", "0"], "not above 0"),
        (["--dataset", "many"], "not a number"),
        (["--dataset", "1.5"], "not a whole number"),
        (["--dataset", "1e999"], "too large"),
        (["--dataset", "9", "--efficiency", "85"], "85% is 0.85"),
        (["--dataset", "9", "--warmup-epochs", "-1"], "below 0"),
        (["--dataset", "9", "--batch", "3", "--gpus", "8"], "without a sample"),
    ],
)
def test_a_number_that_cannot_be_is_one_line_and_status_2(capsys, words, part):
    assert dispatch(["plan", *words], no_app) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert part in err
