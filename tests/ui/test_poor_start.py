"""The app starts although its own folders are no use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

APP = [sys.executable, "-m", "traintray", "--background"]
HOMELESS = """
import pwd, sys
def nobody_known(uid):
    raise KeyError(uid)
pwd.getpwuid = nobody_known
from traintray.__main__ import start_app
sys.exit(start_app(background=True))
"""


def environ(**more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(sys.path),
        "QT_QPA_PLATFORM": "offscreen",
        **more,
    }


def test_it_starts_where_no_folder_for_state_can_be_made(tmp_path):
    (tmp_path / "file").touch()
    env = environ(HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path / "file"))
    with subprocess.Popen(APP, env=env, stderr=subprocess.PIPE, text=True) as app:
        lines = []
        for line in app.stderr:
            lines.append(line)
            if "the log cannot be written" in line:
                app.send_signal(signal.SIGTERM)
        status = app.wait(timeout=60)

    assert status in (0, -signal.SIGTERM)
    assert "a second start will not be noticed" in lines[0]
    assert "Traceback" not in "".join(lines)


def test_without_a_home_it_says_so_in_one_line():
    out = subprocess.run(
        [sys.executable, "-c", HOMELESS],
        env=environ(),
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert out.returncode == 1
    assert out.stderr.startswith("traintray: There is no home folder")
    assert out.stderr.count("\n") == 1
