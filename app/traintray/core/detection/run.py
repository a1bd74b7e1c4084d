"""What a training run is, seen from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.detection.traits import NO_TRAITS, NO_TRENDS, Traits, Trends
from traintray.core.model_name import model_of
from traintray.core.progress.progress import NOT_LOOKED, Absent, Progress
from traintray.core.readings import NO_GAPS, Gap, GapReason, MemberReading
from traintray.core.readings import UsableCpus as UsableCpus


class Role(Enum):
    """What one process does in its run."""

    LAUNCHER = "launcher"
    """Started the others and computes nothing itself (torchrun, mp.spawn parent)."""
    MAIN = "main"
    RANK = "rank"
    """One of several processes that train together."""
    WORKER = "worker"
    """Loads data for a main process or a rank."""
    COMPILER = "compiler"
    """Compiles for the run: Inductor's workers, and the compilers they start."""
    SUPPORT = "support"
    """All else that the run started: resource trackers, fork servers, tools."""


@dataclass(frozen=True, slots=True)
class ProcessRates:
    """What one process did over the last 5 s, from its `stat`; None when unknown."""

    user_cores: float | None = None
    system_cores: float | None = None
    """CPU time in the kernel, in logical CPUs.  `pidstat -u`, column %system"""
    children_cores: float | None = None
    """CPU time of children that ended, counted when they were waited for."""
    major_faults_per_s: float | None = None
    minor_faults_per_s: float | None = None
    """`pidstat -r`"""
    newest_children_cores: float | None = None
    """`children_cores` since the look before: of the last second alone."""


NO_RATES = ProcessRates()


@dataclass(frozen=True, slots=True)
class Member:
    """One process of a run."""

    pid: int
    role: Role
    name: str
    cpu_cores: float | None
    cpu_s: float
    """CPU time used so far, in seconds.  `ps -o cputime`"""
    rss_bytes: int
    threads: MemberReading | None
    """None when it was gone before its threads were read."""
    allowed_cpus: tuple[int, ...] = ()
    """Its own affinity mask; empty when it was not asked for."""
    rates: ProcessRates = NO_RATES
    state: str = ""
    """State of its first thread: D waits for a disk.  `ps -o stat`"""
    started_ticks: int | None = None
    """Clock ticks after boot; with the pid it identifies the process for good."""

    @property
    def is_new(self) -> bool:
        """Whether it was looked at only once, so that no rate is known yet."""
        if self.threads is None:
            return True
        gap = self.threads.gaps.get("demand_threads")
        return gap is not None and gap.reason is GapReason.FIRST


@dataclass(frozen=True, slots=True)
class Consumer:
    """A program outside all runs that uses the CPU."""

    pid: int
    name: str
    """The kernel's short name, of a Python program the script. Not trusted text."""
    cpu_cores: float
    """Logical CPUs it used on average over the last 10 s, all that it started and
    programs of the same name beside it included."""


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of the user's script that sets a thread count."""

    path: str
    line_number: int
    text: str
    """The line as it stands, stripped, secrets masked. Not trusted text."""


@dataclass(frozen=True, slots=True)
class ScriptSign:
    """A line of the user's program that shows what it uses or does."""

    name: str
    """Such as `lightning` or `persistent_workers`."""
    path: str
    line_number: int


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """A tree of processes that trains one model, grouped under its root."""

    key: str
    """`<pid>-<started ticks>` of the root: stays the same while it lives."""
    root_pid: int
    name: str
    """What the user would call it: the script or module, such as `train.py`."""
    command: tuple[str, ...]
    """Command line of the root process, secrets masked. Not trusted text."""
    framework: str
    """Identifier such as `pytorch`."""
    started_at_s: float
    """When the root process started, on the monotonic clock."""
    usable_cpus: UsableCpus
    members: tuple[Member, ...]
    thread_variables: Mapping[str, str] | None
    """Thread and device variables in the environment of the process that computes;
    None when it may not be read."""
    has_openmp: bool = False
    """An OpenMP runtime is mapped in the process that computes."""
    last_pool_names: tuple[str, ...] = ()
    """How the names begin of the threads after which its framework starts none to
    compute; empty where that is not known."""
    code_lines: tuple[CodeLine, ...] = ()
    """Lines of the script that set a thread count, when the script can be read."""
    script_signs: tuple[ScriptSign, ...] = ()
    """What its program shows, when it can be read."""
    trainer: str | None = None
    """Library that drives its loop, such as `lightning`; None where none was seen."""
    gaps: Mapping[str, Gap] = field(default_factory=lambda: NO_GAPS)
    traits: Traits = NO_TRAITS
    trends: Trends = NO_TRENDS
    progress: Progress | Absent = NOT_LOOKED
    """How fast it goes by what it writes itself; or why nobody can tell."""

    @property
    def model(self) -> str | None:
        """The model that its command line names, such as `resnet50`; None if unsure."""
        return model_of(self.command)

    def count(self, role: Role) -> int:
        """How many members play `role`."""
        return sum(1 for member in self.members if member.role is role)

    def with_roles(self, *roles: Role) -> tuple[Member, ...]:
        """Return the members that play one of `roles`, or all without roles."""
        return tuple(m for m in self.members if not roles or m.role in roles)

    def demand_threads(self, *roles: Role) -> float | None:
        """Return the summed demand of the given roles, or of all members.

        A member that was seen only once yet does not count. None when nobody could
        be looked at, or when one of them may not be read: a part is not the sum.
        """
        total, seen = 0.0, False
        for member in self.with_roles(*roles):
            if member.is_new:
                continue
            if member.threads is None or member.threads.demand_threads is None:
                return None
            total += member.threads.demand_threads
            seen = True
        return total if seen else None
