"""Runs one scenario: workload, watcher and witness, each in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scenarios.groups import Group, swap_of
from scenarios.made_up import MadeUp
from scenarios.processes import end_all_below, end_with_parent
from scenarios.scenario import Scenario

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
ONSET_WITHIN_S = 120.0
_LOOK_S = 0.5
_AHEAD = "-20"
"""Nice level of a whole session, `man 7 sched`: 87 times the share of another one.
Beside five sessions that test, -15 (28 times) left them a sixth of the CPUs."""
_OURS = ("_NUM_THREADS", "OMP_", "GOMP_", "KMP_", "MKL_")


class Failed(Exception):
    """The workload did not do what it is for; says what happened."""


@dataclass
class Recording:
    """All that was written down while one scenario ran."""

    scenario: Scenario
    seed: int
    onset_s: float
    end_s: float
    roots: tuple[int, ...]
    """Processes that were started as the workload."""
    seen: list[dict[str, Any]] = field(default_factory=list)
    """What the watcher said, a line per second."""
    witnessed: list[dict[str, Any]] = field(default_factory=list)
    """What the witness read, a line per second."""


@dataclass
class Setting:
    """How scenarios are run."""

    python: str
    keep_folder: Path
    """Where the recordings stay."""
    seconds: float | None = None
    """Watch exactly so long after the onset, instead of what the scenario says."""
    is_ahead: bool = False
    """Put what is started before the work of other sessions; needs root."""


class Stage:
    """One scenario with one seed. `is_told` ends it early, once the truth stands."""

    def __init__(self, scenario: Scenario, seed: int, setting: Setting) -> None:
        self._scenario, self._seed, self._setting = scenario, seed, setting
        self._folder = Path(tempfile.mkdtemp(prefix="traintray-score-", dir="/var/tmp"))
        self._places = {
            "python": setting.python,
            "here": str(HERE / "workloads"),
            "folder": str(self._folder),
            "cpus": str(len(os.sched_getaffinity(0))),
        }
        self._workload: list[subprocess.Popen[bytes]] = []
        self._watcher: subprocess.Popen[bytes] | None = None
        self._made_up = MadeUp(scenario, self._folder)
        self._trail = setting.keep_folder / f"{scenario.name}-{seed}"

    def play(self, is_told: Callable[[Recording], bool]) -> Recording:
        """Run it; everything that was started has ended when this returns.

        Raises Failed when the workload ends or never begins, NoGroups when a limit
        cannot be had.
        """
        group = Group(self._scenario.cage, self._folder)
        try:
            with swap_of(self._scenario.cage.swap_bytes):
                try:
                    group.make()
                    return self._play(group, is_told)
                finally:
                    end_all_below()
                    group.remove()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _play(self, group: Group, is_told: Callable[[Recording], bool]) -> Recording:
        scenario = self._scenario
        self._trail.mkdir(parents=True, exist_ok=True)
        with self._watching() as seen:
            command = scenario.filled(scenario.command, self._places)
            command += scenario.arguments(self._seed)
            for number in range(scenario.copies):
                self._start(group.enter(command), f"workload-{number}.txt")
            self._made_up.begin(self._workload[0].pid, has_onset=False)
            onset_s = self._await_onset()
            if scenario.beside:
                words = scenario.filled(scenario.beside, self._places)
                self._workload.append(self._spawn(words, "beside.txt", {}))
                onset_s = time.monotonic()
            if self._made_up.has_onset:
                self._made_up.begin(self._workload[0].pid, has_onset=True)
                onset_s = time.monotonic()
            recording = Recording(scenario, self._seed, onset_s, onset_s, self._roots())
            with self._witnessing(group) as witnessed:
                self._watch(recording, seen, is_told)
            recording.witnessed = list(_lines(witnessed))
        recording.seen = [line for line in _lines(seen) if "at_s" in line]
        return recording

    def _watch(
        self, recording: Recording, seen: Path, is_told: Callable[[Recording], bool]
    ) -> None:
        exact_s = self._setting.seconds
        least_s = exact_s or self._scenario.least_s
        most_s = exact_s or self._scenario.seconds
        while True:
            time.sleep(_LOOK_S)
            self._check_alive()
            self._made_up.go_on()
            recording.end_s = time.monotonic()
            passed_s = recording.end_s - recording.onset_s
            if passed_s >= most_s:
                return
            if exact_s is None and passed_s >= least_s:
                recording.seen = [line for line in _lines(seen) if "at_s" in line]
                if is_told(recording):
                    return

    def _roots(self) -> tuple[int, ...]:
        return tuple(p.pid for p in self._workload[: self._scenario.copies])

    def _start(self, words: list[str], trail: str) -> None:
        variables = self._scenario.env
        filled = {
            name: self._scenario.filled((value,), self._places)[0]
            for name, value in variables.items()
        }
        self._workload.append(self._spawn(words, trail, filled))

    def _spawn(
        self, words: list[str], trail: str, variables: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        with (self._trail / trail).open("wb") as file:
            process = subprocess.Popen(
                words,
                env={**_environment(), "SCENARIO_LIMIT_S": "400", **variables},
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        if self._setting.is_ahead:
            # Linux shares CPUs between sessions first: `nice` counts only inside one.
            Path(f"/proc/{process.pid}/autogroup").write_text(_AHEAD)
        return process

    def _await_onset(self) -> float:
        end_s = time.monotonic() + ONSET_WITHIN_S
        wanted = self._scenario.copies
        while time.monotonic() < end_s:
            onsets = [
                float(line.split()[1])
                for number in range(wanted)
                for line in self._said(f"workload-{number}.txt")
                if line.startswith("onset ")
            ]
            if len(onsets) >= wanted:
                return max(onsets)
            self._check_alive()
            time.sleep(0.1)
        raise Failed("the workload did not say that it begins")

    def _said(self, trail: str) -> list[str]:
        return (self._trail / trail).read_text(errors="replace").splitlines()

    def _check_alive(self) -> None:
        if self._watcher is not None and self._watcher.poll() is not None:
            raise RuntimeError(f"the watcher ended: {self._said('seen.jsonl')[-1:]}")
        for number, process in enumerate(self._workload):
            if process.poll() is not None:
                name = f"workload-{number}.txt"
                said = self._said(name) if number < self._scenario.copies else []
                raise Failed(f"it ended with {process.returncode}: {said[-3:]}")

    @contextlib.contextmanager
    def _watching(self) -> Iterator[Path]:
        variables = {"PYTHONPATH": f"{TESTS.parent / 'app'}:{TESTS}"}
        variables.update(self._made_up.variables())
        words = [sys.executable, "-m", "scenarios.watcher"]
        process = self._watcher = self._spawn(words, "seen.jsonl", variables)
        seen = self._trail / "seen.jsonl"
        try:
            end_s = time.monotonic() + 30
            while not seen.read_bytes().startswith(b'{"ready"'):
                if process.poll() is not None or time.monotonic() > end_s:
                    raise RuntimeError(f"the watcher failed: {seen.read_text()}")
                time.sleep(0.1)
            yield seen
        finally:
            process.kill()
            process.wait()

    @contextlib.contextmanager
    def _witnessing(self, group: Group) -> Iterator[Path]:
        words = [sys.executable, str(HERE / "witness.py")]
        words.append(",".join(str(pid) for pid in self._roots()))
        if group.usage_file is not None:
            words.append(str(group.usage_file))
        process = self._spawn(words, "witnessed.jsonl", {})
        try:
            yield self._trail / "witnessed.jsonl"
        finally:
            process.kill()
            process.wait()


def _environment() -> dict[str, str]:
    """Return this environment without what others have set for threads."""
    return {
        name: value
        for name, value in os.environ.items()
        if not any(part in name for part in _OURS) and name != "PYTHONPATH"
    }


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Return the whole lines of a file that may still be written to."""
    for line in path.read_text().splitlines(keepends=True):
        if line.endswith("\n") and line.startswith("{"):
            yield json.loads(line)
