"""`traintray knobs` for the run in progress: what is listed and what is refused."""

from __future__ import annotations

import contextlib
import io
import json

import pytest

from core.detection.runs import member, run
from traintray.cli import live_knobs
from traintray.cli.live_text import live_lines, live_listing, live_object, plan_lines
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import Role
from traintray.core.live_knobs.live_knob import LiveRow, Place, Site, Suggestion
from traintray.core.live_knobs.live_plan import LivePlan, ThreadChange
from traintray.core.live_knobs.shelf import find_live
from traintray.core.live_knobs.tasks import Thread
from traintray.core.sentence import Sentence

TEXTS = Texts("en")
WHY = Sentence("LiveKnobs", "15 = 16 cores − 1")
SITE = Site(run(member(7, Role.MAIN, 2.0)), Place(cores=((0,), (1,))))


def row(name="cpu_affinity", now=None, value=None, **more):
    suggestion = Suggestion(value, WHY) if value else None
    now = {"0-1": 12} if now is None else now
    return LiveRow(find_live(name), now, suggestion, WHY, **more)


def plan(*changes, same=0):
    found = tuple(
        ThreadChange(Thread(7, 1, number, 1), before, after)
        for number, (before, after) in enumerate(changes)
    )
    return LivePlan(
        "cpu_affinity", "7-1", "train.py", "1", "to:1", ((7, 1),), found, same, True
    )


def test_the_table_shows_now_applied_recommended_and_arithmetic():
    rows = [
        row(now={"0-1": 12, "0": 2}, value="leave-1"),
        row("io_priority", {"idle:0": 3}, applied="idle"),
        row("power_profile", {}, gap=Sentence("LiveKnobs", "no service")),
    ]

    head, affinity, io, power = (
        [cell.strip() for cell in line.split("  ") if cell.strip()]
        for line in live_listing(rows)
    )

    assert head == ["Right now", "Now", "Applied", "Recommended", "Why"]
    assert affinity[1:] == ["0-1, 2 other threads", "-", "leave-1", WHY]
    assert io == ["io_priority", "idle", "idle", "-", WHY]
    assert power == ["power_profile", "-", "-", "-", "no service"]
    assert list(live_listing([])) == []


def test_programs_get_all_that_a_live_knob_is():
    told = live_object(row(now={"0": 2}, value="all", applied="leave-1"), SITE, TEXTS)
    told = json.loads(json.dumps(told))

    assert (told["now"], told["recommended"]) == ({"0": 2}, "all")
    assert (told["applied"], told["undoable"], told["gap"]) == ("leave-1", True, None)
    assert told["choices"] == ["leave-1"]
    for key in ("title", "sets", "default", "values", "cost", "takes_effect", "undo"):
        assert told[key], key
    assert "/proc/7/task" in told["check"]


def test_a_knob_says_how_far_it_can_be_undone():
    lines = list(live_lines(row("nice", {"0": 1}), SITE, TEXTS))

    assert any(line.startswith("  undo          not without root") for line in lines)


class Hasty(io.StringIO):
    """A terminal whose user presses Ctrl-C as soon as the first line stands there."""

    pressed = False

    def flush(self):
        if not self.pressed:
            self.pressed = True
            raise KeyboardInterrupt


class Undone:
    """The desk, as far as a hold lets go of it."""

    def __init__(self):
        self.desk, self.undone = self, []

    def undo(self, knob, run_key):
        self.undone.append((knob, run_key))


@pytest.mark.parametrize(
    ("wait", "undone"),
    [
        pytest.param(live_knobs._stay, [], id="the value stays"),
        pytest.param(live_knobs._hold, [("cpu_affinity", "7-1")], id="the hold ends"),
    ],
)
def test_ctrl_c_counts_from_the_line_on_that_offers_it(wait, undone):
    live = Undone()

    with contextlib.redirect_stdout(Hasty()):
        status = wait(plan(), SITE, live)

    assert (status, live.undone) == (0, undone)


def test_threads_with_the_same_change_are_told_together():
    lines = list(plan_lines(plan(("0-1", "1"), ("0-1", "1"), ("0", "1"), same=3)))

    assert lines == [
        "  2 threads: 0-1 → 1",
        "  1 thread: 0 → 1",
        "  3 threads already as wanted",
    ]
    assert list(plan_lines(plan(same=3))) == ["Everything is as wanted already."]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("undo", "cpu_affinity"), 1, "was not applied to a run that still goes on"),
        (("undo", "nice", "--run", "1"), 1, "was not applied"),
        (("plan", "nice", "5", "--run", "999999999"), 2, "no process 999999999"),
        (("apply", "nice", "5", "--file", "/tmp/x"), 2, "writes no env file"),
        (("apply", "nice", "5", "--replace"), 2, "writes no env file"),
    ],
)
def test_what_cannot_be_done_gets_one_line(shell, words, status, told):
    out = shell.run("knobs", *words)

    assert (out.returncode, out.stdout) == (status, "")
    assert told in out.stderr
    assert len(out.stderr.splitlines()) == 1


def test_undo_says_that_the_journal_was_damaged_and_where_it_is_now(shell):
    journal = shell.state_dir / "live/journal.json"
    journal.parent.mkdir(mode=0o700, parents=True)
    journal.write_bytes(b"\xff\xfe")

    out = shell.run("knobs", "undo", "cpu_affinity")

    assert (out.returncode, out.stdout) == (1, "")
    assert "was damaged and is now" in out.stderr
    assert len(out.stderr.splitlines()) == 1
