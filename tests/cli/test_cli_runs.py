"""`traintray runs` on a real history file."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from core.export.archived import BEGAN_S, run_record
from core.proof.proven_run import CAP, proof_record
from traintray.cli.came_of import proof_lines, proven, verdict_words, with_proofs
from traintray.core.archive.names import boot_id
from traintray.core.archive.records import Outcome, Spread, VerdictTime
from traintray.core.archive.writer import ArchiveWriter
from traintray.core.proof.outcome import proof_of
from traintray.core.runs.process_end import started_ticks
from traintray.settings.folders import Folders


def remember(shell, *runs) -> None:
    shell.state_dir.mkdir(parents=True)
    with closing(ArchiveWriter(shell.state_dir / "history.sqlite")) as writer:
        writer.start()
        for one in runs:
            writer.save_run(one)


def ended(outcome: Outcome, number: int, **changes):
    return replace(
        run_record(),
        identity=f"boot/{number}-1",
        started_at_s=BEGAN_S + number,
        seen_at_s=BEGAN_S + number,
        last_seen_at_s=BEGAN_S + number + 5400,
        ended_at_s=BEGAN_S + number + 5400,
        outcome=outcome,
        exit_status=changes.pop("exit_status", None),
        signal=changes.pop("signal", None),
        workers_died=changes.pop("workers_died", 0),
        verdicts=(
            VerdictTime("clear", BEGAN_S, 900.0),
            VerdictTime("swapping", BEGAN_S, 20.0),
            VerdictTime("too_many_threads", BEGAN_S, 80.0),
        ),
        **changes,
    )


def going(pid: int):
    return replace(
        ended(Outcome.RUNNING, 2),
        identity=f"{boot_id()}/{pid}-{started_ticks(pid)}",
        ended_at_s=None,
        outcome_reason="",
    )


@pytest.mark.parametrize(
    ("outcome", "changes", "said"),
    [
        (Outcome.FINISHED, {"exit_status": 0}, "finished"),
        (Outcome.FAILED, {"exit_status": 1}, "failed, exit status 1"),
        (Outcome.KILLED, {"signal": 9}, "killed, SIGKILL"),
        (Outcome.KILLED, {"signal": 99}, "killed, signal 99"),
        (Outcome.OUT_OF_MEMORY, {"signal": 9}, "killed, out of memory"),
        (Outcome.ENDED, {}, "ended, not known how"),
        (
            Outcome.FAILED,
            {"exit_status": 1, "workers_died": 2},
            "failed, exit status 1; 2 workers died",
        ),
    ],
)
def test_a_line_says_how_a_run_ended_and_what_was_found(shell, outcome, changes, said):
    remember(shell, ended(outcome, 1, name="train.py", **changes))

    done = shell.run("runs")

    head, line = done.stdout.splitlines()
    assert head.split() == ["No.", "Run", "Started", "Lasted", "Outcome", "Verdicts"]
    assert line.split()[0] == "1"
    assert f"  {said}  " in line
    assert "  1 h 30 min  " in line
    assert line.endswith("too many threads, swapping")


def test_the_newest_run_is_first_and_a_running_one_says_so(shell):
    remember(shell, ended(Outcome.FINISHED, 1), going(os.getpid()))

    lines = shell.run("runs").stdout.splitlines()[1:]

    assert [line.split()[0] for line in lines] == ["2", "1"]
    assert "  running  " in lines[0]


def test_a_run_that_ended_while_nobody_watched_does_not_run_for_ever(shell):
    child = subprocess.Popen(["sleep", "30"])
    remember(shell, going(child.pid))
    child.kill()
    child.wait()

    line = shell.run("runs").stdout.splitlines()[1]
    page = shell.run("report", "last", "--html", "-").stdout

    assert "  1 h 30 min  ended, not known how  " in line
    assert "It ended while traintray was not running." in page


def test_programs_get_the_whole_record(shell):
    remember(shell, ended(Outcome.KILLED, 1, signal=9))

    found = json.loads(shell.run("runs", "--json").stdout)

    (one,) = found["runs"]
    assert (found["schema"], one["number"], one["outcome"]) == (1, 1, "killed")
    assert (one["signal"], one["exit_status"]) == (9, None)
    assert [v["kind"] for v in one["verdicts"]] == [
        "clear",
        "swapping",
        "too_many_threads",
    ]


def test_only_runs_of_the_time_asked_for_are_listed(shell):
    remember(shell, ended(Outcome.FINISHED, 1))

    done = shell.run("runs", "--since", "2h")

    assert (done.returncode, done.stdout) == (
        0,
        "No training run was seen in that time.\n",
    )


def test_without_a_history_a_person_gets_a_line_and_a_program_an_empty_list(shell):
    said, for_programs = shell.run("runs"), shell.run("runs", "--json")

    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("traintray: ")
    assert json.loads(for_programs.stdout)["runs"] == []
    assert for_programs.returncode == 0


def test_a_name_from_outside_cannot_disturb_the_terminal(shell):
    remember(shell, ended(Outcome.FINISHED, 1, name="tr\x1b[31mn.py" + "x" * 99))

    line = shell.run("runs").stdout.splitlines()[1]

    assert "\x1b" not in line
    assert len(line) < 140


def test_speed_and_what_came_of_a_change_have_columns_where_they_are_known(shell):
    plain = ended(Outcome.FINISHED, 1)
    profile = {"steps_per_s": Spread(12.34, 15, 60), "step": Spread(500, 1234, 60)}
    told = ended(Outcome.FINISHED, 2, profile=profile, proof=proof_record())
    remember(shell, plain, told)

    head, newest, oldest = shell.run("runs").stdout.splitlines()
    whole = json.loads(shell.run("runs", "--json").stdout)["runs"]

    assert head.split()[-3:] == ["Speed", "Knob", "Verdicts"]
    assert "  12.3 step/s, 1,234 done  thread_cap: helped, 2.00 times  " in newest
    assert oldest.split("finished")[1].split()[:2] == ["-", "-"]
    assert [one["proof"] and one["proof"]["verdict"] for one in whole] == [
        "helped",
        None,
    ]


def came_of(shell, monkeypatch, values=CAP):
    """What `traintray knobs` adds for the env file's values."""
    monkeypatch.setattr(
        Folders, "find", lambda: SimpleNamespace(
            archive_file=shell.state_dir / "history.sqlite")
    )  # fmt: skip
    return proven(values)


