"""The name of a run and its model, as every screen has them."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.ui.run_names import model_text, titled, with_model


@dataclass(frozen=True)
class OneRun:
    model: str | None
    name: str = "train.py"


def test_the_model_stands_between_the_name_and_the_number():
    run = OneRun("resnet50")

    assert titled(run) == "train.py · resnet50"
    assert with_model(run, "PID 41207") == "resnet50 · PID 41207"


def test_without_a_model_nothing_stands_for_it():
    run = OneRun(None)

    assert titled(run) == "train.py"
    assert with_model(run, "PID 41207", "") == "PID 41207"


def test_of_a_long_name_begin_and_end_are_kept():
    shown = model_text(OneRun("Meta-Llama-3.1-405B-Instruct-FP8-quantized.w8a8"))

    assert len(shown) == 28
    assert shown.startswith("Meta-Llama-3.1")
    assert shown.endswith("zed.w8a8")
    assert shown.count("…") == 1
