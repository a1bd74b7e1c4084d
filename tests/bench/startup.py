"""How long it takes from exec to the tray icon, as the app itself stamps it."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.peers import APP, KINDS

VARIABLE = "TRAINTRAY_STARTUP_TRACE"
_PATIENCE_S = 20.0


@dataclass(frozen=True)
class Startup:
    """Several starts with a warm page cache."""

    seconds: tuple[float, ...]
    heavy_modules: tuple[str, ...]
    """Modules that were imported though nothing was shown yet."""

    @property
    def median_s(self) -> float:
        return statistics.median(self.seconds)


def measure(env: Mapping[str, str], times: int) -> Startup | str:
    """Start the app again and again; return what it stamped, or what went wrong."""
    seconds: list[float] = []
    heavy: set[str] = set()
    # The first one warms the page cache and compiles the modules.
    for number in range(times + 1):
        stamp = _start_once(env, number)
        if isinstance(stamp, str):
            return stamp
        heavy.update(stamp["heavy_modules"])
        if number:
            seconds.append(float(stamp["exec_to_icon_s"]))
    return Startup(tuple(seconds), tuple(sorted(heavy)))


def _start_once(env: Mapping[str, str], number: int) -> dict[str, object] | str:
    trace = Path(env["HOME"]) / f"startup-{number}.json"
    log = Path(env["HOME"]) / "startup.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            KINDS[APP].command,
            env={**env, VARIABLE: str(trace)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        deadline_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline_s:
            line = trace.read_text() if trace.exists() else ""
            if line.endswith("\n"):
                stamp: dict[str, object] = json.loads(line)
                return stamp
            if process.poll() is not None:
                return f"it ended at once: {log.read_text(errors='replace')[-400:]}"
            time.sleep(0.02)
        return f"no icon within {_PATIENCE_S:.0f} s"
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
