"""The desktop's look is seen without GTK, and followed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from desktop.session.failure import wait_for

pytestmark = pytest.mark.desktop(without=["spy", "notify", "panel"])
TESTS = str(Path(__file__).resolve().parents[1])


class Manager:
    """A program that keeps the desktop's settings."""

    def __init__(self, desktop):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "desktop.settings_manager"],
            env={**desktop.env, "PYTHONPATH": TESTS},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def publish(self, theme, font):
        self._process.stdin.write(f"{theme}|{font}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"

    def end(self):
        self._process.stdin.close()
        self._process.wait(5)
        self._process.stdout.close()


@pytest.fixture
def manager(desktop):
    made = Manager(desktop)
    yield made
    made.end()


def tell(desktop, **environment):
    command = [sys.executable, "-m", "desktop.look_teller"]
    return desktop.run(command, "look", PYTHONPATH=TESTS, **environment)


def lines(program):
    return [line for line in program.log.splitlines() if line.startswith("window")]


def wait_line(program, expected):
    wait_for(lambda: lines(program)[-1:] == [expected], 15, f"{expected!r}")


def test_a_desktop_that_turns_dark_is_followed(desktop, manager):
    manager.publish("Greybird", "Sans 10")
    program = tell(desktop)
    wait_line(program, "window light, panel light, scale 1.00, gtk False")

    manager.publish("Greybird-dark", "Sans 18")
    wait_line(program, "window dark, panel dark, scale 1.85, gtk False")

    manager.publish("Greybird", "Sans 10")
    wait_line(program, "window light, panel light, scale 1.00, gtk False")


def test_a_desktop_without_settings_is_light(desktop):
    wait_line(tell(desktop), "window light, panel light, scale 1.00, gtk False")


def test_a_theme_that_the_user_chose_for_qt_stays(desktop, manager):
    manager.publish("Greybird-dark", "Sans 18")
    program = tell(desktop, QT_QPA_PLATFORMTHEME="gtk3")

    wait_for(lambda: lines(program), 15, "a first look")
    assert lines(program)[0].endswith("gtk True")
