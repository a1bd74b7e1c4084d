"""Which GPUs a run may see, from its environment and what the driver lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from traintray.core.readings import GapReason, GpuReading

_INDEX = re.compile(r"\d+")
_MIG = "MIG-"


@dataclass(frozen=True, slots=True)
class VisibleGpus:
    """The GPUs that CUDA shows to a run."""

    count: int | None
    """None when it cannot be told."""
    which: tuple[GpuReading, ...] | None
    """None when only their number is known, or not even that."""


_UNKNOWN = VisibleGpus(None, None)


def is_lost(gpu: GpuReading) -> bool:
    """Whether the driver lists it but gets no answer."""
    gap = gpu.gaps.get("busy_fraction")
    return gap is not None and gap.reason is GapReason.DEVICE_LOST


def visible_gpus(
    gpus: Sequence[GpuReading], variables: Mapping[str, str] | None
) -> VisibleGpus:
    """Return what a process with these variables may see of `gpus`, in NVML's order.

    `variables` None means that its environment may not be read. What a program sets
    itself after its start is not seen.
    """
    if not gpus:
        return VisibleGpus(0, ())
    if variables is None:
        return _UNKNOWN
    given = _given_to_container(gpus, variables.get("NVIDIA_VISIBLE_DEVICES", ""))
    if given is None:
        return _UNKNOWN
    chosen = variables.get("CUDA_VISIBLE_DEVICES")
    if chosen is None:
        return _answering(given)
    if chosen.strip().startswith(_MIG):
        return _slice(given, chosen)
    return _chosen(given, chosen, variables.get("CUDA_DEVICE_ORDER", ""))


def _given_to_container(
    gpus: Sequence[GpuReading], text: str
) -> Sequence[GpuReading] | None:
    """Return the GPUs handed into the run's container; None when that is not told.

    A run in a container sees only these, numbered anew, while we may look from
    outside. `void` means that something else than this variable decided.
    """
    if text in ("", "all"):
        return gpus
    if text == "none":
        return ()
    return _named(gpus, text) or None


def _chosen(given: Sequence[GpuReading], text: str, order: str) -> VisibleGpus:
    """Apply CUDA's own list: indices, or beginnings of UUIDs that fit one GPU.

    What follows an entry that fits nothing is dropped; a GPU named twice hides all
    (CUDA programming guide, environment variables). CUDA counts the fastest first
    unless told otherwise, so an index tells which only among equal GPUs.
    """
    named = _named(given, text)
    by_index = _INDEX.match(text.strip()) is not None
    is_pci_order = order == "PCI_BUS_ID" or len({gpu.name for gpu in given}) == 1
    if by_index and not is_pci_order and len(named) < len(given):
        return VisibleGpus(len(named), () if not named else None)
    return _answering(named)


def _named(gpus: Sequence[GpuReading], text: str) -> Sequence[GpuReading]:
    found: list[GpuReading] = []
    for entry in text.split(","):
        gpu = _one(gpus, entry.strip())
        if gpu is None:
            break
        if gpu in found:
            return ()
        found.append(gpu)
    return found


def _one(gpus: Sequence[GpuReading], entry: str) -> GpuReading | None:
    index = _INDEX.match(entry)  # as strtoul does, which stops at the first letter
    if index is not None:
        number = int(index.group())
        return gpus[number] if number < len(gpus) else None
    fitting = [gpu for gpu in gpus if entry and gpu.uuid.startswith(entry)]
    return fitting[0] if len(fitting) == 1 else None


def _slice(given: Sequence[GpuReading], text: str) -> VisibleGpus:
    """Return a part of a GPU (MIG): CUDA shows one, whatever the list's length.

    Older names say which GPU it is cut from (`MIG-GPU-<uuid>/<instance>/<compute>`).
    """
    name = text.split(",")[0].strip().removeprefix(_MIG).partition("/")[0]
    parent = _one(given, name) if name.startswith("GPU-") else None
    if parent is None and len(given) == 1:
        parent = given[0]
    return VisibleGpus(1, None) if parent is None else _answering((parent,))


def _answering(gpus: Sequence[GpuReading]) -> VisibleGpus:
    alive = tuple(gpu for gpu in gpus if not is_lost(gpu))
    return VisibleGpus(len(alive), alive)
