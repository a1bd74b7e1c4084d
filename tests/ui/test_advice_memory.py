"""Which advice can be read, and which one the page shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.diagnosis.verdict import Clear
from traintray.core.frame import State
from traintray.ui.window.advice_memory import KEPT_AFTER_END_S, AdviceMemory, choose
from ui.frames import NOW_S, attention_frame, ok_frame, paused_frame, training_run
from ui.parts import run_view


def later(frame, seconds, **changes):
    return replace(
        frame, at_s=frame.at_s + seconds, wall_s=frame.wall_s + seconds, **changes
    )


def without_finding(frame):
    """The same run, well again; its episode ended 40 s before."""
    view = frame.runs[0]
    ended = replace(view.episode, ended_at_s=frame.at_s - 40)
    well = replace(view, verdict=Clear(), advice=None, episode=None)
    return replace(frame, runs=(well,), episodes=(ended,))


def test_an_open_advice_has_no_end():
    (entry,) = AdviceMemory().update(attention_frame())

    assert entry.is_open
    assert entry.ended_at_s is None


def test_an_advice_stays_when_its_episode_ends_with_the_time_of_the_episode():
    memory = AdviceMemory()
    memory.update(attention_frame())
    after = without_finding(later(attention_frame(), 100))

    (entry,) = memory.update(after)

    assert entry.advice == attention_frame().runs[0].advice
    assert entry.verdict == Clear()
    assert entry.ended_at_s == NOW_S + 60
    assert not entry.is_open


def test_an_advice_stays_when_its_run_is_gone():
    memory = AdviceMemory()
    memory.update(attention_frame())

    (entry,) = memory.update(later(attention_frame(), 5, runs=(), episodes=()))

    assert entry.advice is not None
    assert entry.verdict is None
    assert entry.ended_at_s == NOW_S + 5


def test_the_end_does_not_move_once_it_is_known():
    memory = AdviceMemory()
    memory.update(attention_frame())
    memory.update(later(attention_frame(), 5, runs=(), episodes=()))

    (entry,) = memory.update(later(attention_frame(), 50, runs=(), episodes=()))

    assert entry.ended_at_s == NOW_S + 5


@pytest.mark.parametrize(
    ("frame", "kept"),
    [
        pytest.param(replace(attention_frame(), runs=()), 0, id="run gone"),
        pytest.param(without_finding(attention_frame()), 1, id="run still there"),
    ],
)
def test_an_advice_is_forgotten_after_an_hour(frame, kept):
    memory = AdviceMemory()
    memory.update(attention_frame())
    memory.update(later(frame, 10))

    entries = memory.update(later(frame, 20 + KEPT_AFTER_END_S))

    assert len(entries) == kept
    assert all(entry.advice is None for entry in entries)


def test_a_run_without_a_finding_leaves_nothing_when_it_ends():
    memory = AdviceMemory()
    memory.update(ok_frame())

    assert memory.update(later(ok_frame(), 5, runs=())) == ()


def test_a_pause_ends_no_advice():
    memory = AdviceMemory()
    memory.update(attention_frame())

    (entry,) = memory.update(paused_frame())

    assert paused_frame().state is State.PAUSED
    assert entry.is_open


def test_a_finding_that_comes_back_is_open_again():
    memory = AdviceMemory()
    memory.update(attention_frame())
    memory.update(without_finding(later(attention_frame(), 100)))

    (entry,) = memory.update(later(attention_frame(), 200))

    assert entry.is_open


def two_runs(first_open=True, second_open=True):
    """Entries of two runs with an advice each, open or ended."""
    first = attention_frame()
    other = training_run("other.py", 500)
    view = replace(first.runs[0], run=other)
    memory = AdviceMemory()
    memory.update(replace(first, runs=(first.runs[0], view), episodes=()))
    views = [
        each if is_open else replace(each, verdict=Clear(), advice=None)
        for each, is_open in ((first.runs[0], first_open), (view, second_open))
    ]
    return memory.update(replace(first, runs=tuple(views), episodes=()))


KEY, OTHER = training_run().key, training_run("other.py", 500).key


@pytest.mark.parametrize(
    ("entries", "wanted", "shown", "expected"),
    [
        pytest.param(two_runs(), None, None, KEY, id="the first open one"),
        pytest.param(two_runs(), OTHER, None, OTHER, id="the one asked for"),
        pytest.param(two_runs(), "gone", None, KEY, id="asked for one that is gone"),
        pytest.param(two_runs(), None, OTHER, OTHER, id="what is shown stays"),
        pytest.param(
            two_runs(second_open=False), None, OTHER, KEY, id="an open one comes first"
        ),
        pytest.param(
            two_runs(False, False), None, OTHER, OTHER, id="all ended: it stays"
        ),
        pytest.param(two_runs(False), OTHER, KEY, OTHER, id="asked for, not shown"),
    ],
)
def test_which_run_is_shown(entries, wanted, shown, expected):
    assert choose(entries, wanted, shown).run.key == expected


def test_without_any_run_nothing_is_shown():
    assert choose((), "gone", None) is None


def test_runs_without_advice_show_the_first():
    entries = AdviceMemory().update(
        replace(ok_frame(), runs=(run_view(training_run("b.py", 7)), *ok_frame().runs))
    )

    assert choose(entries, None, None).run.name == "b.py"
