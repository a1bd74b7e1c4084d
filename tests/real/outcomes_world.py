"""Real runs that end in every way, watched by the real pipeline all at once."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from traintray.core.archive.names import boot_id
from traintray.core.archive.records import EpisodeRecord, Outcome, RunRecord
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.runs.keeper import Keeper
from traintray.core.runs.ledger import Ledger

# Maps a file called like PyTorch's main library, and burns CPU in `work`.
LOADS = """
import mmap, multiprocessing, os, signal, sys, time
from pathlib import Path
handle = open(Path(__file__).with_name("libtorch_cpu.so"), "rb")
mapped = mmap.mmap(handle.fileno(), 0, prot=mmap.PROT_READ)
here = Path(__file__).parent
def work(seconds=600.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (here / "go").exists():
        pass
def worker():
    (here / f"worker-{os.getpid()}").touch()
    while True:
        time.sleep(0.01)
def workers(count):
    found = [multiprocessing.get_context("fork").Process(target=worker, daemon=True)
             for _ in range(count)]
    for one in found:
        one.start()
    return found
"""


class Sink:
    """Keeps what the archive would."""

    def __init__(self) -> None:
        self.runs: list[RunRecord] = []

    def add(self, wall_s: float, values: Mapping[str, float | None]) -> None:
        """Forget samples."""

    def save_run(self, run: RunRecord) -> int:
        self.runs.append(run)
        return 1

    def save_episode(self, episode: EpisodeRecord) -> None:
        """Forget episodes."""

    def flush_soon(self) -> None:
        """Nothing waits."""


class Started:
    """A run in a folder of its own, started and reaped by a shell as users do."""

    def __init__(self, folder: Path, code: str, *before: str) -> None:
        folder.mkdir()
        self.folder = folder
        (folder / "libtorch_cpu.so").write_bytes(b"x" * 4096)
        script = folder / "train.py"
        script.write_text(LOADS + code)
        command = shlex.join([sys.executable, str(script)])
        self.process = subprocess.Popen(
            ["sh", "-c", f"{' '.join(before)} {command} & echo $!; wait $!"],
            start_new_session=True,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        self.pid = int(self.process.stdout.readline())

    def go(self) -> None:
        """Let its work come to an end."""
        (self.folder / "go").touch()

    def worker_pids(self) -> list[int]:
        return sorted(int(p.name.split("-")[1]) for p in self.folder.glob("worker-*"))

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Watching:
    """The real pipeline with a keeper, and what it saved."""

    def __init__(self) -> None:
        self.sink = Sink()
        self.keeper = Keeper(self.sink, boot_id(), Ledger(boot_id()))
        self.pipeline = build_pipeline(Wishes(min_active_s=0.5), self.keeper.note)

    def until(self, done: Callable[[], bool], seconds: float = 60.0) -> None:
        end_s = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end_s, "it did not come to that"
            self.pipeline.tick(time.monotonic(), time.time())
            time.sleep(0.5)

    def of(self, run: Started) -> list[RunRecord]:
        return [r for r in self.sink.runs if r.root_pid == run.pid]

    def is_seen(self, run: Started) -> bool:
        return bool(self.of(run))

    def has_ended(self, run: Started) -> bool:
        return any(r.outcome is not Outcome.RUNNING for r in self.of(run))

    def last(self, run: Started) -> RunRecord:
        ends = [r for r in self.of(run) if r.outcome is not Outcome.RUNNING]
        assert len(ends) == 1, f"reported {len(ends)} times"
        return ends[0]
