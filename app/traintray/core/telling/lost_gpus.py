"""GPUs that are lost: each told once until it answers again."""

from __future__ import annotations

from collections.abc import Collection

from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.frame import Frame
from traintray.core.telling.deed import TellLostGpu, WithdrawLostGpu
from traintray.core.telling.silence import Silence
from traintray.core.telling.wishes import Wishes


class LostGpus:
    """Remembers by UUID what was told."""

    def __init__(self) -> None:
        self._lost: dict[str, LostGpu] = {}
        self._told: set[str] = set()

    def watch(self, frame: Frame) -> None:
        """Take the newest frame."""
        self._lost = {gpu.uuid: gpu for gpu in frame.lost_gpus}

    def has(self, uuid: str) -> bool:
        """Whether that is the UUID of one that is lost."""
        return uuid in self._lost

    def back(self) -> list[WithdrawLostGpu]:
        """Return what is to be taken back now: those that are not lost any more."""
        return self.take_back(self._told - self._lost.keys())

    def due(self, silence: Silence, wishes: Wishes) -> list[TellLostGpu]:
        """Return what is to be told now: as any critical tip."""
        if not wishes.tips:
            return []
        new = [
            gpu
            for uuid, gpu in self._lost.items()
            if uuid not in self._told
            and not silence.covers(uuid, wishes, critical=True)
        ]
        self._told |= {gpu.uuid for gpu in new}
        return [TellLostGpu(gpu) for gpu in new]

    def take_back(self, uuids: Collection[str]) -> list[WithdrawLostGpu]:
        """Withdraw what was told of these, to be told again while it holds."""
        told = sorted(self._told & set(uuids))
        self._told -= set(told)
        return [WithdrawLostGpu(uuid) for uuid in told]
