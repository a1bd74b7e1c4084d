"""The Settings page: every control shows what holds and writes what is chosen."""

from __future__ import annotations

import json
import re
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect
from traintray.core.sensors.own_cost import OwnCost
from traintray.platform.doctor.check import Check, Health
from traintray.settings.fields import options
from traintray.settings.kinds import told_kinds
from traintray.settings.settings import Settings
from traintray.settings.tuning import THRESHOLDS
from traintray.ui.chosen import Chosen
from traintray.ui.state_shape import Shape
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.pages.settings import SettingsPage
from traintray.ui.window.settings.entry import Entry
from traintray.ui.window.settings.foot import cost_words
from traintray.ui.window.settings.switch import Switch
from ui import settings_world


@pytest.fixture
def make_page(qtbot, tmp_path):
    def made(**chosen) -> SettingsPage:
        page = settings_world.page(tmp_path, LIGHT, **chosen)
        qtbot.addWidget(page)
        page.resize(940, 720)
        page.show()
        page.sources.looking._thread.join()
        return page

    return made


@pytest.fixture
def page(make_page):
    return make_page()


def written(page) -> dict[str, object]:
    return json.loads(page.general.chosen.path.read_text())


def control(page, name):
    for section in (page.general, page.sampling, page.worth, page.telling):
        row = section.rows.get(name)
        if row is not None:
            kinds = (Switch, Entry, QComboBox)
            return next(w for w in row.findChildren(QWidget) if isinstance(w, kinds))
    raise AssertionError(name)


def type_in(qtbot, field, text, key=Qt.Key.Key_Return):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, key)


def test_every_setting_can_be_reached_on_the_page(page):
    shown = {
        name
        for section in (page.general, page.sampling, page.worth, page.telling, page.env)
        for name in section.rows
    }
    inside = {"quiet_from", "quiet_until"}  # in the row of the quiet hours

    assert set(options(Settings)) - shown == inside


@pytest.mark.parametrize("name", ["close_to_tray", "notify", "slow_on_battery"])
def test_a_switch_writes_at_once_and_shows_what_others_write(qtbot, page, name):
    switch = control(page, name)
    before = switch.isChecked()

    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert written(page) == {name: not before}

    page.general.chosen.change({name: before})
    assert switch.isChecked() is before


def test_segments_and_lists_write_their_value(qtbot, page):
    theme = page.general.rows["theme"]
    dark = next(b for b in theme.findChildren(QAbstractButton) if b.text() == "Dark")
    qtbot.mouseClick(dark, Qt.MouseButton.LeftButton)
    days = control(page, "history_days")
    days.setCurrentIndex(days.findData(7))
    days.activated.emit(days.currentIndex())

    assert written(page) == {"theme": "dark", "history_days": 7}


def test_a_number_is_written_when_return_is_pressed(qtbot, page):
    type_in(qtbot, control(page, "cpu_full_percent"), "90")

    assert written(page) == {"cpu_full_percent": 90.0}


def test_a_number_steps_with_the_arrow_keys_within_its_range(qtbot, page):
    field = control(page, "ready_threads_per_cpu")
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert written(page) == {"ready_threads_per_cpu": 1.6}

    for _ in range(9):
        qtbot.keyClick(field, Qt.Key.Key_Up)
    assert written(page) == {"ready_threads_per_cpu": 2.0}


def test_a_value_out_of_range_is_said_kept_to_be_mended_and_not_written(qtbot, page):
    field, row = control(page, "sustained_s"), page.worth.rows["sustained_s"]
    hint = row.hint.text()
    type_in(qtbot, field, "4")

    assert row.hint.text() == "must be a number from 5 to 600 s"
    assert field.text() == "4"
    assert not page.general.chosen.path.exists()

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), row.hint.text()) == ("15", hint)


def test_what_is_being_typed_is_not_overwritten_by_another_program(qtbot, page):
    field = control(page, "sustained_s")
    page.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus, timeout=1000)
    field.selectAll()
    qtbot.keyClicks(field, "3")

    page.general.chosen.change({"sustained_s": 20.0})

    assert field.text() == "3"


def test_moved_thresholds_are_said_and_defaults_takes_all_back(qtbot, make_page):
    page = make_page(ready_threads_per_cpu=1.8, swap_megabytes_per_s=5.0)
    said = page.worth.rows["ready_threads_per_cpu"].hint.text()
    assert "set by you, usual 1.5" in said
    assert "set by you" not in page.worth.rows["cpu_full_percent"].hint.text()

    qtbot.mouseClick(page.worth.defaults, Qt.MouseButton.LeftButton)

    now = page.general.chosen.now
    assert all(getattr(now, n) == getattr(Settings(), n) for n in THRESHOLDS)
    assert not page.worth.defaults.isEnabled()
    assert "set by you" not in page.worth.rows["ready_threads_per_cpu"].hint.text()


