"""One run's processes over time: who belongs, who plays which part, who is busy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.roles import (
    Child,
    has_collectives,
    is_launcher,
    role_of_child,
)
from traintray.core.detection.run import CodeLine, Member, Role
from traintray.core.detection.world import World
from traintray.core.readings import MemberReading, ProcessReading, UsableCpus

ACTIVE_THREADS = 0.3
"""Demand from which a process counts as computing."""
_PARALLEL_THREADS = 1.2
_REFRESH_S = 10.0


@dataclass
class RunTree:
    """The processes below one root, with what must be remembered of them."""

    root: ProcessReading
    pids: tuple[int, ...]
    framework: str
    pools_compute: bool = False
    """Joblib pools of this run fit the model: they are ranks, not loaders."""
    active_s: float = 0.0
    """For how long it has computed, in total."""
    usable_cpus: UsableCpus | None = None
    code_lines: tuple[CodeLine, ...] = ()
    _parallel: set[int] = field(default_factory=set)
    _masks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _refresh_at_s: float = 0.0

    @property
    def key(self) -> str:
        """Identity of the run while its root lives."""
        return f"{self.root.pid}-{self.root.started_ticks}"

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
        self._refresh(processes, candidates, world, at_s)
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
            )
            for pid, process in processes.items()
        )

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
        for pid in processes:
            try:
                self._masks[pid] = world.allowed_cpus(pid)
            except OSError:
                continue
        facts = candidates.facts(self.root, at_s)
        variables = (facts.thread_variables if facts else None) or {}
        binds = binds_threads(variables)
        try:
            self.usable_cpus = world.usable_cpus(
                self.root.pid, self.root.parent_pid if binds else None
            )
        except OSError:
            self._refresh_at_s = at_s


def binds_threads(variables: Mapping[str, str]) -> bool:
    """Tell whether an OpenMP variable pins each thread to a CPU of its own.

    The mask of the main thread, and of every process it forks, then is what OpenMP
    chose and not what the run may use.
    """
    bound = variables.get("OMP_PROC_BIND", "false").lower() not in ("false", "0", "")
    return bound or any(n in variables for n in ("GOMP_CPU_AFFINITY", "KMP_AFFINITY"))


def _threads(world: World, pid: int, at_s: float) -> MemberReading | None:
    try:
        return world.threads(pid, at_s)
    except OSError:
        return None


def _is_idle(seen: MemberReading | None) -> bool:
    return seen is not None and (seen.demand_threads or 0.0) < ACTIVE_THREADS
