"""Days, letters and tables of the History page, without a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.archive.proof_record import Change, Measure
from traintray.core.archive.records import KnobRecord, Outcome, Spread
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.ui.kind_words import chip
from traintray.ui.state_shape import Shape
from traintray.ui.window.history import deeds, words
from traintray.ui.window.history.book import Book, read_book
from traintray.ui.window.history.comparison import compared, only_differences
from traintray.ui.window.history.days import days_of, joined
from traintray.ui.window.history.letters import legend, letter
from ui import past_data
from ui.frames import WALL_S
from ui.past_data import FakeArchive, at, episode_record, run_record

HOUR_S = 3600.0


@pytest.fixture(scope="module")
def book():
    return read_book(past_data.ten_days(), 10, WALL_S)


def book_of(*records, told=(), count=10):
    """A book of these runs and episodes only."""
    archive = FakeArchive(records=[(each, past_data._TRAIN) for each in records])
    archive.told = list(told)
    return read_book(archive, count, WALL_S)


def run_from(start_s, end_s, number=1):
    return run_record(number, "train.py", (start_s, end_s), past_data._TRAIN)


# --- days -------------------------------------------------------------------------


def test_a_run_over_midnight_counts_on_both_days():
    days = days_of(book_of(run_from(at(1, "22:00"), at(0, "3:00"))))

    assert (days[0].training_s, days[1].training_s) == (3 * HOUR_S, 2 * HOUR_S)


def test_runs_at_the_same_time_count_once():
    days = days_of(
        book_of(
            run_from(at(1, "10:00"), at(1, "12:00")),
            run_from(at(1, "11:00"), at(1, "13:00"), number=2),
        )
    )

    assert days[1].training_s == 3 * HOUR_S
    assert len(days[1].runs) == 2


def test_an_episode_is_cut_at_midnight_and_stays_the_same_episode():
    run = run_from(at(2, "22:00"), at(1, "2:00"))
    told = episode_record(run, "swapping", (at(2, "23:00"), at(1, "1:00")))

    days = days_of(book_of(run, told=[told]))

    (late,), (early,) = days[2].marks, days[1].marks
    assert late.episode is early.episode
    assert (days[2].episodes_s, days[1].episodes_s) == (HOUR_S, HOUR_S)


def test_spans_that_touch_are_one():
    assert joined([(5, 7), (1, 3), (3, 4), (6, 9), (2, 2)]) == ((1, 4), (5, 9))


def test_the_first_day_begins_with_the_watching():
    book = read_book(past_data.first_day(), 10, WALL_S)

    today, yesterday = days_of(book)[:2]
    assert today.watched_from_s == WALL_S - 2 * HOUR_S
    assert yesterday.watched_from_s == yesterday.end_s


def test_the_hours_in_which_the_computer_was_off_are_dark(book):
    (dark,) = [each for each in days_of(book)[0].dark if each.is_off]

    assert dark.start_s == pytest.approx(at(0, "4:13"), abs=400)
    assert dark.end_s == pytest.approx(at(0, "8:31"), abs=400)


def test_a_night_off_is_dark_on_both_days(book):
    days = days_of(book)

    assert days[5].dark[0].end_s == days[5].end_s
    assert days[4].dark[0].start_s == days[4].start_s


def test_an_archive_without_samples_gives_empty_days():
    days = days_of(Book(10, WALL_S, None))

    assert len(days) == 10
    assert not any(day.training or day.dark or day.marks for day in days)


# --- letters ----------------------------------------------------------------------


def test_every_rule_has_a_letter_and_a_name():
    for rule in collect(rules, "RULE", Rule):
        assert letter(rule.kind) != "?", rule.kind
        assert chip(rule.kind) != rule.kind


def test_the_letters_of_the_design_are_kept():
    kinds = ("too_many_threads", "input_bound", "cpu_compute", "swapping")

    assert [letter(kind) for kind in kinds] == ["T", "D", "C", "S"]
    assert letter("gpu_throttled") == "H"


def test_a_kind_of_a_newer_version_is_told_by_its_name():
    assert (letter("quantum_noise"), chip("quantum_noise")) == ("?", "quantum noise")


def test_the_legend_names_only_what_is_shown():
    assert legend(["swapping", "input_bound", "disk_bound", "input_bound"]) == [
        ("D", "Waiting for data, Waiting for storage"),
        ("S", "Swapping"),
    ]


# --- words ------------------------------------------------------------------------


def episode_of(book, kind):
    return next(each for each in book.episodes if each.kind == kind)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        pytest.param("swapping", "Advice read", id="opened"),
        pytest.param("cpu_compute", "Tip dismissed", id="dismissed"),
        pytest.param("gpu_throttled", "Ended by itself", id="nobody did anything"),
        pytest.param("too_many_threads", "Not applied yet", id="open"),
        pytest.param("input_bound", "Applied, taken back", id="undone"),
    ],
)
def test_what_became_of_an_episode(book, kind, said):
    assert deeds.deed(episode_of(book, kind), book) == said


def sweep_of(book, **changes):
    """The episode that a cap of threads answered, and the book with another proof, of
    a run whose environment may not be read.
    """
    runs = tuple(
        replace(run, proof=replace(run.proof, **changes), variables=None)
        if run.proof
        else run
        for run in book.runs
    )
    episode = next(e for e in book.episodes if e.run_name == "sweep.py")
    return episode, replace(book, runs=runs)


GPU_MEASURE = Measure(
    "gpu_busy_fraction", "fraction", 0.41, 0.8, 0.1, 0.1, "higher", True
)


@pytest.mark.parametrize(
    ("changes", "said", "shape"),
    [
        pytest.param({}, "Helped, 1.7 ×", Shape.OK, id="faster"),
        pytest.param(
            {"verdict": "slower", "ratio": (0.6, 0.5, 0.7)},
            "Slower, 0.6 ×",
            Shape.ATTENTION,
            id="slower",
        ),
        pytest.param(
            {"measures": (GPU_MEASURE,), "ratio": None},
            "Helped, GPU +39\u00a0points",
            Shape.OK,
            id="the GPU stands in",
        ),
        pytest.param(
            {"verdict": "unclear"}, "No clear change", Shape.UNCHANGED, id="unclear"
        ),
        pytest.param(
            {"verdict": "not_comparable", "measures": ()},
            "Not comparable",
            Shape.WAITING,
            id="not comparable",
        ),
    ],
)
def test_what_a_knob_gave_stands_with_the_episode_that_it_answered(
    book, changes, said, shape
):
    episode, changed = sweep_of(book, **changes)

    assert deeds.deed(episode, changed) == said
    assert deeds.deed_shape(episode, changed) is shape


def capped(book, **variables):
    """The book in which the run after the cap had these variables, and its run."""
    after = next(run for run in book.runs if run.proof)
    run = replace(after, variables=variables or None)
    runs = tuple(run if each is after else each for each in book.runs)
    return replace(book, runs=runs), run


IN_FORCE = {"OMP_NUM_THREADS": "4", "MKL_NUM_THREADS": "4"}


def test_the_episode_that_a_knob_ended_is_marked(book):
    episode, _ = sweep_of(book)
    shown, _ = capped(book, **IN_FORCE)

    assert deeds.deed(episode, shown) == "Ended by it, 1.7 ×"
    assert deeds.deed_shape(episode, shown) is Shape.OK


def test_the_days_of_the_pictures_have_an_episode_that_a_knob_ended(book):
    said = [deeds.deed(episode, book) for episode in book.episodes]

    assert said.count("Ended by it, 1.7 ×") == 1


def test_the_runs_of_the_pictures_tell_what_their_episodes_found(book):
    found = {(e.run_identity, e.kind) for e in book.episodes}
    judged = {(r.identity, v.kind) for r in book.runs for v in r.verdicts}

    assert found == {each for each in judged if each[1] != "clear"}


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({}, id="its environment may not be read"),
        pytest.param({"OMP_NUM_THREADS": "4"}, id="one of two"),
        pytest.param({**IN_FORCE, "OMP_NUM_THREADS": "8"}, id="another value"),
    ],
)
def test_a_knob_that_was_not_in_force_ended_nothing(book, variables):
    episode, _ = sweep_of(book)
    shown, _ = capped(book, **variables)

    assert deeds.deed(episode, shown) == "Helped, 1.7 ×"


def test_what_came_back_in_the_next_run_was_not_ended(book):
    episode, _ = sweep_of(book)
    shown, after = capped(book, **IN_FORCE)
    back = replace(episode, run_identity=after.identity)

    again = replace(shown, episodes=(*shown.episodes, back))
    other = replace(shown, episodes=(*shown.episodes, replace(back, kind="swapping")))

    assert deeds.deed(episode, again) == "Helped, 1.7 ×"
    assert deeds.deed(episode, other) == "Ended by it, 1.7 ×"


def test_an_episode_that_goes_on_was_ended_by_nothing(book):
    episode, _ = sweep_of(book)
    shown, _ = capped(book, **IN_FORCE)

    assert not deeds.was_ended(replace(episode, ended_at_s=None), shown)
    assert deeds.was_ended(episode, shown)


def test_the_proof_of_another_change_is_not_told(book):
    episode, _ = sweep_of(book)
    other = Change("thread_cap", {}, {}, at_s=episode.onset_at_s - 3600.0)

    _, changed = sweep_of(book, change=other)

    assert deeds.deed(episode, changed) == "Applied"
    assert deeds.deed_shape(episode, changed) is None


def test_a_knob_that_was_changed_for_another_run_is_not_told(book):
    heat = episode_of(book, "gpu_throttled")

    assert deeds.knob_of(heat, book) is None


def test_a_knob_that_was_changed_before_the_episode_was_not_its_answer(book):
    sweep = next(e for e in book.episodes if e.run_name == "sweep.py")
    change = deeds.knob_of(sweep, book)
    early = replace(change, at_s=sweep.onset_at_s - 60)

    assert deeds.knob_of(sweep, replace(book, knobs=(early,))) is None


def test_a_cap_is_told_by_its_threads():
    def change(before, after):
        variables = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), before)
        new = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS"), after)
        return words.knob_text(KnobRecord(0.0, "thread_cap", "apply", variables, new))

    assert change(None, "4") == "threads 4"
    assert change("16", "8") == "threads 16 → 8"
    assert change("8", None) == "no cap"


def test_an_open_episode_says_how_long_it_has_lasted_and_that_it_is_open(book):
    assert words.lasted(book.episodes[0], book.now_s) == "4\u00a0min, open"


def test_the_number_that_says_most_comes_with_its_name(book):
    assert words.peak(book.episodes[0]) == "57 ready threads"


def test_a_number_of_an_unknown_unit_is_told_as_it_is():
    assert words.value_text(3.5, "furlongs") == "3.5"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outcome": Outcome.FINISHED}, "Finished"),
        (
            {"outcome": Outcome.FAILED, "exit_status": 1},
            "Ended with an error, exit status 1",
        ),
        ({"outcome": Outcome.KILLED, "signal": 9}, "Killed, signal 9"),
        ({"outcome": Outcome.OUT_OF_MEMORY, "signal": 9}, "Killed, out of memory"),
        ({"outcome": Outcome.ENDED}, "Ended"),
    ],
)
def test_how_a_run_ended(changes, said):
    assert words.outcome(replace(run_from(0.0, 9.0), **changes)) == said


# --- two runs ---------------------------------------------------------------------


def by_name(rows):
    return {row.name: row for row in rows}


def test_equal_runs_do_not_differ():
    one, other = run_from(0.0, 900.0), run_from(5000.0, 5900.0, number=2)

    assert only_differences(compared(one, other, WALL_S)) == ()


def test_what_differs_is_marked_and_the_rest_is_not():
    one = run_from(0.0, 900.0)
    profile = {
        **one.profile,
        "rss_bytes": Spread(1e9, 1.05 * one.profile["rss_bytes"].peak, 900.0),
        "usable_busy_fraction": Spread(0.9, 1.0, 900.0),
    }
    other = replace(
        run_from(0.0, 900.0, number=2),
        profile=profile,
        outcome=Outcome.OUT_OF_MEMORY,
        variables={"OMP_NUM_THREADS": "8"},
        roles={"main": 1, "worker": 4},
    )

    rows = by_name(compared(one, other, WALL_S))

    assert rows["CPU it may use"].differs
    assert rows["CPU it may use"].change == "+52\u00a0points"
    assert not rows["Memory, peak"].differs  # five per cent is no difference
    assert rows["Outcome"].right == "Killed, out of memory"
    assert (rows["OMP_NUM_THREADS"].left, rows["OMP_NUM_THREADS"].right) == (
        "not set",
        "8",
    )
    assert rows["Processes"].differs
    assert not rows["Folder"].differs


def test_a_figure_that_only_one_run_has_is_a_dash_for_the_other():
    one = run_from(0.0, 900.0)
    other = replace(one, profile={**one.profile, "steps_per_s": Spread(4.2, 5.0, 60.0)})

    row = by_name(compared(one, other, WALL_S))["Steps per second"]

    assert (row.left, row.differs, row.change) == ("–", True, "")


def test_only_the_heads_of_sections_that_differ_are_kept():
    one = run_from(0.0, 900.0)
    other = replace(one, framework="jax")

    names = [row.name for row in only_differences(compared(one, other, WALL_S))]

    assert names == ["Run", "Framework"]


def test_an_environment_that_may_not_be_read_is_not_taken_for_an_empty_one():
    one = run_from(0.0, 900.0)
    other = replace(one, variables=None)

    row = by_name(compared(one, other, WALL_S))["CUDA_VISIBLE_DEVICES"]

    assert (row.left, row.right) == ("0", "not readable")
