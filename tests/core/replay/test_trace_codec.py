"""Every type that a sensor or the world answers with survives being written."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Mapping
from enum import Enum

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from traintray.core.frame import Machine
from traintray.core.readings import Gap, GapReason, MemoryReading, ProcessReading
from traintray.core.replay.codec import Codec
from traintray.core.replay.errors import TraceError
from traintray.core.replay.header import Header
from traintray.core.replay.questions import answer_kinds
from traintray.core.replay.recording import kind_of
from traintray.core.replay.texts import TextTable
from traintray.core.sampling.system import system_sensors
from traintray.core.sensors.processes import ProcessTableReading
from traintray.core.sentence import Sentence

READINGS = {sensor.key: kind_of(sensor) for sensor in system_sensors()}
KINDS = {
    **READINGS,
    **answer_kinds(),
    "header": Header,
    "machine": Machine,
    "process": ProcessReading,
}


def values_of(kind) -> st.SearchStrategy:
    """Any value of a type, by what its fields say."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    simple = {
        bool: st.booleans(),
        int: st.integers(-(2**62), 2**62),
        float: st.floats(allow_nan=False),
        str: st.text(),
        Sentence: st.builds(
            lambda n, f: Sentence("C", "{n} of {f}").filled(n=n, f=f),
            st.integers(0, 9),
            st.text(),
        ),
        type(None): st.none(),
    }
    if kind in simple:
        return simple[kind]
    if origin in (types.UnionType, typing.Union):
        return st.one_of(*(values_of(part) for part in inner))
    if origin is tuple and inner[1:] == (...,):
        return st.lists(values_of(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(part) for part in inner))
    if origin is frozenset:
        return st.frozensets(values_of(inner[0]), max_size=3)
    if origin in (Mapping, dict):
        keys = st.integers(0, 2**22) if inner[0] is int else values_of(inner[0])
        return st.dictionaries(keys, values_of(inner[1]), max_size=3)
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    hints = typing.get_type_hints(kind)
    return st.builds(
        kind, **{f.name: values_of(hints[f.name]) for f in dataclasses.fields(kind)}
    )


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_value_comes_back_as_it_was(name, data):
    kind = KINDS[name]
    if kind is ProcessTableReading:
        return  # written row by row, see test_trace_table.py
    value = data.draw(values_of(kind))
    texts, learned = TextTable(), TextTable()

    line = json.dumps(Codec(texts).way(kind).write(value), allow_nan=False)
    learned.learn(texts.news())

    assert Codec(learned).way(kind).read(json.loads(line)) == value


def test_all_sensors_and_all_questions_are_covered():
    assert {"cpu", "memory", "gpus", "load", "pressure.cpu"} <= READINGS.keys()
    assert {"facts", "threads", "cgroup", "proportional_bytes"} <= answer_kinds().keys()


def test_what_is_as_always_is_not_written():
    codec = Codec(TextTable())
    memory = MemoryReading(8, 4, 0, 0, None, None)

    assert codec.way(MemoryReading).write(memory) == {
        "total_bytes": 8,
        "available_bytes": 4,
        "swap_total_bytes": 0,
        "swap_used_bytes": 0,
        "swap_in_bytes_per_s": None,
        "swap_out_bytes_per_s": None,
    }


def test_a_field_that_a_newer_version_adds_is_passed_over():
    codec = Codec(TextTable())
    written = {"reason": "FIRST", "detail": "x", "added_later": [1]}

    assert codec.way(Gap).read(written) == Gap(GapReason.FIRST, "x")


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (int, 1.5),
        (int, True),
        (int, 2**70),
        (float, "1"),
        (float, None),
        (bool, 1),
        (str, 3),
        (Gap, []),
        (Gap, {}),
        (Gap, {"reason": "LOST"}),
        (Gap, {"reason": ["FIRST"]}),
        (tuple[int, ...], 4),
        (tuple[int, ...], ["a"]),
        (tuple[str, float], ["a"]),
        (frozenset[str], [0]),
        (frozenset[str], [-1]),
        (frozenset[str], ["a"]),
        (Mapping[int, int], {"x": 1}),
        (Mapping[int, int], {"9" * 30: 1}),
        (Sentence, ["c", "{a.__class__}", {"a": "x"}]),
        (Sentence, ["c", "{a[0]}", {"a": "x"}]),
        (Sentence, ["c", "{a!r:>9999999}", {"a": "x"}]),
        (Sentence, ["c", "{a} {b}", {"a": "x"}]),
        (Sentence, "text"),
    ],
)
def test_what_a_type_cannot_be_is_refused(kind, wrong):
    with pytest.raises(TraceError):
        Codec(TextTable()).way(kind).read(wrong)


def test_a_type_without_a_form_is_told_when_it_is_met():
    with pytest.raises(TypeError, match="no form"):
        Codec(TextTable()).way(dict[str, object])


def test_texts_are_written_once():
    texts = TextTable()
    write = Codec(texts).way(frozenset[str]).write

    assert write(frozenset({"/b", "/a"})) == [0, 1]
    assert texts.news() == ["/a", "/b"]
    assert write(frozenset({"/c", "/b"})) == [1, 2]
    assert texts.news() == ["/c"]
