"""`traintray knobs`: what is listed, refused, written and taken back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.cli.knob_text import listing, listing_object
from traintray.cli.script_text import script_listing, script_objects
from traintray.core.advice.offers import Seen
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.knob_table.rows import table
from traintray.core.knob_table.scene import Scene
from traintray.core.knob_table.script_lines import script_lines
from traintray.core.knobs import shelf
from traintray.core.knobs.legal import Bounds

TEXTS = Texts("en")
A_RUN = run(
    member(7, Role.MAIN, 16.0),
    cpus=4,
    thread_variables={"OMP_NUM_THREADS": "16", "MKL_NUM_THREADS": "8"},
)
FINDING = Finding("too_many_threads", Severity.ATTENTION, ())
SEEN = Seen(A_RUN, 1, FINDING, "thread_cap", True, frozenset({"/v/libgomp.so.1"}))
SCENE = Scene(Bounds(A_RUN.usable_cpus, 2**34), SEEN)
NOBODY = replace(SCENE, seen=None)


def lines(scene=SCENE, values=None):
    return list(listing(table(scene, values or {}, TEXTS), scene, TEXTS))


def test_the_list_shows_value_now_recommended_and_arithmetic():
    head, titles, cap, *_ = lines()

    assert head == "train.py · PID 7 · pytorch"
    assert titles.split() == ["Knob", "Now", "In", "the", "file", "Recommended", "Why"]
    assert cap.split("  ")[0] == "thread_cap"
    assert "  OMP_NUM_THREADS=16, 1 more  " in cap
    assert cap.endswith("4  " + " " * (len("Recommended") - 1) + "4 = 4 cores")


def test_what_only_the_script_can_change_is_listed_with_the_line_to_copy():
    facts = {"is_gpu_waiting": 1.0, "proposed_count": 2.0}
    found = Finding("input_bound", Severity.ATTENTION, (), facts=facts)
    rows = script_lines(replace(SEEN, finding=found, first_knob=""), TEXTS)

    head, workers, pinned, *copied = script_listing(rows)

    assert head.split("  ")[0] == "In your script"
    assert workers.split()[:3] == ["num_workers", "0", "2"]
    assert pinned.split()[:4] == ["pin_memory", "not", "seen", "True"]
    assert copied[0].startswith("To copy")
    assert "  DataLoader(dataset, pin_memory=True)" in copied
    assert [one["name"] for one in script_objects(rows)] == [
        "num_workers",
        "pin_memory",
    ]
    assert list(script_listing(())) == []


def test_what_the_run_cannot_read_is_named_in_one_line():
    (line,) = [one for one in lines() if one.startswith("Not read by")]

    assert "block_time" in line
    assert "wait_policy" not in line
    assert not any(one.startswith("block_time") for one in lines())


def test_what_is_in_the_file_is_listed_although_the_run_cannot_read_it():
    found = lines(values={"KMP_BLOCKTIME": "0"})

    assert any(one.startswith("block_time ") for one in found)


def test_a_value_that_the_run_does_not_have_is_said_to_be_missing():
    found = lines(values={"OMP_NUM_THREADS": "4"})

    (line,) = [one for one in found if one.startswith("thread_cap in the file")]
    assert "OMP_NUM_THREADS is 16" in line


def test_a_variable_of_two_knobs_is_judged_once():
    cap = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), "4")
    found = lines(values={**cap, "POLARS_MAX_THREADS": "4"})

    told = [one.split(" ")[0] for one in found if " in the file: " in one]
    assert told == ["thread_cap", "polars_threads"]


def test_without_a_run_nothing_is_recommended_and_every_knob_listed():
    found = lines(NOBODY)

    assert "nothing is recommended" in found[0]
    assert len(found) == len(shelf.all_knobs()) + 3


def test_programs_get_the_same_and_what_each_knob_is():
    told = listing_object(table(SCENE, {"OMP_NUM_THREADS": "4"}, TEXTS), SCENE, TEXTS)
    told = json.loads(json.dumps(told))

    assert told["run"] == {"pid": 7, "name": "train.py"}
    assert told["finding"] == "too_many_threads"
    cap = told["knobs"][0]
    assert cap["recommended"] == "4"
    assert cap["variables"]["OMP_NUM_THREADS"] == "4"
    assert cap["now"] == {"OMP_NUM_THREADS": "16", "MKL_NUM_THREADS": "8"}
    assert (cap["file"], cap["effect"]) == ({"OMP_NUM_THREADS": "4"}, "not_loaded")
    others = {one["name"]: one for one in told["knobs"]}
    assert others["block_time"]["loaded"] is False
    assert others["wait_policy"]["loaded"] is True
    assert others["allocator"]["loaded"] is None
    assert others["wait_policy"]["effect"] is None
    assert (cap["standing"], cap["together_with"]) == ("apply", None)
    assert others["mkl_threads"]["together_with"] == "thread_cap"
    for one in told["knobs"]:
        for key in ("title", "sets", "default", "values", "cost", "takes_effect"):
            assert one[key], (one["name"], key)


def test_an_environment_that_may_not_be_read_is_no_empty_one():
    hidden = replace(A_RUN, thread_variables=None)
    scene = replace(SCENE, seen=replace(SEEN, run=hidden))

    told = listing_object(table(scene, {}, TEXTS), scene, TEXTS)

    assert told["knobs"][0]["now"] is None


def test_plan_shows_what_a_knob_is_and_writes_nothing(shell):
    out = shell.run("knobs", "plan", "wait_policy", "passive")

    assert (out.returncode, out.stderr) == (0, "")
    assert "+ OMP_WAIT_POLICY=passive" in out.stdout.splitlines()
    assert "takes         passive or active" in out.stdout
    assert "Nothing was written" in out.stdout
    assert not shell.env_file.exists()


def test_apply_writes_what_plan_showed_and_undo_takes_it_back(shell):
    out = shell.run("knobs", "apply", "binding", "false")

    assert (out.returncode, out.stderr) == (0, "")
    assert shell.run("env", "show").stdout == "OMP_PROC_BIND=false\n"
    assert "taskset -cp PID" in out.stdout
    back = shell.run("knobs", "undo", "binding")
    assert (back.returncode, back.stderr) == (0, "")
    assert not shell.env_file.exists()


def test_what_would_overrule_a_value_goes_in_the_same_change(shell):
    shell.run("knobs", "apply", "spin_count", "100")
    shell.run("knobs", "apply", "wait_policy", "passive")

    assert shell.run("env", "show").stdout == "OMP_WAIT_POLICY=passive\n"
    shell.run("knobs", "undo", "wait_policy")
    assert shell.run("env", "show").stdout == "GOMP_SPINCOUNT=100\n"


def test_a_line_of_the_user_is_not_overwritten_without_consent(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("OMP_WAIT_POLICY=active\n")

    out = shell.run("knobs", "apply", "wait_policy", "passive")

    assert out.returncode == 1
    assert "is set by hand" in out.stderr
    assert shell.env_file.read_text() == "OMP_WAIT_POLICY=active\n"
    again = shell.run("knobs", "apply", "wait_policy", "passive", "--replace")
    assert again.returncode == 0
    assert shell.run("env", "show").stdout == "OMP_WAIT_POLICY=passive\n"


def test_undo_leaves_the_change_of_another_knob_alone(shell):
    shell.run("knobs", "apply", "binding", "false")

    out = shell.run("knobs", "undo", "wait_policy")

    assert (out.returncode, out.stdout) == (1, "")
    assert "is none of wait_policy" in out.stderr
    assert shell.run("env", "show").stdout == "OMP_PROC_BIND=false\n"


def test_a_trap_is_told_with_its_measurement(shell):
    out = shell.run("knobs", "apply", "binding", "close")

    assert out.returncode == 0
    assert "0.53" in out.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("apply", "thread_cap", "100000"), "a whole number from 1 to"),
        (("plan", "thread_cap", "-"), "a whole number from 1 to"),
        (("apply", "wait_policy", "lazy"), "passive or active"),
        (("apply", "nonsense", "1"), "no knob is called 'nonsense'"),
        (("undo", "../../etc"), "no knob is called"),
        (("plan", "thread_cap", "2", "--run", "999999999"), "no process 999999999"),
        (("apply",), "required: NAME"),
    ],
)
def test_wrong_usage_gets_one_line_and_status_2(shell, words, told):
    out = shell.run("knobs", *words)

    assert (out.returncode, out.stdout) == (2, "")
    assert told in out.stderr
    assert len(out.stderr.splitlines()) == 1
    assert not shell.env_file.exists()


def test_a_knob_that_is_never_recommended_asks_for_a_value(shell):
    out = shell.run("knobs", "apply", "malloc_arenas", "--seconds", "3")

    assert (out.returncode, out.stdout) == (1, "")
    assert "no recommended value" in out.stderr
    assert "traintray knobs apply malloc_arenas VALUE" in out.stderr
