"""GPUs that fell off the bus, told once until they answer again."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.readings import GapReason, GpuReading
from traintray.core.telling.deed import TellLostGpu, WithdrawLostGpu

STAYS_S = 10.0
"""A driver that is reset, and a computer that wakes, leave a GPU without answers for a
few seconds; one that fell off the bus stays away until the next boot."""


class LostGpus:
    """Remembers GPUs by UUID, since the others are numbered anew when one goes."""

    def __init__(self) -> None:
        self._answered: set[str] = set()
        """Those that worked in this life of the app: one that never did is no news."""
        self._lost: dict[str, GpuReading] = {}
        self._since_s: dict[str, float] = {}
        self._told: set[str] = set()

    def watch(self, frame: Frame) -> None:
        """Take the newest frame."""
        for gpu in frame.gpus.gpus if frame.gpus is not None else ():
            if _is_lost(gpu):
                if gpu.uuid in self._answered:
                    self._lost[gpu.uuid] = gpu
                    self._since_s.setdefault(gpu.uuid, frame.at_s)
            else:
                self._answered.add(gpu.uuid)
                self._lost.pop(gpu.uuid, None)
                self._since_s.pop(gpu.uuid, None)

    def due(self, at_s: float) -> list[TellLostGpu | WithdrawLostGpu]:
        """Return what is to be told and taken back now."""
        back = self._told - self._lost.keys()
        new = [
            gpu
            for uuid, gpu in self._lost.items()
            if uuid not in self._told and at_s - self._since_s[uuid] >= STAYS_S
        ]
        self._told = (self._told - back) | {gpu.uuid for gpu in new}
        told = [TellLostGpu(gpu.uuid, gpu.name) for gpu in new]
        return [*(WithdrawLostGpu(uuid) for uuid in sorted(back)), *told]

    def undelivered(self, uuid: str) -> None:
        """Note that it reached nobody."""
        self._told.discard(uuid)


def _is_lost(gpu: GpuReading) -> bool:
    gap = gpu.gaps.get("busy_fraction")
    return gap is not None and gap.reason is GapReason.DEVICE_LOST
