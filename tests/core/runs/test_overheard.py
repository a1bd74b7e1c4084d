"""Whoever asks hears of runs that end, beside the archive."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.runs.runs_world import BOOT, frame, run
from core.runs.test_keeper import Sink
from traintray.core.runs.keeper import Keeper
from traintray.core.runs.ledger import Ledger
from traintray.core.runs.overheard import Overheard
from traintray.core.runs.process_end import End


class EndingAt:
    """Processes, all of which end with status 0 when a test says so."""

    def __init__(self):
        self.watched, self.is_over = set(), False

    def watch(self, pid, started_ticks, *, is_root=False):
        self.watched.add(pid)

    def is_watched(self, pid):
        return pid in self.watched

    def forget(self, pid):
        self.watched.discard(pid)

    def take(self, at_s):
        return dict.fromkeys(self.watched, End(exit_status=0)) if self.is_over else {}

    def close(self):
        self.watched.clear()


@pytest.fixture
def heard(tmp_path):
    class Heard:
        sink, ends, records = Sink(), EndingAt(), []

    heard = Heard()
    overheard = Overheard(heard.sink)
    overheard.tell_end = heard.records.append
    heard.keeper = Keeper(overheard, BOOT, Ledger(BOOT, tmp_path, heard.ends))
    return heard


def test_the_last_record_of_a_run_is_told_once_and_reaches_the_archive(heard):
    heard.keeper.note(frame(100.0, run()), {"cpu": 1.0})
    assert heard.records == []

    heard.ends.is_over = True
    heard.keeper.note(frame(101.0), {"cpu": 1.0})
    heard.keeper.note(frame(102.0), {"cpu": 1.0})
    assert [record.exit_status for record in heard.records] == [0]
    assert heard.sink.runs[-1] == heard.records[0]
    assert heard.sink.flushed > 0
    assert len(heard.sink.samples) == 3


def test_of_ended_runs_only_the_newest_are_known_by_name(heard):
    heard.keeper.note(frame(100.0, run()), {"cpu": 1.0})
    heard.ends.is_over = True
    heard.keeper.note(frame(101.0), {"cpu": 1.0})
    (last,) = heard.records
    told = []
    overheard = Overheard(heard.sink)
    overheard.tell_end = told.append

    for number in range(1000):
        overheard.save_run(replace(last, identity=f"boot/{number}-1"))
    assert len(told) == 1000
    assert len(overheard._told) < 300

    overheard.save_run(replace(last, identity="boot/999-1"))
    assert len(told) == 1000
