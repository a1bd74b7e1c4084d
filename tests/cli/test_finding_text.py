"""What `diagnose` prints of a finding, and what its JSON holds beside the verdict."""

from __future__ import annotations

import json
from dataclasses import replace

from core.advice.test_book import case, four_ranks, threads_finding
from traintray.cli.finding_text import finding_lines
from traintray.cli.run_json import view_object
from traintray.core.advice.book import Book
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
        "threshold": 1e6,
        "unit": "bytes_per_s",
        "crossed": False,
    }
    explained = written["explained"]["demand_threads"]
    assert explained["source"].startswith("/proc/2/task/*/schedstat")
    assert explained["reason"].startswith("From half as many again")
    assert set(written["verdict"]) == {"kind", "state", "evidence", "missing"}
