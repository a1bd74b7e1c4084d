"""`traintray settings` shows and changes what the window does."""

from __future__ import annotations

import json

import pytest

from traintray.settings.fields import options
from traintray.settings.settings import Settings


def test_all_settings_are_listed_with_their_default_and_range(shell):
    out = shell.run("settings")

    lines = {line.split()[0]: line for line in out.stdout.splitlines()[:-1]}
    assert list(lines) == list(options(Settings))
    words = lines["sustained_s"].split()
    assert " ".join(words) == "sustained_s 15 s 5 to 600 s; default 15"
    assert "on, off; default off" in lines["slow_on_battery"]
    assert "HH:MM; default 22:00" in lines["quiet_from"]
    assert "1, 2, 5 s; default 1" in lines["sampling_period_s"]
    assert (out.returncode, out.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "typed", "stored"),
    [
        ("theme", "dark", "dark"),
        ("notify", "off", False),
        ("notify", "Yes", True),
        ("sustained_s", "20", 20.0),
        ("sustained_s", "20 s", 20.0),
        ("cpu_full_percent", "90%", 90.0),
        ("snooze_minutes", "30", 30),
        ("sampling_period_s", "5", 5.0),
        ("muted_kinds", "swapping, single_core", ["swapping", "single_core"]),
        ("muted_kinds", "none", []),
        ("quiet_from", "21:30", "21:30"),
    ],
)
def test_a_setting_is_changed_and_shown(shell, name, typed, stored):
    shell.run("settings", name, "default")

    out = shell.run("settings", name, typed)

    assert (out.returncode, out.stderr) == (0, "")
    (line,) = out.stdout.splitlines()
    assert line.split()[0 if line[0] == " " else 1] == name
    shown = json.loads(shell.run("settings", name, "--json").stdout)
    assert shown["settings"][0]["value"] == stored


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["themes", "dark"], "there is no setting 'themes'. Did you mean theme?"),
        (["theme", "pink"], "theme is 'pink', but must be one of system, light, dark."),
        (["sustained_s", "4"], "must be a number from 5 to 600 s."),
        (["sustained_s", "soon"], "must be a number from 5 to 600 s."),
        (["sustained_s", "nan"], "must be a number from 5 to 600 s."),
        (["snooze_minutes", "7.5"], "must be a whole number from 5 to 1440 min."),
        (["notify", "maybe"], "must be on or off."),
        (["muted_kinds", "gpu_ilde"], "must be of contended, cpu_compute,"),
        (["quiet_from", "25:00"], "must be a time such as 07:30."),
    ],
)
def test_what_cannot_be_is_one_line_and_changes_nothing(shell, words, says):
    out = shell.run("settings", *words)

    assert out.returncode == 2
    assert out.stdout == ""
    assert out.stderr.count("\n") == 1
    assert says in out.stderr
    assert not (shell.env_file.parent / "settings.json").exists()


def test_default_takes_a_choice_back(shell):
    shell.run("settings", "theme", "dark")
    assert shell.run("settings", "theme").stdout.startswith("*")

    out = shell.run("settings", "theme", "default")

    assert " ".join(out.stdout.split()) == "theme system system, light, dark; " + (
        "default system"
    )


def test_a_broken_file_is_kept_aside_and_said(shell):
    shell.env_file.parent.mkdir(parents=True)
    file = shell.env_file.parent / "settings.json"
    file.write_text("{broken")

    listed = shell.run("settings", "theme")
    assert "is not valid JSON" in listed.stderr
    changed = shell.run("settings", "theme", "dark")

    (aside,) = [p for p in file.parent.iterdir() if p != file]
    assert aside.read_text() == "{broken"
    assert str(aside) in changed.stderr
    assert json.loads(file.read_text()) == {"theme": "dark"}


def test_moving_the_env_file_keeps_the_old_one_and_says_what_loads_it(shell, tmp_path):
    shell.run("env", "set", "OMP_NUM_THREADS=4")
    home = shell.env_file.parents[2]
    rc = home / ".bashrc"
    rc.write_text(f'set -a; . "$HOME/{shell.env_file.relative_to(home)}"; set +a\n')
    new = home / "elsewhere/train.env"

    out = shell.run("settings", "env_file", str(new))

    assert out.returncode == 0
    assert new.read_bytes() == shell.env_file.read_bytes()
    assert f"{shell.env_file} stays as it is" in out.stderr
    assert f"{rc} still loads {shell.env_file}" in out.stderr
    assert shell.run("env", "path").stdout.strip() == str(new)
    shown = shell.run("run", "--", "sh", "-c", "echo $OMP_NUM_THREADS")
    assert shown.stdout.strip() == "4"


def test_an_env_file_that_exists_already_is_not_overwritten(shell):
    shell.run("env", "set", "OMP_NUM_THREADS=4")
    new = shell.env_file.with_name("mine.env")
    new.write_text("A=1\n")

    out = shell.run("settings", "env_file", str(new))

    assert new.read_text() == "A=1\n"
    assert "its variables are in the new one" not in out.stderr
