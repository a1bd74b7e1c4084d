"""Builds runs of plain values."""

from __future__ import annotations

from traintray.core.detection.run import Member, Role, TrainingRun
from traintray.core.readings import MemberReading, UsableCpus


def member(pid, role, demand, *, running=None, gap=None):
    """A member with a demand; `gap` says why it is None."""
    reading = MemberReading(
        pid=pid,
        demand_threads=demand,
        running_cores=demand if running is None else running,
        busy_threads=2,
        thread_count=2,
        thread_names={},
        voluntary_switches_per_s=50.0,
        involuntary_switches_per_s=50.0,
        swap_bytes=0,
        gaps={"demand_threads": gap} if gap else {},
    )
    return Member(pid, role, "python", 1.0, 60.0, 2**20, reading, (0, 1))


def run(*members, cpus=2, **changes):
    """A PyTorch run on `cpus` logical CPUs."""
    known = {
        "key": f"{members[0].pid if members else 1}-1",
        "root_pid": members[0].pid if members else 1,
        "name": "train.py",
        "command": ("python", "train.py"),
        "framework": "pytorch",
        "started_at_s": 0.0,
        "usable_cpus": UsableCpus(float(cpus), tuple(range(cpus)), cpus, None),
        "members": members or (member(1, Role.MAIN, 2.0),),
        "thread_variables": {},
        "has_openmp": True,
    }
    return TrainingRun(**{**known, **changes})
