"""Who reads the env file, and whose value wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from traintray.core.knobs.consumers import SetUp, set_ups
from traintray.core.knobs.loading import bash_line, loaders
from traintray.core.knobs.precedence import Difference, differences, keeping


@pytest.fixture
def home(tmp_path):
    return tmp_path


@pytest.fixture
def path(home):
    return home / ".config/traintray/train.env"


def write(home, name, text):
    file = home / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(
    ("program", "file", "line"),
    [
        ("bash", ".bashrc", "set -a; . ~/.config/traintray/train.env; set +a"),
        ("bash", ".zshrc", '. "$HOME/.config/traintray/train.env"'),
        ("bash", ".profile", ". ${XDG_CONFIG_HOME}/traintray/train.env"),
        ("fish", ".config/fish/config.fish", "x < '{path}'"),
        ("vscode", ".config/Code/User/settings.json", '"python.envFile": "{path}"'),
        (
            "systemd",
            ".config/systemd/user/a.service",
            "EnvironmentFile=%h/.config/traintray/train.env",
        ),
    ],
)
def test_a_start_up_file_that_names_the_env_file_loads_it(
    home, path, program, file, line
):
    write(home, file, "first\n" + line.replace("{path}", str(path)) + "\n")

    assert set_ups(path, home)[program] is SetUp.LOADS


def test_the_line_that_is_offered_is_the_line_that_is_found(home, path):
    write(home, ".bashrc", bash_line(path))

    assert set_ups(path, home)["bash"] is SetUp.LOADS


@pytest.mark.parametrize(
    "line",
    [
        "# . ~/.config/traintray/train.env",
        ". ~/.config/traintray/train.env.old",
        ". ~/.config/other/train.env",
    ],
)
def test_a_comment_or_another_file_does_not_load_it(home, path, line):
    write(home, ".bashrc", line)

    assert set_ups(path, home)["bash"] is SetUp.NOT_SET_UP


def test_a_program_without_files_is_not_spoken_of(home, path):
    assert "vscode" not in set_ups(path, home)


def test_a_start_up_file_that_is_no_file_is_passed_over(home, path):
    (home / ".bashrc").mkdir()
    write(home, ".profile", "\xff")

    assert set_ups(path, home)["bash"] is SetUp.NOT_SET_UP


def test_only_what_is_set_otherwise_is_a_difference():
    values = {"A": "8", "B": "8", "C": "8"}

    assert differences(values, {"A": "16", "B": "8"}) == (Difference("A", "16", "8"),)


def test_the_shell_wins_in_uv_and_the_file_in_bash():
    known = {loader.name: loader for loader in loaders(Path("/x/train.env"))}
    one = Difference("A", "16", "8")

    assert one.wins(known["bash"]) == one.wins(known["run"]) == "8"
    assert one.wins(known["uv"]) == one.wins(known["dotenv"]) == "16"
    assert one.wins(known["vscode"]) is None
    assert {each.name for each in keeping(list(known.values()))} == {"uv", "dotenv"}
