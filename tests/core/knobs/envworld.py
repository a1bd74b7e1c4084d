"""A folder with an env file in it, and another user to look at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from traintray.core import atomic
from traintray.core.knobs.envfile import EnvFile

PLAIN_USER = 65534
HEADER = b"# managed by traintray; load it with: set -a; . %s; set +a\n"


class World:
    """Paths of one test, and the env file in them."""

    def __init__(self, folder: Path, disk: atomic.Disk | None = None) -> None:
        self.path = folder / "config" / "train.env"
        self.state_dir = folder / "state"
        self.file = EnvFile(self.path, self.state_dir, disk)

    def write(self, data: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(data)

    def read(self) -> bytes:
        return self.path.read_bytes()

    def set(self, replace: bool = False, **wanted: str | None) -> None:
        self.file.apply(self.file.plan(wanted, replace_outside=replace))

    def block(self, *lines: bytes) -> bytes:
        """Our block as it stands in this world's file."""
        inner = b"".join(line + b"\n" for line in lines)
        header = HEADER % os.fsencode(self.path)
        return b"# >>> traintray >>>\n" + header + inner + b"# <<< traintray <<<\n"

    def leftovers(self) -> list[str]:
        """Names in the folder of the env file, apart from the file itself."""
        names = os.listdir(self.path.parent)
        return [name for name in names if name != self.path.name]


class FailingDisk(atomic.Disk):
    """A disk on which one step fails as the system would say it."""

    def __init__(self, step: str, number: int) -> None:
        self._step, self._number = step, number

    def _maybe_fail(self, step: str) -> None:
        if step == self._step:
            raise OSError(self._number, os.strerror(self._number))

    def write(self, descriptor: int, data: bytes) -> None:
        super().write(descriptor, data[: len(data) // 2])
        self._maybe_fail("write")
        super().write(descriptor, data[len(data) // 2 :])

    def sync(self, descriptor: int) -> None:
        self._maybe_fail("sync")
        super().sync(descriptor)

    def replace(self, draft: Path, target: Path) -> None:
        self._maybe_fail("replace")
        super().replace(draft, target)


def as_plain_user(work: Callable[[], str]) -> str:
    """Return what `work` returns to a user without privileges (root sees no bits)."""
    if os.geteuid() != 0:
        return work()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(PLAIN_USER)
            os.setuid(PLAIN_USER)
            answer = work()
        except BaseException as error:  # noqa: BLE001  (it has to reach the parent)
            answer = f"{type(error).__name__}: {error}"
        os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    return answer
