"""Recognises training runs from outside: one `TrainingRun` per command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.chosen import chosen_roots
from traintray.core.detection.earlier_work import worked_before
from traintray.core.detection.framework import Framework
from traintray.core.detection.grouping import children_of, descendants, root_of
from traintray.core.detection.naming import run_name
from traintray.core.detection.not_training import judge, may_be_called
from traintray.core.detection.picked import Picked
from traintray.core.detection.roles import (
    is_launch_program,
    is_launcher,
    starts_own_run,
)
from traintray.core.detection.run import Member, TrainingRun
from traintray.core.detection.run_of import RunBuilder
from traintray.core.detection.tree import ACTIVE_THREADS, RunTree
from traintray.core.detection.unreadable import UnreadableProcess, Unreadables
from traintray.core.detection.world import Table, World
from traintray.core.readings import ProcessFacts, ProcessReading

_LONGEST_STEP_S = 2.5
_REGROUP_S = 10.0


class Detector:
    """Follows the process table and keeps one tree per run.

    A framework that is merely imported is no run: a tree becomes one when it has
    computed for `min_active_s` in total, or shows that it did before we came, and
    stays one while its root lives.
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
        self._builder = RunBuilder(self._candidates, boot_offset_s)
        self._trees: dict[str, RunTree] = {}
        self._picked = Picked()
        self._chosen: frozenset[int] = frozenset()
        """Roots of the trees that the picked processes stand for."""
        self._unreadables = Unreadables(self._candidates)
        self._last_at_s: float | None = None
        self._regroup_at_s = 0.0

    def force(self, pid: int, started_ticks: int | None = None) -> None:
        """Treat process `pid` as a run, whatever it has mapped.

        A member stands for its run, and a shell for what runs below it. With
        `started_ticks` only the process that started then is meant, and no later one
        that is given its number.
        """
        self._picked.add(pid, started_ticks)
        self._regroup_at_s = 0.0

    def reset(self) -> None:
        """Start counting anew after a gap: time that was not seen is not activity."""
        self._last_at_s = None
        self._world.reset()
        for tree in self._trees.values():
            tree.reset()

    @property
    def unreadable(self) -> tuple[UnreadableProcess, ...]:
        """Busy Python processes that could not be looked into: runs, perhaps."""
        return self._unreadables.now

    def title(self, pid: int) -> str | None:
        """Return what a Python program would be called, if it was looked at; else
        None.
        """
        command = self._candidates.command(pid)
        return run_name(command) if command else None

    @property
    def member_pids(self) -> frozenset[int]:
        """Every process of every tree, recognised as a run or not yet."""
        return frozenset(pid for tree in self._trees.values() for pid in tree.pids)

    def update(self, table: Table, at_s: float) -> tuple[TrainingRun, ...]:
        """Take one reading of the process table; return the runs that are there."""
        found = self._candidates.update(table, at_s)
        self._unreadables.update(table, at_s)
        if found or table.started or table.ended or at_s >= self._regroup_at_s:
            self._regroup(table, at_s)
            self._regroup_at_s = at_s + _REGROUP_S
        step_s = min(_LONGEST_STEP_S, at_s - (self._last_at_s or at_s))
        self._last_at_s = at_s
        runs = []
        for tree in self._trees.values():
            run = self._look(tree, table, at_s, step_s)
            if run is not None:
                runs.append(run)
        return tuple(runs)

    def _regroup(self, table: Table, at_s: float) -> None:
        """Work out again which trees there are and who belongs to them."""
        seeds = [pid for pid in self._candidates.pids() if pid in table.processes]
        picked = self._picked.there(table.processes)
        trees: dict[str, RunTree] = {}
        self._chosen = frozenset()
        if seeds or picked:
            children = children_of(table.processes)
            roots = {
                root_of(
                    pid, table.processes, lambda a, b: self._same(a, b, table, at_s)
                )
                for pid in seeds
            }
            recognised = frozenset(roots)
            for pid in picked:
                self._chosen |= chosen_roots(pid, recognised, table.processes, children)
            roots |= self._chosen
            for root in sorted(roots):
                pids = tuple(descendants(root, children, roots - {root}))
                tree = self._tree(table.processes[root], pids)
                trees[tree.key] = tree
        before = self.member_pids
        self._trees = trees
        self._builder.forget_others(trees)
        for pid in before - self.member_pids:
            self._world.forget(pid)

    def _same(self, below: int, above: int, table: Table, at_s: float) -> bool:
        """Tell whether an ancestor of a trainer is part of the same run."""
        process = table.processes[above]
        known = self._candidates.look_at(process, at_s)
        if known is not None and is_launch_program(process.name):
            self._candidates.facts(process, at_s)  # mpirun and its kin are no Python
        if known is None or known.facts is None:
            return False
        if is_launcher(known.facts.command):
            return True
        facts = self._candidates.facts(table.processes[below], at_s)
        return known.framework is not None and not (
            facts is not None and starts_own_run(facts.command, known.facts.command)
        )

    def _tree(self, root: ProcessReading, pids: tuple[int, ...]) -> RunTree:
        tree = self._trees.get(f"{root.pid}-{root.started_ticks}")
        if tree is not None:
            tree.pids = pids
            return tree
        tree = RunTree(root, pids)
        tree.choose_framework(self._candidates)
        return tree

    def _look(
        self, tree: RunTree, table: Table, at_s: float, step_s: float
    ) -> TrainingRun | None:
        """Look at one tree; return its run, or None if it is none (yet)."""
        alive = {pid: p for pid in tree.pids if (p := table.processes.get(pid))}
        if tree.root.pid not in alive:
            return None
        tree.read_script(self._world, self._candidates.facts(tree.root, at_s))
        members = tree.look(alive, self._candidates, self._world, at_s)
        if tree.usable_cpus is None:
            return None
        run = self._builder.run(tree, tree.usable_cpus, alive, members, at_s)
        demand = run.demand_threads() or 0.0
        active = demand >= ACTIVE_THREADS
        if active:
            tree.active_s += step_s
        tree.little_work.update(demand, step_s)
        is_chosen = tree.root.pid in self._chosen
        facts = self._candidates.facts(tree.root, at_s)
        if not is_chosen and not self._is_training(tree, facts, members, at_s):
            return None
        serves = judge(tree, facts, members, self._world, at_s)
        if serves and not is_chosen:
            return None
        tree.is_known = True
        return replace(
            run,
            traits=replace(
                self._builder.traits(tree, alive, members, at_s),
                wider_cpus=tree.wider_cpus,
                is_serving=tree.is_no_training,
                is_chosen=is_chosen,
            ),
            trends=tree.watch.update(
                members, self._world, at_s, step_s if active else 0.0
            ),
        )

    def _is_training(
        self,
        tree: RunTree,
        facts: ProcessFacts | None,
        members: tuple[Member, ...],
        at_s: float,
    ) -> bool:
        """Tell whether it has computed; of what rests, whether it surely did before.

        A process that rests and listens may be a server that nobody calls now.
        """
        if tree.is_known or tree.active_s >= self._min_active_s:
            return True
        if not (tree.little_work.lasts or worked_before(members)):
            return False
        return not may_be_called(tree, facts, members, self._world, at_s)
