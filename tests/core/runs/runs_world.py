"""Frames with runs in them, and processes that end as a test says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from traintray.core.archive.records import RunRecord
from traintray.core.detection.run import Member, Role, TrainingRun, UsableCpus
from traintray.core.diagnosis.verdict import Clear, Verdict
from traintray.core.frame import Episode, Frame, Machine, RunView, State
from traintray.core.runs.ends import Ends
from traintray.core.runs.ledger import Ledger
from traintray.core.runs.process_end import End

MACHINE = Machine(4, 8, 2**34, 0, (), gpu_expected=False)
WALL_S = 1_700_000_000.0
BOOT = "b007"


def member(pid: int, role: Role, name: str = "python") -> Member:
    return Member(pid, role, name, 1.0, 10.0, 2**20, None)


def run(pid: int = 100, *others: Member, ticks: int = 5, **changes) -> TrainingRun:
    made = TrainingRun(
        key=f"{pid}-{ticks}",
        root_pid=pid,
        name="train.py",
        command=("python", "train.py"),
        framework="pytorch",
        started_at_s=90.0,
        usable_cpus=UsableCpus(8.0, tuple(range(8)), 4, None),
        members=(member(pid, Role.MAIN), *others),
        thread_variables={"OMP_NUM_THREADS": "8"},
    )
    return replace(made, **changes)


def frame(
    at_s: float,
    *runs: TrainingRun,
    verdict: Verdict | None = None,
    episodes: tuple[Episode, ...] = (),
) -> Frame:
    views = tuple(RunView(r, verdict or Clear(), None, None) for r in runs)
    return Frame(
        at_s, WALL_S + at_s, State.OK, MACHINE, None, None, {}, None, None, views,
        episodes,
    )  # fmt: skip


@dataclass
class Processes:
    """A `/proc` in a folder, and the kernel's answers about ends."""

    root: Path
    ends: dict[int, End] = field(default_factory=dict)
    kills: int = 0

    def __post_init__(self) -> None:
        self.tell_kills(0)

    def start(self, pid: int, ticks: int = 5) -> None:
        folder = self.root / f"proc/{pid}"
        folder.mkdir(parents=True)
        self.write(pid, "S", ticks)

    def write(self, pid: int, state: str, ticks: int = 5, code: int = 0) -> None:
        fields = [state, *["0"] * 18, str(ticks), *["0"] * 29, str(code)]
        stat = f"{pid} (a) b) {' '.join(fields)}\n"
        (self.root / f"proc/{pid}/stat").write_text(stat)

    def end(self, pid: int) -> None:
        """It ends, and its parent takes the exit status."""
        (self.root / f"proc/{pid}/stat").unlink()

    def tell_kills(self, count: int) -> None:
        (self.root / "proc").mkdir(parents=True, exist_ok=True)
        (self.root / "proc/vmstat").write_text(f"pgfault 7\noom_kill {count}\n")


class TellingEnds(Ends):
    """Ends as a test tells them, without the kernel."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, open_process=lambda _pid: None)
        self.told: dict[int, End] = {}
        self.waiting: set[int] = set()

    def watch(self, pid: int, started_ticks: int, *, is_root: bool = False) -> None:
        self.waiting.add(pid)

    def is_watched(self, pid: int) -> bool:
        return pid in self.waiting

    def forget(self, pid: int) -> None:
        self.waiting.discard(pid)

    def take(self, at_s: float) -> dict[int, End]:
        found = {p: e for p, e in self.told.items() if p in self.waiting}
        self.told.clear()
        self.waiting -= found.keys()
        return found


@dataclass
class World:
    """A ledger over processes that a test starts and ends."""

    root: Path

    def __post_init__(self) -> None:
        self.processes = Processes(self.root)
        self.ends = TellingEnds(self.root)
        self.ledger = Ledger(BOOT, self.root, self.ends)
        self.saved: list[RunRecord] = []

    def look(self, at_s: float, *runs: TrainingRun, figures=None, **more) -> None:
        """Let a second pass."""
        given = {r.key: figures or {} for r in runs}
        self.saved += self.ledger.update(frame(at_s, *runs, **more), given)

    @property
    def last(self) -> RunRecord:
        return self.saved[-1]
