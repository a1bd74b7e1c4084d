"""Lets one program of ours at a time change the env file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from traintray.core.knobs.errors import EnvFileError
from traintray.core.sentence import Sentence

_PAUSE_S = 0.02


@contextlib.contextmanager
def held(state_dir: Path, patience_s: float = 3.0) -> Iterator[None]:
    """Hold the lock; the kernel releases it when a holder dies.

    Raises EnvFileError when another program still holds it after `patience_s`.
    """
    state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(state_dir / "env.lock", flags, 0o600)
    try:
        deadline_s = time.monotonic() + patience_s
        while not _taken(descriptor):
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


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
