"""Read NVIDIA GPUs through NVML."""

from __future__ import annotations

import errno
import logging
import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from traintray.core.readings import Gap, GpusReading
from traintray.core.sensors.nvidia_device import Device, Identity, identify
from traintray.core.sensors.nvml import Refusal, ask, load
from traintray.core.sensors.pci import has_nvidia_gpu
from traintray.core.sensors.plugin import SensorPlugin, Series

log = logging.getLogger(__name__)

RETRY_S = 60.0
"""How long a library or a device that does not answer is left alone."""


class NvidiaSensor:
    """All GPUs that NVML knows; `nvidia-smi` prints the same.

    A machine without an NVIDIA GPU and without the library has an empty reading; one
    with a GPU on the bus and no library has a gap. A library that answers is
    believed even where sysfs shows no GPU: that is so in containers and on WSL.
    `root` is the file system to read, `load` returns the pynvml module; a test hands
    in its own.
    """

    key = "gpus"

    def __init__(self, root: Path = Path("/"), load: Callable[[], Any] = load) -> None:
        self._root = root
        self._load = load
        self._nvml: Any = None
        self._is_open = False
        self._devices: tuple[Device, ...] = ()
        self._failure: tuple[int, str] | None = None
        self._look_at_s = -math.inf
        self._lost: frozenset[Identity] = frozenset()

    def read(self, at_s: float) -> GpusReading:
        """Read every GPU.

        FileNotFoundError when there is a GPU but no driver for it, PermissionError,
        or another OSError whose text says what NVML said.
        """
        if at_s >= self._look_at_s:
            self._look(at_s)
        if self._failure is not None:
            raise OSError(*self._failure)
        gpus = tuple(device.read(at_s) for device in self._devices)
        self._log_changes()
        if self._lost:
            self._look_at_s = min(self._look_at_s, at_s + RETRY_S)
        return GpusReading(gpus)

    def series(self, reading: GpusReading) -> Series:
        """Name the figures of every GPU under its UUID."""
        found: Series = {}
        for gpu in reading.gpus:
            key = f"gpu.{gpu.uuid}"
            found[f"{key}.busy_fraction"] = gpu.busy_fraction
            found[f"{key}.memory_used_bytes"] = gpu.memory_used_bytes
            found[f"{key}.temperature_celsius"] = gpu.temperature_celsius
            found[f"{key}.power_watts"] = gpu.power_watts
        return found

    def reset(self) -> None:
        """Look at once for what was missing: a resume may have brought it back."""
        if self._look_at_s < math.inf:
            self._look_at_s = -math.inf

    def _look(self, at_s: float) -> None:
        """Find out which GPUs there are; come back later unless all is well."""
        self._look_at_s = at_s + RETRY_S
        self._failure = None
        try:
            self._open()
            self._devices = self._list()
        except OSError as error:
            self._devices = ()
            is_absent = isinstance(error, FileNotFoundError)
            if not is_absent or has_nvidia_gpu(self._root):
                detail = error.strerror or str(error)
                self._failure = (error.errno or errno.EIO, detail)
            return
        if self._devices and not any(device.is_lost for device in self._devices):
            self._look_at_s = math.inf

    def _open(self) -> None:
        if self._nvml is None:
            self._nvml = self._load()
        if self._is_open and all(device.is_lost for device in self._devices):
            self._close()  # NVML learns of new and mended devices only when it starts
        if not self._is_open:
            try:
                ask(self._nvml, self._nvml.nvmlInit)
            except Refusal as refusal:
                raise refusal.os_error() from refusal
            self._is_open = True

    def _close(self) -> None:
        self._is_open = False
        try:
            ask(self._nvml, self._nvml.nvmlShutdown)
        except Refusal as refusal:
            log.debug("NVML could not be shut down: %s", refusal)

    def _list(self) -> tuple[Device, ...]:
        """Return the GPUs that NVML lists, those included that do not answer.

        Their handles stay good until a device is lost; to fetch them at every
        reading would cost more than the reading (wookayin/gpustat#54).
        """
        nvml = self._nvml
        try:
            count = ask(nvml, nvml.nvmlDeviceGetCount)
        except Refusal as refusal:
            raise refusal.os_error() from refusal
        found: dict[int, Device] = {}
        refused: dict[int, Gap] = {}
        for index in range(count):
            try:
                handle = ask(nvml, partial(nvml.nvmlDeviceGetHandleByIndex, index))
                found[index] = Device(nvml, handle, identify(nvml, handle))
            except Refusal as refusal:
                refused[index] = refusal.gap()
        answering = {device.identity.uuid for device in found.values()}
        known = [device.identity for device in self._devices]
        silent = [identity for identity in known if identity.uuid not in answering]
        for index, gap in refused.items():
            unknown = Identity(f"unidentified-{index}")
            found[index] = Device.lost(silent.pop(0) if silent else unknown, gap)
        return tuple(found[index] for index in range(count))

    def _log_changes(self) -> None:
        lost = {device.identity for device in self._devices if device.is_lost}
        back = {device.identity for device in self._devices} - lost
        for identity in lost - self._lost:
            log.warning("%s (%s) stopped answering", identity.name, identity.bus_id)
        for identity in self._lost & back:
            log.info("%s (%s) is back", identity.name, identity.bus_id)
        self._lost = frozenset(lost)


SENSOR = SensorPlugin(lambda kernel: (NvidiaSensor(kernel.root),))
