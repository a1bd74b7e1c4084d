"""Who decides, who tells and what is kept belong together."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QThread

from core.telling.test_run_ends import proof, record
from traintray.core.telling.deed import Span
from traintray.core.telling.wishes import Wishes
from traintray.settings import settings as settings_file
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.ui.run_news import RunNews
from traintray.ui.tip_desk import TipDesk
from traintray.ui.wishes import wishes_of
from ui.episode_frames import KEY, at, well
from ui.test_notifier import FakeBus


@pytest.fixture
def folders(tmp_path):
    return Folders(*(tmp_path / name for name in ("config", "state", "run", "auto")))


def desk(folders, settings=None, is_recorded=False):
    made = TipDesk(
        folders,
        settings or Settings(),
        FakeBus(),
        after_login=False,
        is_recorded=is_recorded,
    )
    made.notifier.is_looked_at = lambda: False
    return made


def test_every_setting_about_notifications_is_a_wish():
    chosen = Settings(
        notify=False,
        notify_helped=False,
        notify_finished=False,
        notify_died=False,
        muted_kinds=("gpu_idle",),
        quiet_hours=True,
        quiet_from="23:15",
        quiet_until="06:00",
        tips_a_day=4,
        snooze_minutes=5,
    )

    assert wishes_of(chosen) == Wishes(
        tips=False,
        helped=False,
        finished=False,
        died=False,
        muted_kinds=frozenset({"gpu_idle"}),
        quiet_minutes=(1395, 360),
        tips_a_day=4,
        snooze_s=300.0,
    )
    assert wishes_of(Settings()).quiet_minutes is None


def test_a_muted_kind_goes_into_the_settings_beside_those_that_are_there(
    qtbot, folders
):
    settings_file.change(folders.settings_file, {"muted_kinds": ("gpu_idle",)})
    made = desk(folders)
    made.notifier.show_frame(at(0))
    with qtbot.waitSignal(made.settings_changed, timeout=500):
        made.notifier.snooze(KEY, Span.THIS_KIND)

    found, _ = settings_file.load(folders.settings_file)
    assert found.muted_kinds == ("gpu_idle", "too_many_threads")


def test_a_mute_counts_also_where_the_settings_cannot_be_written(qapp, folders):
    folders.config_dir.parent.mkdir(exist_ok=True)
    folders.config_dir.write_text("in the way")
    made = desk(folders)
    made.notifier.show_frame(at(0))
    made.notifier.snooze(KEY, Span.THIS_KIND)

    assert "too_many_threads" in made.notifier.telling.wishes.muted_kinds


def test_a_snooze_survives_the_app(qapp, folders):
    first = desk(folders)
    first.notifier.show_frame(at(0))
    first.notifier.snooze(KEY, Span.THIS_RUN)

    assert json.loads(folders.told_file.read_text())["snoozed"]
    heir = desk(folders)
    assert [s.run_key for s in heir.notifier.telling.snoozes] == [KEY]


def test_a_recording_keeps_and_tells_nothing(qapp, folders):
    made = desk(folders, is_recorded=True)
    made.notifier.show_frame(at(0))
    made.notifier.snooze(KEY)
    made.choose(Settings())

    assert not folders.told_file.exists()
    assert not made.notifier.telling.wishes.tips


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "\ud800"])
def test_a_broken_memory_is_left_out_and_written_over(qapp, folders, text):
    folders.state_dir.mkdir()
    folders.told_file.write_bytes(text.encode("utf-8", "surrogatepass"))
    made = desk(folders)
    made.notifier.show_frame(at(0))
    made.notifier.snooze(KEY)

    assert json.loads(folders.told_file.read_text())["snoozed"]


def test_a_disk_that_refuses_costs_only_the_memory(qapp, tmp_path):
    (tmp_path / "state").write_text("in the way")
    folders = Folders(*(tmp_path / n for n in ("config", "state", "run", "auto")))
    made = desk(folders)
    made.notifier.show_frame(at(0))
    made.notifier.snooze(KEY)

    assert len(made.notifier.telling.snoozes) == 1


def test_the_end_of_a_run_comes_from_the_sampling_thread_in_the_gui_thread(qtbot):
    news, heard = RunNews(), []
    news.ended.connect(lambda one: heard.append((one.name, QThread.currentThread())))

    class Sampler(QThread):
        def run(self):
            news.post(record())

    sampler = Sampler()
    sampler.start()
    qtbot.waitUntil(lambda: bool(heard), timeout=2000)
    sampler.wait()
    assert heard == [("train.py", news.thread())]


def test_what_came_of_a_change_is_told_with_the_next_frame(qapp, folders):
    class Memory:
        def __init__(self):
            self.proofs = [proof("helped")]

        def hear_ends(self, tell):
            self.tell = tell

        def new_proofs(self):
            found, self.proofs = tuple(self.proofs), []
            return found

    bus, memory = FakeBus(), Memory()
    made = TipDesk(folders, Settings(), bus, after_login=False, is_recorded=False)
    made.notifier.is_looked_at = lambda: False
    made.listen(memory)
    made.notifier.told.connect(lambda run_key, kind: told.append((run_key, kind)))
    told = []
    bus.connected.emit()
    made.show_frame(well(0))
    made.show_frame(well(1))
    memory.tell(record())
    qapp.processEvents()
    made.show_frame(well(2))

    assert told == [(KEY, "proof"), (KEY, "run_ended")]
