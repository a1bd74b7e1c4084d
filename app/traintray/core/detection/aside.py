"""Does what may hang beside the thread that asks for it.

Files of users lie on disks in the network that may not answer for minutes; sampling
must go on.
"""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
Job = Callable[[], None]

_PATIENCE_S = 0.05
"""As for a GPU. Forty files on a disk that is there take less, so that the answer most
often is there at once; a twentieth of a second is what a round can be late by, since
nothing more is waited for once something hangs."""
_MOST = 64
"""Questions that are open at once: each has a thread, and on a disk that is gone for
good each process that starts there brings three more that never end."""


def aside(job: Job) -> Callable[[], bool]:
    """Do a job on a thread of its own; return what tells whether it is done."""
    thread = threading.Thread(target=job, name="aside", daemon=True)
    thread.start()
    return lambda: not thread.is_alive()


class Aside:
    """Has questions answered on threads of their own. Asked by one thread only."""

    def __init__(self, patience_s: float = _PATIENCE_S) -> None:
        """`patience_s`: for how long an answer is waited for when it is first asked."""
        self._patience_s = patience_s
        self._open: dict[Hashable, _Question] = {}

    def ask(self, key: Hashable, question: Callable[[], T]) -> T:
        """Return the answer, and forget it.

        BlockingIOError while there is none: to be asked again, which begins nothing
        anew. What the question raises is raised here.
        """
        asked = self._open.get(key)
        if asked is None:
            asked = self._begin(key, question)
        if not asked.is_done:
            raise BlockingIOError(errno.EAGAIN, "the disk has not answered yet")
        del self._open[key]
        answer: T = asked.answer()
        return answer

    def _begin(self, key: Hashable, question: Callable[[], Any]) -> _Question:
        if len(self._open) >= _MOST:
            # Whoever asked has ended meanwhile, or will ask again.
            self._open = {k: q for k, q in self._open.items() if not q.is_done}
        if len(self._open) >= _MOST:
            raise BlockingIOError(errno.EAGAIN, "too much waits for a disk already")
        hangs = any(not one.is_done for one in self._open.values())
        asked = self._open[key] = _Question(question)
        if not hangs:
            asked.wait(self._patience_s)
        return asked


class _Question:
    def __init__(self, question: Callable[[], Any]) -> None:
        self._question = question
        self._found: Any = None
        self._error: Exception | None = None
        self._done = threading.Event()
        aside(self._answer)

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def wait(self, seconds: float) -> None:
        self._done.wait(seconds)

    def answer(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._found

    def _answer(self) -> None:
        try:
            self._found = self._question()
        except Exception as error:  # noqa: BLE001  raised again where it was asked
            self._error = error
        finally:
            self._done.set()
