"""One run's processes over time: who belongs, who plays which part, who is busy."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.earlier_work import LittleWork
from traintray.core.detection.framework import Framework, by_threads
from traintray.core.detection.member_rates import MemberRates
from traintray.core.detection.roles import (
    Child,
    has_collectives,
    is_launcher,
    role_of_child,
)
from traintray.core.detection.run import CodeLine, Member, Role, ScriptSign
from traintray.core.detection.run_watch import RunWatch
from traintray.core.detection.world import World
from traintray.core.readings import (
    MemberReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)

ACTIVE_THREADS = 0.3
"""Demand from which a process counts as computing."""
_PARALLEL_THREADS = 1.2
_REFRESH_S = 10.0
_FORGET_SHARE = 0.9
"""Of the demand by thread name this much is kept each second: the last 10 s count."""


@dataclass
class RunTree:
    """The processes below one root, with what must be remembered of them."""

    root: ProcessReading
    pids: tuple[int, ...]
    active_s: float = 0.0
    """For how long it has computed, in total."""
    little_work: LittleWork = field(default_factory=LittleWork)
    is_known: bool = False
    """It has been a run before: one that rests stays one."""
    may_be_called: bool = False
    """It listens for calls, as far as was seen when that was asked."""
    asked_listening_at_s: float = float("-inf")
    script_serves: bool | None = None
    """What the text of its program says; None while that was not read."""
    is_no_training: bool = False
    """It serves, tests or installs, so it is no run whatever it computes."""
    asked_callers_at_s: float = float("-inf")
    framework: Framework | None = None
    usable_cpus: UsableCpus | None = None
    wider_cpus: int | None = None
    """Logical CPUs of the process that started it."""
    code_lines: tuple[CodeLine, ...] | None = None
    script_signs: tuple[ScriptSign, ...] | None = None
    """None while its script was not read: the disk may hang."""
    watch: RunWatch = field(default_factory=RunWatch)
    _rates: MemberRates = field(default_factory=MemberRates)
    _parallel: set[int] = field(default_factory=set)
    _masks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _demand_by_name: dict[str, float] = field(default_factory=dict)
    _refresh_at_s: float = 0.0

    @property
    def key(self) -> str:
        """Identity of the run while its root lives."""
        return f"{self.root.pid}-{self.root.started_ticks}"

    @property
    def pools_compute(self) -> bool:
        """Whether pools of this run fit the model: they are ranks, not loaders."""
        return self.framework is not None and self.framework.pools_compute

    def reset(self) -> None:
        """Begin anew after a gap in time."""
        self._rates.reset()
        self.watch.reset()

    def look(
        self,
        processes: dict[int, ProcessReading],
        candidates: Candidates,
        world: World,
        at_s: float,
    ) -> tuple[Member, ...]:
        """Look at every member's threads and give each its role."""
        threads = {pid: _threads(world, pid, at_s) for pid in processes}
        self._note_parallel(threads)
        self._note_names(threads)
        self._refresh(processes, candidates, world, at_s)
        self._read_masks(processes, world)
        self._rates.keep_only(processes)
        roles = {
            pid: self._role(process, processes, candidates, at_s)
            for pid, process in processes.items()
        }
        if _is_idle(threads.get(self.root.pid)) and Role.RANK in roles.values():
            roles[self.root.pid] = Role.LAUNCHER
        return tuple(
            Member(
                pid,
                roles[pid],
                process.name,
                process.cpu_cores,
                process.user_s + process.system_s,
                process.rss_bytes,
                threads[pid],
                self._masks.get(pid, ()),
                self._rates.update(process),
                process.state,
                process.started_ticks,
            )
            for pid, process in processes.items()
        )

    def read_script(self, world: World, facts: ProcessFacts | None) -> None:
        """Take note of what its script says, once: it runs as it was then."""
        if facts is None:
            return
        with suppress(OSError):
            if self.code_lines is None:
                self.code_lines = world.code_lines(facts)
        with suppress(OSError):
            if self.script_signs is None:
                self.script_signs = world.script_signs(facts)

    def choose_framework(self, candidates: Candidates) -> None:
        """Tell which of the mapped frameworks computes, by the busy threads' names."""
        mapped: dict[str, Framework] = {}
        for pid in self.pids:
            mapped.update((f.name, f) for f in candidates.frameworks(pid))
        ranked = sorted(mapped.values(), key=lambda f: f.rank)
        self.framework = by_threads(ranked, self._demand_by_name)

    def _role(
        self,
        process: ProcessReading,
        processes: dict[int, ProcessReading],
        candidates: Candidates,
        at_s: float,
    ) -> Role:
        facts = candidates.facts(process, at_s)
        command = facts.command if facts else ()
        if process.pid == self.root.pid:
            return Role.LAUNCHER if is_launcher(command) else Role.MAIN
        parent = processes.get(process.parent_pid)
        parent_facts = candidates.facts(parent, at_s) if parent else None
        return role_of_child(
            Child(
                name=process.name,
                command=command,
                parent_command=parent_facts.command if parent_facts else (),
                is_python=facts.is_python if facts else False,
                computes_in_parallel=process.pid in self._parallel,
            ),
            self.pools_compute,
        )

    def _note_parallel(self, threads: dict[int, MemberReading | None]) -> None:
        for pid, seen in threads.items():
            if seen is None:
                continue
            several = (seen.busy_threads or 0) >= 2
            demand = seen.demand_threads or 0.0
            if (several and demand >= _PARALLEL_THREADS) or has_collectives(
                seen.thread_names
            ):
                self._parallel.add(pid)

    def _note_names(self, threads: dict[int, MemberReading | None]) -> None:
        kept = {n: d * _FORGET_SHARE for n, d in self._demand_by_name.items()}
        for seen in threads.values():
            for name, demand in (seen.demand_by_name if seen else {}).items():
                kept[name] = kept.get(name, 0.0) + demand
        # What has faded is dropped: short-lived threads may bear ever new names.
        self._demand_by_name = {n: d for n, d in kept.items() if d > 0.01}

    def _refresh(
        self,
        processes: dict[int, ProcessReading],
        candidates: Candidates,
        world: World,
        at_s: float,
    ) -> None:
        """Ask again, now and then, for what changes seldom."""
        if at_s < self._refresh_at_s and self.usable_cpus is not None:
            return
        self._refresh_at_s = at_s + _REFRESH_S
        self._masks = {}
        self.choose_framework(candidates)
        facts = candidates.facts(self.root, at_s)
        variables = (facts.thread_variables if facts else None) or {}
        own = _cpus(world, self.root.pid, None)
        # A process without a parent has nobody whose mask would tell more.
        parent_pid = processes[self.root.pid].parent_pid
        wider = _cpus(world, self.root.pid, parent_pid) if parent_pid > 0 else None
        wider = wider or own
        both = {cpu for cpus in (own, wider) if cpus for cpu in cpus.logical_cpus}
        self.wider_cpus = len(both) or None
        self.usable_cpus = wider if binds_threads(variables) else own
        if self.usable_cpus is None:
            self._refresh_at_s = at_s

    def _read_masks(
        self, processes: Mapping[int, ProcessReading], world: World
    ) -> None:
        for pid in processes:
            if pid in self._masks:
                continue
            try:
                self._masks[pid] = world.allowed_cpus(pid)
            except OSError:
                continue


def binds_threads(variables: Mapping[str, str]) -> bool:
    """Tell whether an OpenMP variable pins each thread to a CPU of its own.

    The mask of the main thread, and of every process it forks, then is what OpenMP
    chose and not what the run may use.
    """
    bound = variables.get("OMP_PROC_BIND", "false").lower() not in ("false", "0", "")
    return bound or any(n in variables for n in ("GOMP_CPU_AFFINITY", "KMP_AFFINITY"))


def _cpus(world: World, pid: int, mask_of: int | None) -> UsableCpus | None:
    try:
        return world.usable_cpus(pid, mask_of)
    except OSError:
        return None


def _threads(world: World, pid: int, at_s: float) -> MemberReading | None:
    try:
        return world.threads(pid, at_s)
    except OSError:
        return None


def _is_idle(seen: MemberReading | None) -> bool:
    return seen is not None and (seen.demand_threads or 0.0) < ACTIVE_THREADS
