"""The numbers of a tip are taken from its sentences and held against the witness."""

from __future__ import annotations

import pytest

from scenarios.outcome import judge
from scenarios.report import line_of, requirements
from scenarios.test_evidence import recording
from scenarios.tips import filled_in, named, number_in, tip_differences
from traintray.core.advice.texts import Texts

PAGE = Texts("en").page("too_many_threads")


def with_tip(title, rows=None, kind="too_many_threads"):
    """A run of two ready threads, one of which waits half of its time."""
    made = recording(2.0, 1.6, 200)
    shown = dict.fromkeys(("summary", "popover", "notification"), "")
    for line in made.seen:
        run = line["runs"][0]
        run["verdict"].update(kind=kind, facts={"cause": "one_process"})
        run["title"] = title
        run["tip"] = {"title": title, **shown, "rows": rows or {}}
    for look in made.witnessed:
        for process in look["processes"].values():
            process.update(cpus=[0, 1, 2], name="python")
    return made


def by_name(made):
    return {d.name.split()[0]: d for d in tip_differences(made)}


def test_a_sentence_gives_back_what_its_placeholders_held():
    text = PAGE["title"].format(contending_n="8 threads", cpus="2 CPUs")

    assert filled_in(PAGE["title"], text) == {
        "contending_n": "8 threads",
        "cpus": "2 CPUs",
    }
    assert filled_in("{a} of {a}", "3 of 3") == {"a": "3"}
    assert filled_in("{a} of {a}", "3 of 4") == {}


@pytest.mark.parametrize(
    ("text", "value", "half"),
    [
        ("8 threads", 8.0, 0.5),
        ("1.2 CPUs", 1.2, 0.05),
        ("97%", 0.97, 0.005),
        ("51.5\N{NO-BREAK SPACE}MiB/s", 51.5 * 2**20, 0.05 * 2**20),
        ("2,776\N{NO-BREAK SPACE}/s", 2776.0, 0.5),
        ("4 min", 240.0, 30.0),
    ],
)
def test_a_number_stands_for_all_that_are_written_so(text, value, half):
    assert number_in(text) == pytest.approx((value, half))


def test_a_text_without_a_number_gives_none():
    assert number_in("the run") is None


def test_what_the_title_says_is_held_against_the_witness():
    found = by_name(with_tip("2 threads competing for 3 CPUs"))

    assert found["contending_n"].fraction == 0
    assert found["cpus"].fraction == 0


def test_a_title_that_names_another_number_is_seen():
    found = by_name(with_tip("4 threads competing for 2 CPUs"))

    assert found["contending_n"].fraction == pytest.approx(0.75)
    assert found["cpus"].fraction == pytest.approx(1 / 6)


def test_a_row_of_the_table_is_compared_too():
    found = by_name(with_tip("", {"demand_threads": "3", "waiting_threads": "0.5"}))

    assert found["demand_threads"].fraction == pytest.approx(0.25)
    assert found["waiting_threads"].fraction == pytest.approx(0)


def test_what_the_witness_cannot_know_is_left_out():
    made = with_tip("", {"gpu_busy_fraction": "97%"})

    assert list(dict(named(made.seen[-1]["runs"][0]))) == ["gpu_busy_fraction"]
    assert tip_differences(made) == ()


def test_a_tip_that_is_off_costs_a_requirement_and_shows_in_its_line():
    right, wrong = (
        judge(with_tip(f"{n} threads competing for 3 CPUs")) for n in (2, 4)
    )
    texts = {row.text: row.is_met for row in requirements([right])}
    worse = {row.text: row.is_met for row in requirements([right, wrong])}
    (name,) = [text for text in texts if text.startswith("numbers in tips")]

    assert texts[name] is True
    assert worse[name] is False
    assert "tip 75.0% of 2" in line_of(wrong)