def test_the_kinds_of_tips_are_those_that_rules_tell():
    known = {rule.kind for rule in collect(rules, "RULE", Rule)}

    assert set(told_kinds()) < known
    assert known - set(told_kinds()) == {"compiling", "gpu_idle", "one_gpu_of_many"}


def test_a_kind_is_muted_and_a_name_of_a_newer_version_is_kept(qtbot, make_page):
    page = make_page(muted_kinds=("of_a_newer_version",))
    kinds = page.telling.kinds
    assert not kinds.chips.isVisible()
    kinds.unfold.click()
    assert kinds.chips.isVisible()

    kinds.chips.chips["swapping"].click()

    assert written(page)["muted_kinds"] == ["of_a_newer_version", "swapping"]
    assert "all but" in kinds.row.hint.text()


def test_quiet_hours_are_typed_only_while_they_are_on(qtbot, page):
    row = page.telling.rows["quiet_hours"]
    first, last = row.findChildren(Entry)
    assert not first.isEnabled()
    row.findChild(Switch).click()
    assert first.isEnabled()

    type_in(qtbot, first, "21:15")
    type_in(qtbot, last, "25:00")

    assert written(page) == {"quiet_hours": True, "quiet_from": "21:15"}
    assert row.hint.text() == "must be a time such as 07:30"


def test_launch_at_login_writes_the_desktops_own_file(qtbot, page, tmp_path):
    heard = []
    page.autostart_changed.connect(lambda: heard.append(True))
    page.general.launch.click()

    (entry,) = (tmp_path / ".config/autostart").iterdir()
    assert "--background" in entry.read_text()
    page.general.launch.click()
    assert not entry.exists()
    assert heard == [True, True]
    assert not page.general.chosen.path.exists()


def test_an_entry_that_starts_nothing_is_said_to_be_broken(page, tmp_path):
    page.general.launch.click()
    (entry,) = (tmp_path / ".config/autostart").iterdir()
    entry.write_text(entry.read_text().replace("/usr/bin/true", "/gone/traintray"))

    page.general.look()

    assert "/gone/traintray" in page.general.rows["launch"].hint.text()
    assert not page.general.launch.isChecked()


def test_the_env_file_moves_and_the_old_one_stays_and_is_named(qtbot, page, tmp_path):
    old = settings_world.folders(tmp_path).env_file
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text("OMP_NUM_THREADS=4\n")
    (tmp_path / ".bashrc").write_text(f". {old}\n")
    new = tmp_path / "new/train.env"

    type_in(qtbot, page.env.field, str(new))

    assert new.read_text() == old.read_text()
    said = page.env.message.text
    assert f"{old} stays as it is" in said
    assert str(tmp_path / ".bashrc") in said
    assert page.env.message.shape is Shape.ATTENTION
    assert written(page) == {"env_file": str(new)}


def test_an_env_file_that_cannot_be_written_is_refused(qtbot, page, tmp_path):
    old = settings_world.folders(tmp_path).env_file
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text("A=1\n")
    (tmp_path / "file").write_text("")

    type_in(qtbot, page.env.field, str(tmp_path / "file/train.env"))

    assert "cannot be used" in page.env.message.text
    assert page.env.field.text() == ""
    assert not page.general.chosen.path.exists()


def test_sources_are_shown_with_what_was_found_and_what_to_do(page, qtbot):
    qtbot.waitUntil(lambda: bool(page.sources._cells), timeout=2000)
    names = [cell.accessibleName() for cell in page.sources._cells]

    assert names[0] == "Processes: 412 processes"
    assert not any("AMD" in name for name in names)  # there is another maker's GPU
    shapes = [cell.findChild(StateView).shape for cell in page.sources._cells]
    assert set(shapes) == {Shape.OK}


def test_a_source_that_is_wrong_says_what_to_do(qtbot, tmp_path):
    wrong = Check("gpu.nvidia", Health.WRONG, "cannot be read", "Restart the computer.")
    computer = settings_world.computer(tmp_path, look=lambda: (wrong,))
    page = SettingsPage(LIGHT, Chosen(tmp_path / "s.json"), computer)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: bool(page.sources._cells), timeout=2000)

    (cell,) = page.sources._cells
    assert cell.accessibleName() == "NVIDIA GPU: cannot be read. Restart the computer."
    assert cell.findChild(StateView).shape is Shape.ATTENTION


