"""`traintray doctor` in a real session: the tray and the notification server."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def checks(desktop):
    result = subprocess.run(
        [sys.executable, "-m", "traintray", "doctor", "--json"],
        env=desktop.env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.stderr == ""
    return {check["name"]: check for check in json.loads(result.stdout)["checks"]}


def test_a_whole_desktop_is_well(desktop):
    found = checks(desktop)

    assert found["desktop.tray"]["health"] == "ok"
    assert found["desktop.notifications"]["health"] == "ok"
    assert "Xfce" in found["desktop.notifications"]["found"]
    assert "actions" in found["desktop.notifications"]["found"]


@pytest.mark.desktop(without=["panel", "notify"])
def test_what_a_desktop_lacks_is_said_with_what_to_do(desktop):
    found = checks(desktop)

    assert found["desktop.bus"]["health"] == "ok"
    assert found["desktop.tray"]["health"] == "absent"
    assert found["desktop.notifications"]["health"] == "wrong"
    assert "Install one" in found["desktop.notifications"]["remedy"]
