"""How much room the words beside the graphs take, in whatever language they are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.ui.plots.ink import Ink
from traintray.ui.plots.pens import text_width
from traintray.ui.plots.picture import Picture
from traintray.ui.plots.row import Row
from traintray.ui.plots.side_texts import (
    SWATCH_PX,
    TICK_LABEL_PX,
    count_texts,
    lane_names,
)

translate = QCoreApplication.translate

_NAMES_PX, _READOUTS_PX = 120.0, 100.0
"""Of the design; what it writes there fits."""
_WIDEST_PX = 230.0
_AIR_PX = 6.0


@dataclass(frozen=True, slots=True)
class Sides:
    """Pixels left and right of the graphs."""

    names_px: float
    readouts_px: float
    """Without the gap between graph and value."""

    def at_least(self, other: Sides) -> Sides:
        """Return the larger of each: numbers that grow and shrink move nothing."""
        return Sides(
            max(self.names_px, other.names_px),
            max(self.readouts_px, other.readouts_px),
        )


def sides(picture: Picture, ink: Ink, scale: float) -> Sides:
    """Return what the words of `picture` need; long names of GPUs are cut."""
    air = _AIR_PX * scale
    lanes = [text_width(ink.name, name) + air for name in lane_names()]
    names = max(*lanes, *(_name_px(each.row, ink, scale) for each in picture.rows))
    texts = [text_width(ink.caption, text) for text in count_texts(picture)]
    for each in picture.rows:
        small = ink.caption_label if each.readout.strong else ink.caption
        texts.append(text_width(ink.value, each.readout.value))
        texts += [text_width(small, text) for text in each.readout.details]
    widest = _WIDEST_PX * scale
    return Sides(
        max(_NAMES_PX * scale, min(widest, names)),
        max(_READOUTS_PX * scale, min(widest, max(texts) + 1)),
    )


def _name_px(row: Row, ink: Ink, scale: float) -> float:
    words = [text_width(ink.name, row.name)]
    if not row.gpu_uuid:  # the name of a card is cut
        words.append(text_width(ink.caption, row.caption))
    indent = (SWATCH_PX + 5) * scale
    words += [text_width(ink.caption, line.label) + indent for line in row.lines]
    return max(words) + TICK_LABEL_PX * scale
