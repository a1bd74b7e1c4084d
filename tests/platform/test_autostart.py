from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from traintray.platform import autostart
from traintray.platform.autostart import desktop_entry
from traintray.platform.autostart.autostart import AutostartError
from traintray.platform.autostart.launch import launch_command
from traintray.platform.autostart.linux import XdgAutostart
from traintray.platform.autostart.unavailable import Unavailable
from traintray.settings.folders import APP_ID, Folders

GENERATOR = Path("/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator")
NAMES = [
    "traintray", "my app", "it's", 'a"b', "50% off", "100%%", "$HOME", "a`b",
    "semi;colon", "tilde~", "ümlaut", "a=b", "#x",
]  # fmt: skip


@pytest.fixture
def program(tmp_path) -> Path:
    return make_program(tmp_path / "bin" / "traintray")


def make_program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def environ(tmp_path) -> dict[str, str]:
    return {"XDG_CONFIG_DIRS": str(tmp_path / "etc")}


@pytest.fixture
def adapter(tmp_path, program, environ) -> XdgAutostart:
    return XdgAutostart(tmp_path / "config/autostart", [str(program)], environ)


def test_it_is_off_at_first_and_asking_makes_nothing(adapter):
    status = adapter.status()

    assert (status.is_enabled, status.problem) == (False, None)
    assert not adapter.path.parent.exists()


def test_it_can_be_switched_on_and_off(adapter, program):
    adapter.enable()

    assert adapter.status().is_enabled
    keys = desktop_entry.values(adapter.path.read_text())
    assert keys["Exec"] == f"{program} --background"
    assert "CPU 跑满" in keys["Comment[zh_CN]"]
    assert adapter.path.name == f"{APP_ID}.desktop"

    adapter.disable()

    assert not adapter.status().is_enabled
    assert not adapter.path.exists()


def test_switching_off_what_is_off_is_fine(adapter):
    adapter.disable()

    assert not adapter.status().is_enabled


def test_hidden_means_off(adapter):
    adapter.enable()
    adapter.path.write_text(adapter.path.read_text() + "Hidden=true\n")

    status = adapter.status()

    assert (status.is_enabled, status.problem) == (False, None)
    assert str(adapter.path) in status.detail


def test_switched_off_by_gnome_means_off(adapter):
    adapter.enable()
    text = adapter.path.read_text() + "X-GNOME-Autostart-enabled=false\n"
    adapter.path.write_text(text)

    assert not adapter.status().is_enabled


def test_hidden_in_another_group_means_nothing(adapter):
    adapter.enable()
    text = adapter.path.read_text() + "[Desktop Action X]\nHidden=true\n"
    adapter.path.write_text(text)

    assert adapter.status().is_enabled


def test_a_program_that_is_gone_is_a_problem_and_enabling_repairs_it(
    adapter, program, tmp_path, environ
):
    adapter.enable()
    program.unlink()
    status = adapter.status()
    assert status.is_enabled
    assert str(program) in status.problem

    moved = make_program(tmp_path / "elsewhere" / "traintray")
    repaired = XdgAutostart(adapter.path.parent, [str(moved)], environ)
    repaired.enable()

    assert repaired.status().problem is None
    assert str(moved) in repaired.path.read_text()


def test_a_program_behind_env_is_looked_for_too(adapter):
    adapter.enable()
    adapter.path.write_text("[Desktop Entry]\nExec=env A=1 /no/such/traintray\n")

    assert "/no/such/traintray" in adapter.status().problem


def test_a_try_exec_that_is_gone_is_a_problem(adapter):
    adapter.enable()
    adapter.path.write_text(adapter.path.read_text() + "TryExec=/no/such/program\n")

    assert "/no/such/program" in adapter.status().problem


@pytest.mark.parametrize("text", ["", "[Desktop Entry]\nExec=\n", 'Exec="', "\xff"])
def test_an_entry_without_a_command_is_a_problem(adapter, text):
    adapter.path.parent.mkdir(parents=True)
    adapter.path.write_text(text)

    assert "has no command" in adapter.status().problem


def test_an_entry_that_works_is_left_as_the_user_made_it(adapter, program):
    adapter.path.parent.mkdir(parents=True)
    own = f"[Desktop Entry]\nExec=env A=1 {program} --background\nX-Mine=1\n"
    adapter.path.write_text(own)

    adapter.enable()

    assert adapter.path.read_text() == own


