"""A window comes up with the token of the click, and nobody else gets it."""

from __future__ import annotations

import ctypes
import os

import pytest
from PySide6.QtWidgets import QWidget

from traintray.ui.activation import bring_up

NAME = "XDG_ACTIVATION_TOKEN"


def of_the_process():
    """What Qt would read, and what a program that is started would get."""
    getenv = ctypes.CDLL(None).getenv
    getenv.restype = ctypes.c_char_p
    value = getenv(NAME.encode())
    return value.decode() if value is not None else None


class Window(QWidget):
    """Writes down the token that Qt could take at each step."""

    def __init__(self):
        super().__init__()
        self.steps = []

    def setVisible(self, visible):
        if visible:
            self.steps.append(("show", of_the_process()))
        super().setVisible(visible)

    def activateWindow(self):
        self.steps.append(("activate", of_the_process()))
        super().activateWindow()


@pytest.fixture
def window(qtbot):
    made = Window()
    qtbot.addWidget(made)
    return made


def test_the_token_is_there_when_qt_asks_for_activation_and_gone_afterwards(window):
    bring_up(window, "token-1")

    assert window.steps[0] == ("show", "token-1")
    assert window.steps[-1] == ("activate", "token-1")
    assert of_the_process() is None
    assert NAME not in os.environ


def test_a_token_that_qt_was_given_by_a_panel_is_used_and_gone_afterwards(window):
    ctypes.CDLL(None).setenv(NAME.encode(), b"of-the-panel", 1)
    bring_up(window)

    assert window.steps[-1] == ("activate", "of-the-panel")
    assert of_the_process() is None


def test_a_window_that_is_minimised_comes_back_as_it_was(window):
    window.showMinimized()
    bring_up(window, "token-2")

    assert not window.isMinimized()
    assert of_the_process() is None
