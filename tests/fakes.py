"""Small stand-ins for the world, for all tests."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from traintray.core.sampling.clock import Interrupt

HOSTS = Path(__file__).parent / "hosts"
"""Recorded and hand-made machines: folders that stand for `/`."""


class FakeClock:
    """Clocks that move only when told to, or by the length of a sleep."""

    def __init__(self, at_s: float = 100.0) -> None:
        self._monotonic_s = at_s
        self._boot_ahead_s = 0.0
        self.sleeps: list[float] = []
        """The deadline of every sleep so far."""

    def advance(self, by_s: float) -> None:
        """Let time pass."""
        self._monotonic_s += by_s

    def suspend(self, for_s: float) -> None:
        """Put the computer to sleep for a while."""
        self._boot_ahead_s += for_s

    def monotonic_s(self) -> float:
        return self._monotonic_s

    def boot_s(self) -> float:
        return self._monotonic_s + self._boot_ahead_s

    def wall_s(self) -> float:
        return 1_700_000_000.0 + self.boot_s()

    def sleep_until(self, deadline_s: float, interrupt: Interrupt) -> bool:
        self.sleeps.append(deadline_s)
        self._monotonic_s = max(self._monotonic_s, deadline_s)
        return interrupt.is_set()


class ScriptedSensor:
    """A sensor that answers from a list; an exception in it is raised."""

    def __init__(self, *answers: object, key: str = "cpu") -> None:
        self.key = key
        self.resets = 0
        self._answers = iter(answers)

    def read(self, at_s: float) -> object:
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def series(self, reading: object) -> dict[str, float | None]:
        return {f"{self.key}.value": reading}

    def reset(self) -> None:
        self.resets += 1


def write_tree(root: Path, files: Mapping[str, str]) -> Path:
    """Write files under `root`, by relative path; return `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def host_with_links(name: str, folder: Path) -> Path:
    """Copy a recorded machine to `folder` with the links that `links.txt` names.

    They lead out of the tree, and an archive of the sources may hold no such links.
    """
    root = Path(shutil.copytree(HOSTS / name, folder))
    for line in (root / "links.txt").read_text().splitlines():
        path, target = line.split()
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(target)
    return root
