"""Runs that ended: which are told, when, and what became of knobs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.telling.test_tips import HOUR, MINUTE, made
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.proof.outcome import Change, Proof, Windows
from traintray.core.runs import outcome
from traintray.core.sentence import Sentence
from traintray.core.telling.deed import Span, TellEnd, TellEnds, TellProof
from traintray.core.telling.wishes import Wishes
from ui import frames
from ui.episode_frames import KEY, at, well

LONG_S = 2 * HOUR


def record(lasted_s=LONG_S, key=KEY, how=Outcome.FINISHED, reason=outcome.FINISHED):
    started_at_s = frames.WALL_S - lasted_s
    return RunRecord(
        identity=f"boot/{key}",
        number=0,
        name="train.py",
        command=("python", "train.py"),
        folder=None,
        framework="pytorch",
        root_pid=1,
        started_at_s=started_at_s,
        seen_at_s=started_at_s,
        last_seen_at_s=frames.WALL_S,
        ended_at_s=frames.WALL_S,
        outcome=how,
        exit_status=0 if how is Outcome.FINISHED else 1,
        signal=None,
        outcome_reason=reason,
        usable_cpus=16.0,
    )


def died(lasted_s=LONG_S, key=KEY, how=Outcome.FAILED, reason=outcome.EXCEPTION):
    return record(lasted_s, key, how, reason)


def ends(deeds):
    """The keys of what is told: a list for one, a tuple for several together."""
    found = []
    for deed in deeds:
        if type(deed) is TellEnd:
            found.append(deed.end.run_key)
        elif type(deed) is TellEnds:
            found.append(tuple(end.run_key for end in deed.ends))
    return found


def heard(telling, *records, at_s=10, is_looked_at=False):
    """What is told in the frame after these runs ended."""
    telling.update(well(0))
    for one in records:
        telling.end(one, is_looked_at=is_looked_at)
    return ends(telling.update(well(at_s, alive=False)))


def test_a_run_of_hours_that_finished_is_told_with_its_length_and_last_verdict():
    telling = made()
    telling.update(at(0))
    telling.update(well(5))
    telling.end(record(), is_looked_at=False)
    (deed,) = [d for d in telling.update(well(10)) if type(d) is TellEnd]

    assert deed.end.lasted_s == LONG_S
    assert deed.end.last_verdict == "clear"
    assert not deed.end.is_bad


def test_the_last_verdict_is_the_finding_that_stood_last():
    telling = made()
    telling.update(at(0, kind="input_bound"))
    telling.end(died(), is_looked_at=False)
    (deed,) = [d for d in telling.update(well(10)) if type(d) is TellEnd]

    assert deed.end.last_verdict == "input_bound"
    assert deed.end.is_bad


def test_of_a_run_that_was_never_judged_no_verdict_is_told():
    telling = made()
    telling.update(well(0, alive=False))
    telling.end(record(), is_looked_at=False)
    (deed,) = telling.update(well(1, alive=False))

    assert deed.end.last_verdict is None


@pytest.mark.parametrize(
    ("ended", "is_told"),
    [
        pytest.param(record(9 * MINUTE), False, id="finished while waited for"),
        pytest.param(record(11 * MINUTE), True, id="finished later"),
        pytest.param(died(1 * MINUTE), False, id="died while looked at"),
        pytest.param(died(3 * MINUTE), True, id="died later"),
        pytest.param(died(reason=outcome.INTERRUPTED), False, id="Ctrl+C"),
        pytest.param(died(reason=outcome.TERMINAL_CLOSED), False, id="terminal closed"),
        pytest.param(died(reason=outcome.KILLED), True, id="killed"),
        pytest.param(
            record(how=Outcome.ENDED, reason=outcome.UNTOLD), True, id="nobody knows"
        ),
        pytest.param(
            record(how=Outcome.ENDED, reason=outcome.UNWATCHED), False, id="unwatched"
        ),
        pytest.param(
            record(how=Outcome.ENDED, reason=outcome.RESTARTED), False, id="rebooted"
        ),
        pytest.param(
            record(how=Outcome.ENDED, reason=outcome.REGROUPED), False, id="regrouped"
        ),
        pytest.param(record(how=Outcome.RUNNING), False, id="it runs"),
    ],
)
def test_only_what_was_left_alone_is_told(ended, is_told):
    assert bool(heard(made(), ended)) is is_told


def test_who_has_our_window_before_them_is_not_told():
    assert heard(made(), record(), is_looked_at=True) == []


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        pytest.param(Wishes(finished=False), ["2-2"], id="only what died"),
        pytest.param(Wishes(died=False), [KEY], id="only what finished"),
        pytest.param(Wishes(tips=False), [(KEY, "2-2")], id="no tips, but ends"),
    ],
)
def test_each_kind_of_end_has_its_switch(wishes, told):
    assert heard(made(wishes), record(), died(key="2-2")) == told


def test_ends_that_follow_each_other_are_told_together():
    telling = made()
    assert heard(telling, record(key="1-1")) == ["1-1"]
    for key in ("2-2", "3-3"):
        telling.end(record(key=key), is_looked_at=False)

    assert ends(telling.update(well(60))) == []
    assert ends(telling.update(well(311))) == [("2-2", "3-3")]


def test_a_sweep_of_many_short_runs_is_told_ever_more_seldom():
    telling = made()
    telling.update(well(0))
    told = []
    for minute in range(8 * 60):
        telling.end(record(key=f"{minute}-1"), is_looked_at=False)
        told += ends(telling.update(well(minute * MINUTE + 1, alive=False)))

    assert len(told) <= 12
    assert max(map(len, told)) <= 60


def test_after_a_calm_hour_an_end_is_told_at_once_again():
    telling = made()
    heard(telling, record(key="1-1"))
    for second, key in ((311, "2-2"), (940, "3-3")):
        telling.end(record(key=key), is_looked_at=False)
        telling.update(well(second))
    telling.end(record(key="4-4"), is_looked_at=False)

    assert ends(telling.update(well(2 * HOUR))) == ["4-4"]
    telling.end(record(key="5-5"), is_looked_at=False)
    assert ends(telling.update(well(2 * HOUR + 301))) == ["5-5"]


def test_what_ends_at_night_is_told_in_the_morning_with_how_long_ago():
    telling = made(Wishes(quiet_minutes=(22 * 60, 7 * 60)))
    telling.update(well(9 * HOUR))  # 23:00
    telling.end(died(), is_looked_at=False)
    assert telling.update(well(9 * HOUR + 5)) == []

    (deed,) = telling.update(well(17 * HOUR))
    assert deed.end.late_s == 8 * HOUR


def test_want_of_memory_is_told_at_night_too():
    telling = made(Wishes(quiet_minutes=(13 * 60, 15 * 60)))

    lost = died(how=Outcome.OUT_OF_MEMORY, reason=outcome.OUT_OF_MEMORY)
    assert heard(telling, record(key="2-2"), lost) == [KEY]


def test_just_after_a_login_an_end_waits():
    telling = made(after_login=True)
    assert heard(telling, record()) == []

    assert ends(telling.update(well(130))) == [KEY]


# --- knobs ---------------------------------------------------------------------


def proof(verdict):
    return Proof(
        verdict=verdict,
        before_run="boot/0-0",
        after_run=f"boot/{KEY}",
        run_name="train.py",
        change=Change("thread_cap", {"OMP_NUM_THREADS": None}, {}, 0.0),
        measures=(),
        speed_is_stand_in=False,
        why=Sentence("Proof", "It is."),
        windows=Windows(None, None, 60.0),
    )


def proved(telling, verdict, wishes=None, is_looked_at=False):
    telling.choose(wishes or Wishes())
    telling.update(well(0))
    telling.prove(proof(verdict), is_looked_at=is_looked_at)
    return [type(deed) for deed in telling.update(well(10))]


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("helped", [TellProof]),
        ("slower", [TellProof]),
        ("unclear", []),
        ("not_comparable", []),
    ],
)
def test_what_came_of_a_knob_is_told_once_when_something_came_of_it(verdict, told):
    telling = made()

    assert proved(telling, verdict) == told
    assert telling.update(well(20)) == []


def test_who_does_not_want_to_hear_of_knobs_or_sees_it_is_not_told():
    assert proved(made(), "helped", Wishes(helped=False)) == []
    assert proved(made(), "helped", is_looked_at=True) == []


def test_what_came_of_a_knob_waits_out_a_day_that_was_snoozed():
    telling = made()
    telling.update(well(0))
    telling.snooze("", Span.TODAY)
    telling.prove(proof("helped"), is_looked_at=False)
    assert telling.update(well(10)) == []

    assert [type(d) for d in telling.update(well(11 * HOUR))] == [TellProof]


def test_before_the_first_frame_nothing_breaks():
    telling = made()
    telling.end(replace(record()), is_looked_at=False)

    assert telling.snooze(KEY) == []
    assert telling.update(well(0)) == []
