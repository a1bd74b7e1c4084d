"""The first icon is the painted one, pixel for pixel, only sooner."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

from traintray.ui import first_icon, tray_icon
from traintray.ui.tray_grid import GRIDS
from traintray.ui.tray_look import Panel, first_look


def argb(image: QImage) -> list[int]:
    straight = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    return [
        straight.pixel(x, y)
        for y in range(straight.height())
        for x in range(straight.width())
    ]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ratio", [1, 2])
@pytest.mark.parametrize("size_px", list(GRIDS))
def test_it_looks_as_the_painted_one(qapp, size_px, ratio, dark):
    panel = Panel(dark=dark)
    painted = tray_icon.paint(size_px, first_look(panel), ratio)
    made = first_icon.image(size_px, dark, ratio)

    assert made.size() == painted.size()
    assert made.devicePixelRatio() == painted.devicePixelRatio()
    assert argb(made) == argb(painted)


def test_it_has_the_same_sizes(qapp):
    painted = tray_icon.icon(first_look(Panel(dark=False)))

    assert (
        first_icon.icon(dark_panel=False).availableSizes() == painted.availableSizes()
    )


def test_showing_it_imports_nothing_that_it_does_not_need():
    """What is imported before the icon counts at every login."""
    code = (
        "import sys, traintray.ui.app, traintray.ui.desktop_app;"
        "print(*sorted(m for m in sys.modules if m.startswith('traintray.core')"
        " or m.partition('.')[0] in ('numpy', 'pyqtgraph', 'jeepney', 'psutil',"
        " 'platformdirs', 'json', 'socket')"
        " or m in ('PySide6.QtSvg', 'PySide6.QtNetwork', 'PySide6.QtDBus')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == [
        "traintray.core",
        "traintray.core.state",
        "traintray.core.telling",
        "traintray.core.telling.span",
    ]
