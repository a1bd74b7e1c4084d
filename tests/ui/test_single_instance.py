"""One app per session; the second start speaks to the first."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from traintray.ui.single_instance import SingleInstance, session_name

HOLD = """
import sys
from pathlib import Path
from traintray.ui.single_instance import SingleInstance
instance = SingleInstance(Path(sys.argv[1]), "one")
is_first = instance.acquire()
instance.serve()
print(is_first, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def ask(folder, token="", timeout_s=2.0):
    """Start a second time, on another thread: the first must answer meanwhile."""
    answers = []
    second = SingleInstance(folder, "one")

    def start():
        answers.append(second.raise_first(token, timeout_s))

    thread = threading.Thread(target=start)
    thread.start()
    return thread, answers


@pytest.fixture
def first(qtbot, folder):
    instance = SingleInstance(folder, "one")
    assert instance.acquire()
    instance.serve()
    yield instance
    instance.release()


def test_the_second_start_is_not_the_first(first, folder):
    second = SingleInstance(folder, "one")

    assert second.acquire() is False
    assert second.first_pid() == os.getpid()


def test_a_lock_does_not_age_while_its_holder_lives(first, folder):
    os.utime(folder / "one.lock", (0, 0))

    assert SingleInstance(folder, "one").acquire() is False


def test_another_session_is_a_first_of_its_own(first, folder):
    assert SingleInstance(folder, "two").acquire() is True


def test_the_second_start_raises_the_first_with_its_token(qtbot, first, folder):
    with qtbot.waitSignal(first.raised, timeout=2000) as caught:
        thread, answers = ask(folder, "token-1")
    thread.join()

    assert caught.args == ["token-1"]
    assert answers == [True]


def test_the_second_start_waits_for_a_first_that_is_still_starting(qtbot, folder):
    first = SingleInstance(folder, "one")
    assert first.acquire()
    thread, answers = ask(folder)
    qtbot.wait(120)
    with qtbot.waitSignal(first.raised, timeout=2000):
        first.serve()
    thread.join()
    first.release()

    assert answers == [True]


def test_a_first_that_never_answers_is_not_waited_for_for_ever(folder):
    assert SingleInstance(folder, "one").raise_first("", timeout_s=0.2) is False


def test_after_a_kill_the_next_start_is_the_first_and_takes_the_socket(qtbot, folder):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout.readline().strip() == "True"
    assert SingleInstance(folder, "one").acquire() is False
    holder.send_signal(signal.SIGKILL)
    holder.wait(5)
    holder.stdin.close()
    holder.stdout.close()
    assert (folder / "one.socket").exists()

    heir = SingleInstance(folder, "one")
    assert heir.acquire() is True
    heir.serve()
    with qtbot.waitSignal(heir.raised, timeout=2000):
        thread, answers = ask(folder)
    thread.join()
    heir.release()

    assert answers == [True]


@pytest.mark.parametrize(
    "message", [b"\xff\xfe\n", b"[]\n", b'{"cmd": "quit"}\n', b"", b"null\n"]
)
def test_a_message_that_is_not_ours_raises_nothing(qtbot, first, folder, message):
    raised = []
    first.raised.connect(raised.append)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(folder / "one.socket"))
        client.sendall(message)
        client.shutdown(socket.SHUT_WR)
        qtbot.wait(50)
        assert client.recv(16) == b""

    assert raised == []


def test_where_nobody_can_listen_the_app_goes_on(qtbot, tmp_path, caplog):
    folder = tmp_path / ("x" * 100)  # longer than the name of a socket may be
    folder.mkdir()
    instance = SingleInstance(folder, "one")
    assert instance.acquire()
    instance.serve()
    instance.release()

    assert "no second start can be answered" in caplog.text


def test_only_this_user_may_speak_to_the_socket(first, folder):
    assert (folder / "one.socket").stat().st_mode & 0o077 == 0


def test_after_release_nothing_is_left(qtbot, folder):
    instance = SingleInstance(folder, "one")
    instance.acquire()
    instance.serve()
    instance.release()

    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_an_error_not_a_second_start():
    missing = Path("/nonexistent/traintray")

    with pytest.raises(OSError, match="cannot lock"):
        SingleInstance(missing, "one").acquire()


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"DISPLAY": ":0"}, "_0"),
        ({"DISPLAY": ":0.0"}, "_0"),
        ({"DISPLAY": "localhost:10.0"}, "localhost_10"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "wayland-0"),
        ({"WAYLAND_DISPLAY": "/run/user/1/wayland-0"}, "_run_user_1_wayland-0"),
        ({}, "none"),
    ],
)
def test_the_name_holds_the_user_and_the_session(environment, name):
    assert session_name(environment) == f"traintray-{os.getuid()}-{name}"
