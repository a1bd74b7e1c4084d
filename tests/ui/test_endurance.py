"""Ten thousand of everything that happens every second.

PySide6 6.12.0 drops a reference to None or True with each call on CPython before
3.12; a tray application died of it after two minutes. Each test runs in a process of
its own, since the interpreter aborts when the last reference goes.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

CALLS = 10_000
ALLOWED = 200
"""References that come and go by themselves; a leak loses one with each call."""

PRELUDE = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtWidgets import QApplication
app = QApplication(["endurance"])
IMMORTAL = sys.version_info >= (3, 12)

def counts():
    return {value: sys.getrefcount(value) for value in (None, True, False)}

def check(what, act):
    act()
    before = counts()
    for _ in range(CALLS):
        act()
    app.processEvents()
    lost = {value: before[value] - after for value, after in counts().items()}
    print(what, lost, flush=True)
    assert IMMORTAL or max(lost.values()) < ALLOWED, (what, lost)
"""

SCENES = {
    "signal emissions and setText": """
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

class Source(QObject):
    told = Signal(object)

source, label = Source(), QLabel()
source.told.connect(label.setText)
check("emit to a Qt slot", lambda: source.told.emit("text"))
source.told.connect(lambda text: None)
check("emit to a Python slot too", lambda: source.told.emit("text"))
check("setText", lambda: label.setText("text"))
check("setToolTip", lambda: label.setToolTip("text"))
check("isVisible", label.isVisible)
""",
    "frames through the bridge": """
from traintray.ui.bridge import Bridge
seen = []
bridge = Bridge()
bridge.frame_ready.connect(seen.append)

def deliver():
    bridge.post("frame")
    bridge.fetch()
    seen.clear()

check("post and fetch", deliver)
""",
    "icons, tooltips and the menu": """
sys.path.insert(0, "tests")
from PySide6.QtWidgets import QSystemTrayIcon
from traintray.ui import tray_icon
from traintray.ui.tray_look import Panel, look_for
from traintray.ui.tray_menu import TrayMenu
from traintray.core.state import State
from ui import frames

looks = [look_for(State.OK, n / 10, 0.5, True, Panel(dark=False)) for n in range(10)]
for n, look in enumerate(looks):
    before = counts()
    for _ in range(20):
        tray_icon.icon(look)
    lost = max(before[value] - after for value, after in counts().items())
    assert IMMORTAL or lost < 100, lost
icon = QSystemTrayIcon()
check("the tooltip", lambda: icon.setToolTip("traintray: training runs well."))
menu, well, ill = TrayMenu(), frames.ok_frame(), frames.attention_frame()

def turn():
    menu.show_frame(well)
    menu.show_frame(ill)

check("the menu", turn)
""",
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_the_interpreter_lives_on_and_loses_no_references(scene):
    done = subprocess.run(
        [sys.executable, "-c", f"CALLS, ALLOWED = {CALLS}, {ALLOWED}{PRELUDE}{scene}"],
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stdout + done.stderr
