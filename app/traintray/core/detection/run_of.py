"""Makes a `TrainingRun` of a tree of processes and what is known of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from traintray.core.detection.candidates import Candidates
from traintray.core.detection.naming import run_name
from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.detection.signs import mapped_signs
from traintray.core.detection.trainer import trainer_of
from traintray.core.detection.traits import Traits
from traintray.core.detection.traits_of import (
    computes_by_openmp,
    has_image_libraries,
    has_openmp,
    maps_gpu_build,
)
from traintray.core.detection.tree import RunTree
from traintray.core.readings import (
    NO_GAPS,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)

UNKNOWN_FRAMEWORK = "unknown"
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_LOOKED_INTO = (Role.MAIN, Role.RANK, Role.WORKER)


class RunBuilder:
    """Puts runs together. `boot_offset_s` as in `Detector`."""

    def __init__(
        self, candidates: Candidates, boot_offset_s: Callable[[], float]
    ) -> None:
        self._candidates = candidates
        self._boot_offset_s = boot_offset_s
        self._mapped: dict[str, tuple[tuple[ProcessFacts, ...], Traits]] = {}
        """By run: what its libraries say, and the facts that this was read from."""

    def run(
        self,
        tree: RunTree,
        usable_cpus: UsableCpus,
        alive: Mapping[int, ProcessReading],
        members: tuple[Member, ...],
        at_s: float,
    ) -> TrainingRun:
        """Return the run of a tree as it is now, without traits and trends."""
        facts = self._candidates.facts(tree.root, at_s)
        telling_pid = _most_telling(members).pid
        self._candidates.look_again(telling_pid, at_s)
        telling = self._candidates.facts(alive[telling_pid], at_s)
        command = facts.command if facts else ()
        is_python = facts.is_python if facts else False
        return TrainingRun(
            key=tree.key,
            root_pid=tree.root.pid,
            name=run_name(command or (tree.root.name,), is_python=is_python),
            command=command,
            framework=tree.framework.name if tree.framework else UNKNOWN_FRAMEWORK,
            started_at_s=tree.root.started_ticks / _TICKS_PER_S - self._boot_offset_s(),
            usable_cpus=usable_cpus,
            members=members,
            thread_variables=telling.thread_variables if telling else None,
            has_openmp=telling is not None and has_openmp(telling),
            last_pool_names=_last_pool_names(tree, telling),
            code_lines=tree.code_lines or (),
            script_signs=tree.script_signs or (),
            trainer=_trainer(tree, command),
            gaps=telling.gaps if telling else NO_GAPS,
        )

    def traits(
        self,
        tree: RunTree,
        alive: Mapping[int, ProcessReading],
        members: tuple[Member, ...],
        at_s: float,
    ) -> Traits:
        """Return what the libraries of its processes say.

        Hundreds of paths per process are gone through only when one was read anew.
        """
        asked = [m for m in members if m.role in _LOOKED_INTO] or list(members)
        known = (self._candidates.facts(alive[m.pid], at_s) for m in asked)
        facts = tuple(f for f in known if f is not None)
        before = self._mapped.get(tree.key)
        if before is not None and _are_same(before[0], facts):
            return before[1]
        found = Traits(
            image_libraries=has_image_libraries(facts),
            maps_cuda=maps_gpu_build(facts, tree.framework),
            mapped_signs=tuple(mapped_signs(_all_mapped(facts)).items()),
        )
        self._mapped[tree.key] = facts, found
        return found

    def forget_others(self, keys: Mapping[str, RunTree]) -> None:
        """Drop what is kept of trees that are gone."""
        self._mapped = {key: v for key, v in self._mapped.items() if key in keys}


def _trainer(tree: RunTree, command: Sequence[str]) -> str | None:
    if tree.framework is None:
        return None
    seen = {sign.name for sign in tree.script_signs or ()}
    return trainer_of(tree.framework.name, seen, command)


def _all_mapped(all_facts: Sequence[ProcessFacts]) -> frozenset[str]:
    return frozenset().union(*(facts.mapped_files for facts in all_facts))


def _last_pool_names(tree: RunTree, facts: ProcessFacts | None) -> tuple[str, ...]:
    framework = tree.framework
    if framework is None or facts is None or not framework.pools_come_first:
        return ()
    return () if computes_by_openmp(facts) else framework.thread_names


def _are_same(before: tuple[ProcessFacts, ...], now: tuple[ProcessFacts, ...]) -> bool:
    return len(before) == len(now) and all(
        a is b for a, b in zip(before, now, strict=True)
    )


def _most_telling(members: tuple[Member, ...]) -> Member:
    """Return the process whose environment and libraries count: a rank, or the main
    process, not a launcher.
    """
    computing = [m for m in members if m.role in (Role.RANK, Role.MAIN)] or members
    return next((m for m in computing if m.role is Role.RANK), computing[0])
