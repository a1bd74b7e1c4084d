"""Shows a recording in the window and the tray, as its user saw it."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from traintray.core.assembly import build_replay
from traintray.core.frame import Frame, State
from traintray.core.replay.errors import TraceError
from traintray.core.replay.replay import Replay
from traintray.core.sentence import Sentence
from traintray.settings.folders import Folders, NoHomeError

if TYPE_CHECKING:
    from traintray.core.history.store import Store
    from traintray.core.parts import Note
    from traintray.settings.settings import Settings
    from traintray.ui.feed import Source

_LONGEST_STEP_S = 2.5
"""A screen that stood still, as in a suspend, does not make the recording rush."""
_MOST_AT_ONCE_S = 0.7
"""Of a second that is spent on catching up, so that the window can be used."""

_PLAYING = Sentence(
    "Replay",
    "This is the recording {file} of {day}, now at {time} ({share}). Nothing here is"
    " measured now, and what is applied goes to a folder that is deleted at the end.",
)
_ENDED = Sentence("Replay", "The recording {file} of {day} is at its end.")
_DAMAGED = Sentence("Replay", "The recording {file} of {day} is damaged: {why}.")


class ReplaySource:
    """Gives the window the recorded second that is due."""

    def __init__(
        self,
        replay: Replay,
        name: str,
        speed: float,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._replay = replay
        self._speed = speed
        self._now_s = now_s
        self._is_paused = False
        self._is_over = False
        self._last_at_s: float | None = None
        self._due_s = 0.0
        day = time.strftime(
            "%Y-%m-%d %H:%M", time.localtime(replay.trace.header.wall_s)
        )
        self._values = {"file": name, "day": day}
        self.notice = self._playing()

    @property
    def store(self) -> Store:
        """The series that the graphs draw."""
        return self._replay.pipeline.store

    def pause(self, paused: bool) -> None:
        """Hold the recording, or go on with it."""
        self._is_paused = paused

    def watch(self, watched: bool) -> None:
        """Do nothing: what was measured while nobody looked was recorded."""

    def tick(self, at_s: float, wall_s: float, missed_ticks: int = 0) -> Frame:
        """Play what is due since the last call, and return the newest frame."""
        last_s, self._last_at_s = self._last_at_s, at_s
        if last_s is None:
            self._step()
        elif not self._is_paused:
            self._due_s += min(_LONGEST_STEP_S, at_s - last_s) * self._speed
            self._play(self._now_s() + _MOST_AT_ONCE_S)
        frame = self._replay.frame
        assert frame is not None, "a trace without a second is refused before"
        return replace(frame, state=State.PAUSED) if self._is_paused else frame

    def _play(self, until_s: float) -> None:
        while self._replay.elapsed_s + 0.5 < self._due_s and not self._is_over:
            self._step()
            if self._now_s() >= until_s:
                self._due_s = self._replay.elapsed_s
                return

    def _step(self) -> None:
        try:
            self._is_over = self._replay.step() is None
        except TraceError as error:
            self._is_over = True
            self.notice = _DAMAGED.filled(**self._values, why=str(error))
        else:
            ended = _ENDED.filled(**self._values)
            self.notice = ended if self._is_over else self._playing()

    def _playing(self) -> Sentence:
        """Say what is shown, which second of it, and how much of it was."""
        frame, header = self._replay.frame, self._replay.trace.header
        at_s = header.wall_s if frame is None else frame.wall_s
        now = time.strftime("%H:%M:%S", time.localtime(at_s))
        share = f"{self._replay.trace.done_fraction or 0.0:.0%}"
        return _PLAYING.filled(**self._values, time=now, share=share)


def run(file: str, speed: float) -> int:
    """Show the recording until the user closes its window; return the exit status.

    It lives in folders of its own beside an app that runs, and changes nothing of the
    user's.
    """
    wrong = _problem(Path(file))
    if wrong is not None:
        sys.stderr.write(f"traintray: {file}: {wrong}.\n")
        return 1
    from traintray.ui import app

    def make_source(settings: Settings, language: str, note: Note) -> Source:
        replay = build_replay(Path(file), language)
        return ReplaySource(replay, Path(file).name, speed)

    with TemporaryDirectory(prefix="traintray-replay-") as folder:
        return app.run(False, make_source, _folders(Path(folder)))


def _problem(path: Path) -> str | None:
    """Return why a file cannot be shown; its first second is played to see that, so
    that it is read twice.
    """
    if path.is_fifo():
        return "it is a pipe; the window needs a file that can be read again"
    try:
        replay = build_replay(path)
        try:
            return None if replay.step() else "nothing follows its first line"
        finally:
            replay.trace.close()
    except TraceError as error:
        return str(error)
    except OSError as error:
        return error.strerror or str(error)


def _folders(base: Path) -> Folders:
    """Return folders below `base`, with the user's own settings in them."""
    made = Folders(
        config_dir=base / "config",
        state_dir=base / "state",
        runtime_dir=base / "run",
        autostart_dir=base / "autostart",
    )
    made.config_dir.mkdir()
    try:
        own = Folders.find().settings_file
        if own.is_file():
            shutil.copyfile(own, made.settings_file)
    except (NoHomeError, OSError):
        pass  # the settings are the defaults then
    return made
