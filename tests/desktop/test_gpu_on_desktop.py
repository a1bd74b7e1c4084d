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