def test_a_driver_that_hangs_does_not_hang_the_page(qtbot, tmp_path):
    hang = threading.Event()

    def look():
        hang.wait(10)
        return ()

    computer = settings_world.computer(tmp_path, look=look)
    page = SettingsPage(LIGHT, Chosen(tmp_path / "s.json"), computer)
    qtbot.addWidget(page)
    page.show()

    assert page.sources._waiting.isVisible()
    since = re.fullmatch(
        r"Looking at each source since (\d\d:\d\d:\d\d)", page.sources._waiting.text()
    )
    assert since is not None
    hang.set()
    page.sources.looking._thread.join()


def test_what_was_looked_at_is_shown_while_the_next_one_hangs(qtbot, tmp_path):
    gates = [threading.Event(), threading.Event()]

    def look():
        yield Check("pressure", Health.OK, "PSI")
        gates[0].wait(10)
        yield Check("gpu.nvidia", Health.OK, "NVML")
        gates[1].wait(10)

    computer = settings_world.computer(tmp_path, look=look)
    page = SettingsPage(LIGHT, Chosen(tmp_path / "s.json"), computer)
    qtbot.addWidget(page)
    page.show()
    sources = page.sources
    qtbot.waitUntil(lambda: len(sources._cells) == 1)
    assert sources._waiting.isVisible()
    gates[0].set()
    qtbot.waitUntil(lambda: len(sources._cells) == 2)
    assert sources._waiting.isVisible()
    gates[1].set()

    qtbot.waitUntil(lambda: not sources._waiting.isVisible())
    sources.looking._thread.join()
    gates[0].clear()
    sources.looking.start()  # as when the page is opened again: nothing goes away
    qtbot.wait(50)
    assert len(sources._cells) == 2
    gates[0].set()
    sources.looking._thread.join()


def test_the_row_of_the_history_says_when_a_shorter_one_acts(make_page, tmp_path):
    settings_world.lived_in(tmp_path)
    page = make_page()
    said = page.sampling.rows["history_days"].hint.text()

    assert said.endswith("on disk; older days go bit by bit, every 10\u00a0min")


def test_the_apps_own_cost_is_measured_only_while_the_page_is_seen(qtbot, page):
    assert page.foot.is_measuring
    assert page.foot.cost.text() == "traintray itself: 0.4% of one core, 71\u00a0MiB"

    page.hide()

    assert not page.foot.is_measuring


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (OwnCost(None, 71 * 2**20, None), "traintray itself: 71\u00a0MiB"),
        (
            OwnCost(0.012, None, 2**30),
            "traintray itself: 1.2% of one core, 1.0\u00a0GiB",
        ),
        (OwnCost(0.0, None, None), "traintray itself: 0.0% of one core, –"),
    ],
)
def test_a_cost_that_is_not_known_is_not_zero(qapp, cost, words):
    assert cost_words(cost) == words


def test_a_file_that_cannot_be_written_is_said_and_the_control_goes_back(
    qtbot, page, tmp_path
):
    (tmp_path / ".config").write_text("a file in the way")
    control(page, "notify").click()

    assert "The settings cannot be written" in page.message.text
    assert control(page, "notify").isChecked()


def test_below_900_pixels_there_is_one_column(qtbot, page):
    assert page._right.x() > page._left.x()

    page.resize(880, 560)

    qtbot.waitUntil(lambda: page._right.y() > page._left.y(), timeout=1000)
    assert page._right.x() == page._left.x()


def test_every_control_is_named_and_reached_by_tab(page):
    kinds = (QAbstractButton, QLineEdit, QComboBox)
    shown = [
        w
        for w in page.findChildren(QWidget)
        if isinstance(w, kinds) and w.isVisible() and w.isEnabled()
    ]

    assert len(shown) > 30
    for each in shown:
        is_text = isinstance(each, QAbstractButton) and each.text()
        assert each.accessibleName() or is_text, each
        assert each.focusPolicy() & Qt.FocusPolicy.TabFocus, each.accessibleName()


def test_another_palette_reaches_every_part(page):
    page.set_theme(DARK)

    parts = [w for w in page.findChildren(QWidget) if hasattr(w, "_theme")]
    assert len(parts) > 100
    assert [part for part in parts if part._theme is not DARK] == []
