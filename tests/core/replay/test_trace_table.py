"""The process table comes back as it was read, however many sleep in it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traintray.core.readings import ProcessReading
from traintray.core.replay.codec import Codec
from traintray.core.replay.errors import TraceError
from traintray.core.replay.table import TableReader, TableWriter
from traintray.core.replay.texts import TextTable
from traintray.core.sensors.process_table_reading import ProcessTableReading


def process(pid, at_s, **changes):
    row = ProcessReading(
        pid=pid,
        parent_pid=1,
        name=f"p{pid}",
        state="S",
        started_ticks=pid,
        user_s=0.0,
        system_s=0.0,
        thread_count=1,
        rss_bytes=4096,
        major_faults=0,
        read_at_s=at_s,
        cpu_cores=None,
    )
    return replace(row, **changes)


def reading(rows, before=frozenset(), busy=frozenset()):
    pids = frozenset(rows)
    return ProcessTableReading(rows, pids - before, before - pids, busy, 2, len(rows))


class Pair:
    """A writer, and a reader of its lines."""

    def __init__(self):
        texts = TextTable()
        self._writer = TableWriter(Codec(texts), lambda value: value)
        self._reader = TableReader(Codec(texts))

    def through(self, table, at_s):
        line = json.dumps(self._writer.written(table, at_s))
        return line, self._reader.read(json.loads(line), at_s)


def same(found, table):
    assert list(found.processes.items()) == list(table.processes.items())
    assert replace(found, processes={}) == replace(table, processes={})


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.dictionaries(
            st.integers(1, 6),
            st.sampled_from(["read", "busy", "unread", "reused"]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_whatever_happens_to_processes_is_told(seconds):
    pair, rows, before = Pair(), {}, frozenset()
    for at_s, seen in enumerate(seconds, start=1):
        for pid in list(rows):
            if pid not in seen or seen[pid] == "reused":
                del rows[pid]
        ended = before - frozenset(rows)
        for pid, what in seen.items():
            if pid not in rows:
                rows[pid] = process(pid, at_s, started_ticks=at_s)
            elif what == "busy":
                rows[pid] = replace(rows[pid], user_s=float(at_s), read_at_s=at_s)
            elif what == "read":
                rows[pid] = replace(rows[pid], read_at_s=at_s)
        started = frozenset(rows) - (before - ended)
        table = ProcessTableReading(dict(rows), started, ended, frozenset(), 0, 3)

        _, found = pair.through(table, at_s)

        same(found, table)
        before = frozenset(rows)


def test_a_process_read_before_now_keeps_the_time_at_which_it_was():
    pair = Pair()
    early = {1: process(1, 5.0), 2: process(2, 7.5)}
    pair.through(reading(early), 7.5)

    late = {1: process(1, 6.0, user_s=1.0), 2: early[2]}
    _, found = pair.through(reading(late, frozenset(early)), 8.5)

    assert [found.processes[pid].read_at_s for pid in (1, 2)] == [6.0, 7.5]


def test_thousands_that_sleep_cost_next_to_nothing():
    rows = {pid: process(pid, 1.0) for pid in range(1, 5001)}
    pair = Pair()
    whole, _ = pair.through(reading(rows), 1.0)
    pids = frozenset(rows)
    rows = dict(rows)
    for pid in range(1, 501):  # a tenth is read each second
        rows[pid] = replace(rows[pid], read_at_s=2.0)
    rows[7] = replace(rows[7], user_s=1.0, cpu_cores=1.0)

    line, found = pair.through(reading(rows, pids, frozenset({7})), 2.0)

    same(found, reading(rows, pids, frozenset({7})))
    assert len(whole) < 5000 * 250
    assert len(line) < 500 * 6 + 300


@pytest.mark.parametrize(
    "line",
    [
        [],
        {"rows": []},
        {"rows": {"x": {"=": {}}}},
        {"rows": {"5": {"~": {"pid": 5}}}},
        {"rows": {"5": {"=": [1]}}},
        {"rows": {"5": {"=": {"pid": 5}}}},
        {"rows": {"1": {"~": {"pid": 9}}}},
        {"rows": {"1": 3}},
        {"still": [5]},
        {"still": "1"},
        {"busy": [True]},
        {"gone": {}},
        {"read_count": "many"},
    ],
)
def test_a_table_that_cannot_be_is_refused(line):
    texts = TextTable()
    writer = TableWriter(Codec(texts), lambda value: value)
    reader = TableReader(Codec(texts))
    reader.read(writer.written(reading({1: process(1, 1.0)}), 1.0), 1.0)

    with pytest.raises(TraceError):
        reader.read(line, 2.0)
