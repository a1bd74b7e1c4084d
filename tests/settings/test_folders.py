from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from traintray.settings.folders import Folders, absolute


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG_HOME", "STATE_HOME", "RUNTIME_DIR"):
        monkeypatch.delenv(f"XDG_{name}", raising=False)
    return tmp_path


def test_without_xdg_variables_the_usual_places_are_used(home):
    folders = Folders.find()

    assert folders.config_dir == home / ".config/traintray"
    assert folders.env_file == home / ".config/traintray/train.env"
    assert folders.settings_file == home / ".config/traintray/settings.json"
    assert folders.state_dir == home / ".local/state/traintray"
    assert folders.state_file == home / ".local/state/traintray/state.json"
    assert folders.autostart_dir == home / ".config/autostart"


def test_xdg_variables_are_followed(home, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "c"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "s"))

    folders = Folders.find()

    assert folders.env_file == home / "c/traintray/train.env"
    assert folders.state_dir == home / "s/traintray"
    assert folders.autostart_dir == home / "c/autostart"


def test_a_relative_path_in_an_xdg_variable_is_ignored(home, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", "here")
    monkeypatch.setenv("XDG_STATE_HOME", "./there")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "run")

    folders = Folders.find()

    assert folders.config_dir == home / ".config/traintray"
    assert folders.state_dir == home / ".local/state/traintray"
    assert folders.runtime_dir == home / ".local/state/traintray/run"


@pytest.mark.parametrize("config", [None, "/somewhere/else", "relative", "", "~/x"])
def test_the_folders_are_those_of_platformdirs(home, monkeypatch, config):
    if config is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", config)
    named = platformdirs.user_config_path("traintray")

    if named.is_absolute():
        assert Folders.find().config_dir == named
    assert Folders.find().state_dir == platformdirs.user_state_path("traintray")


def test_finding_the_folders_makes_none(home):
    Folders.find()

    assert list(home.iterdir()) == []


def test_the_sessions_runtime_folder_is_used(home):
    session = home / "run"
    session.mkdir(mode=0o700)

    folders = Folders.find({"XDG_RUNTIME_DIR": str(session)})

    assert folders.runtime_dir == session / "traintray"


@pytest.mark.parametrize(
    "how", ["unset", "missing", "open to others", "a file", "link"]
)
def test_an_unsafe_runtime_folder_is_not_used(home, how):
    session = home / "run"
    if how == "open to others":
        session.mkdir()
        session.chmod(0o755)
    elif how == "a file":
        session.write_text("")
    elif how == "link":
        (home / "real").mkdir(mode=0o700)
        session.symlink_to(home / "real")

    environ = {} if how == "unset" else {"XDG_RUNTIME_DIR": str(session)}
    assert Folders.find(environ).runtime_dir == home / ".local/state/traintray/run"


def test_a_relative_answer_of_an_older_platformdirs_is_ignored_too(home):
    assert absolute(Path("here/traintray"), ".config") == home / ".config/traintray"
    assert absolute(home / "c/traintray", ".config") == home / "c/traintray"
