"""Names the programs outside all runs that use the CPU.

Only processes that are busy are looked at, so it costs what they cost. A build's many
compilers count as the one program that a person started: `make`.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Mapping

from traintray.core.detection.naming import SHELLS
from traintray.core.detection.run import Consumer
from traintray.core.detection.world import Table
from traintray.core.readings import ProcessReading

_WINDOW_S = 10.0
"""What it used on average over this time: processes of a build live for a second."""
_LEAST_CORES = 0.05
"""Less is not worth a name: the desktop itself uses as much."""
_MOST = 8
_DEEPEST = 64
_KERNEL = 2
"""`kthreadd`, the parent of all kernel threads."""
_SESSIONS = frozenset(
    {
        *("systemd", "init", "sshd", "sshd-session", "login", "su", "cron", "crond"),
        *("tmux: server", "tmux", "screen", "SCREEN", "dtach", "mosh-server", "atd"),
        *("gnome-shell", "plasmashell", "kwin_x11", "kwin_wayland", "xfce4-panel"),
        *("xfce4-session", "gnome-session-b", "cinnamon", "mate-panel", "lxpanel"),
        *("gnome-terminal-", "konsole", "xfce4-terminal", "kitty", "alacritty"),
        *("xterm", "terminator", "tilix", "wezterm-gui", "ptyxis", "foot", "openbox"),
        *("containerd-shim", "dockerd", "containerd", "conmon", "tini", "dumb-init"),
        *("docker-init", "supervisord", "slurmstepd", "dbus-daemon", "cinnamon-sessio"),
        *("sddm-helper", "gdm-session-wor", "lightdm", "kdeinit5", "krunner", "i3"),
        *("sway", "hyprland", "Hyprland", "bwrap", "code", "code-server", "pycharm"),
    }
)
"""What programs are started from; none of them is the program that is meant."""
_WRAPPERS = SHELLS | {"sudo", "doas", "timeout", "time", "nice", "setsid", "flock"}

Key = tuple[str, int]
"""A program's name, and the process that started it."""


class Consumers:
    """Remembers who used how much over the last seconds."""

    def __init__(
        self, title: Callable[[int], str | None], own_pid: int | None = None
    ) -> None:
        """`title` says what a process is called beside its short name, if anything.

        `own_pid`: this program, which is left out with all that it started.
        """
        self._title = title
        self._left_out = {os.getpid() if own_pid is None else own_pid, _KERNEL}
        self._rounds: deque[tuple[float, float, dict[Key, float]]] = deque()
        """When, how long, and the CPU seconds of each program."""
        self._pids: dict[Key, int] = {}
        self._last_at_s: float | None = None

    def reset(self) -> None:
        """Begin anew after a gap."""
        self._rounds.clear()
        self._last_at_s = None

    def update(
        self, table: Table, members: Collection[int], at_s: float
    ) -> tuple[Consumer, ...]:
        """Take one reading of the process table; return programs, the largest first.

        `members` are the processes of runs: neither they nor what is above them is
        named.
        """
        last_s, self._last_at_s = self._last_at_s, at_s
        if last_s is not None and at_s > last_s:
            used = self._used(table, frozenset(members))
            self._rounds.append((at_s, at_s - last_s, used))
        while self._rounds and self._rounds[0][0] <= at_s - _WINDOW_S:
            self._rounds.popleft()
        return self._named(members)

    def _named(self, members: Collection[int]) -> tuple[Consumer, ...]:
        watched_s = sum(length_s for _, length_s, _ in self._rounds)
        sums: dict[Key, float] = {}
        for _, length_s, used in self._rounds:
            for key, cores in used.items():
                sums[key] = sums.get(key, 0.0) + cores * length_s
        self._pids = {key: self._pids[key] for key in sums}
        found = [
            Consumer(pid, self._title(pid) or key[0], total / watched_s)
            for key, total in sums.items()
            # A run is a program like any other until it is recognised.
            if (pid := self._pids[key]) not in members
            and total >= _LEAST_CORES * watched_s
        ]
        found.sort(key=lambda one: (-one.cpu_cores, one.pid))
        return tuple(found[:_MOST])

    def _used(self, table: Table, members: frozenset[int]) -> dict[Key, float]:
        """Return the logical CPUs that each program used in this round."""
        processes = table.processes
        above = _ancestors(members, processes)
        used: dict[Key, float] = {}
        for pid in sorted(table.busy):
            process = processes.get(pid)
            if pid in members or process is None:
                continue
            cores = process.cpu_cores
            if not cores:
                continue
            chain = _chain(process, processes)
            if any(p.pid in self._left_out or p.pid in members for p in chain):
                continue
            top = _program(chain, above)
            key = top.name, top.parent_pid
            used[key] = used.get(key, 0.0) + cores
            self._pids[key] = min(top.pid, self._pids.get(key, top.pid))
        return used


def _chain(
    process: ProcessReading, processes: Mapping[int, ProcessReading]
) -> list[ProcessReading]:
    """Return the process and those above it, up to below the first of all."""
    chain = [process]
    while len(chain) < _DEEPEST and chain[-1].parent_pid > 1:
        parent = processes.get(chain[-1].parent_pid)
        if parent is None:
            break
        chain.append(parent)
    return chain


def _program(chain: list[ProcessReading], above: frozenset[int]) -> ProcessReading:
    """Return the topmost process that a person would call the program.

    It lies below the session it was started from, and below whatever has started a
    run too. Shells and wrappers at its top are not it, unless nothing is below.
    """
    end = next(
        (
            at
            for at, one in enumerate(chain)
            if at and (one.name in _SESSIONS or one.pid in above)
        ),
        len(chain),
    )
    own = chain[:end]
    while len(own) > 1 and own[-1].name in _WRAPPERS:
        own.pop()
    return own[-1]


def _ancestors(
    pids: Collection[int], processes: Mapping[int, ProcessReading]
) -> frozenset[int]:
    """Return all processes above `pids` that are not among them."""
    found: set[int] = set()
    for pid in pids:
        process = processes.get(pid)
        while process is not None and process.parent_pid > 1:
            if process.parent_pid in found:
                break
            found.add(process.parent_pid)
            process = processes.get(process.parent_pid)
    return frozenset(found.difference(pids))
