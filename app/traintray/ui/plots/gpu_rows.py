"""The rows of one GPU, and the note where a GPU cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.readings import GpuReading
from traintray.ui import format as fmt
from traintray.ui.joined import listed, with_detail
from traintray.ui.plots.layout import Height
from traintray.ui.plots.row import Line, Row, RowKind

translate = QCoreApplication.translate

_LIMITS = (Height(54, 56), Height(72, 58))
"""Of the graph of limits: its names need the room. Three lines have no caption where
it is as low as it can be."""
_ALL_LIMITS = 3


@dataclass(frozen=True, slots=True)
class GpuFacts:
    """What stays the same of a GPU, also while it does not answer."""

    name: str
    memory_total_bytes: int | None
    power_limit_watts: float | None
    temperature_limit_celsius: float | None
    core_clock_limit_hertz: float | None = None
    memory_is_shared: bool = False
    bus_id: str = ""

    @staticmethod
    def of(gpu: GpuReading, known: GpuFacts | None) -> GpuFacts:
        """Take what the reading tells, and what it does not tell from before."""
        return GpuFacts(
            gpu.name or (known.name if known else ""),
            gpu.memory_total_bytes or (known.memory_total_bytes if known else None),
            gpu.power_limit_watts or (known.power_limit_watts if known else None),
            gpu.temperature_limit_celsius
            or (known.temperature_limit_celsius if known else None),
            gpu.core_clock_limit_hertz
            or (known.core_clock_limit_hertz if known else None),
            gpu.memory_is_shared or (known.memory_is_shared if known else False),
            gpu.bus_id or (known.bus_id if known else ""),
        )


def gpu_rows(number: int | None, uuid: str, facts: GpuFacts) -> list[Row]:
    """Return the rows of one GPU; a limit that is not known has no line.

    `number` is None for the only one, whose rows need no number to tell them apart.
    """
    name = translate("Live", "GPU {number}").format(number=number or 0)
    which = "" if number is None else with_detail(name, "")
    busy = Line(f"gpu.{uuid}.busy_fraction", "", "gpu", 1.0, fmt.percent, fill=0.07)
    model = fmt.gpu_name(facts.name)
    if number is not None and facts.bus_id:
        model = f"{model} {fmt.DOT} {_slot(facts.bus_id)}"
    rows = [Row(RowKind.GPU, name, model, (busy,), Height(88, 34), uuid)]
    if facts.memory_total_bytes:
        rows.append(_memory_row(which, uuid, facts))
    limits = _limit_lines(uuid, facts)
    if limits:
        title = translate("Live", "GPU limits")
        if number is not None:
            title = translate("Live", "GPU {number} limits").format(number=number)
        caption = translate("Live", "% of limit")
        height = _LIMITS[len(limits) == _ALL_LIMITS]
        kind, note = RowKind.GPU_LIMITS, _without_line(facts)
        rows.append(Row(kind, title, caption, limits, height, uuid, note))
    return rows


def _slot(bus_id: str) -> str:
    """Return bus and device, which is what differs: `00000000:01:00.0` → `01:00`."""
    return bus_id.partition(":")[2].partition(".")[0]


def _memory_row(which: str, uuid: str, facts: GpuFacts) -> Row:
    total_bytes = facts.memory_total_bytes or 0
    key = f"gpu.{uuid}.memory_used_bytes"
    used = Line(key, "", "vram", float(total_bytes), fmt.memory, fill=0.06)
    title = translate("Live", "GPU memory")
    caption = f"{which}{fmt.capacity(total_bytes)}"
    if facts.memory_is_shared:
        shared = translate("Live", "shared with the CPU")
        caption = f"{which}{shared}"
    return Row(RowKind.GPU_MEMORY, title, caption, (used,), Height(46, 34), uuid)


def _limit_lines(uuid: str, facts: GpuFacts) -> tuple[Line, ...]:
    lines: list[Line] = []
    if facts.temperature_limit_celsius:
        lines.append(
            Line(
                f"gpu.{uuid}.temperature_celsius",
                translate("Live", "temperature"),
                "ink2",
                facts.temperature_limit_celsius,
                fmt.celsius,
                width=1.2,
                dash=(4.0, 2.0),
            )
        )
    if facts.core_clock_limit_hertz:
        lines.append(
            Line(
                f"gpu.{uuid}.core_clock_hertz",
                translate("Live", "clock"),
                "ink2",
                facts.core_clock_limit_hertz,
                fmt.gigahertz,
                width=1.0,
                dash=(1.0, 2.0),
            )
        )
    if facts.power_limit_watts:
        lines.append(
            Line(
                f"gpu.{uuid}.power_watts",
                translate("Live", "power"),
                "ink2",
                facts.power_limit_watts,
                fmt.watts,
                width=1.2,
            )
        )
    return tuple(lines)


def _without_line(facts: GpuFacts) -> str:
    """Say which limits the GPU does not tell; empty where it tells all three."""
    limits = (
        (translate("Live", "temperature"), facts.temperature_limit_celsius),
        (translate("Live", "clock"), facts.core_clock_limit_hertz),
        (translate("Live", "power"), facts.power_limit_watts),
    )
    untold = [name for name, limit in limits if not limit]
    if not untold:
        return ""
    text = translate("Live", "No line for {what}: this GPU does not tell its limit.")
    return text.format(what=listed(untold))


def note_row() -> Row:
    """Return the row that says why a GPU that is there has no graph."""
    height = Height(144, 144, fixed=True)
    return Row(
        RowKind.GPU_NOTE,
        translate("Live", "GPU"),
        translate("Live", "not readable"),
        (),
        height,
    )
