"""Groups processes into runs. Plain values in, pids out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from traintray.core.readings import ProcessReading

_DEEPEST = 64


def children_of(
    processes: Mapping[int, ProcessReading],
) -> dict[int, list[int]]:
    """Return the children of every process that has some."""
    children: dict[int, list[int]] = {}
    for pid, process in processes.items():
        children.setdefault(process.parent_pid, []).append(pid)
    return children


def root_of(
    pid: int,
    processes: Mapping[int, ProcessReading],
    belongs: Callable[[int], bool],
) -> int:
    """Return the topmost ancestor of `pid` that belongs to the run, or `pid`.

    A shell or wrapper between two processes that belong does not cut the chain.
    """
    top, here = pid, pid
    for _ in range(_DEEPEST):
        process = processes.get(here)
        if process is None or process.parent_pid <= 1:
            break
        here = process.parent_pid
        if here in processes and belongs(here):
            top = here
    return top


def descendants(root: int, children: Mapping[int, list[int]]) -> list[int]:
    """Return `root` and everything below it, parents before children."""
    found, at = [root], 0
    while at < len(found):
        found.extend(
            child for child in children.get(found[at], ()) if child not in found
        )
        at += 1
    return found


def outermost(roots: Iterable[int], trees: Mapping[int, list[int]]) -> list[int]:
    """Return the roots that do not lie in the tree of another root."""
    chosen = sorted(set(roots))
    inner = {pid for root in chosen for pid in trees[root] if pid != root}
    return [root for root in chosen if root not in inner]
