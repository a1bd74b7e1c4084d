"""What a finding asks for in the script, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.advice.offers import Seen
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import CodeLine, Role, ScriptSign
from traintray.core.diagnosis.verdict import Finding, Severity
from traintray.core.knob_table.script_lines import script_lines

TEXTS = Texts("en")


def seen(kind=None, workers=2, first="", **facts):
    members = [member(n, Role.WORKER, 1.0) for n in range(2, 2 + workers)]
    a_run = run(member(1, Role.MAIN, 16.0), *members, cpus=8)
    found = Finding(kind, Severity.ATTENTION, (), facts=facts) if kind else None
    return Seen(a_run, 1, found, first, True)


def told(where):
    return {one.name: one for one in script_lines(where, TEXTS)}


def test_a_loop_that_waits_for_data_gets_the_workers_that_the_finding_proposes():
    line = told(seen("input_bound", proposed_count=6.0))["num_workers"]

    assert (line.now, line.value) == ("2", "6")
    assert line.line == "DataLoader(dataset, num_workers=6, persistent_workers=True)"
    assert "8 CPUs have room" in line.why


def test_no_more_workers_are_proposed_than_there_are():
    line = told(seen("input_bound", proposed_count=2.0))["num_workers"]

    assert (line.value, line.line) == (None, "")


def test_pinned_memory_is_proposed_only_where_the_gpu_waits():
    waiting = told(seen("input_bound", is_gpu_waiting=1.0))["pin_memory"]

    assert (waiting.now, waiting.value) == (None, "True")
    assert "pin_memory=True" in waiting.line
    assert "pin_memory" not in told(seen("input_bound"))
    assert "pin_memory" not in told(seen("disk_bound", is_gpu_waiting=1.0))


def test_a_gpu_that_waits_behind_too_many_threads_gets_it_where_a_loader_brings_data():
    loaded = seen("too_many_threads", first="thread_cap", is_gpu_waiting=1.0)
    alone = seen("too_many_threads", 0, first="thread_cap", is_gpu_waiting=1.0)

    assert told(loaded)["pin_memory"].value == "True"
    assert "pin_memory" not in told(alone)
    assert "pin_memory" not in told(seen("too_many_threads", first="thread_cap"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"script_signs": (ScriptSign("pin_memory", "/a/t.py", 9),)}, "line 9 of t.py"),
        ({"command": ("python", "t.py", "--pin-mem")}, "pin_mem in its command line"),
    ],
)
def test_pinned_memory_that_is_there_already_fits(change, why):
    where = seen("input_bound", is_gpu_waiting=1.0)
    line = told(replace(where, run=replace(where.run, **change)))["pin_memory"]

    assert (line.now, line.value, line.line, line.why) == ("True", "True", "", why)


def test_a_trainer_that_pins_by_itself_is_not_told_to():
    where = seen("input_bound", is_gpu_waiting=1.0)
    by_trainer = replace(where, run=replace(where.run, trainer="transformers"))

    assert "pin_memory" not in told(by_trainer)


def test_workers_beside_the_cap_that_fills_the_cores_fit():
    line = told(seen("too_many_threads", first="thread_cap"))["num_workers"]

    assert (line.value, line.line) == ("2", "")
    assert line.why == "2 + 6 threads fill 8 cores"


def test_a_number_that_the_script_sets_is_named_with_its_line():
    where = seen("too_many_threads", first="thread_cap", set_in_code=1.0)
    code = CodeLine("/a/train.py", 12, "torch.set_num_threads(64)")
    line = told(replace(where, run=replace(where.run, code_lines=(code,))))

    assert line["set_num_threads"].now == "64"
    assert line["set_num_threads"].line.startswith("torch.set_num_threads(")
    assert "line 12" in line["set_num_threads"].why


def test_a_run_without_workers_and_without_a_finding_is_left_alone():
    assert script_lines(seen(workers=0), TEXTS) == ()
    assert script_lines(None, TEXTS) == ()
