"""What the user was told and did is kept for the history."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.archive.names import boot_id
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.journal import Record
from traintray.ui.deeds import Deeds
from ui import frames

KEY = frames.attention_frame().runs[0].run.key
IDENTITY = f"{boot_id()}/{KEY}"


class Kept:
    """Stands in for the archive's writer."""

    def __init__(self):
        self.notices = []
        self.changes = []

    def save_notice(self, notice):
        self.notices.append((notice.kind, notice.run_identity, notice.answer))

    def save_knob_change(self, change):
        self.changes.append(change)


class EnvFile:
    """Stands in for the env file with its journal."""

    def __init__(self):
        self.records = []

    def changes(self):
        return tuple(self.records)


def record(number=1, name="OMP_NUM_THREADS", value="8", at="2026-11-30 12:00:00"):
    return Record(number, "/train.env", at, None, "", {name: (None, value)})


class Desk:
    def __init__(self):
        self.kept, self.env_file = Kept(), EnvFile()
        self.at_s = 1000.0
        changes = KnobChanges(self.env_file)
        self.deeds = Deeds(self.kept, changes, lambda: self.at_s)

    def later(self, seconds, *runs):
        self.at_s += seconds
        frame = frames.attention_frame()
        self.deeds.show_frame(replace(frame, wall_s=self.at_s))


@pytest.fixture
def desk(qapp):
    return Desk()


def test_a_notification_that_nobody_answers_is_kept(desk):
    desk.deeds.told(KEY, "spinning")
    desk.later(10)
    assert desk.kept.notices == []
    desk.later(25)
    desk.later(25)

    assert desk.kept.notices == [("spinning", IDENTITY, None)]


def test_one_that_reached_nobody_was_none(desk):
    desk.deeds.told(KEY, "spinning")
    desk.deeds.untold(KEY)
    desk.later(100)
    desk.deeds.end()

    assert desk.kept.notices == []


def test_one_that_was_just_shown_is_kept_at_the_end(desk):
    desk.deeds.told(KEY, "spinning")
    desk.deeds.end()

    assert desk.kept.notices == [("spinning", IDENTITY, None)]


@pytest.mark.parametrize("answer", ["opened", "snoozed", "dismissed"])
def test_an_answer_is_kept_at_once(desk, answer):
    desk.deeds.told(KEY, "spinning")
    getattr(desk.deeds, answer)(KEY)
    desk.deeds.end()

    assert desk.kept.notices == [("spinning", IDENTITY, answer)]


def test_an_answer_without_a_notification_is_none(desk):
    desk.deeds.opened(KEY)

    assert desk.kept.notices == []


def test_a_change_belongs_to_the_only_run_that_was_advised_so(desk):
    desk.deeds.file_changed()
    desk.deeds.told(KEY, "too_many_threads")
    desk.later(1)
    desk.env_file.records.append(record())
    desk.deeds.file_changed()
    desk.deeds.opened(KEY)

    (change,) = desk.kept.changes
    assert (change.knob, change.action) == ("thread_cap", "apply")
    assert change.run_identity == IDENTITY
    assert (change.before, change.after) == (
        {"OMP_NUM_THREADS": None},
        {"OMP_NUM_THREADS": "8"},
    )
    assert desk.kept.notices[-1] == ("too_many_threads", IDENTITY, "applied")


def test_what_is_taken_back_is_a_change_of_its_own(desk):
    desk.env_file.records = [record(1), record(2, at="2026-11-30 12:05:00")]
    desk.deeds.file_changed()
    desk.kept.changes.clear()
    desk.env_file.records.pop()
    desk.at_s = 7777.0
    desk.deeds.file_changed()

    (change,) = desk.kept.changes
    assert (change.action, change.at_s) == ("undo", 7777.0)
    assert (change.before, change.after) == (
        {"OMP_NUM_THREADS": "8"},
        {"OMP_NUM_THREADS": None},
    )


def test_a_change_after_one_that_was_taken_back_is_new_under_the_same_number(desk):
    desk.env_file.records = [record(1)]
    desk.deeds.file_changed()
    desk.env_file.records = [record(1, at="2026-11-30 12:09:00")]
    desk.kept.changes.clear()
    desk.deeds.file_changed()

    assert [change.action for change in desk.kept.changes] == ["apply"]


def test_what_only_grows_too_old_for_the_journal_was_not_taken_back(desk):
    desk.env_file.records = [record(number) for number in range(1, 11)]
    desk.deeds.file_changed()
    desk.kept.changes.clear()
    desk.env_file.records = [record(number) for number in range(2, 12)]
    desk.deeds.file_changed()

    assert [change.action for change in desk.kept.changes] == ["apply"]


def test_a_secret_in_a_variable_is_not_kept(desk):
    secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c"
    desk.env_file.records = [record(name="WANDB_API_KEY", value=secret)]
    desk.deeds.file_changed()

    (change,) = desk.kept.changes
    assert change.knob == "env_file"
    assert secret not in str(change)


def test_a_tip_that_was_not_useful_is_kept_as_that_and_not_as_snoozed(desk):
    desk.deeds.told(KEY, "spinning")
    desk.deeds.snoozed(KEY)
    desk.deeds.useless(KEY)

    assert desk.kept.notices[-1] == ("spinning", IDENTITY, "not_useful")
