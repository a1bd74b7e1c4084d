"""What `diagnose` prints of a finding, and what its JSON holds beside the verdict."""

from __future__ import annotations

import json
from dataclasses import replace

from core.advice.test_book import case, four_ranks, threads_finding
from core.detection.runs import member, run
from traintray.cli.finding_text import finding_lines
from traintray.cli.run_json import view_object
from traintray.core.advice.book import Book
from traintray.core.detection.run import Role, ScriptSign
from traintray.core.frame import RunView


def text(explain=False, **changes):
    advice = Book().advise(case(replace(threads_finding(), **changes)))
    return " ".join(" ".join(finding_lines(advice, explain)).split())


def test_what_is_ruled_out_and_what_else_was_seen_is_printed():
    printed = text(also=("cpu_compute",))

    assert "Ruled out: swap 0 MiB/s" in printed
    assert "Also seen: Computing on the CPU" in printed


def test_nothing_beside_the_finding_prints_nothing():
    printed = text(ruled_out=())

    assert "Ruled out" not in printed
    assert "Also seen" not in printed
    assert "estimated" not in printed


def test_no_space_that_holds_is_left_for_the_terminal_to_mangle():
    printed = "\n".join(finding_lines(Book().advise(case()), explain=True))

    assert "\N{REPLACEMENT CHARACTER}" not in printed
    assert "\N{NO-BREAK SPACE}" not in printed


def test_an_estimate_is_printed_as_one():
    assert "demand is estimated" in text(is_estimate=True)


def test_reasons_and_sources_are_printed_when_asked_for():
    assert "Source:" not in text()

    printed = text(explain=True)

    assert "Where these numbers come from" in printed
    assert "Source: /proc/2/task/*/schedstat" in printed
    assert "Ruled out: swap 0 MiB/s, counts from ≥ 1" in printed
    assert "a mild excess begins at 1.46." in printed


def test_a_hostile_name_reaches_the_terminal_as_plain_text():
    a_run = four_ranks(command=("python", "a\x1b[31m.py"))
    advice = Book().advise(case(a_run=a_run))
    advice = replace(advice, ruled_out=("\x1b[31mred",))

    assert "\x1b" not in "\n".join(finding_lines(advice, explain=True))


def test_json_holds_what_stands_beside_the_finding():
    finding = replace(threads_finding(), also=("cpu_compute",), is_estimate=True)
    advice = Book().advise(case(finding))
    view = RunView(four_ranks(), finding, advice, None)

    written = json.loads(json.dumps(view_object(view)))

    assert written["also"] == ["cpu_compute"]
    assert written["estimate"] is True
    assert written["ruled_out"]["swap_bytes_per_s"] == {
        "measured": 0.0,
        "comparison": ">=",
        "threshold": 1048576.0,
        "unit": "bytes_per_s",
        "crossed": False,
        "set_by_user": False,
    }
    explained = written["explained"]["demand_threads"]
    assert explained["source"].startswith("/proc/2/task/*/schedstat")
    assert explained["reason"].startswith("From half as many again")
    assert set(written["verdict"]) == {"kind", "state", "evidence", "missing"}


def test_a_step_in_place_is_ticked_and_a_step_has_its_own_cost():
    signs = (ScriptSign("opencv_alone", "/home/ada/train.py", 7),)
    workers = [member(n, Role.WORKER, 1.0) for n in range(2, 6)]
    a_run = run(member(1, Role.MAIN, 4.0), *workers, script_signs=signs)
    finding = threads_finding("mixed", workers=4.0)
    printed = "\n".join(finding_lines(Book().advise(case(finding, a_run)), False))

    ticked = [line for line in printed.splitlines() if line.startswith("  ✓")]
    title = "If your workers use OpenCV, keep it to one thread."
    assert ticked == [f"  ✓ {title} Already in place: line 7 of train.py."]
    assert "cv2.setNumThreads" not in printed
    assert "     What it costs: The steps since the last checkpoint." in printed


def test_the_json_says_which_steps_are_in_place_and_what_each_costs():
    advice = Book().advise(case())
    a_case = case()
    steps = view_object(RunView(a_case.run, a_case.finding, advice, None))["steps"]

    assert {step["in_place"] for step in steps} == {False}
    assert steps[-1]["parts"]["What it costs"]
