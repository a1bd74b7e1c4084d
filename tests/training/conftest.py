"""Starts real training runs, and ends them whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

WORKLOADS = Path(__file__).parent / "workloads"
FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")


class Trainings:
    """Real runs in folders of their own, with an environment of their own."""

    def __init__(self, folder: Path) -> None:
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.endswith("_NUM_THREADS")
        }
        for name in FOLDER_VARIABLES:
            (folder / name).mkdir(mode=0o700)
            self.environment[name] = str(folder / name)
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command in a process group of its own."""
        running = subprocess.Popen(
            words,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._running.append(running)
        return running

    def train(self, workload: str, seconds: int) -> subprocess.Popen[str]:
        """Start a workload of this folder, unmodified, as a user would."""
        return self.start(sys.executable, str(WORKLOADS / workload), str(seconds))

    def traintray(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours and wait for it."""
        return subprocess.run(
            [sys.executable, "-m", "traintray", *words],
            env=self.environment,
            text=True,
            capture_output=True,
            timeout=90,
            check=False,
        )

    def end(self, running: subprocess.Popen[str]) -> None:
        """End a run with everything it started."""
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate(timeout=20)

    def end_all(self) -> None:
        """End every run."""
        for running in self._running:
            self.end(running)


@pytest.fixture
def trainings(tmp_path: Path) -> Iterator[Trainings]:
    """Real runs, ended at the end of the test."""
    assert find_spec("torch"), "these tests need torch: pip install torch==2.13.0"
    started = Trainings(tmp_path)
    yield started
    started.end_all()


def ranks_of(launcher_pid: int, count: int) -> list[int]:
    """Wait until a launcher has `count` spawned ranks; return their pids."""
    end_s = time.monotonic() + 60
    while time.monotonic() < end_s:
        found = [
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and _is_rank(entry, launcher_pid)
        ]
        if len(found) == count:
            return found
        time.sleep(0.2)
    raise AssertionError(f"{launcher_pid} did not start {count} ranks")


def _is_rank(entry: Path, parent: int) -> bool:
    try:
        stat = (entry / "stat").read_text()
        command = (entry / "cmdline").read_bytes()
    except OSError:
        return False
    ppid = int(stat.rpartition(")")[2].split()[1])
    return ppid == parent and b"--multiprocessing-fork" in command


def until_it_trained(pid: int) -> None:
    """Wait until a process has torch loaded and has computed for a while since."""
    end_s = time.monotonic() + 60
    maps = Path(f"/proc/{pid}/maps")
    while b"libtorch_cpu" not in maps.read_bytes():
        assert time.monotonic() < end_s, f"{pid} did not import torch"
        time.sleep(0.2)
    used_s = _cpu_s(pid)
    while _cpu_s(pid) < used_s + 3:
        assert time.monotonic() < end_s, f"{pid} did not compute"
        time.sleep(0.2)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def environment_of(pid: int) -> dict[str, str]:
    """Return the environment a process was started with."""
    entries = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    pairs = (entry.decode().partition("=") for entry in entries if entry)
    return {name: value for name, _, value in pairs}


def thread_count(pid: int) -> int:
    """Return how many threads a process has now."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))
