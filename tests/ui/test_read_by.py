"""Where a change is offered, one line says which programs will read the file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from traintray.core.knobs.loading import bash_line
from traintray.ui.theme import LIGHT
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.knob_card import KnobCard
from ui.frames import CAP_PROPOSAL

BASH, CODE = ".bashrc", ".config/Code/User/settings.json"


@pytest.fixture
def home(tmp_path, monkeypatch):
    made = tmp_path / "home"
    (made / CODE).parent.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(made))
    return made


@pytest.fixture
def card(qtbot, env_file, home):
    made = KnobCard(LIGHT, env_file)
    qtbot.addWidget(made)
    made.show_proposal(CAP_PROPOSAL, "1-1", "train.py")
    return made


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "Read by: only what traintray run starts."),
        (
            {BASH: False, CODE: False},
            "Read by: only what traintray run starts. Not set up: bash, zsh, VS Code.",
        ),
        ({BASH: True, CODE: False}, "Read by: bash, zsh. Not set up: VS Code."),
        ({BASH: True, CODE: True}, "Read by: bash, zsh, VS Code."),
    ],
)
def test_the_card_tells_who_is_set_up_and_who_is_not(card, env_file, home, files, said):
    for name, loads in files.items():
        line = bash_line(env_file.path) if loads else "# nothing of it"
        (home / name).write_text(f"{line}\n")
    card.show()

    assert card.read_by.isVisible()
    assert card.read_by.text() == said


def test_the_card_looks_again_when_the_user_comes_back_to_the_window(
    card, env_file, home
):
    card.show()
    assert "bash" not in card.read_by.text()
    (home / BASH).write_text(f"{bash_line(env_file.path)}\n")
    QApplication.sendEvent(card, QEvent(QEvent.Type.WindowActivate))

    assert card.read_by.text() == "Read by: bash, zsh."


def test_the_preview_tells_it_above_the_ways_to_set_one_up(qtbot, env_file, home):
    (home / BASH).write_text(f"{bash_line(env_file.path)}\n")
    preview = ApplyPreview(LIGHT, CAP_PROPOSAL, "train.py", env_file)
    qtbot.addWidget(preview)
    preview.show()

    assert preview.read_by.isVisible()
    assert preview.read_by.text() == "Read by: bash, zsh."
    assert preview.read_by.y() < preview.loaders.y()
