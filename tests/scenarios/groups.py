"""A control group for one workload, of either version, and its swap file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from scenarios.scenario import Cage

ROOT = Path("/sys/fs/cgroup")
NAME = f"traintray-score-{os.getpid()}"
SWAP_FILE = Path("/var/tmp/traintray-score.swap")
_PERIOD_US = 100_000


class NoGroups(Exception):
    """Control groups cannot be made here; says why."""


class Group:
    """Control group of a workload: accounts for its CPU time, and may limit it."""

    def __init__(self, cage: Cage, folder: Path) -> None:
        self._cage = cage
        self._folder = folder
        self._made: list[Path] = []
        self.usage_file: Path | None = None
        """Where the kernel counts the CPU time of all its processes."""

    def make(self) -> None:
        """Make it; NoGroups when a limit is wanted and cannot be had."""
        try:
            if (ROOT / "cgroup.controllers").exists():
                self._make_version_2()
            else:
                self._make_version_1()
        except OSError as error:
            self.remove()
            if self._cage.limits:
                raise NoGroups(f"control groups: {error}") from error

    def enter(self, command: list[str]) -> list[str]:
        """Return the command that starts another one inside."""
        if not self._made:
            return command
        files = [str(path / "cgroup.procs") for path in self._made]
        script = 'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ >"$1"; shift'
        script += '; n=$((n-1)); done; exec "$@"'
        return ["sh", "-c", script, "sh", str(len(files)), *files, *command]

    def remove(self) -> None:
        """Remove it; its processes have ended."""
        for path in self._made:
            for _ in range(50):
                try:
                    path.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.1)
        self._made = []

    def _make_version_1(self) -> None:
        account = self._directory(ROOT / "cpuacct" / NAME)
        self.usage_file = account / "cpuacct.usage"
        cage = self._cage
        if cage.quota_cpus is not None:
            group = self._directory(ROOT / "cpu" / NAME)
            (group / "cpu.cfs_period_us").write_text(str(_PERIOD_US))
            quota_us = int(cage.quota_cpus * _PERIOD_US)
            (group / "cpu.cfs_quota_us").write_text(str(quota_us))
        if cage.memory_bytes is not None:
            group = self._directory(ROOT / "memory" / NAME)
            (group / "memory.limit_in_bytes").write_text(str(cage.memory_bytes))
        if cage.read_bytes_per_s is not None:
            group = self._directory(ROOT / "blkio" / NAME)
            limit = f"{_disk_under(self._folder)} {cage.read_bytes_per_s}"
            (group / "blkio.throttle.read_bps_device").write_text(limit)

    def _make_version_2(self) -> None:
        cage = self._cage
        wanted = [
            controller
            for controller, value in (
                ("cpu", cage.quota_cpus),
                ("memory", cage.memory_bytes),
                ("io", cage.read_bytes_per_s),
            )
            if value is not None
        ]
        for controller in wanted:
            (ROOT / "cgroup.subtree_control").write_text(f"+{controller}")
        group = self._directory(ROOT / NAME)
        self.usage_file = group / "cpu.stat"
        if cage.quota_cpus is not None:
            quota_us = int(cage.quota_cpus * _PERIOD_US)
            (group / "cpu.max").write_text(f"{quota_us} {_PERIOD_US}")
        if cage.memory_bytes is not None:
            (group / "memory.max").write_text(str(cage.memory_bytes))
        if cage.read_bytes_per_s is not None:
            limit = f"{_disk_under(self._folder)} rbps={cage.read_bytes_per_s}"
            (group / "io.max").write_text(limit)

    def _directory(self, path: Path) -> Path:
        path.mkdir(exist_ok=True)
        self._made.append(path)
        return path


def _disk_under(folder: Path) -> str:
    """Return `major:minor` of the whole disk that a folder lies on."""
    number = os.stat(folder).st_dev
    device = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
    if (device / "partition").exists():
        device = device.parent
    return (device / "dev").read_text().strip()


@contextlib.contextmanager
def swap_of(size_bytes: int | None) -> Iterator[None]:
    """Add a swap file for as long as the context lasts."""
    if size_bytes is None:
        yield
        return
    _remove_swap()  # a scorer that was killed may have left it
    try:
        SWAP_FILE.touch(mode=0o600)
        for words in (
            ("fallocate", "-l", str(size_bytes), str(SWAP_FILE)),
            ("mkswap", "-q", str(SWAP_FILE)),
            ("swapon", str(SWAP_FILE)),
        ):
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                raise NoGroups(f"{words[0]}: {done.stderr.strip()}")
        yield
    finally:
        _remove_swap()


def _remove_swap() -> None:
    if SWAP_FILE.exists():
        subprocess.run(("swapoff", str(SWAP_FILE)), capture_output=True, check=False)
        SWAP_FILE.unlink()
