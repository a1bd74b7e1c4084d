"""The thread of the live knobs: they read `/proc`, and some wait for a lock or for
D-Bus. One for the whole app, since a held power profile belongs to the process.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, SignalInstance, Slot

from traintray.core.live_knobs.in_force import InForce

if TYPE_CHECKING:
    from traintray.core.detection.run import TrainingRun
    from traintray.core.live_knobs.desk import LiveDesk
    from traintray.core.live_knobs.live_knob import Site

_END_TIMEOUT_S = 1.0
_KEEP_UP_S = 2.0
"""A thread that chose other CPUs at its birth has them for so long at most; a look
reads the threads of the run and takes some milliseconds."""


class Live(Protocol):
    """What is turned: platform.live_knobs.LiveKnobs."""

    @property
    def desk(self) -> LiveDesk:
        """Plans, applies and undoes."""
        ...

    def site(self, run: TrainingRun, finding: str) -> Site:
        """Return a run on this machine."""
        ...

    def close(self) -> None:
        """Let go of what ends with this program."""
        ...


Job = Callable[[Live], None]


class LiveThread(QObject):
    """Does one thing after the other. While a knob is in force it also reaches the
    threads born since, whichever program turned it; it needs no window for that.
    Otherwise it sleeps, or was never started.
    """

    def __init__(
        self,
        state_dir: Path,
        make: Callable[[Path], Live],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state_dir = state_dir
        self._make = make
        self._in_force = InForce(state_dir)
        self._was_in_force = False
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._worker: threading.Thread | None = None

    def follow(self, sampled: SignalInstance) -> None:
        """Look at every sample from now on."""
        sampled.connect(self.look)

    def put(self, job: Job) -> None:
        """Do this on the thread, after what it was given before."""
        if self._worker is None:
            self._worker = threading.Thread(
                target=self._work, name="live knobs", daemon=True
            )
            self._worker.start()
        self._jobs.put(job)

    @Slot()
    def look(self) -> None:
        """See whether a knob has come into force, by the command line or before the
        app was started; at every sample: it costs one `stat`.
        """
        is_in_force = self._in_force.is_any()
        if is_in_force and not self._was_in_force:
            self.put(keep_up)
        self._was_in_force = is_in_force

    @Slot()
    def close(self) -> None:
        """Let the thread end, and what it holds go; threads keep what they have."""
        worker, self._worker = self._worker, None
        if worker is not None:
            self._jobs.put(None)
            worker.join(_END_TIMEOUT_S)

    # --- on the thread ------------------------------------------------------------

    def _work(self) -> None:
        live = self._make(self._state_dir)
        in_force = InForce(self._state_dir)
        while (job := self._next(in_force)) is not None:
            job(live)
        live.close()

    def _next(self, in_force: InForce) -> Job | None:
        if not in_force.is_any():
            return self._jobs.get()
        try:
            return self._jobs.get(timeout=_KEEP_UP_S)
        except queue.Empty:
            return keep_up


def live_knobs(state_dir: Path) -> Live:
    """Return the live knobs of this machine."""
    # Brings D-Bus along, which an app without a live knob does not need.
    from traintray.platform.live_knobs import LiveKnobs

    return LiveKnobs(state_dir)


def keep_up(live: Live) -> None:
    """Reach threads born since, and let go of the power profile of an ended run."""
    # Told when the user turns a knob.
    from traintray.core.live_knobs.live_plan import LiveKnobError

    with contextlib.suppress(LiveKnobError):
        live.desk.refresh()
