"""Lets one program of ours at a time change the env file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from traintray.core.knobs.errors import EnvFileError, StateError
from traintray.core.knobs.trouble import about_state
from traintray.core.sentence import Sentence

_PAUSE_S = 0.02


@contextlib.contextmanager
def held(state_dir: Path, patience_s: float = 3.0) -> Iterator[None]:
    """Hold the lock; the kernel releases it when a holder dies.

    Raises EnvFileError when another program still holds it after `patience_s`, and
    StateError when there can be no lock.
    """
    descriptor = _opened(state_dir)
    try:
        deadline_s = time.monotonic() + patience_s
        while not _taken(descriptor, state_dir):
            if time.monotonic() >= deadline_s:
                raise EnvFileError(
                    Sentence(
                        "EnvFile",
                        "another traintray is changing the env file. Try again.",
                    )
                )
            time.sleep(_PAUSE_S)
        yield
    finally:
        os.close(descriptor)


def _opened(state_dir: Path) -> int:
    with about_state(state_dir):
        state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = state_dir.stat().st_mode
    if mode & stat.S_IWOTH:
        # Whoever can write here decides what `undo` writes into the env file.
        loose = Sentence(
            "EnvFile", "every user may write to {folder}. Run: chmod o-w {folder}"
        )
        raise StateError(loose.filled(folder=state_dir))
    path = state_dir / "env.lock"
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with about_state(path):
        return os.open(path, flags, 0o600)


def _taken(descriptor: int, state_dir: Path) -> bool:
    with about_state(state_dir / "env.lock"):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
