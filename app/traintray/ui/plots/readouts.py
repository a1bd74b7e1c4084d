"""The numbers at the right of each graph: what is true now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame, State
from traintray.core.readings import Gap, GapReason, GpuReading
from traintray.ui import format as fmt
from traintray.ui.plots.row import Row, RowKind
from traintray.ui.plots.samples import Samples

translate = QCoreApplication.translate

BUSY_FROM = 0.5
"""A logical CPU counts as busy from this share of the last second on."""
_MEAN_S = 10.0
CLOCK_FIELD = "core_clock_hertz"


@dataclass(frozen=True, slots=True)
class Readout:
    """One large value and the small lines under it."""

    value: str
    """Empty where the small lines are all there is."""
    details: tuple[str, ...] = ()
    strong: bool = False
    """The small lines are values themselves."""

    @property
    def text(self) -> str:
        """All of it in one line."""
        return " ".join(part for part in (self.value, *self.details) if part)


def readout(row: Row, frame: Frame, series: Mapping[str, Samples]) -> Readout:
    """Return what stands beside `row`; a dash and the last value when it is missing."""
    paused = frame.state is State.PAUSED
    found = None if paused else _present(row, frame, series)
    return found if found is not None else _missing(row, frame, series)


def _present(row: Row, frame: Frame, series: Mapping[str, Samples]) -> Readout | None:
    if row.kind is RowKind.CPU:
        return _cpu(frame)
    if row.kind is RowKind.LOGICAL_CPUS:
        return _logical(frame)
    if row.kind is RowKind.PRESSURE:
        return _pressure(frame)
    if row.kind is RowKind.MEMORY:
        return _memory(frame)
    gpu = _gpu_of(row, frame)
    if gpu is None:
        return None
    if row.kind is RowKind.GPU:
        return _gpu_busy(row, gpu, frame, series)
    return _gpu_memory(gpu) if row.kind is RowKind.GPU_MEMORY else _gpu_limits(row, gpu)


def _cpu(frame: Frame) -> Readout | None:
    if frame.cpu is None or frame.cpu.total is None:
        return None
    details = [
        translate("Live", "system {share}").format(
            share=fmt.percent(frame.cpu.total.system)
        )
    ]
    if frame.load is not None:
        details.append(
            translate("Live", "load {load}").format(load=fmt.load(frame.load.load_1min))
        )
    return Readout(fmt.percent(frame.cpu.total.busy), tuple(details))


def _logical(frame: Frame) -> Readout | None:
    if frame.cpu is None or not any(frame.cpu.per_cpu):
        return None
    shares = [shares for shares in frame.cpu.per_cpu if shares is not None]
    busy = sum(1 for each in shares if each.busy >= BUSY_FROM)
    template = translate("Live", "{busy} of {count} busy")
    if busy == len(shares):  # for languages that say `all 32`
        template = translate("Live", "{count} of {count} busy")
    text = template.format(busy=busy, count=len(shares))
    return Readout("", (text,), strong=True)


def _pressure(frame: Frame) -> Readout | None:
    where = {
        "cpu": translate("Live", "on CPU, 10\u00a0s"),
        "memory": translate("Live", "on memory, 10\u00a0s"),
        "io": translate("Live", "on disk, 10\u00a0s"),
    }
    for resource, text in where.items():
        reading = frame.pressure.get(resource)
        if reading is not None:
            value = fmt.percent(reading.stalled_10s_fraction)
            return Readout(value, (translate("Live", "time stalled"), text))
    return None


def _memory(frame: Frame) -> Readout | None:
    memory = frame.memory
    if memory is None:
        return None
    used = memory.total_bytes - memory.available_bytes
    details = [fmt.percent(used / memory.total_bytes)]
    if memory.swap_total_bytes:
        details.append(
            translate("Live", "swap {size}").format(
                size=fmt.memory(memory.swap_used_bytes)
            )
        )
    return Readout(fmt.memory(used), tuple(details))


def _gpu_of(row: Row, frame: Frame) -> GpuReading | None:
    for gpu in frame.gpus.gpus if frame.gpus is not None else ():
        if gpu.uuid == row.gpu_uuid:
            return gpu
    return None


def _gpu_busy(
    row: Row, gpu: GpuReading, frame: Frame, series: Mapping[str, Samples]
) -> Readout | None:
    if gpu.busy_fraction is None:
        return None
    mean = series[row.lines[0].key].mean(frame.at_s - _MEAN_S)
    return Readout(fmt.percent(mean), (translate("Live", "busy, mean 10\u00a0s"),))


def _gpu_memory(gpu: GpuReading) -> Readout | None:
    used, total = gpu.memory_used_bytes, gpu.memory_total_bytes
    if used is None:
        return None
    share = (fmt.percent(used / total),) if total else ()
    return Readout(fmt.memory(used), share)


def _gpu_limits(row: Row, gpu: GpuReading) -> Readout | None:
    """Say what each is of its limit; a clock is said also where its limit is unknown
    and it has no line.
    """
    lines: list[str] = []
    for line in row.lines:
        field = line.key.rpartition(".")[2]
        value: float | None = getattr(gpu, field)
        if field != CLOCK_FIELD:
            now = fmt.MISSING if value is None else line.text(value)
            text = translate("Live", "{now} of {limit}")
            lines.append(text.format(now=now, limit=line.text(line.full)))
    if gpu.core_clock_hertz is not None:
        clock = translate("Live", "clock {value}")
        lines.insert(0, clock.format(value=fmt.gigahertz(gpu.core_clock_hertz)))
    return Readout("", tuple(lines), strong=True)


def _missing(row: Row, frame: Frame, series: Mapping[str, Samples]) -> Readout:
    if row.kind is RowKind.LOGICAL_CPUS or not row.lines:
        return Readout(fmt.MISSING)
    gap = _gap_of(row, frame)
    if gap is not None and gap.reason is GapReason.ASLEEP:
        return Readout(_why(gap.reason))
    last = series[row.lines[0].key].latest()
    if last is not None:
        return Readout(
            fmt.MISSING,
            (translate("Live", "last {value}").format(value=row.lines[0].text(last)),),
        )
    return Readout(fmt.MISSING, (_why(gap.reason),) if gap is not None else ())


def _gap_of(row: Row, frame: Frame) -> Gap | None:
    gpu = _gpu_of(row, frame)
    if gpu is not None:
        field = row.lines[0].key.rpartition(".")[2]
        return gpu.gaps.get(field)
    sensor = "pressure.cpu" if row.kind is RowKind.PRESSURE else row.kind.value
    return frame.gaps.get("gpus" if row.gpu_uuid else sensor)


def _why(reason: GapReason) -> str:
    return {
        GapReason.FIRST: translate("Live", "first sample"),
        GapReason.NOT_PRESENT: translate("Live", "not present"),
        GapReason.NOT_SUPPORTED: translate("Live", "not reported"),
        GapReason.NO_PERMISSION: translate("Live", "not permitted"),
        GapReason.DEVICE_LOST: translate("Live", "not answering"),
        GapReason.ASLEEP: translate("Live", "asleep"),
        GapReason.SUSPENDED: translate("Live", "was suspended"),
        GapReason.FAILED: translate("Live", "cannot be read"),
    }[reason]
