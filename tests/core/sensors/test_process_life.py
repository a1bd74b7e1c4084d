"""A process is known by its pid and the time of its start."""

import os
from pathlib import Path

from traintray.core.sensors.process_life import lives


def key_of(pid):
    raw = Path(f"/proc/{pid}/stat").read_text()
    return f"{pid}-{raw[raw.rindex(')') + 2 :].split()[19]}"


def test_this_process_lives():
    assert lives(key_of(os.getpid()))


def test_a_process_with_the_same_pid_that_started_later_is_another():
    assert not lives(f"{os.getpid()}-1")


def test_a_process_that_is_gone_does_not_live(tmp_path):
    assert not lives("12-345", tmp_path)


def test_what_names_no_process_does_not_live():
    assert not lives("../self-1")
