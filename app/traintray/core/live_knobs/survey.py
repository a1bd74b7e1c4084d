"""Which processes and threads are meant: beyond doubt those of the run, and ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from traintray.core.detection.run import TrainingRun
from traintray.core.detection.run_of import UNKNOWN_FRAMEWORK
from traintray.core.live_knobs.tasks import Attribute, Tasks, Thread
from traintray.core.sentence import Sentence

Process = tuple[int, int]
"""Pid, and start in clock ticks after boot."""


@dataclass(frozen=True, slots=True)
class Crew:
    """The members of a run that may be changed."""

    processes: tuple[Process, ...]
    left: tuple[Sentence, ...]
    """Those that may not, and why."""


def crew_of(run: TrainingRun, tasks: Tasks) -> Crew:
    """Return the members that still live and belong to this user.

    The detector tells pid and start of each, so that a number that was given to
    another program since is not taken for one.
    """
    found, foreign = [], []
    for member in run.members:
        if member.started_ticks is None or member.pid == tasks.own_pid():
            continue
        try:
            look = tasks.process(member.pid)
        except OSError:
            continue
        if look.started_ticks != member.started_ticks:
            continue
        if look.owner_uid != tasks.own_uid():
            foreign.append(str(member.pid))
            continue
        found.append((member.pid, member.started_ticks))
    left = []
    if foreign:
        told = Sentence(
            "LiveKnobs", "Of another user, so they are left alone: PID {pids}."
        )
        left.append(told.filled(pids=", ".join(foreign)))
    return Crew(tuple(found), tuple(left))


def is_recognised(run: TrainingRun) -> bool:
    """Tell whether a run was recognised; a user may have any program listed as one."""
    return run.framework != UNKNOWN_FRAMEWORK and not run.traits.is_serving


def is_alive(process: Process, tasks: Tasks) -> bool:
    """Tell whether a process still lives, and no other with its number."""
    pid, ticks = process
    try:
        return tasks.process(pid).started_ticks == ticks
    except OSError:
        return False


def with_those_below(processes: Iterable[Process], tasks: Tasks) -> tuple[Process, ...]:
    """Return these processes, as far as they live, and all that they started."""
    found = {pid: ticks for pid, ticks in processes if is_alive((pid, ticks), tasks)}
    below: dict[int, list[int]] = {}
    for pid, parent in tasks.parents().items():
        below.setdefault(parent, []).append(pid)
    waiting = list(found)
    while waiting:
        for pid in below.get(waiting.pop(), ()):
            if pid in found or pid == tasks.own_pid():
                continue
            try:
                look = tasks.process(pid)
            except OSError:
                continue
            if look.owner_uid == tasks.own_uid():
                found[pid] = look.started_ticks
                waiting.append(pid)
    return tuple(found.items())


def threads_of(process: Process, tasks: Tasks) -> tuple[Thread, ...]:
    """Return the threads of a process; none when it is gone."""
    pid, process_ticks = process
    found = []
    try:
        for tid in tasks.thread_ids(pid):
            thread = _thread(process, tid, tasks)
            if thread is not None:
                found.append(thread)
    except OSError:
        return ()
    return tuple(found) if is_alive((pid, process_ticks), tasks) else ()


def looked_at(
    threads: Iterable[Thread], attribute: Attribute, tasks: Tasks
) -> Iterator[tuple[Thread, str]]:
    """Yield what each thread has; those that have ended are left out."""
    for thread in threads:
        try:
            yield thread, tasks.read(thread, attribute)
        except ProcessLookupError:
            continue
        except FileNotFoundError:
            continue


def _thread(process: Process, tid: int, tasks: Tasks) -> Thread | None:
    pid, process_ticks = process
    try:
        return Thread(pid, process_ticks, tid, tasks.thread_ticks(pid, tid))
    except OSError:
        return None
