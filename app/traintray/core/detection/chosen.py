"""Which trees a person means who names a process."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from traintray.core.detection.grouping import descendants
from traintray.core.detection.naming import SHELLS
from traintray.core.readings import ProcessReading

_WRAPPERS = SHELLS | {
    *("sudo", "su", "doas", "env", "time", "timeout", "nice", "nohup", "setsid"),
    *("script", "uv", "conda", "micromamba", "poetry", "pixi", "xvfb-run", "tini"),
    *("dumb-init", "docker-init", "containerd-shim", "login", "sshd", "tmux: server"),
    *("screen", "SCREEN", "srun", "taskset", "numactl", "stdbuf", "strace", "make"),
}
"""Programs that only start others: whoever names one means what runs below it."""


def chosen_roots(
    pid: int,
    roots: Collection[int],
    processes: Mapping[int, ProcessReading],
    children: Mapping[int, list[int]],
) -> frozenset[int]:
    """Return the roots of the trees that process `pid` stands for.

    A member stands for its run, and what is above runs for all of them. Where no run
    was recognised it is the process itself; a shell or another wrapper stands for
    what it started, as long as it started one thing.
    """
    above = _upwards(pid, processes)
    mine = next((one for one in above if one in roots), None)
    if mine is not None:
        return frozenset({mine})
    below = frozenset(descendants(pid, children, ())) & frozenset(roots)
    return below or frozenset({_below_wrappers(pid, processes, children)})


def _upwards(pid: int, processes: Mapping[int, ProcessReading]) -> Sequence[int]:
    found = [pid]
    while (process := processes.get(found[-1])) is not None:
        if process.parent_pid <= 1 or process.parent_pid in found:
            break
        found.append(process.parent_pid)
    return found


def _below_wrappers(
    pid: int,
    processes: Mapping[int, ProcessReading],
    children: Mapping[int, list[int]],
) -> int:
    seen = {pid}
    while (process := processes.get(pid)) is not None and process.name in _WRAPPERS:
        below = children.get(pid, [])
        if len(below) != 1 or below[0] in seen:
            break
        pid = below[0]
        seen.add(pid)
    return pid
