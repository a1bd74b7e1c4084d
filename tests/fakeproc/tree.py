"""A folder that looks like `/proc` to the sensors that read processes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class FakeThread:
    """What `task/<tid>/` shows of one thread."""

    name: str = "python"
    run_ns: int = 0
    wait_ns: int = 0
    slices: int = 0
    voluntary: int = 0
    involuntary: int = 0
    state: str = "S"
    ticks: int = 0


@dataclass
class FakeProcess:
    """What `/proc/<pid>/` shows of one process."""

    name: str = "sleep"
    parent: int = 1
    state: str = "S"
    user_ticks: int = 0
    system_ticks: int = 0
    children_ticks: int = 0
    started_ticks: int = 1000
    rss_pages: int = 10
    major_faults: int = 0
    swap_kib: int | None = 0
    anon_kib: int | None = 4000
    minor_faults: int = 0
    read_bytes: int | None = 0
    threads: dict[int, FakeThread] = field(default_factory=dict)


class FakeProc:
    """Processes and threads that do what the test says.

    A file of a process that ended can still be read through an open descriptor here;
    the real `/proc` answers ESRCH. Tests in `tests/real` see to that.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.processes: dict[int, FakeProcess] = {}
        self.forks = 5000
        self.last_pid = 100
        self.busy_ticks = 10_000
        self.has_fork_counter = True
        (root / "proc").mkdir()
        (root / "proc/meminfo").write_text("not a process\n")
        self.write_totals()

    def write_totals(self) -> None:
        """Write `/proc/stat` and `/proc/loadavg`."""
        forks = f"processes {self.forks}\n" if self.has_fork_counter else ""
        (self.root / "proc/stat").write_text(
            f"cpu  {self.busy_ticks} 0 0 900000 77 5 6 7 0 0\n"
            f"cpu0 {self.busy_ticks} 0 0 900000 77 5 6 7 0 0\n"
            f"intr 12345 0 0\nctxt 999\n{forks}procs_running 1\n"
        )
        tasks = sum(max(1, len(p.threads)) for p in self.processes.values())
        (self.root / "proc/loadavg").write_text(
            f"0.10 0.20 0.30 1/{tasks} {self.last_pid}\n"
        )

    def start(self, pid: int | None = None, **values: object) -> int:
        """Start a process as the kernel does: counters rise; return its pid."""
        self.last_pid = self.last_pid + 1 if pid is None else pid
        self.forks += 1
        pid = self.last_pid
        self.processes[pid] = FakeProcess(**values)  # type: ignore[arg-type]
        (self.root / f"proc/{pid}/task").mkdir(parents=True)
        self.write(pid)
        self.write_totals()
        return pid

    def end(self, pid: int) -> None:
        """End a process."""
        del self.processes[pid]
        shutil.rmtree(self.root / f"proc/{pid}")
        self.write_totals()

    def burn(self, pid: int, ticks: int) -> None:
        """Let a process use CPU time."""
        self.processes[pid].user_ticks += ticks
        self.write(pid)
        self.burn_unseen(ticks)

    def burn_unseen(self, ticks: int) -> None:
        """Let CPU time pass that no process is charged for."""
        self.busy_ticks += ticks
        self.write_totals()

    def thread(self, pid: int, tid: int, **values: object) -> FakeThread:
        """Start a thread of a process."""
        thread = FakeThread(**values)  # type: ignore[arg-type]
        self.processes[pid].threads[tid] = thread
        (self.root / f"proc/{pid}/task/{tid}").mkdir()
        self.write_thread(pid, tid)
        return thread

    def end_thread(self, pid: int, tid: int) -> None:
        """End a thread of a process."""
        del self.processes[pid].threads[tid]
        shutil.rmtree(self.root / f"proc/{pid}/task/{tid}")

    def run(self, pid: int, tid: int, run_s: float, wait_s: float = 0.0) -> None:
        """Let a thread run, after it waited for a CPU."""
        thread = self.processes[pid].threads[tid]
        thread.run_ns += round(run_s * 1e9)
        thread.wait_ns += round(wait_s * 1e9)
        thread.slices += 1
        self.write_thread(pid, tid)

    def write(self, pid: int) -> None:
        """Write `stat` and `status` of a process."""
        p = self.processes[pid]
        fields = [
            p.state,
            p.parent,
            0,
            0,
            0,
            -1,
            0,
            p.minor_faults,
            0,
            p.major_faults,
            0,
        ]
        fields += [p.user_ticks, p.system_ticks, p.children_ticks, 0, 20, 0]
        fields += [max(1, len(p.threads)), 0, p.started_ticks, 123456, p.rss_pages]
        line = " ".join(str(f) for f in [*fields, 18446744073709551615, *[0] * 27])
        folder = self.root / f"proc/{pid}"
        (folder / "stat").write_text(f"{pid} ({p.name}) {line}\n")
        swap = "" if p.swap_kib is None else f"VmSwap:\t{p.swap_kib} kB\n"
        anon = "" if p.anon_kib is None else f"RssAnon:\t{p.anon_kib} kB\n"
        (folder / "status").write_text(f"Name:\t{p.name}\n{anon}{swap}Threads:\t1\n")
        if p.read_bytes is not None:
            io = f"rchar: 999\nwchar: 9\nread_bytes: {p.read_bytes}\nwrite_bytes: 7\n"
            (folder / "io").write_text(io)

    def write_thread(self, pid: int, tid: int) -> None:
        """Write the files of a thread."""
        t = self.processes[pid].threads[tid]
        folder = self.root / f"proc/{pid}/task/{tid}"
        (folder / "schedstat").write_text(f"{t.run_ns} {t.wait_ns} {t.slices}\n")
        (folder / "comm").write_text(f"{t.name}\n")
        fields = " ".join(["0"] * 9)
        (folder / "stat").write_text(
            f"{tid} ({t.name}) {t.state} 1 {fields} {t.ticks} 0 0 0 20 0\n"
        )
        (folder / "status").write_text(
            f"Name:\t{t.name}\nvoluntary_ctxt_switches:\t{t.voluntary}\n"
            f"nonvoluntary_ctxt_switches:\t{t.involuntary}\n"
        )
