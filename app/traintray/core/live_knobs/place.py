"""Reads what live knobs have to know of the machine."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from traintray.core.live_knobs.live_knob import Place, Power
from traintray.core.sensors.gpu.pci import on_battery
from traintray.core.sensors.topology import cores_of, fast_cpus, parse_cpu_list
from traintray.core.sensors.usable_cpus import allowed_cpus, read_usable_cpus
from traintray.core.sentence import Sentence

_HEEDING = ("bfq", "mq-deadline")
"""Schedulers of the kernel that look at I/O priorities, see block/ioprio.rst."""
_NO_REAL_DISK = ("loop", "ram", "zram")
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def read_place(
    root_pid: int,
    power: Power | Sentence,
    environ: Mapping[str, str] = os.environ,
    root: Path = Path("/"),
) -> Place:
    """Return the machine around the run whose first process is `root_pid`.

    `power`: what the power-profile service says. What cannot be read is taken to be
    as on the plainest machine.
    """
    cpus = _online(root)
    return Place(
        cores=cores_of(cpus, root),
        fast_cpus=fast_cpus(cpus, root),
        starter_cpus=_starter_cpus(root_pid, root),
        has_desktop=any(environ.get(name) for name in _SCREENS),
        is_on_battery=on_battery(root),
        heeding_disks=_heeding_disks(root),
        power=power,
    )


def _online(root: Path) -> tuple[int, ...]:
    try:
        return parse_cpu_list((root / "sys/devices/system/cpu/online").read_text())
    except (OSError, ValueError):
        return allowed_cpus(os.getpid(), root)


def _starter_cpus(pid: int, root: Path) -> tuple[int, ...]:
    """Return what the parent of a process may use, within the cpuset of the process."""
    try:
        stat = (root / f"proc/{pid}/stat").read_bytes()
        parent_pid = int(stat[stat.rindex(b")") + 2 :].split()[1])
        if parent_pid <= 0:
            return ()
        return read_usable_cpus(pid, root, mask_of=parent_pid).logical_cpus
    except (OSError, ValueError):
        return ()


def _heeding_disks(root: Path) -> tuple[str, ...]:
    """Look at the one in brackets: `grep . /sys/block/*/queue/scheduler`."""
    found = []
    for path in sorted((root / "sys/block").glob("*/queue/scheduler")):
        disk = path.parent.parent.name
        try:
            active = re.findall(r"\[([a-z-]+)\]", path.read_text())
        except OSError:
            continue
        if not disk.startswith(_NO_REAL_DISK) and set(active) & set(_HEEDING):
            found.append(disk)
    return tuple(found)
