"""Puts what was measured into tables."""

from __future__ import annotations

import platform
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata

from bench.goals import Judged
from bench.measure import Outcome, Plan, Used
from bench.peers import KINDS
from bench.startup import Startup

COMMAND = "make bench"
_PACKAGE_VERSION = "dpkg-query -W -f ${Package},${Version} gnome-system-monitor"
_VERSION_COMMANDS = {
    "top": ["top", "-V"],
    "htop": ["htop", "-V"],
    "btop": ["btop", "--version"],
    "glances": [KINDS["glances"].command[0], "-V"],
    # Itself it tells only on a screen.
    "gnome-system-monitor": _PACKAGE_VERSION.split(),
}
_INTRODUCTION = """# What traintray costs

Written by `{command}`, but for the last part; do not edit by hand. Monitors run side
by side in one session (Xvfb, D-Bus, window manager, panel with a tray) at one update a
second, over {windows} windows of {window_s:g} s. CPU is the kernel's process clock of
every process of a monitor, all threads and reaped children included. Wake-ups are
voluntary context switches. Ratios are medians of the windows' ratios; only they carry
over to another machine. `sampler` is our sensors without the app around them,
`sampler_full` reads every process each second as a full table on the screen would, and
`psutil` is a loop over `psutil.process_iter` with 7 fields.
"""

OPENING = "## Opening the window, and what is remembered"
"""The part that other benches measured: `opening.py` and `history.py`."""


def kept_of(old: str) -> str:
    """Return the part of an older report that this bench does not measure."""
    at = old.find(OPENING)
    return "" if at < 0 else "\n" + old[at:]


@dataclass(frozen=True)
class Run:
    """One whole run of the bench."""

    plan: Plan
    outcomes: Sequence[Outcome]
    judged: Sequence[Judged]
    startup: Startup | None
    notes: Sequence[str] = field(default_factory=tuple)


def markdown(run: Run) -> str:
    """Return the whole report."""
    parts = [
        _INTRODUCTION.format(
            command=COMMAND, windows=run.plan.windows, window_s=run.plan.window_s
        ),
        f"Machine: {_machine()}. Versions: {_versions(run)}.\n",
    ]
    parts += [f"Note: {note}\n" for note in run.notes]
    parts += ["## Against the goals\n", goals_table(run.judged)]
    parts += [_scene(outcome) for outcome in run.outcomes]
    if run.startup is not None:
        seconds = ", ".join(f"{s:.2f}" for s in run.startup.seconds)
        bare = ", ".join(f"{s:.2f}" for s in run.startup.floor_seconds) or "-"
        parts.append(
            f"## Start\n\nFrom exec to the tray icon, warm: {seconds} s. Qt with a"
            f" plain icon and nothing of ours, in turn with it: {bare} s.\n"
        )
    return "\n".join(parts)


def goals_table(judged: Sequence[Judged]) -> str:
    """Return one row per goal."""
    lines = ["| goal | scene | measured | at most | |", "|---|---|---|---|---|"]
    for goal in judged:
        value = "-" if goal.value is None else _number(goal.value, goal.unit)
        highest = _number(goal.highest, goal.unit)
        lines.append(
            f"| {goal.what} | {goal.scene} | {value} | {highest} | {goal.word} |"
        )
    return "\n".join(lines) + "\n"


def _scene(outcome: Outcome) -> str:
    busy = _spread([100 * b for b in outcome.busy_fraction], 0)
    lines = [
        f"## {outcome.scene.title}\n",
        f"{outcome.process_count} processes, machine busy {busy} %.\n",
        "| monitor | CPU seconds per minute | wake-ups per s | PSS MiB | threads |",
        "|---|---|---|---|---|",
    ]
    by_cost = sorted(
        outcome.used.items(), key=lambda item: statistics.median(item[1].cpu_s_per_min)
    )
    lines += [_row(name, used) for name, used in by_cost]
    if outcome.cost_us:
        cost = ", ".join(
            f"{key.removesuffix('_us')} {value / 1000:.2f}"
            for key, value in outcome.cost_us.items()
        )
        lines.append(f"\nThe process table, one sample back to back, CPU ms: {cost}.")
    return "\n".join(lines) + "\n"


def _row(name: str, used: Used) -> str:
    if not used.survived:
        return f"| {name} (ended by itself) | - | - | - | - |"
    pss = threads = "-"
    if used.memory is not None:
        pss = f"{used.memory.pss_bytes / 2**20:.0f}"
        threads = str(used.memory.threads)
    cpu, woken = _spread(used.cpu_s_per_min, 2), _spread(used.wakeups_per_s, 1)
    return f"| {name} | {cpu} | {woken} | {pss} | {threads} |"


def _spread(values: Sequence[float], digits: int) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{low:.{digits}f} / **{middle:.{digits}f}** / {high:.{digits}f}"


def _number(value: float, unit: str) -> str:
    text = f"{value:.3g}"
    return f"{text} {unit}" if unit else text


def _machine() -> str:
    with open("/proc/cpuinfo") as file:
        model = next(
            (
                line.split(":")[1].strip()
                for line in file
                if line.startswith("model") and "name" in line
            ),
            platform.machine(),
        )
    with open("/proc/stat") as file:
        cpus = sum(line.startswith("cpu") for line in file) - 1
    return f"{cpus} x {model}, Linux {platform.release()}"


def _versions(run: Run) -> str:
    names = {name for outcome in run.outcomes for name in outcome.used}
    found: Mapping[str, str] = {
        "Python": platform.python_version(),
        "PySide6": metadata.version("PySide6-Essentials"),
        "psutil": metadata.version("psutil"),
    }
    shown = [f"{name} {version}" for name, version in found.items()]
    shown += [_version(name) for name in _VERSION_COMMANDS if name in names]
    return ", ".join(shown)


def _version(name: str) -> str:
    done = subprocess.run(
        _VERSION_COMMANDS[name], capture_output=True, text=True, check=False
    )
    lines = done.stdout.strip().splitlines()
    return lines[0].strip().replace(",", " ") if lines else name