def test_a_knob_says_what_came_of_it_and_offers_undo_first_where_it_harmed(
    shell, monkeypatch
):
    remember(
        shell,
        ended(Outcome.FINISHED, 1, proof=proof_record("helped")),
        ended(Outcome.FINISHED, 2, proof=proof_record("slower"), name="train.py"),
    )

    found = came_of(shell, monkeypatch)

    said, undo = proof_lines(found)
    assert said.startswith("thread_cap: slower, 0.50 times (train.py, run 2). It makes")
    assert undo == "To take it back: traintray knobs undo thread_cap"
    (told, other) = with_proofs([{"name": "thread_cap"}, {"name": "binding"}], found)
    assert (told["proof"]["verdict"], other["proof"]) == ("slower", None)


def test_of_what_the_file_does_not_hold_any_more_nothing_is_told(shell, monkeypatch):
    remember(shell, ended(Outcome.FINISHED, 1, proof=proof_record()))

    assert came_of(shell, monkeypatch, {"OMP_NUM_THREADS": "4"}) == {}


def test_without_a_history_nothing_came_of_anything(shell, monkeypatch):
    assert came_of(shell, monkeypatch) == {}


@pytest.mark.parametrize(
    ("verdict", "changes", "said"),
    [
        ("unclear", {}, "no clear change"),
        ("not_comparable", {}, "not comparable"),
        ("helped", {"ratio": None}, "helped, by how busy the GPU is"),
    ],
)
def test_a_verdict_without_a_factor_has_none(verdict, changes, said):
    run = ended(Outcome.FINISHED, 1, proof=proof_record(verdict, **changes))

    assert verdict_words(proof_of(run)) == said
