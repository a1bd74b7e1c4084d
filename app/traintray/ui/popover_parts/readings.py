"""Frame and store to the rows of the popover: texts and shares of the whole."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Resource
from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.ui import format as fmt
from traintray.ui.gpu_busy import mean_busy
from traintray.ui.popover_parts.resource_row import Reading
from traintray.ui.popover_parts.shown_gpus import gpu_gap, shown_gpus
from traintray.ui.spoken import gap_reason
from traintray.ui.widgets.sparkline import SPAN_S

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Row:
    """One row with its past, as shares of the whole; empty where nothing can be
    read.
    """

    reading: Reading
    times: Sequence[float] = ()
    shares: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class _Past:
    """Which series make a row's past."""

    keys: tuple[str, ...]
    whole_bytes: float | None = None
    """What the sum of the series is a share of; None for series of shares, of
    which the mean is shown."""

    def text(self, number: float) -> str:
        return fmt.percent(number) if self.whole_bytes is None else fmt.memory(number)


def rows_for(
    frame: Frame, store: Store, known_gpus: tuple[GpuReading, ...]
) -> list[Row]:
    """Return the rows in their fixed order: CPU, GPU, GPU memory, memory, swap.

    `known_gpus` are the GPUs seen last, so that a lost source keeps its row. What
    the machine does not have is left out.
    """
    rows = [_cpu(frame, store)]
    if known_gpus:
        rows += [_gpu_busy(known_gpus, frame, store)]
        rows += [_gpu_memory(known_gpus, frame, store)]
    elif frame.machine.gpu_expected or frame.machine.gpu_names:
        rows.append(_unreadable_gpu(frame))
    rows.append(_memory(frame, store))
    if frame.machine.swap_bytes > 0:
        rows.append(_swap(frame, store))
    return rows


def _cpu(frame: Frame, store: Store) -> Row:
    total = frame.cpu.total if frame.cpu is not None else None
    cores = frame.machine.physical_cores
    size = translate("Popover", "1 core")
    if cores != 1:
        size = translate("Popover", "{count} cores").format(count=cores)
    detail = ""
    if frame.load is not None:
        load = fmt.load(frame.load.load_1min)
        detail = translate("Popover", "load {load}").format(load=load)
    reading = Reading(
        Resource.CPU,
        translate("Popover", "CPU"),
        size,
        fmt.percent(total.busy if total is not None else None),
        detail,
        _why(frame.gaps.get("cpu")),
    )
    return _row(reading, _Past(("cpu.busy_fraction",)), frame, store)


def _gpu_busy(known: tuple[GpuReading, ...], frame: Frame, store: Store) -> Row:
    gpus = shown_gpus(frame, known)
    name = translate("Popover", "GPU {number}").format(number=0)
    if len(known) > 1:
        name = translate("Popover", "{count} GPUs").format(count=len(known))
    busy = fmt.percent(mean_busy(gpus, frame.at_s, store))
    if gpus and all(gpu.is_asleep for gpu in gpus):
        # Not missing: a value of the past beside it would say that it is.
        busy = translate("Popover", "asleep")
    gap = gpu_gap(frame, known, "busy_fraction")
    size = fmt.gpu_name(known[0].name)
    if not gpus and gap is not None and gap.reason is GapReason.DEVICE_LOST:
        size = translate("Popover", "not answering")
    reading = Reading(
        Resource.GPU,
        name,
        size,
        busy,
        _heat(gpus),
        _why(gap) or translate("Popover", "Busy: mean of the last 10\u00a0s"),
    )
    keys = tuple(f"gpu.{gpu.uuid}.busy_fraction" for gpu in known)
    return _row(reading, _Past(keys), frame, store)


