"""Feeds a recorded trace to the real detector, rules and pipeline parts.

The traces in tests/traces/ were recorded at 1 Hz on a machine with two CPUs while a
workload with one known fault, or none, ran; see tests/traces/README.md.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path

from traintray.core.readings import (
    CgroupReading,
    CpuReading,
    CpuShares,
    Gap,
    GapReason,
    MemberReading,
    MemoryReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)
from traintray.core.sensors.usable_cpus import parse_cpu_list

FOLDER = Path(__file__).resolve().parents[1] / "traces"
PAGE_BYTES = 4096


@dataclass(frozen=True)
class Row:
    """One process in one second of a trace."""

    pid: int
    ppid: int
    name: str
    command: str
    started_ticks: int
    running_cores: float
    waiting_threads: float
    busy_threads: int
    threads: int
    voluntary_per_s: float
    involuntary_per_s: float
    cpus_allowed: str
    mapped: list[str]
    rss_bytes: int
    thread_names: list[str]
    user_cores: float
    system_cores: float
    major_faults_per_s: float
    minor_faults_per_s: float
    read_bytes_per_s: float
    swap_bytes: int
    pss_bytes: int | None


@dataclass(frozen=True)
class TraceTable:
    """The process table of one second."""

    processes: dict[int, ProcessReading]
    started: frozenset[int]
    ended: frozenset[int]
    busy: frozenset[int]


@dataclass
class Trace:
    """A recorded trace; as a world it shows the second it stands at."""

    name: str
    truth: str
    cpus: int
    quota_cpus: float | None
    seconds: list[dict]
    now: dict[int, Row] = field(default_factory=dict)
    before: frozenset[int] = frozenset()
    seen: set[int] = field(default_factory=set)
    used_s: dict[int, float] = field(default_factory=dict)
    system_s: dict[int, float] = field(default_factory=dict)
    faults: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Major and minor ones so far."""

    @classmethod
    def load(cls, name: str) -> Trace:
        raw = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
        return cls(
            raw["scenario"],
            raw["truth"],
            raw["cpus"],
            raw["quota_cpus"],
            raw["seconds"],
        )

    def step(self, second: dict) -> TraceTable:
        """Go to one second and return its process table."""
        rows = [Row(*values) for values in second["procs"]]
        self.now = {row.pid: row for row in rows}
        for row in rows:
            self._count(row)
        pids = frozenset(self.now)
        table = TraceTable(
            {pid: self._process(row, second["t"]) for pid, row in self.now.items()},
            pids - self.before,
            self.before - pids,
            frozenset(p for p, row in self.now.items() if row.running_cores >= 0.1),
        )
        self.before = pids
        return table

    def _count(self, row: Row) -> None:
        """Turn rates back into the counters that the kernel has."""
        pid = row.pid
        self.used_s[pid] = self.used_s.get(pid, 0.0) + row.running_cores
        self.system_s[pid] = self.system_s.get(pid, 0.0) + row.system_cores
        major, minor = self.faults.get(pid, (0.0, 0.0))
        self.faults[pid] = (
            major + row.major_faults_per_s,
            minor + row.minor_faults_per_s,
        )

    def memory(self, second: dict) -> MemoryReading:
        available = second["memory_available_bytes"]
        return MemoryReading(24 * 2**30, available, 0, 0, None, None)

    def cpu(self, second: dict) -> CpuReading:
        shares = tuple(CpuShares(busy, 0.0, 0.0, 0.0) for busy in second["percpu"])
        mean = sum(s.user for s in shares) / len(shares)
        return CpuReading(CpuShares(mean, 0.0, 0.0, 0.0), shares)

    def machine_series(self, second: dict) -> dict[str, float | None]:
        pages_in, pages_out = second["swap_pages"]
        found: dict[str, float | None] = {
            "memory.swap_in_bytes_per_s": pages_in * PAGE_BYTES,
            "memory.swap_out_bytes_per_s": pages_out * PAGE_BYTES,
        }
        for resource, percent in second["psi"].items():
            found[f"pressure.{resource}.stalled_fraction"] = percent / 100
        return found

    def _process(self, row: Row, at_s: float) -> ProcessReading:
        return ProcessReading(
            pid=row.pid,
            parent_pid=row.ppid,
            name=row.name,
            state="R",  # the recorder did not write it down
            started_ticks=row.started_ticks,
            user_s=self.used_s[row.pid] - self.system_s[row.pid],
            system_s=self.system_s[row.pid],
            thread_count=row.threads,
            rss_bytes=row.rss_bytes,
            major_faults=int(self.faults[row.pid][0]),
            read_at_s=at_s,
            cpu_cores=row.running_cores,
            minor_faults=int(self.faults[row.pid][1]),
        )

    # What the detector asks of a world:

    def is_python(self, pid: int) -> bool:
        return self._row(pid).command.split("/")[-1].startswith("python") or (
            self._row(pid).command.startswith("python")
            or "/python" in self._row(pid).command.split(" ")[0]
        )

    def facts(self, pid: int) -> ProcessFacts:
        row = self._row(pid)
        return ProcessFacts(
            command=_words(row.command),
            is_python=self.is_python(pid),
            mapped_files=frozenset(row.mapped),
            thread_variables=(
                {"OMP_PROC_BIND": "close"} if self.name == "pinned_workers" else {}
            ),
            working_folder="/nowhere",
        )

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        # The parent is the recorder, which may use the whole machine.
        cpus = tuple(range(self.cpus)) if mask_of else self.allowed_cpus(pid)
        count = min(float(len(cpus)), self.quota_cpus or float(len(cpus)))
        return UsableCpus(count, cpus, len(cpus), self.quota_cpus)

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        return parse_cpu_list(self._row(pid).cpus_allowed)

    def threads(self, pid: int, at_s: float) -> MemberReading:
        row = self._row(pid)
        names = dict.fromkeys(row.thread_names, 1)
        if pid not in self.seen:
            self.seen.add(pid)
            gap = Gap(GapReason.FIRST)
            return MemberReading(
                pid,
                None,
                None,
                None,
                row.threads,
                names,
                None,
                None,
                None,
                {"demand_threads": gap},
            )
        return MemberReading(
            pid,
            row.running_cores + row.waiting_threads,
            row.running_cores,
            row.busy_threads,
            row.threads,
            names,
            row.voluntary_per_s,
            row.involuntary_per_s,
            row.swap_bytes,
            # All resident memory: the recorder did not tell private from shared.
            private_bytes=row.rss_bytes,
            read_bytes_per_s=row.read_bytes_per_s,
            main_thread_cores=_main_thread_cores(row),
        )

    def forget(self, pid: int) -> None:
        self.seen.discard(pid)

    def reset(self) -> None:
        self.seen.clear()

    def code_lines(self, facts: ProcessFacts) -> tuple:
        return ()

    def script_signs(self, facts: ProcessFacts) -> tuple:
        return ()

    def script_serves(self, facts: ProcessFacts) -> bool:
        return False

    def has_callers(self, pid: int) -> bool:
        return False

    def listens(self, pid: int) -> bool:
        return False

    def cgroup(self, pid: int) -> CgroupReading:
        return CgroupReading(None, None, None)

    def proportional_bytes(self, pid: int) -> int | None:
        return self._row(pid).pss_bytes

    def _row(self, pid: int) -> Row:
        try:
            return self.now[pid]
        except KeyError as error:
            raise ProcessLookupError(pid) from error


def _main_thread_cores(row: Row) -> float | None:
    """The recorder summed over the threads; those of OpenMP work in step."""
    if not any("libgomp" in path for path in row.mapped):
        return None
    return row.running_cores / max(1, row.busy_threads)


def _words(command: str) -> tuple[str, ...]:
    """Undo what the recorder did to a command line: it joined the words."""
    words = command.split(" ")
    if "-c" in words:
        at = words.index("-c")
        code, *rest = " ".join(words[at + 1 :]).split(" --multiprocessing-fork")
        words = [*words[: at + 1], code, *(["--multiprocessing-fork"] if rest else [])]
    return tuple(words)