def test_an_entry_of_the_system_counts_and_can_be_switched_off(
    adapter, program, tmp_path
):
    system = tmp_path / "etc/autostart"
    system.mkdir(parents=True)
    (system / adapter.path.name).write_text(f"[Desktop Entry]\nExec={program}\n")
    assert adapter.status().is_enabled

    adapter.disable()

    assert not adapter.status().is_enabled
    assert desktop_entry.values(adapter.path.read_text())["Hidden"] == "true"

    adapter.enable()
    assert adapter.status().is_enabled


def test_a_folder_that_cannot_be_made_is_reported(tmp_path, program, environ):
    (tmp_path / "config").write_text("a file")
    adapter = XdgAutostart(tmp_path / "config/autostart", [str(program)], environ)

    with pytest.raises(AutostartError, match="cannot be changed"):
        adapter.enable()


@pytest.mark.parametrize("path", ["/a\nb/traintray", "/back\\slash/traintray"])
def test_a_path_that_has_no_form_in_the_file_is_reported(tmp_path, environ, path):
    adapter = XdgAutostart(tmp_path / "autostart", [path], environ)

    with pytest.raises(AutostartError, match="another folder"):
        adapter.enable()

    assert not adapter.path.exists()


@pytest.mark.parametrize("name", NAMES)
def test_words_come_through_the_file_unchanged(name):
    words = [f"/opt/{name}/traintray", "--background", name]

    read = desktop_entry.exec_words(desktop_entry.exec_value(words))

    assert read[-3:] == words
    assert desktop_entry.program(read) == words[0]


@pytest.mark.skipif(not GENERATOR.exists(), reason="systemd is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_systemd_starts_the_program_from_any_folder(tmp_path, environ, name):
    folder = tmp_path / name
    program = make_program(folder / "traintray")
    adapter = XdgAutostart(tmp_path / "config/autostart", [str(program)], environ)
    adapter.enable()
    out = tmp_path / "units"
    out.mkdir()
    session = {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CONFIG_DIRS": str(tmp_path / "none"),
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
    }

    subprocess.run([GENERATOR, *[str(out)] * 3], env=session, check=True)

    (unit,) = out.glob("*.service")
    (line,) = [x for x in unit.read_text().splitlines() if x.startswith("ExecStart=")]
    words = unit_words(line.removeprefix("ExecStart=:"))
    assert words[-2:] == [str(program), "--background"]
    assert words[:-2] == (["/usr/bin/env"] if "%" in name else [])


def unit_words(text: str) -> list[str]:
    """Read a command line of a unit as systemd.service(5) says: quotes, C escapes,
    `%` doubled.
    """
    words, word, quote, at = [], None, "", 0
    while at < len(text):
        sign = text[at]
        if sign == "\\":
            at += 1
            word = (word or "") + text[at]
        elif quote:
            if sign == quote:
                quote = ""
            else:
                word += sign
        elif sign in "\"'":
            quote, word = sign, word or ""
        elif sign == " ":
            words.append(word)
            word = None
        else:
            word = (word or "") + sign
        at += 1
    return [w.replace("%%", "%") for w in [*words, word] if w is not None]


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="it is not installed"
)
def test_the_entry_is_valid(adapter):
    adapter.enable()

    out = subprocess.run(
        ["desktop-file-validate", adapter.path], capture_output=True, text=True
    )

    assert (out.returncode, out.stdout) == (0, "")


def test_the_command_is_this_installations_own():
    command = launch_command({"PATH": ""})

    assert Path(command[0]).is_absolute()
    assert os.access(command[0], os.X_OK)


def test_inside_an_appimage_the_image_is_started():
    assert launch_command({"APPIMAGE": "/opt/t.AppImage"}) == ("/opt/t.AppImage",)


def test_linux_gets_the_real_adapter(tmp_path):
    folders = Folders(tmp_path, tmp_path, tmp_path, tmp_path / "autostart")

    adapter = autostart.find(folders)

    assert sys.platform == "linux"
    assert adapter.is_available
    assert adapter.path == tmp_path / "autostart" / f"{APP_ID}.desktop"


def test_elsewhere_it_says_that_it_cannot():
    adapter = Unavailable()

    assert not adapter.status().is_enabled
    assert "only done on Linux" in adapter.status().detail
    with pytest.raises(AutostartError, match="by hand"):
        adapter.enable()
    adapter.disable()
