"""Each run is given what was found of its progress; sampling waits for nothing."""

from __future__ import annotations

import threading
from dataclasses import replace

from core.detection.runs import member, run
from traintray.core.detection.aside import aside
from traintray.core.detection.run import Role
from traintray.core.detection.run_progress import RunProgress, progress_figures
from traintray.core.progress.progress import NO_SOURCE, NOT_LOOKED, Progress

FOUND = Progress(70, 2.5, None, None, None, "csv")


class FakeWatch:
    """Finds the same for every run, and remembers who it was asked of."""

    def __init__(self, asked: list[tuple[int, ...]]) -> None:
        self._asked = asked

    def update(self, pids, at_s):
        self._asked.append(tuple(pids))
        return FOUND


def at_once(job):
    job()
    return lambda: True


def test_a_run_is_given_what_was_found():
    asked: list[tuple[int, ...]] = []
    progress = RunProgress(lambda: FakeWatch(asked), at_once)

    (told,) = progress.update([run()], 0.0)

    assert told.progress is FOUND
    assert progress_figures(told) == {"steps_per_s": 2.5, "step": 70.0}


def test_only_who_may_write_logs_is_looked_at_the_root_first():
    asked: list[tuple[int, ...]] = []
    members = (
        member(5, Role.RANK, 1.0),
        member(2, Role.LAUNCHER, 1.0),
        member(7, Role.WORKER, 1.0),
        member(6, Role.RANK, 1.0),
    )
    a_run = replace(run(), root_pid=2, members=members)
    RunProgress(lambda: FakeWatch(asked), at_once).update([a_run], 0.0)

    assert asked == [(2, 5, 6)]


def test_it_looks_every_five_seconds_and_never_without_a_run():
    asked: list[tuple[int, ...]] = []
    progress = RunProgress(lambda: FakeWatch(asked), at_once)
    progress.update([], 0.0)
    assert asked == []
    for second in range(11):
        progress.update([run()], float(second))

    assert len(asked) == 3


def test_a_disk_that_hangs_holds_nobody_up():
    hangs, asked = threading.Event(), []

    class Hanging(FakeWatch):
        def update(self, pids, at_s):
            assert hangs.wait(30)
            return super().update(pids, at_s)

    progress = RunProgress(lambda: Hanging(asked))
    told = [progress.update([run()], at_s)[0].progress for at_s in (0.0, 5.0, 10.0)]
    assert told == [NOT_LOOKED] * 3
    hangs.set()
    for thread in threading.enumerate():
        if thread.name == "aside":
            thread.join(30)

    assert len(asked) == 1
    assert progress.update([run()], 11.0)[0].progress is FOUND


def test_a_job_aside_says_when_it_is_done():
    go_on = threading.Event()
    is_done = aside(lambda: go_on.wait(30) and None)

    assert not is_done()
    go_on.set()
    for thread in threading.enumerate():
        if thread.name == "aside":
            thread.join(30)
    assert is_done()


def test_a_run_without_a_source_has_no_speed_and_not_zero():
    a_run = replace(run(), progress=NO_SOURCE)

    assert progress_figures(a_run) == {"steps_per_s": None, "step": None}
