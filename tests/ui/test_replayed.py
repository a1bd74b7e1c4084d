"""A recording in the window: the second that is due, and nothing of this machine."""

from __future__ import annotations

import os
import re
import time

import pytest

from core.replay.recorded import Recorded
from core.test_pipeline import over
from traintray.core.frame import State
from traintray.ui import replayed
from traintray.ui.feed import Recorded as RecordedSource
from traintray.ui.replayed import ReplaySource


@pytest.fixture
def recorded(tmp_path):
    made = Recorded(tmp_path / "over.trace", over()).ticks(30)
    yield made
    made.close()


def source_of(recorded, speed=1.0):
    return ReplaySource(recorded.replay(), "over.trace", speed, now_s=lambda: 0.0)


def seconds(source, recorded, at):
    """The recorded seconds that are shown at these instants."""
    began_s = recorded.frames[0].at_s
    return [source.tick(now_s, 0.0).at_s - began_s for now_s in at]


def test_in_real_time_a_second_takes_a_second(recorded):
    shown = seconds(source_of(recorded), recorded, [50.0, 51.0, 52.0, 53.0])

    assert shown == [0, 1, 2, 3]


def test_a_slow_replay_waits_and_a_fast_one_shows_the_newest(recorded):
    at = [50.0 + n for n in range(5)]

    assert seconds(source_of(recorded, 0.5), recorded, at) == [0, 0, 1, 1, 2]
    assert seconds(source_of(recorded, 5.0), recorded, at) == [0, 5, 10, 15, 20]


def test_no_second_is_left_out_of_the_graphs_of_a_fast_replay(recorded):
    source = source_of(recorded, 10.0)

    for n in range(3):
        source.tick(50.0 + n, 0.0)

    times, _ = source.store.copy("cpu.busy_fraction", 0.0)
    assert len(times) == 21


def test_what_was_told_is_told_with_its_episode(recorded):
    source = source_of(recorded, 30.0)
    source.tick(50.0, 0.0)

    frame = source.tick(51.0, 0.0)

    assert frame.runs[0].advice.kind == "too_many_threads"
    assert frame.episodes == recorded.frames[-1].episodes


def test_a_pause_holds_the_recording(recorded):
    source = source_of(recorded)
    seconds(source, recorded, [50.0, 51.0])

    source.pause(True)
    paused = [source.tick(at_s, 0.0) for at_s in (52.0, 53.0, 54.0)]
    source.pause(False)
    after = seconds(source, recorded, [55.0, 56.0])

    assert {frame.state for frame in paused} == {State.PAUSED}
    assert after == [2, 3]


def test_a_screen_that_stood_still_does_not_make_it_rush(recorded):
    shown = seconds(source_of(recorded), recorded, [50.0, 5000.0])

    assert shown[1] <= 3


def test_it_says_that_it_is_a_recording_and_when_it_is_at_its_end(recorded):
    source = source_of(recorded, 30.0)
    assert isinstance(source, RecordedSource)
    playing = source.notice

    frames = [source.tick(50.0 + n, 0.0) for n in range(4)]

    assert playing.startswith("This is the recording over.trace of 20")
    assert source.notice.endswith("is at its end.")
    assert frames[-1] == frames[-2]


def test_it_says_which_second_it_shows_and_how_much_was_played(recorded):
    source = source_of(recorded, 5.0)
    said = []
    for n in range(4):
        frame = source.tick(50.0 + n, 0.0)
        said.append(re.search(r"now at (\S+) \((\d+)%\)", source.notice).groups())

    at = time.strftime("%H:%M:%S", time.localtime(frame.wall_s))
    shares = [int(share) for _, share in said]
    assert said[-1][0] == at
    assert shares == sorted(set(shares))
    assert 40 < shares[-1] < 85  # 15 of 30 seconds; the first lines are the longest


def test_damage_is_said_in_the_window(recorded, tmp_path):
    lines = recorded.path.read_bytes().splitlines(True)
    recorded.path.write_bytes(b"".join([*lines[:10], b"xx\n", *lines[10:]]))
    source = source_of(recorded, 30.0)
    source.tick(50.0, 0.0)

    frame = source.tick(51.0, 0.0)

    assert "line 11 is damaged" in source.notice
    assert frame.at_s == recorded.frames[8].at_s


@pytest.mark.parametrize(
    "raw", [b"", b"text\n", b"\x1f\x8bxx", None], ids=["empty", "text", "gzip", "none"]
)
def test_what_is_no_recording_gets_one_line_before_qt_is_asked(tmp_path, capsys, raw):
    path = tmp_path / "t"
    if raw is not None:
        path.write_bytes(raw)

    status = replayed.run(str(path), 1.0)

    said = capsys.readouterr().err
    assert status == 1
    assert said.count("\n") == 1
    assert said.startswith(f"traintray: {path}: ")


def test_the_folders_of_a_replay_are_its_own_and_the_settings_the_users(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    own = tmp_path / "user/traintray/settings.json"
    own.parent.mkdir(parents=True)
    own.write_text('{"theme": "dark"}')
    base = tmp_path / "base"
    base.mkdir()

    folders = replayed._folders(base)

    assert folders.settings_file.read_text() == own.read_text()
    for path in (folders.env_file, folders.state_file, folders.runtime_dir):
        assert path.is_relative_to(base)


def test_a_pipe_is_refused_before_it_is_waited_for(tmp_path, capsys):
    path = tmp_path / "pipe"
    os.mkfifo(path)

    assert replayed.run(str(path), 1.0) == 1
    assert "it is a pipe; the window needs a file" in capsys.readouterr().err
