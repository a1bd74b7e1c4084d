"""Colours and sizes of the design, light and dark. The one place with hex values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

if TYPE_CHECKING:  # the first icon needs the colours, not the verdicts
    from traintray.core.diagnosis.verdict import Resource


@dataclass(frozen=True, slots=True)
class Theme:
    """One palette. Names as in the design: hue is a resource or a state, all else
    is ink on paper.
    """

    dark: bool
    cpu: QColor
    gpu: QColor
    vram: QColor
    mem: QColor
    swap: QColor
    io: QColor
    attention_fill: QColor
    attention_text: QColor
    attention_tint: QColor
    critical_fill: QColor
    critical_text: QColor
    critical_tint: QColor
    onstate: QColor
    """The mark inside a state shape."""
    bg: QColor
    side: QColor
    card: QColor
    sunk: QColor
    """Code and tracks."""
    hover: QColor
    sel: QColor
    line: QColor
    """Grid, rows."""
    line2: QColor
    """Axis, frames."""
    ctl: QColor
    """Input borders."""
    ink3: QColor
    """Captions."""
    ink2: QColor
    """Secondary text."""
    ink: QColor
    """Text, primary buttons."""
    ramp_low: QColor
    """Where the per-CPU ramp starts; it goes `ramp_share` of the way to `cpu`."""
    ramp_share: float
    episode_alpha: float
    """Opacity of the amber band behind the graphs."""

    @property
    def drops_tints(self) -> bool:
        """Whether nothing is tinted: the theme of strong contrast."""
        return self.episode_alpha == 0.0

    def resource(self, resource: Resource) -> QColor:
        """Return the hue of a resource."""
        from traintray.core.diagnosis.verdict import Resource

        return {
            Resource.CPU: self.cpu,
            Resource.GPU: self.gpu,
            Resource.GPU_MEMORY: self.vram,
            Resource.MEMORY: self.mem,
            Resource.SWAP: self.swap,
            Resource.IO: self.io,
        }[resource]

    def ramp(self, fraction: float) -> QColor:
        """Return the colour of a logical CPU that is busy `fraction` of the time."""
        share = max(0.0, min(1.0, fraction)) * self.ramp_share
        low, high = self.ramp_low, self.cpu
        return QColor(
            round(low.red() + (high.red() - low.red()) * share),
            round(low.green() + (high.green() - low.green()) * share),
            round(low.blue() + (high.blue() - low.blue()) * share),
        )


LIGHT = Theme(
    dark=False,
    cpu=QColor("#1A70D2"),
    gpu=QColor("#1F9971"),
    vram=QColor("#0F4F49"),
    mem=QColor("#B6438F"),
    swap=QColor("#591C76"),
    io=QColor("#6D644B"),
    attention_fill=QColor("#C47600"),
    attention_text=QColor("#875000"),
    attention_tint=QColor("#FCF3E3"),
    critical_fill=QColor("#BA2608"),
    critical_text=QColor("#A3210A"),
    critical_tint=QColor("#FDECE8"),
    onstate=QColor("#FFFFFF"),
    bg=QColor("#FFFFFF"),
    side=QColor("#F6F7F8"),
    card=QColor("#FFFFFF"),
    sunk=QColor("#F2F3F5"),
    hover=QColor("#ECEEF1"),
    sel=QColor("#E7EAEE"),
    line=QColor("#E3E6EA"),
    line2=QColor("#CBD0D7"),
    ctl=QColor("#818A97"),
    ink3=QColor("#5E6877"),
    ink2=QColor("#4A5360"),
    ink=QColor("#15181C"),
    ramp_low=QColor("#EEF3FA"),
    ramp_share=0.80,
    episode_alpha=0.09,
)

DARK = Theme(
    dark=True,
    cpu=QColor("#5BA2F9"),
    gpu=QColor("#52DDBA"),
    vram=QColor("#2F8A80"),
    mem=QColor("#D088B7"),
    swap=QColor("#A156BA"),
    io=QColor("#AA9E82"),
    attention_fill=QColor("#FFBE36"),
    attention_text=QColor("#FFBE36"),
    attention_tint=QColor("#2A2415"),
    critical_fill=QColor("#F0574A"),
    critical_text=QColor("#FF8F80"),
    critical_tint=QColor("#321B19"),
    onstate=QColor("#15171B"),
    bg=QColor("#15171B"),
    side=QColor("#111316"),
    card=QColor("#1A1D22"),
    sunk=QColor("#1E2126"),
    hover=QColor("#24282F"),
    sel=QColor("#282C34"),
    line=QColor("#2A2E35"),
    line2=QColor("#3B414B"),
    ctl=QColor("#68717E"),
    ink3=QColor("#8A93A0"),
    ink2=QColor("#AEB5C0"),
    ink=QColor("#E9EBEE"),
    ramp_low=QColor("#1D232C"),
    ramp_share=0.72,
    episode_alpha=0.075,
)
