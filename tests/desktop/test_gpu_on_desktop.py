"""A GPU on the desktop: read, silent, and no hindrance to the end."""

from __future__ import annotations

import time

import fakenvml
from desktop.session import wait_for

ID = "traintray"
STATE = """count=2
0.name=NVIDIA GeForce RTX 4090
0.util.gpu=41
0.mem.used=10000
0.temp=61
0.clock.maxsm=2520
1.name=NVIDIA GeForce RTX 3060
1.uuid=GPU-bbbb
1.mem.total=12288
1.util.gpu=3
"""


def test_a_driver_that_hangs_is_shown_and_does_not_hold_up_the_end(
    desktop, start, keep
):
    state, hang = desktop.folder / "gpus.txt", desktop.folder / "hang"
    state.write_text(f"{STATE}hang={hang}\n")
    app = start(
        scene="machine",
        LD_LIBRARY_PATH=str(fakenvml.library_folder()),
        FAKENVML_STATE=str(state),
    )
    desktop.tray.wait(ID)
    app.wait_ready()
    desktop.tray.click(ID)
    app.wait_window("Popover")
    wait_for(lambda: any("2 GPUs" in t for t in app.texts()), 10, "the GPUs")
    keep("read")
    hang.touch()
    app.wait_text("The GPU driver does not answer", 15)
    keep("silent")
    before_s = time.monotonic()

    assert app.terminate() == 0
    assert time.monotonic() - before_s < 2


def test_a_gpu_that_falls_off_the_bus_is_told_until_it_answers(desktop, start, keep):
    state = desktop.folder / "gpus.txt"

    def gpus_are(text):
        beside = state.with_suffix(".new")
        beside.write_text(text)
        beside.replace(state)

    gpus_are(STATE)
    app = start(
        scene="machine",
        LD_LIBRARY_PATH=str(fakenvml.library_folder()),
        FAKENVML_STATE=str(state),
    )
    desktop.tray.wait(ID)
    app.wait_ready()
    wait_for(lambda: "GPU 22%" in desktop.tray.tooltip(ID), 15, "the GPUs")
    gpus_are(STATE + "0.err=15\n")
    note = desktop.notes.wait("RTX 4090 stopped answering", 40)
    keep("told")

    assert note["hints"]["urgency"] == 2
    assert "No answer since" in note["body"]
    assert len(desktop.notes.all()) == 1
    tooltip = desktop.tray.tooltip(ID)
    assert tooltip.startswith("traintray: RTX 4090 stopped answering.")
    assert desktop.tray.menu(ID)[0]["label"] == "RTX 4090 stopped answering"
    desktop.notes.press(note, "Show steps")
    app.wait_window("MainWindow")
    app.wait_text("Look after the hardware", 5)
    keep("steps")
    gpus_are(STATE)

    def is_over():
        return "stopped" not in desktop.tray.tooltip(ID) and not desktop.notes.open()

    wait_for(is_over, 45, "the GPU to be found again")
