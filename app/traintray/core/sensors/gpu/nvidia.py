"""Read NVIDIA GPUs through NVML."""

from __future__ import annotations

import errno
import logging
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.core.sensors.gpu.nvidia_device import Identity, lost
from traintray.core.sensors.gpu.nvidia_list import Entry, NvidiaList
from traintray.core.sensors.gpu.nvidia_sleep import Sleepers
from traintray.core.sensors.gpu.nvml import load
from traintray.core.sensors.gpu.pci import has_nvidia_gpu
from traintray.core.sensors.gpu.vendor import VendorPlugin

log = logging.getLogger(__name__)

RETRY_S = 60.0
"""How long a library or a device that does not answer is left alone."""
FIRST_RETRY_S = 4.0
"""A driver that resets a GPU takes one to three seconds: so soon a lost one is looked
for, then after twice as long each time, up to `RETRY_S`. To fetch a handle that was
lost for good may take the driver seconds, and holds up the other GPUs."""

_ASLEEP = Gap(GapReason.ASLEEP, "it is left alone so that it can sleep")


class NvidiaGpus:
    """All GPUs that NVML knows; `nvidia-smi` prints the same.

    A machine without an NVIDIA GPU and without the library has none; one with a GPU
    on the bus and no library has a gap. A library that answers is believed even where
    sysfs shows no GPU: that is so in containers and on WSL. A GPU that sleeps, or
    could, is not asked. `root` is the file system to read, `load` returns the pynvml
    module; a test hands in its own.
    """

    def __init__(self, root: Path = Path("/"), load: Callable[[], Any] = load) -> None:
        self._root = root
        self._list = NvidiaList(root, load)
        self._sleepers = Sleepers(root)
        self._entries: tuple[Entry, ...] = ()
        self._failure: tuple[int, str] | None = None
        self._look_at_s = -math.inf
        self._retry_s = FIRST_RETRY_S
        self._lost: frozenset[Identity] = frozenset()

    def is_here(self) -> bool:
        """Say whether there is a GPU on the bus, or a library that may know one."""
        return has_nvidia_gpu(self._root) or self._list.has_library()

    def read(self, at_s: float, *, closely: bool = False) -> tuple[GpuReading, ...]:
        """Read every GPU.

        FileNotFoundError when there is a GPU but no driver for it, PermissionError,
        or another OSError whose text says what NVML said.
        """
        if self._sleepers.update(at_s):
            self._look_at_s = -math.inf
        if at_s >= self._look_at_s:
            self._look(at_s)
        if self._failure is not None:
            raise OSError(*self._failure)
        awake = [self._read_one(entry, at_s, closely) for entry in self._entries]
        self._log_changes()
        if self._lost:
            self._look_at_s = min(self._look_at_s, at_s + self._retry_s)
        else:
            self._retry_s = FIRST_RETRY_S
        asleep = [
            replace(lost(identity, _ASLEEP), is_asleep=True)
            for identity in self._sleepers.asleep()
        ]
        return tuple(sorted([*awake, *asleep], key=lambda gpu: gpu.bus_id))

    def reset(self) -> None:
        """Look at once for what was missing: a resume may have brought it back."""
        if self._look_at_s < math.inf:
            self._look_at_s = -math.inf

    def rest(self) -> None:
        """End NVML where a GPU may sleep: an open one keeps it powered."""
        if self._sleepers.awake() is not None:
            self._list.close()
            self._entries = ()
            self._look_at_s = -math.inf

    def _read_one(self, entry: Entry, at_s: float, closely: bool) -> GpuReading:
        if entry.device is None:
            return lost(entry.identity, entry.gap)
        reading = entry.device.read(at_s, closely=closely)
        self._sleepers.note(entry.identity, reading)
        return self._sleepers.settled(reading, at_s)

    def _look(self, at_s: float) -> None:
        """Find out which GPUs there are; come back later unless all is well."""
        self._look_at_s = at_s + RETRY_S
        if self._lost:
            self._retry_s = min(2 * self._retry_s, RETRY_S)
        self._failure = None
        try:
            self._entries = self._list.entries(
                self._entries, self._sleepers.awake(), self._sleepers.on_bus()
            )
        except OSError as error:
            self._entries = ()
            is_absent = isinstance(error, FileNotFoundError)
            if not is_absent or has_nvidia_gpu(self._root):
                detail = error.strerror or str(error)
                self._failure = (error.errno or errno.EIO, detail)
            return
        is_whole = not any(entry.is_lost for entry in self._entries)
        is_whole = is_whole and not self._list.is_short(self._entries)
        if is_whole and (self._entries or self._sleepers.asleep()):
            self._look_at_s = math.inf

    def _log_changes(self) -> None:
        lost_now = {entry.identity for entry in self._entries if entry.is_lost}
        back = {entry.identity for entry in self._entries} - lost_now
        for identity in lost_now - self._lost:
            log.warning("%s (%s) stopped answering", identity.name, identity.bus_id)
        for identity in self._lost & back:
            log.info("%s (%s) is back", identity.name, identity.bus_id)
        self._lost = frozenset(lost_now)


VENDOR = VendorPlugin("nvidia", lambda kernel: NvidiaGpus(kernel.root))
