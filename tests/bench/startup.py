"""How long it takes from exec to the tray icon, as the app itself stamps it."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.peers import APP, KINDS

VARIABLE = "TRAINTRAY_STARTUP_TRACE"
BARE_ICON = (sys.executable, "-m", "bench.bare_icon")
_PATIENCE_S = 20.0


@dataclass(frozen=True)
class Startup:
    """Several starts with a warm page cache."""

    seconds: tuple[float, ...]
    heavy_modules: tuple[str, ...]
    """Modules that were imported though nothing was shown yet."""
    floor_seconds: tuple[float, ...] = ()
    """The same for Qt with a plain icon, started in turn with the app."""

    @property
    def median_s(self) -> float:
        return statistics.median(self.seconds)

    @property
    def floor_ratio(self) -> float | None:
        """Return how much longer the app takes than Qt alone, pair by pair."""
        pairs = list(zip(self.seconds, self.floor_seconds, strict=False))
        return statistics.median(a / b for a, b in pairs) if pairs else None


def measure(env: Mapping[str, str], times: int) -> Startup | str:
    """Start the app again and again; return what it stamped, or what went wrong."""
    seconds: list[float] = []
    floor: list[float] = []
    heavy: set[str] = set()
    # The first one warms the page cache and compiles the modules.
    for number in range(times + 1):
        stamp = _start_once(env, KINDS[APP].command, f"app-{number}")
        bare = _start_once(env, BARE_ICON, f"bare-{number}")
        if isinstance(stamp, str):
            return stamp
        heavy.update(stamp["heavy_modules"])
        if number:
            seconds.append(float(stamp["exec_to_icon_s"]))
            if not isinstance(bare, str):
                floor.append(float(bare["exec_to_icon_s"]))
    return Startup(tuple(seconds), tuple(sorted(heavy)), tuple(floor))


def _start_once(
    env: Mapping[str, str], command: Sequence[str], name: str
) -> dict[str, Any] | str:
    trace = Path(env["HOME"]) / f"startup-{name}.json"
    log = Path(env["HOME"]) / "startup.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
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
                stamp: dict[str, Any] = json.loads(line)
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
