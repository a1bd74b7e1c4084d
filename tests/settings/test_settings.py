from __future__ import annotations

import fcntl
import json
import os
import re
import threading
from dataclasses import asdict

import pytest

from traintray.settings import settings as settings_file
from traintray.settings import state as state_file
from traintray.settings.fields import options
from traintray.settings.settings import Settings
from traintray.settings.state import AppState


@pytest.fixture
def path(tmp_path):
    return tmp_path / "config" / "settings.json"


def write(path, content) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_without_a_file_all_is_default_and_nothing_is_wrong(path):
    assert settings_file.load(path) == (Settings(), ())
    assert not path.parent.exists()


def test_what_is_saved_is_loaded(path):
    chosen = Settings(
        language="zh_CN",
        theme="dark",
        sampling_period_s=2.0,
        sustained_s=30.0,
        notify=False,
        snooze_minutes=5,
        history_days=365,
        history_megabytes=50,
        tray_icon="monochrome",
        panel_tone="dark",
        memory_units="decimal",
        close_to_tray=False,
        slow_on_battery=True,
        ready_threads_per_cpu=1.8,
        memory_full_within_h=1.0,
        muted_kinds=("gpu_idle", "single_core"),
        quiet_hours=True,
        quiet_from="00:00",
        quiet_until="23:59",
        env_file="/data/a b/train.env",
    )

    settings_file.change(path, asdict(chosen))

    assert settings_file.load(path) == (chosen, ())
    assert path.read_bytes().endswith(b"}\n")


def test_sustained_is_15_s_unless_chosen():
    assert Settings().sustained_s == 15.0


def test_every_option_has_a_label_and_numbers_have_a_range_that_holds_the_default():
    for kind in (Settings, AppState):
        for name, declared in options(kind).items():
            assert declared.label
            assert declared.problem_with(getattr(kind(), name)) is None
            if isinstance(declared.default, (int, float)) and not (
                isinstance(declared.default, bool) or declared.choices
            ):
                assert declared.unit
                assert declared.minimum < declared.maximum


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("sustained_s", 4.9, "must be a number from 5 to 600 s"),
        ("sustained_s", 601, "must be a number from 5 to 600 s"),
        ("sustained_s", "15", "must be a number from 5 to 600 s"),
        ("sustained_s", True, "must be a number from 5 to 600 s"),
        ("sampling_period_s", True, "must be one of 1, 2, 5 s"),
        ("sampling_period_s", 3, "must be one of 1, 2, 5 s"),
        ("sampling_period_s", "1", "must be one of 1, 2, 5 s"),
        ("sampling_period_s", float("nan"), "must be one of 1, 2, 5 s"),
        ("tray_icon", "color", "must be one of colour, monochrome"),
        ("panel_tone", None, "must be one of system, light, dark"),
        ("memory_units", "GiB", "must be one of binary, decimal"),
        ("close_to_tray", "no", "must be true or false"),
        ("ready_threads_per_cpu", 9, "must be a number from 1.4 to 2 ×"),
        ("cpu_full_percent", 0.8, "must be a number from 65 to 95 %"),
        ("tips_a_day", 0, "must be a whole number from 1 to 100 a day"),
        ("muted_kinds", "swapping", "must be a list of names"),
        ("muted_kinds", ["Swapping!"], "must be a list of names"),
        ("muted_kinds", [1], "must be a list of names"),
        ("muted_kinds", ["a"] * 101, "must be a list of names"),
        ("quiet_from", "24:00", "must be a time such as 07:30"),
        ("quiet_from", "7:30", "must be a time such as 07:30"),
        ("quiet_until", 700, "must be a time such as 07:30"),
        ("quiet_until", "07:30\n", "must be a time such as 07:30"),
        ("env_file", "train.env", "must be the full path of a file, or empty"),
        ("env_file", "/", "must be the full path of a file, or empty"),
        ("env_file", "/etc/", "must be the full path of a file, or empty"),
        ("env_file", "/a\0b", "must be the full path of a file, or empty"),
        ("env_file", "/home/ada/.bashrc", "must be a file of NAME=value lines"),
        ("env_file", "/home/ada/a.json", "must be a file of NAME=value lines"),
        ("env_file", None, "must be the full path of a file, or empty"),
        ("sustained_s", None, "must be a number from 5 to 600 s"),
        ("sustained_s", float("nan"), "must be a number from 5 to 600 s"),
        ("sustained_s", float("inf"), "must be a number from 5 to 600 s"),
        ("sustained_s", [15], "must be a number from 5 to 600 s"),
        ("snooze_minutes", 7.5, "must be a whole number from 5 to 1440 min"),
        ("notify", 1, "must be true or false"),
        ("notify", "yes", "must be true or false"),
        ("theme", "pink", "must be one of system, light, dark"),
        ("theme", {}, "must be one of system, light, dark"),
        ("language", "de", "must be one of system, en, zh_CN"),
    ],
)
def test_a_bad_value_gives_way_to_its_default_and_is_reported(
    path, name, value, complaint
):
    write(path, json.dumps({name: value}))

    loaded, problems = settings_file.load(path)

    assert getattr(loaded, name) == getattr(Settings(), name)
    (problem,) = problems
    assert str(path) in problem
    assert f"“{name}”" in problem
    assert complaint in problem
    assert "is used instead" in problem


def test_one_bad_value_costs_only_itself(path):
    write(path, '{"sustained_s": -1, "theme": "dark", "snooze_minutes": 9}')

    loaded, problems = settings_file.load(path)

    assert loaded == Settings(theme="dark", snooze_minutes=9)
    assert len(problems) == 1


