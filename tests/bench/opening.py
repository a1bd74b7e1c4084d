"""What it costs to open the window on 24 h of history.

    PYTHONPATH=app:tests python tests/bench/opening.py [--cpus N] [--times N]

An archive of a day at 1 Hz is written as the app does: a machine with a GPU, a run all
the time, so every series of the Live page is there. Then the window opens again and
again, each time in a process of its own in which all modules are loaded: on the range
of 24 h with the archive, and, as the floor, on 5 min from memory alone. CPU of all
threads until everything is painted. It exits with 1 when the goal was missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

GOAL_MS = 150.0
"""CPU of the whole opening on 24 h, modules loaded."""
DAY_S = 86400
BATCH = 10
_TABLE = 997
"""Rows of made-up noise that the day walks through; a prime, so that they do not fall
into step with minutes."""


def write_day(path: Path, cpus: int, until_s: float) -> None:
    """Write a day of samples without waiting for it."""
    from traintray.core.archive.limits import Limits
    from traintray.core.archive.openfile import OpenFile
    from traintray.core.archive.records import UPTIME_KEY
    from ui.frames import GPU_UUID

    chance = random.Random(7)
    keys = [f"cpu.{n}.busy_fraction" for n in range(cpus)]
    keys += ["cpu.busy_fraction", "cpu.system_fraction"]
    keys += [f"pressure.{n}.stalled_10s_fraction" for n in ("cpu", "memory", "io")]
    keys += [f"gpu.{GPU_UUID}.busy_fraction"]
    table = [[round(chance.random(), 2) for _ in keys] for _ in range(_TABLE)]
    file = OpenFile(path, Limits(file_bytes=10**12))
    file.open()
    start_s = until_s - DAY_S
    for first in range(0, DAY_S, BATCH):
        samples = []
        for second in range(first, first + BATCH):
            values: dict[str, float | None] = dict(
                zip(keys, table[second % _TABLE], strict=True)
            )
            values["memory.used_bytes"] = 2e10 + second * 4096
            values["memory.swap_used_bytes"] = 1e8
            values[f"gpu.{GPU_UUID}.memory_used_bytes"] = 1e10 + second % 7 * 1e6
            values[f"gpu.{GPU_UUID}.temperature_celsius"] = 60.0 + second % 9
            values[f"gpu.{GPU_UUID}.power_watts"] = 300.0 + second % 31
            values[UPTIME_KEY] = float(second)
            samples.append((start_s + second, values))
        file.write(samples, [])
        file.tidy()
    file.close()


def open_once(path: Path | None, folder: Path) -> dict[str, float]:
    """Open the window in this process; return CPU in milliseconds, by part."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from traintray.core.archive.sqlite_archive import SqliteArchive
    from traintray.core.knobs.envfile import EnvFile
    from traintray.ui import fonts, style
    from traintray.ui.archive_desk import ArchiveDesk
    from traintray.ui.plots.numpy_buckets import NumpyBuckets
    from traintray.ui.theme import LIGHT
    from traintray.ui.window.main_window import MainWindow
    from traintray.ui.window.pages.advice import AdvicePage
    from ui import frames, live_data

    app = QApplication([])
    style.apply(app, LIGHT)
    fonts.load()
    store = live_data.afternoon()
    frame = replace(frames.attention_frame(), wall_s=_now_s())
    env_file = EnvFile(folder / "train.env", folder / "state")
    began_s = time.process_time()
    desk = (
        None if path is None else ArchiveDesk(lambda: SqliteArchive(path, NumpyBuckets))
    )
    advice = AdvicePage(LIGHT, env_file)
    window = MainWindow(LIGHT, store, advice, folder / "window.json", desk)
    window.live.set_span(300.0 if path is None else float(DAY_S))
    window.show()
    window.show_frame(frame)
    QCoreApplication.processEvents()
    shown_s = time.process_time()
    if path is not None and not _has_past(window):
        # Asleep until the answer comes, as the app is: a loop that looks would cost.
        waiting = QEventLoop()
        window.live._feed.changed.connect(waiting.quit)
        QTimer.singleShot(20_000, waiting.quit)
        waiting.exec()
        if not _has_past(window):
            raise SystemExit("the archive did not answer")
    QCoreApplication.processEvents()
    done_s = time.process_time()
    return {"shown": (shown_s - began_s) * 1e3, "all": (done_s - began_s) * 1e3}


def _has_past(window: object) -> bool:
    picture = window.live.graphs.chart.picture  # type: ignore[attr-defined]
    return picture is not None and len(picture.times.times) > 400


def _now_s() -> float:
    """A fixed now: the archive was written up to it."""
    return 1_800_000_000.0


def measure(cpus: int, times: int) -> dict[str, list[float]]:
    """Open the window `times` times each way."""
    found: dict[str, list[float]] = {"24 h": [], "5 min": []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.sqlite"
        write_day(path, cpus, _now_s() - 5)
        size = path.stat().st_size / 1e6
        print(f"{cpus} CPUs, a day at 1 Hz, {size:.0f} MB", file=sys.stderr)
        for number in range(times + 1):
            for name, archive in (("24 h", str(path)), ("5 min", "")):
                taken = _in_a_process(archive, Path(folder) / f"{number}{name[0]}")
                if number:  # the first one warms the page cache
                    found[name].append(taken)
    return found


def _in_a_process(archive: str, folder: Path) -> float:
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, __file__, "--once", str(folder), archive],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(done.stdout.splitlines()[-1])["all"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cpus", type=int, default=32)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--once", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.once is not None:
        folder, archive = chosen.once
        print(json.dumps(open_once(Path(archive) if archive else None, Path(folder))))
        return 0
    found = measure(chosen.cpus, chosen.times)
    day, floor = (statistics.median(found[name]) for name in ("24 h", "5 min"))
    verdict = "pass" if day <= GOAL_MS else "MISS"
    print(f"open on 24 h: {day:.0f} ms of CPU, goal {GOAL_MS:.0f} ms: {verdict}")
    print(f"open on 5 min: {floor:.0f} ms; ratio {day / floor:.2f}")
    return int(day > GOAL_MS)


if __name__ == "__main__":
    raise SystemExit(main())
