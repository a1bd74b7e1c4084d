"""What the kernel lets a program see of processes, pressure and limits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from traintray.core.sentence import Sentence
from traintray.platform.doctor.check import Begins, Check, Health, Topic

_HIDING = ("hidepid=1", "hidepid=2", "hidepid=noaccess", "hidepid=invisible")


def _look(root: Path, begins: Begins) -> Iterator[Check]:
    for name, check in _CHECKS.items():
        begins(name)
        yield check(root)


def _processes(root: Path) -> Check:
    name = "processes"
    try:
        with os.scandir(root / "proc") as entries:
            count = sum(1 for entry in entries if entry.name.isdecimal())
        mounts = (root / "proc/mounts").read_text()
    except OSError as error:
        remedy = Sentence("Doctor", "Mount /proc: without it no process can be seen.")
        found = Sentence("Doctor", "/proc cannot be read: {error}")
        return Check(name, Health.WRONG, found.filled(error=error), remedy)
    hiding = any(
        option in line
        for line in mounts.splitlines()
        for option in _HIDING
        if line.split()[1:2] == ["/proc"]
    )
    if hiding:
        found = Sentence(
            "Doctor", "{count} processes; those of other users are hidden (hidepid)"
        )
    else:
        found = Sentence("Doctor", "{count} processes")
    return Check(name, Health.OK, found.filled(count=count))


def _demand(root: Path) -> Check:
    name = "run_queue_wait"
    try:
        text = (root / "proc/self/schedstat").read_text()
    except OSError:
        found = Sentence(
            "Doctor",
            "the kernel was built without schedstat: ready threads are estimated from"
            " thread states",
        )
        return Check(name, Health.ABSENT, found)
    if text.split()[:2] == ["0", "0"]:
        found = Sentence(
            "Doctor", "schedstat counts nothing: ready threads are estimated"
        )
        remedy = Sentence(
            "Doctor", "Switch it on: sudo sysctl kernel.sched_schedstats=1"
        )
        return Check(name, Health.ABSENT, found, remedy)
    return Check(name, Health.OK, "/proc/<pid>/task/*/schedstat")


def _pressure(root: Path) -> Check:
    name = "pressure"
    try:
        (root / "proc/pressure/cpu").read_text()
    except FileNotFoundError:
        found = Sentence(
            "Doctor", "this kernel was built without pressure stall information"
        )
        return Check(name, Health.ABSENT, found)
    except OSError:
        found = Sentence("Doctor", "pressure stall information is switched off")
        remedy = Sentence(
            "Doctor", "Add psi=1 to the kernel's command line and restart."
        )
        return Check(name, Health.ABSENT, found, remedy)
    return Check(name, Health.OK, "/proc/pressure")


def _groups(root: Path) -> Check:
    name = "control_groups"
    folder = root / "sys/fs/cgroup"
    if (folder / "cgroup.controllers").exists():
        return Check(name, Health.OK, Sentence("Doctor", "version 2"))
    if folder.is_dir() and any(folder.iterdir()):
        return Check(name, Health.OK, Sentence("Doctor", "version 1"))
    found = Sentence(
        "Doctor", "no control groups: CPU quotas and memory limits cannot be seen"
    )
    return Check(name, Health.ABSENT, found)


_CHECKS = {
    "processes": _processes,
    "run_queue_wait": _demand,
    "pressure": _pressure,
    "control_groups": _groups,
}

CHECKS = Topic(10, _look)
