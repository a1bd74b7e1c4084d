"""What a trace says of one second, and still holds from the seconds before."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, TypeVar

from traintray.core.replay import changes, questions, refusals
from traintray.core.replay.codec import Codec, Json
from traintray.core.replay.errors import TraceError
from traintray.core.replay.questions import Key
from traintray.core.replay.table import TableReader
from traintray.core.replay.texts import TextTable
from traintray.core.replay.told import Told
from traintray.core.sensors.process_table_reading import ProcessTableReading

T = TypeVar("T")
_MISSING = object()


class Recalled:
    """Takes a trace line by line; each replaces the second before.

    `kinds` are the types of the sensors' readings, by key; what other sensors said is
    passed over.
    """

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self.at_s = float("-inf")
        """When this second was, on the monotonic clock of the recorded machine."""
        self.wall_s = 0.0
        self.missed_ticks = 0
        self.offset_s = 0.0
        """How far its boot clock was ahead."""
        self.told: Told = {}
        """What was said live of each run."""
        self._texts = TextTable()
        self._codec = Codec(self._texts)
        self._table = TableReader(self._codec)
        self._kinds = kinds
        self._answer_kinds = questions.answer_kinds()
        self._sensors: dict[str, Json] = {}
        self._readings: dict[str, Any] = {}
        self._answers: dict[Key, Json] = {}
        self._known: dict[Key, Any] = {}
        self._due: dict[Key, deque[Any]] = {}

    def take(self, line: dict[str, Json]) -> None:
        """Take the next second; TraceError when the line is none."""
        read_float, read_int = self._codec.way(float).read, self._codec.way(int).read
        at_s, wall_s = read_float(line.get("at_s")), read_float(line.get("wall_s"))
        if not at_s > self.at_s:
            raise TraceError("time does not go on")
        self.at_s, self.wall_s = at_s, wall_s
        self.missed_ticks = read_int(line.get("missed_ticks", 0))
        self.offset_s = read_float(line.get("boot_offset_s", self.offset_s))
        if "told" in line:
            self.told = self._codec.way(Told).read(line["told"])
        self._texts.learn(self._codec.way(tuple[str, ...]).read(line.get("texts", [])))
        self._take_sensors(line.get("sensors", {}))
        self._take_answers(line.get("answers", []))

    def reading(self, key: str) -> Any:
        """Return what a sensor said, or raise the OSError with which it refused."""
        return _given(self._readings.get(key, OSError("it is not in the recording")))

    def answer(self, key: Key, default: T | OSError) -> T:
        """Return what the world answered, or raise its refusal; `default` where it
        was not asked, which may be an error too.

        A question that was asked more than once in this second gets its answers in
        their order.
        """
        due = self._due.get(key)
        if due:
            found: T = _given(due.popleft() if len(due) > 1 else due[0])
        else:
            found = _given(self._known.get(key, default))
        return found

    def _take_sensors(self, sensors: Json) -> None:
        if not isinstance(sensors, dict):
            raise TraceError("the sensors are none")
        for key, how in sensors.items():
            kind = self._kinds.get(key)
            if kind is None:
                continue
            if kind is ProcessTableReading and not _is_whole(how):
                self._take_table(key, how)
                continue
            json = changes.changed(self._sensors.get(key, changes.NOTHING), how)
            self._sensors[key] = json
            self._readings[key] = self._value(kind, json)

    def _take_table(self, key: str, json: Json) -> None:
        table = self._table.read(json, self.at_s)
        self._sensors.pop(key, None)
        self._readings[key] = table
        for known in (self._answers, self._known):
            for question in [k for k in known if questions.pid_of(k) in table.ended]:
                del known[question]

    def _take_answers(self, answers: Json) -> None:
        self._due = {}
        if not isinstance(answers, list):
            raise TraceError("the answers are none")
        for entry in answers:
            key, how = _question(entry)
            if key[0] not in self._answer_kinds:
                continue  # a newer version asks for more
            json = changes.changed(self._answers.get(key, changes.NOTHING), how)
            value = self._known.get(key, _MISSING)
            if how != changes.SAME or value is _MISSING:
                value = self._value(self._answer_kinds[key[0]], json)
            self._answers[key], self._known[key] = json, value
            self._due.setdefault(key, deque()).append(value)

    def _value(self, kind: Any, json: Json) -> Any:
        if refusals.is_refusal(json):
            return refusals.read(json)
        return self._codec.way(kind).read(json)


def _question(entry: Json) -> tuple[Key, Json]:
    """Return what was asked, and how the answer changed."""
    if not isinstance(entry, list) or len(entry) < 3:
        raise TraceError(f"{entry!r:.60} is no answer")
    *asked, how = entry
    key = tuple(tuple(part) if isinstance(part, list) else part for part in asked)
    try:
        hash(key)
    except TypeError:
        raise TraceError(f"{entry!r:.60} is no answer") from None
    return key, how


def _is_whole(how: Json) -> bool:
    return isinstance(how, dict) and "=" in how


def _given(value: Any) -> Any:
    if isinstance(value, OSError):
        raise value.with_traceback(None)  # it is raised each second
    return value
