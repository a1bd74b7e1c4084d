"""A trace that is being read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from traintray.core.parts import Origin
from traintray.core.replay import header as heading
from traintray.core.replay.errors import NoTraceError, TraceError
from traintray.core.replay.recalled import Recalled
from traintray.core.replay.recording import kind_of
from traintray.core.replay.replaying import replayed_origin
from traintray.core.replay.told import Told
from traintray.core.replay.trace_file import LineReader
from traintray.core.sampling.sensor import Sensor


class Trace:
    """Goes through a trace second by second, and stands for its machine meanwhile."""

    def __init__(self, path: Path, sensors: Sequence[Sensor]) -> None:
        """Open it and read its first line. `sensors` as for `replayed_origin`.

        OSError when the file cannot be read, NoTraceError when it is no trace or one
        of a newer version.
        """
        self._reader = LineReader(path)
        self._lines = self._reader.lines()
        self._sensors = tuple(sensors)
        self._recalled = Recalled({s.key: kind_of(s) for s in self._sensors})
        try:
            first = next(self._lines, None)
            if first is None:
                raise NoTraceError("it is empty")
            self.header = heading.read(first)
        except BaseException:
            self._reader.close()
            raise

    @property
    def origin(self) -> Origin:
        """What its pipeline has to be told."""
        return replayed_origin(self.header, self._recalled, self._sensors)

    @property
    def now(self) -> Recalled:
        """The second that it stands at."""
        return self._recalled

    @property
    def line_number(self) -> int:
        """Of the second that it stands at, from 1 for the header."""
        return self._reader.line_number

    @property
    def done_fraction(self) -> float | None:
        """How much of the file was played, 0..1; None for a pipe."""
        return self._reader.done_fraction

    @property
    def is_cut(self) -> bool:
        """It ends within a line: the recorder was killed, or the disk was full."""
        return self._reader.is_cut

    @property
    def told_live(self) -> Told:
        """What was said live in this second."""
        return self._recalled.told

    def advance(self) -> bool:
        """Go to the next second; False when there is none.

        TraceError when the file is damaged: what came before it was right.
        """
        line = next(self._lines, None)
        if line is None:
            return False
        if heading.begins(line):
            raise TraceError(
                f"line {self.line_number} begins another recording; replay that by"
                " itself"
            )
        try:
            self._recalled.take(line)
        except TraceError as error:
            raise TraceError(f"line {self.line_number} is damaged: {error}") from error
        return True

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()
