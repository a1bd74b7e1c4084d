"""A record that says a run goes on is believed only while its process is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.export.archived import run_record
from core.runs.runs_world import BOOT, Processes
from traintray.core.archive.records import Outcome
from traintray.core.runs.outcome import RESTARTED, UNWATCHED
from traintray.core.runs.still_there import as_it_stands


@pytest.fixture
def processes(tmp_path: Path) -> Processes:
    made = Processes(tmp_path)
    made.start(7, ticks=5)
    boot = tmp_path / "proc/sys/kernel/random/boot_id"
    boot.parent.mkdir(parents=True)
    boot.write_text(f"{BOOT}\n")
    return made


def going(identity: str):
    return run_record(
        identity=identity,
        outcome=Outcome.RUNNING,
        outcome_reason="",
        exit_status=None,
        ended_at_s=None,
    )


def test_a_run_whose_process_is_there_goes_on(processes):
    record = going(f"{BOOT}/7-5")

    assert as_it_stands(record, processes.root) is record


@pytest.mark.parametrize(
    ("identity", "reason"),
    [
        (f"{BOOT}/8-5", UNWATCHED),
        (f"{BOOT}/7-4", UNWATCHED),
        ("before/7-5", RESTARTED),
    ],
    ids=["it is gone", "another has its number", "the computer was restarted"],
)
def test_a_run_that_ended_unseen_is_not_told_to_go_on(processes, identity, reason):
    record = as_it_stands(going(identity), processes.root)

    assert (record.outcome, record.outcome_reason) == (Outcome.ENDED, reason)
    assert record.ended_at_s == record.last_seen_at_s


def test_what_is_known_of_an_end_stays(processes):
    record = run_record(identity=f"{BOOT}/8-5")

    assert as_it_stands(record, processes.root) is record
