"""Hardware that is not here, made up for the watcher alone: GPUs, clocks and heat.

The run is real, and so is all else that is read of it and of the machine. GPUs are
those of the fake NVML library. For clocks the watcher is given another root: all of it
leads to the real files, but for what the CPUs say of their clocks and their heat.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from fakenvml import library_folder
from scenarios.scenario import Clocks, Scenario

ROOT_VARIABLE = "TRAINTRAY_SCORE_ROOT"
"""Tells the watcher which root to read."""
_HIGHEST_KHZ = 4_000_000
_CPUS = Path("sys/devices/system/cpu")
_CHIP = Path("sys/class/hwmon/hwmon0")


class MadeUp:
    """What one scenario makes up; nothing for most of them."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        self._gpus, self._clocks = scenario.gpus, scenario.clocks
        self._state = folder / "gpus.txt"
        self._root = folder / "machine"
        self._throttled = 0.0
        self._at_s = time.monotonic()

    @property
    def has_onset(self) -> bool:
        """Whether the truth begins with a change of what is made up."""
        changes = self._gpus is not None and self._gpus.after is not None
        return changes or self._clocks is not None

    def variables(self) -> dict[str, str]:
        """Make it as it is before the onset; return what the watcher needs of it."""
        variables = {}
        if self._gpus is not None:
            self._state.write_text(f"count={self._gpus.count}\n")
            variables["LD_LIBRARY_PATH"] = str(library_folder())
            variables["FAKENVML_STATE"] = str(self._state)
        if self._clocks is not None:
            self._make_root()
            self._write_clocks(Clocks(1.0, 55.0, 0.0))
            variables[ROOT_VARIABLE] = str(self._root)
        return variables

    def begin(self, pid: int, *, has_onset: bool) -> None:
        """Show the GPUs and clocks of a workload, before or from its onset on."""
        if self._gpus is not None:
            after = self._gpus.after if has_onset else None
            lines = self._gpus.before if after is None else after
            text = "\n".join((f"count={self._gpus.count}", *lines)) + "\n"
            _replace(self._state, text.replace("{pid}", str(pid)))
        if self._clocks is not None and has_onset:
            self._at_s = time.monotonic()
            self._write_clocks(self._clocks)

    def go_on(self) -> None:
        """Let the counters of throttling rise by the time that has passed."""
        if self._clocks is not None:
            passed_s = time.monotonic() - self._at_s
            self._at_s += passed_s
            self._throttled += self._clocks.throttle_events_per_s * passed_s
            self._write_clocks(self._clocks)

    def _make_root(self) -> None:
        """Make a root that leads to the real one, with CPUs and a chip of its own."""
        sys, devices, classes = Path("sys"), Path("sys/devices"), Path("sys/class")
        cpus = tuple(_CPUS / f"cpu{cpu}" for cpu in range(os.cpu_count() or 1))
        _lead_to(self._root, Path(), sys)
        _lead_to(self._root, sys, devices, classes)
        _lead_to(self._root, devices, _CPUS.parent)
        _lead_to(self._root, _CPUS.parent, _CPUS)
        _lead_to(self._root, _CPUS, *cpus)
        for cpu in cpus:
            _lead_to(self._root, cpu, cpu / "cpufreq", cpu / "thermal_throttle")
        _lead_to(self._root, classes, _CHIP.parent)
        (self._root / _CHIP).mkdir()

    def _write_clocks(self, clocks: Clocks) -> None:
        for cpu in range(os.cpu_count() or 1):
            folder = self._root / _CPUS / f"cpu{cpu}"
            now_khz = int(clocks.frequency_fraction * _HIGHEST_KHZ)
            _replace(folder / "cpufreq/cpuinfo_max_freq", f"{_HIGHEST_KHZ}\n")
            _replace(folder / "cpufreq/scaling_cur_freq", f"{now_khz}\n")
            count = f"{int(self._throttled)}\n"
            _replace(folder / "thermal_throttle/core_throttle_count", count)
            _replace(folder / "thermal_throttle/package_throttle_count", count)
        _replace(self._root / _CHIP / "name", "coretemp\n")
        _replace(self._root / _CHIP / "temp1_label", "Package id 0\n")
        milli = f"{int(1000 * clocks.celsius)}\n"
        _replace(self._root / _CHIP / "temp1_input", milli)


def _lead_to(root: Path, folder: Path, *own: Path) -> None:
    """Let a folder below `root` lead to the real one, but for what is its `own`."""
    (root / folder).mkdir(exist_ok=True)
    for path in own:
        (root / path).mkdir()
    kept = {path.name for path in own}
    for entry in os.listdir(Path("/") / folder):
        if entry not in kept:
            (root / folder / entry).symlink_to(Path("/") / folder / entry)


def _replace(path: Path, text: str) -> None:
    """Write a file so that nobody reads a part of it."""
    partial = path.with_name(path.name + ".new")
    partial.write_text(text)
    partial.replace(path)
