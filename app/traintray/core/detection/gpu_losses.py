"""GPUs that worked and stopped answering, and the runs that they take along."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from traintray.core.detection.gpu_users import runs_on
from traintray.core.detection.run import TrainingRun
from traintray.core.detection.visible_gpus import is_lost
from traintray.core.readings import Gap, GapReason, GpuReading, GpusReading

STAYS_S = 15.0
"""A driver that resets a GPU leaves it without answers for one to three seconds, and by
now it was looked for anew twice (`nvidia.FIRST_RETRY_S`). One that fell off the bus
stays away until the next boot."""
AFTER_SLEEP_S = 60.0
"""A computer that wakes takes up its devices one by one; a box on a cable is found, and
its driver loaded, within half a minute."""


@dataclass(frozen=True, slots=True)
class LostGpu:
    """One GPU that answered before and does not now."""

    uuid: str
    name: str
    bus_id: str
    since_s: float
    """When it was first without an answer, in seconds since 1970."""
    run_names: tuple[str, ...] = ()
    """The runs that computed on it when it answered last."""
    has_twin: bool = False
    """Another GPU has the same name, which is not enough to know it by."""


@dataclass(frozen=True, slots=True)
class _Loss:
    since_s: float
    """On the monotonic clock."""
    gpu: LostGpu
    is_sure: bool = False


class GpuLosses:
    """Remembers GPUs by UUID, since the others are numbered anew when one goes.

    Not lost is one that sleeps, that never answered in this life of the app, that was
    taken out, or whose driver is reloaded or refuses to tell anything of any.
    """

    def __init__(self) -> None:
        self._users: dict[str, tuple[str, ...]] = {}
        """Of all GPUs that ever answered, the runs on them."""
        self._losses: dict[str, _Loss] = {}
        self._was_blind = False
        self._sure_from_s = -math.inf

    @property
    def sure(self) -> tuple[LostGpu, ...]:
        """Those that are lost for good, the first one first."""
        return tuple(loss.gpu for loss in self._losses.values() if loss.is_sure)

    def blind(self) -> None:
        """Note that the computer slept, or that nothing was read for a while."""
        self._was_blind = True

    def update(
        self,
        reading: GpusReading | None,
        gap: Gap | None,
        runs: Sequence[TrainingRun],
        now: tuple[float, float],
    ) -> None:
        """Take what one round told.

        `gap` says why the reading is None; `now` is the monotonic clock and the same
        instant in seconds since 1970.
        """
        if self._was_blind:
            self._was_blind = False
            self._sure_from_s = now[0] + AFTER_SLEEP_S
        if reading is not None:
            self._take(reading, runs, now)
        elif gap is None or gap.reason is not GapReason.DEVICE_LOST:
            self._drop_unsure()  # no driver, or another one: it is not about the GPU

    def _take(
        self,
        reading: GpusReading,
        runs: Sequence[TrainingRun],
        now: tuple[float, float],
    ) -> None:
        names = [gpu.name for gpu in reading.gpus]
        for gpu in reading.gpus:
            if not is_lost(gpu):
                self._note_users(gpu, runs)
            elif gpu.uuid in self._users:
                has_twin = names.count(gpu.name) > 1
                self._note_loss(gpu, now, has_twin=has_twin)
        if not reading.gaps:  # else its driver may be the one that hangs
            here = {gpu.uuid for gpu in reading.gpus}
            self._losses = {u: x for u, x in self._losses.items() if u in here}

    def _note_users(self, gpu: GpuReading, runs: Sequence[TrainingRun]) -> None:
        """Keep who computes on one that answers. Sleep is no answer, and no loss."""
        answers = (gpu.busy_fraction, gpu.memory_used_bytes, gpu.temperature_celsius)
        if any(answer is not None for answer in answers):
            self._users[gpu.uuid] = tuple(run.name for run in runs_on(gpu, runs))
        elif not gpu.is_asleep:
            return
        self._losses.pop(gpu.uuid, None)

    def _note_loss(
        self, gpu: GpuReading, now: tuple[float, float], *, has_twin: bool
    ) -> None:
        at_s, wall_s = now
        loss = self._losses.get(gpu.uuid)
        if loss is None:
            users = self._users[gpu.uuid]
            lost = LostGpu(gpu.uuid, gpu.name, gpu.bus_id, wall_s, users, has_twin)
            loss = _Loss(at_s, lost)
        stays = at_s - loss.since_s >= STAYS_S and at_s >= self._sure_from_s
        self._losses[gpu.uuid] = replace(loss, is_sure=loss.is_sure or stays)

    def _drop_unsure(self) -> None:
        self._losses = {u: x for u, x in self._losses.items() if x.is_sure}
