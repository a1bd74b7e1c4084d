"""Recognises training runs from outside: one `TrainingRun` per command."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.framework import Framework
from traintray.core.detection.grouping import children_of, descendants, root_of
from traintray.core.detection.naming import run_name
from traintray.core.detection.roles import is_launcher, starts_own_run
from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.tree import ACTIVE_THREADS, RunTree
from traintray.core.detection.world import Table, World
from traintray.core.readings import NO_GAPS, ProcessFacts, ProcessReading

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_LONGEST_STEP_S = 2.5
_REGROUP_S = 10.0
_OPENMP = ("/libgomp", "/libiomp5", "/libomp.so", "/libomp-")
UNKNOWN_FRAMEWORK = "unknown"


class Detector:
    """Follows the process table and keeps one tree per run.

    A framework that is merely imported is no run: a tree becomes one when it has
    computed for `min_active_s` in total, and stays one while its root lives.
    `boot_offset_s` tells how far the boot clock, in which the kernel counts the
    start of a process, is ahead of the monotonic one (the time spent suspended).
    """

    def __init__(
        self,
        world: World,
        frameworks: Sequence[Framework],
        *,
        min_active_s: float = 4.0,
        boot_offset_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._world = world
        self._candidates = Candidates(world, frameworks)
        self._min_active_s = min_active_s
        self._boot_offset_s = boot_offset_s
        self._trees: dict[str, RunTree] = {}
        self._forced: set[int] = set()
        self._last_at_s: float | None = None
        self._regroup_at_s = 0.0

    def force(self, pid: int) -> None:
        """Treat process `pid` as a run, whatever it has mapped."""
        self._forced.add(pid)

    def reset(self) -> None:
        """Start counting anew after a gap: time that was not seen is not activity."""
        self._last_at_s = None
        self._world.reset()

    @property
    def member_pids(self) -> frozenset[int]:
        """Every process of every tree, recognised as a run or not yet."""
        return frozenset(pid for tree in self._trees.values() for pid in tree.pids)

    def update(self, table: Table, at_s: float) -> tuple[TrainingRun, ...]:
        """Take one reading of the process table; return the runs that are there."""
        found = self._candidates.update(table, at_s)
        if found or table.started or table.ended or at_s >= self._regroup_at_s:
            self._regroup(table, at_s)
            self._regroup_at_s = at_s + _REGROUP_S
        step_s = min(_LONGEST_STEP_S, at_s - (self._last_at_s or at_s))
        self._last_at_s = at_s
        runs = []
        for tree in self._trees.values():
            run = self._look(tree, table, at_s)
            if run is None:
                continue
            if (run.demand_threads() or 0.0) >= ACTIVE_THREADS:
                tree.active_s += step_s
            if tree.active_s >= self._min_active_s or tree.root.pid in self._forced:
                runs.append(run)
        return tuple(runs)

    def _regroup(self, table: Table, at_s: float) -> None:
        """Work out again which trees there are and who belongs to them."""
        seeds = [pid for pid in self._candidates.pids() if pid in table.processes]
        forced = [pid for pid in self._forced if pid in table.processes]
        trees: dict[str, RunTree] = {}
        if seeds or forced:
            children = children_of(table.processes)
            roots = {
                root_of(
                    pid, table.processes, lambda a, b: self._same(a, b, table, at_s)
                )
                for pid in seeds
            }
            covered = {p for r in roots for p in descendants(r, children, roots - {r})}
            roots.update(pid for pid in forced if pid not in covered)
            for root in sorted(roots):
                pids = tuple(descendants(root, children, roots - {root}))
                tree = self._tree(table.processes[root], pids, at_s)
                trees[tree.key] = tree
        before = self.member_pids
        self._trees = trees
        for pid in before - self.member_pids:
            self._world.forget(pid)

    def _same(self, below: int, above: int, table: Table, at_s: float) -> bool:
        """Tell whether an ancestor of a trainer is part of the same run."""
        known = self._candidates.look_at(table.processes[above], at_s)
        if known is None or known.facts is None:
            return False
        if is_launcher(known.facts.command):
            return True
        facts = self._candidates.facts(table.processes[below], at_s)
        return known.framework is not None and not (
            facts is not None and starts_own_run(facts.command, known.facts.command)
        )

    def _tree(
        self, root: ProcessReading, pids: tuple[int, ...], at_s: float
    ) -> RunTree:
        tree = self._trees.get(f"{root.pid}-{root.started_ticks}")
        if tree is not None:
            tree.pids = pids
            return tree
        known = {pid for pid in self._candidates.pids() if pid in pids}
        framework = self._framework(known)
        tree = RunTree(
            root,
            pids,
            framework.name if framework else UNKNOWN_FRAMEWORK,
            framework is not None and framework.pools_compute,
        )
        facts = self._candidates.facts(root, at_s)
        if facts is not None:
            tree.code_lines = self._world.code_lines(facts)
        return tree

    def _framework(self, pids: set[int]) -> Framework | None:
        frameworks = [self._candidates.framework(pid) for pid in pids]
        return min(
            (f for f in frameworks if f is not None), key=lambda f: f.rank, default=None
        )

    def _look(self, tree: RunTree, table: Table, at_s: float) -> TrainingRun | None:
        alive = {pid: p for pid in tree.pids if (p := table.processes.get(pid))}
        if tree.root.pid not in alive:
            return None
        members = tree.look(alive, self._candidates, self._world, at_s)
        if tree.usable_cpus is None:
            return None
        root_facts = self._candidates.facts(tree.root, at_s)
        command = root_facts.command if root_facts else ()
        busiest = self._facts_of_busiest(members, alive, at_s)
        return TrainingRun(
            key=tree.key,
            root_pid=tree.root.pid,
            name=run_name(command),
            command=command,
            framework=tree.framework,
            started_at_s=tree.root.started_ticks / _TICKS_PER_S - self._boot_offset_s(),
            usable_cpus=tree.usable_cpus,
            members=members,
            thread_variables=busiest.thread_variables if busiest else None,
            has_openmp=busiest is not None and _has_openmp(busiest),
            code_lines=tree.code_lines,
            gaps=busiest.gaps if busiest else NO_GAPS,
        )

    def _facts_of_busiest(
        self,
        members: tuple[Member, ...],
        alive: dict[int, ProcessReading],
        at_s: float,
    ) -> ProcessFacts | None:
        """Return the facts of the process whose environment counts: a rank's or the
        main one's, not that of a launcher.
        """
        computing = [m for m in members if m.role in (Role.RANK, Role.MAIN)] or members
        chosen = next((m for m in computing if m.role is Role.RANK), computing[0])
        return self._candidates.facts(alive[chosen.pid], at_s)


def _has_openmp(facts: ProcessFacts) -> bool:
    return any(part in path for path in facts.mapped_files for part in _OPENMP)
