"""From the first round of a run to its proof, told once."""

from __future__ import annotations

from dataclasses import replace

from core.detection.runs import member
from core.detection.runs import run as a_run
from core.proof.proof_world import NEW, OLD, after, applied, before, course
from traintray.core.archive.errors import ArchiveError
from traintray.core.detection.run import Role
from traintray.core.proof.outcome import proof_of
from traintray.core.proof.prover import Known, Prover

SPEEDS = [10.0] * 40


class Past:
    """The archive of a test, read at once or when the test says."""

    def __init__(self, *runs) -> None:
        self.known = Known(runs, (applied(),))
        self.jobs, self.is_late, self.fails = [], False, False
        self.names = []
        self.prover = Prover(self.look, self.start)

    def look(self, names) -> Known:
        self.names.append(set(names))
        if self.fails:
            raise ArchiveError("it is locked")
        return self.known

    def start(self, job):
        self.jobs.append(job)
        if not self.is_late:
            job()
        return lambda: not self.is_late

    def round(self, *records, at_s=0.0, running=None):
        now_s = (records[0].seen_at_s if records else 0.0) + at_s
        return self.prover.update(records, running or {}, now_s)


def going_on(count, **changes):
    """The new run while it goes on, after `count` pieces of 5 s."""
    return after(course([20.0] * count), **{"ended_at_s": None, **changes})


def test_a_run_is_judged_when_it_was_watched_for_long_enough():
    past = Past(before(course(SPEEDS)))

    past.round(going_on(1), at_s=5)
    (early,) = past.round(going_on(30), at_s=150)
    (told,) = past.round(going_on(40), at_s=200)
    (later,) = past.round(going_on(50), at_s=250)

    assert early.proof is None
    assert told.proof.verdict == "helped"
    assert later.proof == told.proof
    assert [proof.verdict for proof in past.prover.take()] == ["helped"]
    assert past.prover.take() == ()


def test_a_run_that_ends_early_is_judged_by_what_there_is():
    past = Past(before(course(SPEEDS)))
    past.round(going_on(1), at_s=5)
    past.round(going_on(20), at_s=100)

    (last,) = past.round(going_on(20, ended_at_s=1e10), at_s=101)

    assert last.proof.verdict == "helped"


def test_a_proof_that_comes_after_the_end_is_saved_with_the_run_still():
    past = Past(before(course(SPEEDS)))
    past.is_late = True
    (last,) = past.round(going_on(40, ended_at_s=1e10), at_s=5)
    past.is_late = False
    past.jobs[0]()

    (again,) = past.round(at_s=6)

    assert last.proof is None
    assert (again.identity, again.proof.verdict) == (last.identity, "helped")
    assert past.round(at_s=7) == []


def test_the_past_is_read_once_for_a_run():
    past = Past(before(course(SPEEDS)))
    for second in range(100):
        past.round(going_on(1), at_s=second)

    assert len(past.jobs) == 1


def test_a_file_that_cannot_be_read_yet_is_read_later():
    past = Past(before(course(SPEEDS)))
    past.fails = True
    past.round(going_on(1), at_s=1)
    past.fails = False
    past.round(going_on(10), at_s=20)
    past.round(going_on(20), at_s=40)
    (told,) = past.round(going_on(40), at_s=200)

    assert len(past.jobs) == 2
    assert told.proof.verdict == "helped"


def test_a_run_that_has_its_proof_from_before_a_restart_is_not_told_again():
    old = Past(before(course(SPEEDS)))
    old.round(going_on(1), at_s=1)
    (told,) = old.round(going_on(40), at_s=200)
    new = Past(before(course(SPEEDS)))

    (again,) = new.round(replace(going_on(50), proof=told.proof), at_s=250)

    assert again.proof == told.proof
    assert new.prover.take() == ()
    assert new.jobs == []


def test_why_the_old_threads_are_still_there_is_seen_in_the_running_processes():
    past = Past(before(course(SPEEDS)))
    wants = replace(
        a_run(member(1, Role.MAIN, 16.0), cpus=2, thread_variables=NEW),
    )
    same = after(course(SPEEDS), ended_at_s=None)
    running = {same.identity: wants}
    past.round(same, at_s=5, running=running)

    (told,) = past.round(same, at_s=200, running=running)

    assert told.proof.verdict == "not_comparable"
    assert "still wants 16.0 threads instead of 2" in proof_of(told).why


def test_a_run_that_starts_its_ranks_is_not_judged_by_the_launchers_environment():
    past = Past(before(course(SPEEDS)))
    starting = going_on(1, variables={})
    past.round(starting, at_s=1)

    (early,) = past.round(starting, at_s=29)
    (late,) = past.round(going_on(2, variables=OLD), at_s=31)

    assert early.proof is None
    assert late.proof.verdict == "not_comparable"


def test_two_runs_that_began_together_with_a_change_tell_it_once():
    past = Past(before(course(SPEEDS)))
    twins = [going_on(40, identity=f"boot/{n}-{n}") for n in (2, 3)]
    past.round(*twins, at_s=5)

    told = past.round(*twins, at_s=200)

    assert [record.proof.verdict for record in told] == ["helped", "helped"]
    assert len(past.prover.take()) == 1


def test_only_runs_of_the_names_in_question_are_read():
    past = Past()

    past.round(going_on(1, name="train.py"), going_on(1, identity="b/2-2", name="b.py"))

    assert past.names == [{"train.py", "b.py"}]
