"""Who does what in a run, row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from traintray.core.detection.run import Member, Role, TrainingRun

translate = QCoreApplication.translate

_ALONE = 4
"""So many workers have a row each; of more only the first three have one alone."""
_COMPUTING = (Role.LAUNCHER, Role.MAIN, Role.RANK)
_REST = (Role.COMPILER, Role.SUPPORT)


@dataclass(frozen=True, slots=True)
class RoleRow:
    """One process, or several that do the same. A missing value is None."""

    label: str
    pids: tuple[int, ...]
    depth: int
    """How far it stands under others: 0 of all, 2 what a row above has summed up."""
    cores: float | None
    threads: int | None
    switches_per_s: float | None
    memory_bytes: float
    growth_bytes_per_s: float | None
    """None where it is not measured for this row alone."""


def role_rows(run: TrainingRun) -> tuple[RoleRow, ...]:
    """Return main process or ranks, then workers, then all else. Of several a row
    says first what they take together: their growth is measured only so.
    """
    computing = run.with_roles(*_COMPUTING)
    depth = 1 if len(computing) > 1 else 0
    rows = [
        _row(_name_of(m, number, run), (m,), depth)
        for number, m in enumerate(sorted(computing, key=_order))
    ]
    growth = run.trends.main_growth_bytes_per_s
    if len(rows) == 1:
        rows[0] = _grown(rows[0], growth)
    elif rows:
        title = translate("Runs", "all {count}").format(count=len(computing))
        rows.insert(0, _grown(_row(title, computing, 0), growth))
    rows += _worker_rows(run)
    rest = run.with_roles(*_REST)
    if rest:
        rows.append(_row(translate("Runs", "other"), rest, 1))
    return tuple(rows)


def _order(member: Member) -> tuple[int, int]:
    return _COMPUTING.index(member.role), member.pid


def _name_of(member: Member, number: int, run: TrainingRun) -> str:
    if member.role is Role.LAUNCHER:
        return translate("Runs", "launcher")
    if member.role is Role.RANK:
        first = run.count(Role.LAUNCHER) + run.count(Role.MAIN)
        return translate("Runs", "rank {number}").format(number=number - first)
    return translate("Runs", "main")


def _worker_rows(run: TrainingRun) -> list[RoleRow]:
    workers = sorted(run.with_roles(Role.WORKER), key=lambda m: m.pid)
    alone = workers if len(workers) <= _ALONE else workers[: _ALONE - 1]
    label = translate("Runs", "worker {number}")
    depth = 2 if len(workers) > 1 else 1
    rows = [
        _row(label.format(number=number), (member,), depth)
        for number, member in enumerate(alone)
    ]
    rest = workers[len(alone) :]
    if rest:
        more = translate("Runs", "{count} more workers").format(count=len(rest))
        rows.append(_row(more, rest, depth))
    growth = run.trends.worker_growth_bytes_per_s
    if len(workers) == 1:
        rows[0] = _grown(rows[0], growth)
    elif workers:
        title = translate("Runs", "{count} workers").format(count=len(workers))
        rows.insert(0, _grown(_row(title, workers, 1), growth))
    return rows


def _row(label: str, members: Sequence[Member], depth: int) -> RoleRow:
    return RoleRow(
        label=label,
        pids=tuple(member.pid for member in members),
        depth=depth,
        cores=_sum(members, lambda m: m.cpu_cores),
        threads=_count(members),
        switches_per_s=_sum(members, _switches),
        memory_bytes=float(sum(member.rss_bytes for member in members)),
        growth_bytes_per_s=None,
    )


def _grown(row: RoleRow, bytes_per_s: float | None) -> RoleRow:
    return replace(row, growth_bytes_per_s=bytes_per_s)


def _count(members: Sequence[Member]) -> int | None:
    counts = [m.threads.thread_count for m in members if m.threads is not None]
    return sum(counts) if len(counts) == len(members) else None


def _switches(member: Member) -> float | None:
    seen = member.threads
    if seen is None or seen.voluntary_switches_per_s is None:
        return None
    return seen.voluntary_switches_per_s + (seen.involuntary_switches_per_s or 0.0)


def _sum(
    members: Sequence[Member], value: Callable[[Member], float | None]
) -> float | None:
    """Return the sum of what is known; None when nothing is."""
    known = [found for m in members if (found := value(m)) is not None]
    return sum(known) if known else None
