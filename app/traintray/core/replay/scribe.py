"""Puts one second together: only what is new in it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traintray.core.frame import Frame
from traintray.core.readings import ProcessFacts
from traintray.core.replay import changes, questions, refusals
from traintray.core.replay.codec import Codec
from traintray.core.replay.questions import Key
from traintray.core.replay.table import TableWriter
from traintray.core.replay.texts import TextTable
from traintray.core.replay.told import Told, told
from traintray.core.sensors.process_table_reading import ProcessTableReading

Json = Any


class Scribe:
    """Remembers what was written, and notes what differs from it."""

    def __init__(self, clean: Callable[[Any], Any]) -> None:
        self._clean = clean
        self._texts = TextTable()
        self._codec = Codec(self._texts)
        self._table = TableWriter(self._codec, clean)
        self._kinds = questions.answer_kinds()
        self._sensors: dict[str, Json] = {}
        self._answers: dict[Key, Json] = {}
        self._offset_s: float | None = None
        self._told: Told = {}
        self._new_sensors: dict[str, Json] = {}
        self._new_answers: dict[Key, list[Json]] = {}
        self._new_offset_s: float | None = None

    def note_offset(self, offset_s: float) -> None:
        """Note how far the boot clock is ahead."""
        self._new_offset_s = offset_s

    def note_reading(self, key: str, kind: Any, reading: Any, at_s: float) -> None:
        """Note what a sensor said."""
        if kind is ProcessTableReading:
            self._forget(reading.ended)
            self._sensors.pop(key, None)
            self._new_sensors[key] = self._table.written(reading, at_s)
        else:
            self._note(key, self._codec.way(kind).write(self._clean(reading)))

    def note_refused(self, key: str, error: OSError) -> None:
        """Note why a sensor said nothing."""
        self._note(key, refusals.written(error, self._clean))

    def note_answer(self, key: Key, answer: Any) -> None:
        """Note what the world answered, or the OSError with which it refused."""
        if isinstance(answer, OSError):
            json = refusals.written(answer, self._clean)
        else:
            json = self._codec.way(self._kinds[key[0]]).write(self._clean(answer))
        how = changes.change(self._answers.get(key, changes.NOTHING), json)
        self._answers[key] = json
        self._new_answers.setdefault(key, []).append(how)

    def of_script(self, method: str, facts: ProcessFacts) -> Key:
        """Return the key of a question about a script, as it may be written."""
        return questions.of_script(method, self._clean(facts))

    def line(self, frame: Frame) -> dict[str, Json]:
        """Return the line of the second that a frame ends."""
        line: dict[str, Json] = {"at_s": frame.at_s, "wall_s": frame.wall_s}
        if frame.missed_ticks:
            line["missed_ticks"] = frame.missed_ticks
        if self._new_offset_s != self._offset_s:
            line["boot_offset_s"] = self._offset_s = self._new_offset_s
        news = {
            "texts": self._texts.news(),
            "sensors": self._new_sensors,
            "answers": [
                [*key, how]
                for key, hows in self._new_answers.items()
                if any(hows)
                for how in hows
            ],
        }
        line.update({name: new for name, new in news.items() if new})
        said = told(frame)
        if said != self._told:
            line["told"] = self._codec.way(Told).write(said)
            self._told = said
        self._new_sensors, self._new_answers = {}, {}
        return line

    def _note(self, key: str, json: Json) -> None:
        how = changes.change(self._sensors.get(key, changes.NOTHING), json)
        self._sensors[key] = json
        if how:
            self._new_sensors[key] = how

    def _forget(self, pids: frozenset[int]) -> None:
        """Forget processes that ended: a number may be given to another."""
        if pids:
            self._answers = {
                key: json
                for key, json in self._answers.items()
                if questions.pid_of(key) not in pids
            }
