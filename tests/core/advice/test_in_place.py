"""A step that a run has taken already is ticked off, with where that was seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.advice.scenes import workers_run
from core.advice.test_every_kind import BOOKS, RULES, SCENES, case_of
from traintray.core.advice.general import General, Here
from traintray.core.advice.in_place import (
    Visible,
    options,
    places,
    told_in_place,
    visible,
)
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import ScriptSign
from traintray.core.detection.signs import SIGNS
from traintray.core.detection.traits import Traits

ENGLISH = Texts("en")
LINE = ScriptSign("compiled", "/home/ada/train.py", 12)


def seen(**changes):
    return places(Visible(**changes), ENGLISH)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"script_signs": (LINE,)}, "line 12 of train.py"),
        (
            {"mapped": {"compiled": "/tmp/torchinductor_ada/cx.so"}},
            "it has mapped cx.so",
        ),
        (
            {"command": ("python", "run.py", "--torch-compile")},
            "torch_compile in its command line",
        ),
        (
            {"command": ("python", "run.py", "--torch_compile", "True")},
            "torch_compile=True in its command line",
        ),
    ],
)
def test_a_measure_is_seen_in_script_files_and_command_line(changes, where):
    assert seen(**changes) == {"compiled": where}


@pytest.mark.parametrize(
    "command",
    [
        ("python", "run.py", "--bf16", "False"),
        ("python", "run.py", "--gradient_accumulation_steps", "1"),
        ("python", "run.py", "bf16"),
        (),
    ],
)
def test_an_option_that_is_switched_off_is_no_sign(command):
    assert seen(command=command) == {}


def test_a_variable_counts_by_its_value():
    assert seen(variables={"OMP_WAIT_POLICY": "PASSIVE"}) == {
        "passive_wait": "OMP_WAIT_POLICY=PASSIVE in its environment"
    }
    assert seen(variables={"OMP_WAIT_POLICY": "active"}) == {}
    assert seen(variables=None) == {}


def test_workers_are_seen_as_processes():
    assert seen(worker_count=2) == {"workers": "its data comes from 2 workers"}
    assert seen(worker_count=1) == {"workers": "its data comes from 1 worker"}
    assert visible(workers_run(3, 0.5)).worker_count == 3


def test_what_surely_holds_is_told_before_a_line_that_may_never_run():
    found = seen(script_signs=(LINE,), mapped={"compiled": "/x/torchinductor_a/c.so"})

    assert found == {"compiled": "it has mapped c.so"}


def test_options_are_read_in_all_their_spellings():
    command = ("python", "t.py", "--a-b", "3", "trainer.precision=bf16", "--c", "-d")

    assert options(command) == {"a_b": "3", "precision": "bf16", "c": ""}


def test_a_step_is_in_place_only_when_all_of_its_measures_are():
    found = {"cache": "line 3 of a.py"}

    assert told_in_place(("cache", "prefetch"), found, ENGLISH) == ""
    assert told_in_place((), found, ENGLISH) == ""
    assert told_in_place(("cache",), found, ENGLISH) == (
        "Already in place: line 3 of a.py."
    )


@pytest.mark.parametrize("language", sorted(BOOKS))
def test_a_tip_ticks_off_what_the_run_does_and_puts_it_last(language):
    case = case_of(RULES["cpu_compute"], SCENES["cpu_compute"][0])
    plain = BOOKS[language].advise(case).steps
    run = replace(case.run, script_signs=(LINE,))
    steps = BOOKS[language].advise(replace(case, run=run)).steps

    (ticked,) = [step for step in steps if step.in_place]
    assert ticked is steps[-1]
    assert ticked.snippet is None
    assert "train.py" in ticked.text
    assert not any(step.in_place for step in plain)
    assert {step.title for step in steps} == {step.title for step in plain}
    lines = "".join(step.snippet or "" for step in steps)
    assert "torch.compile" not in lines


def test_a_mapped_file_ticks_off_a_step_as_well():
    case = case_of(RULES["cpu_compute"], SCENES["cpu_compute"][0])
    traits = Traits(mapped_signs=(("compiled", "/tmp/torchinductor_a/c.so"),))
    run = replace(case.run, traits=traits)

    steps = BOOKS["en"].advise(replace(case, run=run)).steps

    assert [step.text for step in steps if step.in_place] == [
        "Already in place: it has mapped c.so."
    ]


def test_a_name_from_outside_is_cut_and_cannot_break_the_line():
    path = "/x/" + "a" * 60 + "\n.py"

    (place,) = seen(script_signs=(replace(LINE, path=path),)).values()

    assert "\n" not in place
    assert len(place) < 60


def test_a_general_tip_for_a_run_has_its_lines_only_and_its_ticks():
    here = Here(("jax",), {"jit": "line 2 of t.py"})

    steps = General("en", here).tip("cpu_compute").steps

    codes = {snippet.framework for step in steps for snippet in step.snippets}
    assert codes == {"", "jax"}
    assert [step.title for step in steps if step.in_place] == [
        "Compile the whole step, not its parts."
    ]
    assert steps[-1].in_place


def test_every_sign_has_a_way_to_show():
    for sign in SIGNS:
        ways = (sign.script, sign.options, sign.variables, sign.mapped)
        assert any(ways) or sign.is_workers, sign.name
