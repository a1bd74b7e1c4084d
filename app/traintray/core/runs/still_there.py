"""Whether a run that was going on when it was written down still is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from traintray.core.archive.names import boot_id
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.runs import outcome
from traintray.core.runs.process_end import ProcessState


def as_it_stands(record: RunRecord, root: Path = Path("/")) -> RunRecord:
    """Return a run as it is now. Its record says that it runs also when the app, or the
    computer, ended before it did; nobody knows then how it ended.
    """
    if record.outcome is not Outcome.RUNNING:
        return record
    boot, _, key = record.identity.rpartition("/")
    if boot != boot_id(root):
        return unseen(record, outcome.RESTARTED)
    pid, ticks = map(int, key.split("-"))
    is_there = ProcessState(pid, ticks, root).is_there
    return record if is_there else unseen(record, outcome.UNWATCHED)


def unseen(record: RunRecord, reason: str) -> RunRecord:
    """Close the record of a run whose end nobody saw: when it was seen last."""
    return replace(
        record,
        ended_at_s=record.last_seen_at_s,
        outcome=Outcome.ENDED,
        outcome_reason=reason,
    )
