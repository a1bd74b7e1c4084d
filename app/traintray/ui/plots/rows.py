"""Which rows the Live page has on this machine, and which series each one draws."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame, Machine, State
from traintray.ui import format as fmt
from traintray.ui.gpu_gap import nvidia_gap
from traintray.ui.plots.gpu_rows import GpuFacts, gpu_rows, note_row
from traintray.ui.plots.layout import Height
from traintray.ui.plots.row import Line, Row, RowKind

translate = QCoreApplication.translate

_PRESSURES = (
    ("cpu", "cpu", 1.4, 0.05),
    ("memory", "mem", 1.2, 0.0),
    ("io", "io", 1.2, 0.0),
)


class RowBook:
    """Remembers what this machine has shown, so that a source that is lost keeps
    its row.
    """

    def __init__(self) -> None:
        self._gpus: dict[str, GpuFacts] = {}
        self._pressures: set[str] = set()
        self._cpus = 1
        self._gpu_silent = False

    def rows(self, frame: Frame) -> tuple[Row, ...]:
        """Return the rows for `frame`, top to bottom."""
        for gpu in frame.gpus.gpus if frame.gpus is not None else ():
            self._gpus[gpu.uuid] = GpuFacts.of(gpu, self._gpus.get(gpu.uuid))
        self._pressures.update(frame.pressure)
        self._cpus = max(self._cpus, _cpu_count(frame))
        rows = [_cpu_row(frame.machine), _logical_row(self._cpus)]
        if self._pressures:
            rows.append(_pressure_row(self._pressures))
        rows.append(_memory_row(frame.machine))
        several = len(self._gpus) > 1
        for number, (uuid, facts) in enumerate(self._gpus.items()):
            rows += gpu_rows(number if several else None, uuid, facts)
        if frame.state is not State.PAUSED:
            self._gpu_silent = frame.machine.gpu_expected and (
                not self._gpus or nvidia_gap(frame) is not None
            )
        if self._gpu_silent:
            rows.append(note_row())
        return tuple(rows)


def _cpu_row(machine: Machine) -> Row:
    lines = (
        Line(
            "cpu.busy_fraction",
            translate("Live", "all"),
            "cpu",
            1.0,
            fmt.percent,
            fill=0.05,
        ),
        Line(
            "cpu.system_fraction",
            translate("Live", "system share"),
            "cpu",
            1.0,
            fmt.percent,
            width=1.1,
            dash=(2.0, 2.0),
            fill=0.14,
        ),
    )
    cores = machine.physical_cores
    text = translate("Live", "{count} cores").format(count=cores)
    caption = translate("Live", "1 core") if cores == 1 else text
    return Row(RowKind.CPU, "CPU", caption, lines, Height(96, 50))


def _cpu_count(frame: Frame) -> int:
    """Logical CPUs, those that are switched off included."""
    seen = len(frame.cpu.per_cpu) if frame.cpu is not None else 0
    return max(seen, frame.machine.logical_cpus)


def _logical_row(count: int) -> Row:
    """One pixel per logical CPU at least, and not more than 16 for a small machine."""
    tallest = max(64.0, float(count))
    design = min(tallest, max(36.0, 16.0 * count))
    least = min(design, max(36.0, float(count)))
    lines = tuple(
        Line(f"cpu.{n}.busy_fraction", "", "cpu", 1.0, fmt.percent)
        for n in range(count)
    )
    return Row(
        RowKind.LOGICAL_CPUS,
        translate("Live", "Logical CPUs"),
        translate("Live", "one row each"),
        lines,
        Height(design, least),
    )


def _pressure_row(resources: set[str]) -> Row:
    labels = {
        "cpu": translate("Live", "CPU"),
        "io": translate("Live", "disk"),
        "memory": translate("Live", "memory"),
    }
    lines = tuple(
        Line(
            f"pressure.{resource}.stalled_10s_fraction",
            labels[resource],
            hue,
            1.0,
            fmt.percent,
            width=width,
            fill=fill,
        )
        for resource, hue, width, fill in _PRESSURES
        if resource in resources
    )
    return Row(
        RowKind.PRESSURE, translate("Live", "Pressure"), "", lines, Height(54, 50)
    )


def _memory_row(machine: Machine) -> Row:
    lines = [
        Line(
            "memory.used_bytes",
            "",
            "mem",
            float(machine.memory_bytes),
            fmt.memory,
            fill=0.06,
        )
    ]
    if machine.swap_bytes:
        lines.append(
            Line(
                "memory.swap_used_bytes",
                translate("Live", "swap, {size}").format(
                    size=fmt.capacity(machine.swap_bytes)
                ),
                "swap",
                float(machine.swap_bytes),
                fmt.memory,
                width=1.4,
                dash=(5.0, 2.0),
            )
        )
    caption = fmt.capacity(machine.memory_bytes)
    return Row(
        RowKind.MEMORY,
        translate("Live", "Memory"),
        caption,
        tuple(lines),
        Height(60, 42),
    )
