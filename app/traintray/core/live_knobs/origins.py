"""What a thread had before we came, also where it was born since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from traintray.core.live_knobs.entry import Saved
from traintray.core.live_knobs.tasks import Tasks, Thread

_DEEPEST = 64
"""More generations than any run has: what is read while processes come and go might
lead in a circle."""


class Origins:
    """Knows what was saved; for threads born later it works out what they would have
    inherited.

    The kernel does not tell which thread started another. A thread inherits from its
    maker, so the makers in question are those of its process, or for the first of a
    new process those of its parent, that were given what it has now.
    """

    def __init__(self, saved: Iterable[Saved], tasks: Tasks) -> None:
        self._saved = {one.thread: one for one in saved}
        self._by_pid: dict[int, list[Saved]] = {}
        for one in self._saved.values():
            self._by_pid.setdefault(one.thread.pid, []).append(one)
        self._tasks = tasks
        self._parents: dict[int, int] | None = None

    def saved(self, thread: Thread) -> Saved | None:
        """Return what was saved of a thread; None of one born later."""
        return self._saved.get(thread)

    def before(self, thread: Thread, now: str) -> str | None:
        """Return what a thread would have without us.

        None: what it has now is not from us, whether it was chosen by itself or by
        another hand.
        """
        own = self._saved.get(thread)
        if own is not None:
            return own.before if now in (own.before, own.after) else None
        return self._inherited(thread, now)

    def _inherited(self, thread: Thread, now: str) -> str | None:
        pid = thread.pid
        for _ in range(_DEEPEST):
            makers = self._by_pid.get(pid, [])
            if makers:
                return _of_makers([one for one in makers if one.after == now], pid)
            pid = self._parent(pid)
            if pid <= 1:
                break
        return None

    def _parent(self, pid: int) -> int:
        if self._parents is None:
            self._parents = dict(self._tasks.parents())
        return self._parents.get(pid, 0)


def _of_makers(makers: list[Saved], pid: int) -> str | None:
    """Return what the makers had; of several values that of the main thread, or the
    most frequent.
    """
    for one in makers:
        if one.thread.tid == pid:
            return one.before
    counts = Counter(one.before for one in makers)
    return counts.most_common(1)[0][0] if counts else None
