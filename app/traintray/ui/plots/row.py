"""What one row of the Live page is: its name, its series and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from traintray.ui.plots.layout import Height


class RowKind(Enum):
    """What a row is about."""

    CPU = "cpu"
    LOGICAL_CPUS = "logical_cpus"
    PRESSURE = "pressure"
    MEMORY = "memory"
    GPU = "gpu"
    GPU_MEMORY = "gpu_memory"
    GPU_LIMITS = "gpu_limits"
    GPU_NOTE = "gpu_note"


@dataclass(frozen=True, slots=True)
class Line:
    """One series drawn in a row."""

    key: str
    """Its name in the store."""
    label: str
    """Beside its swatch; empty when the row's name says it all."""
    hue: str
    """Field of `Theme` that holds its colour."""
    full: float
    """The value that stands at 100 on the scale."""
    text: Callable[[float], str]
    """Puts a value into words for the crosshair."""
    width: float = 1.5
    dash: tuple[float, float] | None = None
    """Lengths of a stroke and of the gap after it in pixels; None for a solid line."""
    fill: float = 0.0
    """Opacity of the area below it."""
    is_mean: bool = False
    """Each point is the mean of a column; a band shows from where to where it went."""


@dataclass(frozen=True, slots=True)
class Row:
    """One graph of the page."""

    kind: RowKind
    name: str
    caption: str
    lines: tuple[Line, ...]
    height: Height
    gpu_uuid: str = ""
    """Which GPU it is about; empty for the other rows."""
    note: str = ""
    """Why a line is missing that other machines have."""
