"""What a terminal says of a change while its effect is measured."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing
from dataclasses import replace

import pytest

from core.export.archived import run_record
from core.proof.proof_world import NEW, OLD, course
from traintray.cli.measured import measuring_lines, measuring_words, with_measuring
from traintray.core.archive.names import boot_id
from traintray.core.archive.proof_record import Change
from traintray.core.archive.records import Outcome
from traintray.core.archive.writer import ArchiveWriter
from traintray.core.knobs.envfile import EnvFile
from traintray.core.proof.under_way import Measuring
from traintray.core.runs.process_end import started_ticks

CASE = Measuring(
    run="boot/2-2",
    run_name="train.py",
    before_run="boot/1-1",
    change=Change("thread_cap", OLD, NEW, 1_790_000_000.0),
    started_at_s=1_790_000_040.0,
    since_s=1_790_000_105.0,
    until_s=1_790_000_405.0,
    is_warming_up=False,
)


def clock(at_s):
    return time.strftime("%H:%M:%S", time.localtime(at_s))


def capped_run(shell):
    """Two runs of one command, and a cap between them; the second, this process, goes
    on and has the cap.
    """
    now_s, pid = time.time(), os.getpid()
    file = EnvFile(shell.env_file, shell.state_dir, wall_s=lambda: now_s - 60.0)
    file.apply(file.plan(NEW))
    old = replace(
        run_record(),
        identity="boot/1-1",
        started_at_s=now_s - 900.0,
        seen_at_s=now_s - 900.0,
        last_seen_at_s=now_s - 400.0,
        ended_at_s=now_s - 400.0,
        outcome=Outcome.FINISHED,
        variables=OLD,
        course=course([10.0] * 72),
        proof=None,
    )
    new = replace(
        old,
        identity=f"{boot_id()}/{pid}-{started_ticks(pid)}",
        started_at_s=now_s - 50.0,
        seen_at_s=now_s - 45.0,
        last_seen_at_s=now_s,
        ended_at_s=None,
        outcome=Outcome.RUNNING,
        variables=NEW,
        course=replace(course([20.0] * 8), began_at_s=now_s - 45.0),
    )
    with closing(ArchiveWriter(shell.state_dir / "history.sqlite")) as writer:
        writer.start()
        writer.save_run(old)
        writer.save_run(new)
    return now_s - 45.0


def test_runs_and_knobs_say_until_when_a_change_is_measured(shell):
    began_s = capped_run(shell)
    warm, due = clock(began_s + 60.0), clock(began_s + 360.0)

    newest = shell.run("runs").stdout.splitlines()[1]
    listed = shell.run("knobs", "--seconds", "3").stdout
    whole = json.loads(shell.run("knobs", "--seconds", "3", "--json").stdout)

    assert f"  thread_cap: warm-up until {warm}  " in newest
    assert f", is measured from {warm} to {due}.\n" in listed
    told = {knob["name"]: knob["measuring"] for knob in whole["knobs"]}
    assert told["thread_cap"]["until_s"] == pytest.approx(began_s + 360.0, abs=0.1)
    assert told["binding"] is None


@pytest.mark.parametrize(
    ("changes", "words", "line"),
    [
        ({}, "measured until {until}", "is measured from {since} to {until}."),
        (
            {"is_warming_up": True},
            "warm-up until {since}",
            "is measured from {since} to {until}.",
        ),
        (
            {"until_s": None},
            "measured since {since}",
            "is measured since {since}. The result is due.",
        ),
    ],
)
def test_what_is_waited_for_is_said_with_its_times(changes, words, line):
    case = replace(CASE, **changes)
    times = {"since": clock(CASE.since_s), "until": clock(CASE.until_s)}

    (said,) = measuring_lines([case])

    assert measuring_words(case) == words.format(**times)
    assert said == (
        f"thread_cap: train.py, started {clock(CASE.started_at_s)}, "
        + line.format(**times)
    )


def test_of_two_runs_with_a_change_a_program_gets_the_newest():
    older = replace(CASE, run="boot/3-3")

    (told,) = with_measuring([{"name": "thread_cap"}], [CASE, older])

    assert told["measuring"]["run"] == CASE.run


def test_a_name_cannot_disturb_the_terminal():
    (said,) = measuring_lines([replace(CASE, run_name="tr\x1b[31mn.py")])

    assert "\x1b" not in said