def _gpu_memory(known: tuple[GpuReading, ...], frame: Frame, store: Store) -> Row:
    used = _sum([gpu.memory_used_bytes for gpu in shown_gpus(frame, known)])
    total = _sum([gpu.memory_total_bytes for gpu in known])
    size = _of(total)
    if any(gpu.memory_is_shared for gpu in known):
        size = translate("Popover", "shared with the CPU")
    reading = Reading(
        Resource.GPU_MEMORY,
        translate("Popover", "GPU memory"),
        size,
        fmt.memory(used),
        fmt.percent(_share(used, total)) if used is not None else "",
        _why(gpu_gap(frame, known, "memory_used_bytes")),
    )
    keys = tuple(f"gpu.{gpu.uuid}.memory_used_bytes" for gpu in known)
    return _row(reading, _Past(keys, total or math.nan), frame, store)


def _unreadable_gpu(frame: Frame) -> Row:
    gap = frame.gaps.get("gpus")
    not_yet = frame.gpus is None and gap is None  # nobody has looked
    said = "" if not_yet else translate("Popover", "not readable")
    name = translate("Popover", "GPU")
    return Row(Reading(Resource.GPU, name, said, fmt.MISSING, tip=_why(gap)))


def _memory(frame: Frame, store: Store) -> Row:
    now = frame.memory
    used = None if now is None else now.total_bytes - now.available_bytes
    total = frame.machine.memory_bytes if now is None else now.total_bytes
    reading = Reading(
        Resource.MEMORY,
        translate("Popover", "Memory"),
        _of(total),
        fmt.memory(used),
        fmt.percent(_share(used, total)) if used is not None else "",
        _why(frame.gaps.get("memory")),
    )
    return _row(reading, _Past(("memory.used_bytes",), total), frame, store)


def _swap(frame: Frame, store: Store) -> Row:
    now = frame.memory
    used = None if now is None else now.swap_used_bytes
    total = frame.machine.swap_bytes if now is None else now.swap_total_bytes
    reading = Reading(
        Resource.SWAP,
        translate("Popover", "Swap"),
        _of(total),
        fmt.memory(used),
        fmt.percent(_share(used, total)) if used is not None else "",
        _why(frame.gaps.get("memory")),
    )
    past = _Past(("memory.swap_used_bytes",), total or math.nan)
    return _row(reading, past, frame, store)


def _row(reading: Reading, past: _Past, frame: Frame, store: Store) -> Row:
    """Add the past; a missing value tells the last one that was known."""
    since_s = frame.at_s - SPAN_S
    copies = [store.copy(key, since_s) for key in past.keys]
    times = copies[0][0] if copies else array("d")
    # The store goes on while it is read: a later copy may be a sample longer.
    length = min((len(copy[0]) for copy in copies), default=0)
    columns = [copy[1][:length] for copy in copies]
    if past.whole_bytes is None:
        numbers = [_known_mean(values) for values in zip(*columns, strict=True)]
        whole = 1.0
    else:
        numbers = [sum(values) for values in zip(*columns, strict=True)]
        whole = past.whole_bytes
    if reading.value == fmt.MISSING:
        known = [number for number in numbers if not math.isnan(number)]
        text = translate("Popover", "last {value}")
        detail = text.format(value=past.text(known[-1])) if known else ""
        reading = replace(reading, detail=detail)
    return Row(reading, times[:length], [number / whole for number in numbers])


def _heat(gpus: tuple[GpuReading, ...]) -> str:
    """Tell the hottest chip and the power of all boards, as far as they are known."""
    degrees = [g.temperature_celsius for g in gpus if g.temperature_celsius is not None]
    watts = _sum([gpu.power_watts for gpu in gpus])
    parts = [fmt.celsius(max(degrees))] if degrees else []
    parts += [fmt.watts(watts)] if watts is not None else []
    return f" {fmt.DOT} ".join(parts)


def _of(total_bytes: float | None) -> str:
    return translate("Popover", "of {size}").format(size=fmt.capacity(total_bytes))


def _why(gap: Gap | None) -> str:
    return gap_reason(gap.reason) if gap is not None else ""


def _share(part: float | None, whole: float | None) -> float | None:
    return part / whole if part is not None and whole else None


def _sum(values: Sequence[float | None]) -> float | None:
    """Return the sum, or None when one is missing: a part is not the whole."""
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _known_mean(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan
