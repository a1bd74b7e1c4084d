"""Ends everything that a scenario started, whatever it became."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_PDEATHSIG = 1


def adopt_orphans() -> None:
    """Become the parent of every orphan below this process, so that none gets lost."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> None:
    """End this process when its parent ends, even by SIGKILL."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def end_all_below(keep: Collection[int] = ()) -> None:
    """End every descendant of this process except `keep`, and wait for them."""
    end_s = time.monotonic() + 20
    while time.monotonic() < end_s:
        left = [pid for pid in _descendants(os.getpid()) if pid not in keep]
        if not left:
            return
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.1)
        _reap(left)
    raise RuntimeError(f"these processes do not end: {left}")


def _reap(pids: Collection[int]) -> None:
    for pid in pids:
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            continue


def _descendants(root: int) -> list[int]:
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parent = int(stat.rpartition(")")[2].split()[1])
            below.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        children = below.get(waiting.pop(), [])
        found.extend(children)
        waiting.extend(children)
    return found