@pytest.mark.parametrize("value", [5, 5.0, 600])
def test_the_ends_of_a_range_are_in_it(path, value):
    write(path, json.dumps({"sustained_s": value}))

    loaded, problems = settings_file.load(path)

    assert (loaded.sustained_s, problems) == (float(value), ())
    assert isinstance(loaded.sustained_s, float)


BROKEN = [
    pytest.param(b"{", "is not valid JSON", id="cut off"),
    pytest.param(b"", "is not valid JSON", id="empty"),
    pytest.param(b"\xff\xfe", "is not valid JSON", id="no text"),
    pytest.param(b"[1]", "is not a JSON object", id="a list"),
    pytest.param(b"[" * 100_000, "is not valid JSON", id="deeper than Python goes"),
    pytest.param(b" " * (1 << 20) + b"{}", "cannot be read", id="huge"),
]


@pytest.mark.parametrize(("content", "what"), BROKEN)
def test_a_broken_file_is_reported_and_left_as_it_is(path, content, what):
    write(path, content)

    loaded, problems = settings_file.load(path)

    assert loaded == Settings()
    (problem,) = problems
    assert f"{path} {what}" in problem
    assert "defaults are used" in problem
    assert path.read_bytes() == content


@pytest.mark.parametrize(("content", "what"), BROKEN)
def test_saving_moves_a_broken_file_aside_first(path, content, what):
    write(path, content)

    message = settings_file.change(path, {"theme": "dark"})

    assert settings_file.load(path) == (Settings(theme="dark"), ())
    (aside,) = [p for p in path.parent.iterdir() if p != path]
    assert re.fullmatch(r"settings\.json\.broken-\d{4}-\d\d-\d\d", aside.name)
    assert aside.read_bytes() == content
    assert str(aside) in message


def test_a_second_broken_file_of_a_day_does_not_replace_the_first(path):
    for content in (b"one", b"two", b"three"):
        write(path, content)
        settings_file.change(path, {"theme": "dark"})

    kept = sorted(p.read_bytes() for p in path.parent.iterdir() if p != path)
    assert kept == [b"one", b"three", b"two"]


def test_saving_keeps_what_a_newer_version_wrote(path):
    write(path, '{"colour": "blue", "theme": "dark"}')
    assert settings_file.load(path) == (Settings(theme="dark"), ())

    settings_file.change(path, {"notify": False})

    assert json.loads(path.read_text()) == {
        "colour": "blue",
        "theme": "dark",
        "notify": False,
    }


def test_saving_keeps_a_bad_value_until_somebody_chooses_another(path):
    write(path, '{"sustained_s": "20 s", "theme": "dark"}')

    settings_file.change(path, {"notify": False})
    assert json.loads(path.read_text())["sustained_s"] == "20 s"

    settings_file.change(path, {"sustained_s": 20.0})
    assert json.loads(path.read_text())["sustained_s"] == 20.0


def test_a_choice_that_equals_the_default_again_is_saved(path):
    settings_file.change(path, {"notify": False})
    settings_file.change(path, {"notify": True})

    assert settings_file.load(path) == (Settings(), ())


def test_a_settings_file_that_is_a_link_stays_one(path, tmp_path):
    target = tmp_path / "dotfiles.json"
    target.write_text("{}")
    path.parent.mkdir()
    path.symlink_to(target)

    settings_file.change(path, {"theme": "dark"})

    assert path.is_symlink()
    assert json.loads(target.read_text()) == {"theme": "dark"}


def test_a_failed_save_leaves_the_old_file(path):
    settings_file.change(path, {"theme": "dark"})
    kept = path.read_bytes()
    path.with_name("blocker").write_text("")

    with pytest.raises(OSError, match="File exists"):
        settings_file.change(path.with_name("blocker") / "x.json", {"theme": "dark"})

    assert path.read_bytes() == kept
    assert sorted(os.listdir(path.parent)) == ["blocker", "settings.json"]


def test_the_state_is_kept_apart_and_loads_the_same_way(tmp_path):
    path = tmp_path / "state.json"
    state_file.save(path, AppState(told_about_no_tray=True))

    assert state_file.load(path) == (AppState(told_about_no_tray=True), ())


def test_two_programs_that_change_different_settings_lose_nothing(path):
    settings_file.change(path, {"notify": True})
    wanted = [
        ("theme", ("dark", "light")),
        ("snooze_minutes", (5, 6)),
        ("sustained_s", (20.0, 21.0)),
        ("quiet_from", ("20:00", "21:00")),
    ]

    def choose(name, values):
        for turn in range(6):
            settings_file.change(path, {name: values[turn % 2]})

    threads = [threading.Thread(target=choose, args=each) for each in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    loaded, problems = settings_file.load(path)
    assert problems == ()
    assert {name: getattr(loaded, name) for name, _ in wanted} == {
        name: values[1] for name, values in wanted
    }


def test_a_change_waits_for_another_program_that_is_changing_the_file(path):
    settings_file.change(path, {"theme": "dark"})
    other = os.open(path.parent, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    done = threading.Event()

    def choose():
        settings_file.change(path, {"theme": "light"})
        done.set()

    thread = threading.Thread(target=choose)
    thread.start()
    assert not done.wait(0.1)
    os.close(other)
    thread.join()

    assert done.is_set()
    assert settings_file.load(path)[0].theme == "light"


def test_a_value_out_of_range_is_refused_and_nothing_is_written(path):
    with pytest.raises(ValueError, match="must be one of system, light, dark"):
        settings_file.change(path, {"notify": False, "theme": "pink"})
    with pytest.raises(KeyError):
        settings_file.change(path, {"colour": "blue"})

    assert not path.exists()


def test_only_the_usual_things_lie_beside_the_settings(path):
    settings_file.change(path, {"theme": "dark"})

    assert os.listdir(path.parent) == ["settings.json"]
