"""Groups processes into runs. Plain values in, pids out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

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
    continues: Callable[[int, int], bool],
) -> int:
    """Return the topmost ancestor of `pid` that is part of the same run, or `pid`.

    `continues(below, above)` tells whether the run that `below` belongs to goes on at
    its ancestor `above`. A shell or wrapper in between does not cut the chain.
    """
    top, here = pid, pid
    for _ in range(_DEEPEST):
        process = processes.get(here)
        if process is None or process.parent_pid <= 1:
            break
        here = process.parent_pid
        if here in processes and continues(top, here):
            top = here
    return top


def descendants(
    root: int, children: Mapping[int, list[int]], other_roots: Collection[int]
) -> list[int]:
    """Return `root` and what is below it, parents before children.

    What is below another root belongs to that one.
    """
    found = {root: None}
    waiting = [root]
    while waiting:
        for child in children.get(waiting.pop(0), ()):
            if child not in found and child not in other_roots:
                found[child] = None
                waiting.append(child)
    return list(found)
