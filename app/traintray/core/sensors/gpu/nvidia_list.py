"""Which NVIDIA GPUs there are, and NVML started and ended for them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.gpu.nvidia_asker import LOST
from traintray.core.sensors.gpu.nvidia_device import (
    Device,
    Identity,
    identify,
    short_bus_id,
    unnamed,
)
from traintray.core.sensors.gpu.nvml import Refusal, ask
from traintray.core.sensors.gpu.pci import PciGpu

log = logging.getLogger(__name__)

_DRIVER = "nvidia"
"""As sysfs calls it; `nouveau` and `vfio-pci` have nothing to do with NVML."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One GPU that is listed; without a device it cannot be asked."""

    identity: Identity
    device: Device | None
    gap: Gap = LOST
    """Why it cannot be asked."""

    @property
    def is_lost(self) -> bool:
        """Whether it does not answer."""
        return self.device is None or self.device.is_lost


class NvidiaList:
    """Starts NVML when there is somebody to ask and ends it when there is not."""

    def __init__(self, root: Path, load: Callable[[], Any]) -> None:
        self._root = root
        self._load = load
        self._nvml: Any = None
        self._is_open = False
        self._listed: Collection[str] | None = None
        self._on_bus: Sequence[PciGpu] = ()
        self._seen: dict[str, str] = {}
        """The bus ids of all GPUs that ever answered, by UUID."""
        self._shown: set[str] = set()
        """Bus ids that the kernel ever showed."""
        self._has_fallen = False

    def has_library(self) -> bool:
        """Say whether the library can be loaded."""
        try:
            self._nvml = self._nvml or self._load()
        except OSError:
            return False
        return True

    def entries(
        self,
        known: Sequence[Entry],
        awake: Collection[str] | None,
        on_bus: Sequence[PciGpu],
    ) -> tuple[Entry, ...]:
        """Return every GPU, those included that do not answer.

        `known` is what was listed last: a GPU keeps its name when it is lost. `awake`
        are the bus ids of those that may be asked, None for all that NVML knows;
        `on_bus` is what the kernel shows. OSError as of a sensor when NVML cannot be
        started.

        Handles stay good until a device is lost; to fetch them at every reading would
        cost more than the reading (wookayin/gpustat#54).
        """
        is_stale = (awake, on_bus) != (self._listed, self._on_bus)
        self._on_bus = on_bus
        self._shown |= {gpu.bus_id for gpu in on_bus}
        is_stale = is_stale or self._has_fallen or self.is_short(known)
        if self._is_open and (is_stale or all(entry.is_lost for entry in known)):
            self.close()  # NVML learns of new and mended devices only when it starts
        self._listed = awake
        if awake is not None and not awake:
            return ()
        self._open()
        found = tuple(self._found(awake))
        for entry in found:
            if entry.device is not None:
                place = short_bus_id(entry.identity.bus_id)
                self._seen[entry.identity.uuid] = place
        named = [entry for entry in known if entry.identity.uuid in self._seen]
        return self._with_fallen(_named_before(found, named), named)

    def is_short(self, listed: Sequence[Entry]) -> bool:
        """Say whether a GPU that was here before is not listed, and may come back
        without the bus telling of it.
        """
        if self._listed is not None or not listed:
            return False
        here = {entry.identity.uuid for entry in listed}
        unplugged = self._shown - {gpu.bus_id for gpu in self._on_bus}
        return any(
            uuid not in here and bus_id not in unplugged
            for uuid, bus_id in self._seen.items()
        )

    def _with_fallen(
        self, found: tuple[Entry, ...], known: Sequence[Entry]
    ) -> tuple[Entry, ...]:
        """Add those that the driver lists no more while it still holds the device.

        Some drivers leave out a GPU that fell off the bus ("No devices were found").
        One that was unplugged, or given to another driver, is not missed.
        """
        here = {entry.identity.uuid for entry in found}
        held = {gpu.bus_id for gpu in self._on_bus if gpu.driver == _DRIVER}
        if self._listed is not None:
            held &= set(self._listed)
        fallen = [
            Entry(entry.identity, None)
            for entry in known
            if entry.identity.uuid not in here
            and short_bus_id(entry.identity.bus_id) in held
        ]
        self._has_fallen = bool(fallen)
        return (*found, *fallen)

    def _open(self) -> None:
        if self._nvml is None:
            self._nvml = self._load()
        if self._is_open:
            return
        try:
            ask(self._nvml, self._nvml.nvmlInit)
        except Refusal as refusal:
            raise refusal.os_error() from refusal
        self._is_open = True

    def close(self) -> None:
        """End NVML, if it was started; the next look starts it again."""
        if not self._is_open:
            return
        self._is_open = False
        try:
            ask(self._nvml, self._nvml.nvmlShutdown)
        except Refusal as refusal:
            log.debug("NVML could not be shut down: %s", refusal)

    def _found(self, awake: Collection[str] | None) -> Iterator[Entry]:
        nvml = self._nvml
        for unknown, fetch in self._handles(awake):
            try:
                handle = ask(nvml, fetch)
                identity = identify(nvml, handle)
            except Refusal as refusal:
                yield Entry(unknown, None, refusal.gap())
                continue
            yield Entry(identity, Device(nvml, handle, identity, self._root))

    def _handles(
        self, awake: Collection[str] | None
    ) -> list[tuple[Identity, Callable[[], Any]]]:
        """Return what fetches each handle, and what the GPU is called if that fails.

        By bus id it wakes no other GPU.
        """
        nvml = self._nvml
        if awake is not None:
            by_bus = nvml.nvmlDeviceGetHandleByPciBusId
            return [(unnamed(bus), partial(by_bus, bus)) for bus in sorted(awake)]
        try:
            count = ask(nvml, nvml.nvmlDeviceGetCount)
        except Refusal as refusal:
            raise refusal.os_error() from refusal
        by_index = nvml.nvmlDeviceGetHandleByIndex
        return [
            (Identity(f"unidentified-{index}"), partial(by_index, index))
            for index in range(count)
        ]


def _named_before(
    found: tuple[Entry, ...], known: Sequence[Entry]
) -> tuple[Entry, ...]:
    """Give those that do not answer the names of those that are missing: of the one
    in the same place, where the place is known.
    """
    answering = {entry.identity.uuid for entry in found if entry.device is not None}
    silent = [e.identity for e in known if e.identity.uuid not in answering]
    named = []
    for entry in found:
        place = entry.identity.bus_id
        fitting = [
            identity
            for identity in silent
            if not place or short_bus_id(identity.bus_id) == short_bus_id(place)
        ]
        if entry.device is None and fitting:
            silent.remove(fitting[0])
            named.append(Entry(fitting[0], None, _of_known(entry.gap)))
        else:
            named.append(entry)
    return tuple(named)


def _of_known(gap: Gap) -> Gap:
    """Return why a GPU that did answer cannot be asked: whatever else the driver
    says (`Unknown Error`), it is lost.
    """
    if gap.reason is GapReason.NO_PERMISSION:
        return gap
    return Gap(GapReason.DEVICE_LOST, gap.detail)
