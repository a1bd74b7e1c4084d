"""How long the popover takes from the click to its first full picture.

    PYTHONPATH=app:tests python tests/bench/popover.py [--times N]

Each time in a process of its own that holds what the tray holds. `ready`: a run was
recognised and the popover made ready beforehand, as `ui.popover_beforehand` does;
`first`: the click came before that, nothing of the popover is imported. The store has
five minutes of a machine with 32 CPUs and a GPU. Then it is closed and opened again.
In turn with it an empty window of the same size, as the floor. Without a screen
(offscreen), so what a window system adds is left out.

It also tells what making it ready costs, for how long at most the GUI and a thread
beside it (as the sampling is) had to wait for it, and the load of the machine. It
exits with 1 when the goal was missed where somebody trains.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from traintray.ui.renewed_windows import RenewedWindows

GOAL_MS = 100.0
"""From the click to the filled popover."""
PARTS = ("ready", "first", "again", "floor")
Found = dict[str, tuple[float, float]]
"""Wall time and CPU in ms, by part."""
_TICK_S = 0.002


def open_once(folder: Path, beforehand: bool) -> Found:
    """Open it twice in this process, made ready or not."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QApplication, QWidget

    app = QApplication([])
    windows = _windows(folder)
    anchor = QRect(600, 4, 22, 22)

    def toggle() -> None:
        windows.toggle_popover(anchor)
        app.processEvents()

    empty = QWidget()
    empty.setFixedSize(380, 520)

    def show_empty() -> None:
        empty.show()
        app.processEvents()

    found = {"floor": _timed(show_empty)}
    empty.hide()
    if beforehand:
        found |= _made_ready(windows)
    found["ready" if beforehand else "first"] = _timed(toggle)
    if windows.popover is None or not windows.popover.isVisible():
        raise SystemExit("the popover did not open")
    toggle()
    time.sleep(0.7)  # else it counts as the same click
    found["again"] = _timed(toggle)
    return found


def _windows(folder: Path) -> RenewedWindows:
    import traintray.ui.running  # noqa: F401  # what the tray holds
    from traintray.core.knobs.envfile import EnvFile
    from traintray.ui.renewed_windows import RenewedWindows
    from traintray.ui.theme import LIGHT
    from ui import frames
    from ui.stores import store_for

    store = store_for(frames.attention_frame())
    env_file = EnvFile(folder / "train.env", folder / "state")
    place = folder / "window.json"
    made = RenewedWindows(lambda: LIGHT, store, env_file, place, 3600.0)
    made.show_frame(frames.attention_frame())
    return made


def _made_ready(windows: RenewedWindows) -> Found:
    """Let a run be recognised; return what followed, beside the longest waits."""
    from PySide6.QtCore import QObject, QTimer, Signal

    from traintray.ui.popover_beforehand import APART_MS, IMPORTS, Beforehand
    from ui import frames

    class Feed(QObject):
        frame_ready = Signal(object)

    feed, gui = Feed(), Waits()
    Beforehand(windows, feed.frame_ready, wait_ms=APART_MS)
    ticking = QTimer()
    ticking.timeout.connect(gui.tick)
    over = threading.Event()
    beside = Waits()
    thread = threading.Thread(target=beside.tick_until, args=(over,))
    before_bytes = private_bytes()
    ticking.start(round(_TICK_S * 1e3))
    thread.start()
    pieces_s = (len(IMPORTS) + 6) * APART_MS / 1e3
    feed.frame_ready.emit(frames.attention_frame())
    taken_s = _cpu_of_events(pieces_s + 1.0)
    over.set()
    thread.join()
    ticking.stop()
    grown = (private_bytes() - before_bytes) / 2**20
    return {
        "making": (taken_s * 1e3, grown),
        "waits": (gui.longest_s * 1e3, beside.longest_s * 1e3),
    }


def _cpu_of_events(for_s: float) -> float:
    """Let the GUI live; return the CPU of what took longer than a tick of ours."""
    from PySide6.QtWidgets import QApplication

    taken_s = 0.0
    until_s = time.perf_counter() + for_s
    while time.perf_counter() < until_s:
        began_s = time.thread_time()
        QApplication.processEvents()
        spent_s = time.thread_time() - began_s
        taken_s += spent_s if spent_s > _TICK_S / 4 else 0.0
        time.sleep(_TICK_S / 2)
    return taken_s


class Waits:
    """How late a tick came at most."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._last_s = time.perf_counter()

    def tick(self) -> None:
        """Note one."""
        now_s = time.perf_counter()
        self.longest_s = max(self.longest_s, now_s - self._last_s - _TICK_S)
        self._last_s = now_s

    def tick_until(self, over: threading.Event) -> None:
        """Tick in a thread."""
        self._last_s = time.perf_counter()
        while not over.wait(_TICK_S):
            self.tick()


def private_bytes() -> int:
    """Return the memory of this process that it shares with nobody, files apart."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(x.split()[1]) << 10 for x in lines if x.startswith("Private_Dirty"))


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    work()
    taken = time.perf_counter() - wall_s, time.process_time() - cpu_s
    return taken[0] * 1e3, taken[1] * 1e3


def _in_a_process(way: str) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, __file__, way, folder],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def _tell(found: list[dict[str, list[float]]]) -> None:
    for part in PARTS:
        told = [one[part] for one in found if part in one]
        wall, cpu = (sorted(one[n] for one in told) for n in (0, 1))
        middle = statistics.median(wall), statistics.median(cpu)
        print(
            f"{part}: wall {wall[0]:.0f} / {middle[0]:.0f} / {wall[-1]:.0f} ms, "
            f"CPU {middle[1]:.0f} ms"
        )
    made = [one["making"] for one in found if "making" in one]
    late = [one["waits"] for one in found if "waits" in one]
    cpu_ms, grown_mib = (statistics.median(one[n] for one in made) for n in (0, 1))
    gui_ms, beside_ms = (statistics.median(one[n] for one in late) for n in (0, 1))
    print(
        f"making it ready: CPU {cpu_ms:.0f} ms, {grown_mib:.1f} MiB; longest wait of "
        f"the GUI {gui_ms:.0f} ms, of a thread beside it {beside_ms:.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--ready", help=argparse.SUPPRESS)
    parser.add_argument("--first", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    folder = chosen.ready or chosen.first
    if folder is not None:
        print(json.dumps(open_once(Path(folder), chosen.ready is not None)))
        return 0
    load = os.getloadavg()[0]
    _in_a_process("--first")  # warms the page cache
    ways = ("--first", "--ready") * chosen.times
    found = [_in_a_process(way) for way in ways]
    print(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after")
    _tell(found)
    missed = 0
    for part in ("ready", "again"):
        ms = statistics.median(one[part][0] for one in found if part in one)
        missed += ms > GOAL_MS
        verdict = "pass" if ms <= GOAL_MS else "MISS"
        print(f"{part}: goal {GOAL_MS:.0f} ms: {verdict}")
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
