"""Screens look as they did when somebody looked at them: docs/screens holds how.

After a change that is meant, `make screenshots` draws them anew; look at them before
they are committed.
"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from ui import screens, small_png
from ui.chinese import ROOT
from ui.shot_looks import grabbed, look
from ui.studio import Look, Studio

FOLDER = ROOT / "docs/screens"
PICTURES = ("popover-light", "popover-paused-dark", "live-light", "quit-light")
BLOCK_PX = 8
CHANGED_FROM = 2.5
"""Mean difference of a block, of 255. A hairline that is lost makes 3.5 (one row of
eight, 28 levels above the paper). Both pictures have left out the same colours.
"""
MOST_CHANGED = 6
"""Blocks. The smallest label, moved by two pixels, changes ten."""


def pixels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    data = np.frombuffer(plain.constBits(), np.uint8)
    rows = data.reshape(plain.height(), plain.bytesPerLine())[:, : plain.width() * 4]
    return rows.reshape(plain.height(), plain.width(), 4)[:, :, :3].astype(np.int16)


def changed_blocks(one: QImage, other: QImage) -> int:
    """Return how many blocks differ; all of them where the sizes do."""
    if one.size() != other.size():
        return one.width() * one.height() // BLOCK_PX**2
    apart = np.abs(pixels(one) - pixels(other)).max(axis=2)
    height, width = (side // BLOCK_PX * BLOCK_PX for side in apart.shape)
    blocks = apart[:height, :width].reshape(
        height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX
    )
    return int((blocks.mean(axis=(1, 3)) >= CHANGED_FROM).sum())


def kept(title: str) -> QImage:
    image = QImage(str(FOLDER / f"{title}.png"))
    assert not image.isNull(), f"{title}: run make screenshots"
    return image


@pytest.mark.parametrize("title", PICTURES)
def test_a_screen_looks_as_it_did(qtbot, tmp_path, title):
    name, _, tone = title.rpartition("-")
    studio = Studio(tmp_path)
    studio.dress(look(tone))

    widget = screens.all_screens()[name](studio)
    drawn = grabbed(widget, look(tone).theme)
    studio.put_away(widget)
    studio.dress(Look())

    file = tmp_path / f"{title}.png"  # to be looked at when it differs
    small_png.save(drawn, file)
    assert changed_blocks(QImage(str(file)), kept(title)) <= MOST_CHANGED


def test_a_label_moved_by_two_pixels_is_found():
    image = kept("live-light")
    moved = image.convertToFormat(QImage.Format.Format_RGB32)
    label = moved.copy(262, 40, 120, 16)
    painter = QPainter(moved)
    painter.drawImage(264, 40, label)
    painter.end()

    assert changed_blocks(moved, image) > MOST_CHANGED


def test_a_line_that_is_lost_is_found():
    image = kept("popover-light")
    without = image.convertToFormat(QImage.Format.Format_RGB32)
    plain = [
        len({image.pixel(x, y) for x in range(60, 340)}) == 1
        for y in range(image.height())
    ]
    rows = [
        y
        for y in range(40, image.height() - 40)
        if plain[y] and plain[y - 1] and image.pixel(200, y) != image.pixel(200, y - 1)
    ]
    assert rows, "the popover has hairlines"
    painter = QPainter(without)
    line = rows[0]
    painter.drawImage(21, line, without.copy(21, line - 1, 378, 1))
    painter.end()

    assert changed_blocks(without, image) > MOST_CHANGED


def test_what_the_files_leave_out_is_not_a_change(tmp_path):
    image = kept("live-light")
    small_png.save(image, tmp_path / "again.png")

    assert changed_blocks(QImage(str(tmp_path / "again.png")), image) == 0
