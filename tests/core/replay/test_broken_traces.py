"""Whatever a trace holds, it is played as far as it goes and then told in one line."""

from __future__ import annotations

import json
import random

import pytest

from core.detection.fake_world import FakeProcess
from core.replay.recorded import comparable
from core.test_pipeline import IDLE_GPU
from traintray.core.assembly import Wishes, assemble
from traintray.core.readings import GpusReading
from traintray.core.replay.errors import NoTraceError, TraceError
from traintray.core.replay.replay import Replay
from traintray.core.replay.trace import Trace

ODD = (
    *(None, True, -1, 0, 1, 2**62, 2**70, -0.5, 1e308, float("inf")),
    *("", "x", "nan", "-inf", [], [[]], {}, {"=": 1}, {"~": {}}, {"!": [1]}),
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    from core.replay.recorded import Recorded

    over = FakeProcess(10, demand=8.0, busy_threads=8, thread_demand={"a": 4.0})
    worker = FakeProcess(11, parent=10, name="pt_data_worker", cores=0.5)
    made = Recorded(tmp_path_factory.mktemp("r") / "t", over, worker)
    made.gpus.says = GpusReading((IDLE_GPU,))
    made.ticks(12)
    made.gpus.says = PermissionError(13, "Permission denied")
    made.ticks(8)
    made.world.change(10, demand=3.0)
    made.ticks(6)
    yield made
    made.close()


def play(path, sensors):
    """Return the frames, and the line that says why there are no more, or None."""
    try:
        trace = Trace(path, sensors)
    except NoTraceError as error:
        return [], str(error)
    frames, replay = [], Replay(trace, assemble(Wishes(), trace.origin))
    try:
        while (frame := replay.step()) is not None:
            frames.append(frame)
    except TraceError as error:
        return frames, str(error)
    finally:
        trace.close()
    return frames, None


def is_one_line(said):
    return said is None or ("\n" not in said and 0 < len(said) < 400)


def test_a_trace_with_random_bytes_in_it_never_fails(recorded, tmp_path):
    raw, dice = recorded.path.read_bytes(), random.Random(4)
    path = tmp_path / "t"
    for _ in range(150):
        broken = bytearray(raw)
        for _ in range(dice.choice((1, 1, 3, 30))):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        path.write_bytes(broken)

        frames, said = play(path, recorded.sensors)

        assert is_one_line(said)
        assert len(frames) <= 26


def test_lines_that_are_missing_doubled_or_swapped_never_fail(recorded, tmp_path):
    lines, dice = recorded.path.read_bytes().splitlines(True), random.Random(5)
    path = tmp_path / "t"
    for _ in range(60):
        broken = list(lines)
        at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        what = dice.choice(("drop", "double", "swap"))
        if what == "drop":
            del broken[at]
        elif what == "double":
            broken.insert(at, broken[at])
        else:
            broken[at], broken[other] = broken[other], broken[at]
        path.write_bytes(b"".join(broken))

        _, said = play(path, recorded.sensors)

        assert is_one_line(said)


def places(value, path=()):
    """Every place inside a JSON value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for at in range(len(value)):
            yield from places(value[at], (*path, at))


def put(value, path, new):
    if not path:
        return new
    inner = value.copy()
    inner[path[0]] = put(value[path[0]], path[1:], new)
    return inner


def test_values_that_cannot_be_never_fail(recorded, tmp_path):
    lines, dice = recorded.path.read_text().splitlines(), random.Random(6)
    path = tmp_path / "t"
    stopped = 0
    for _ in range(400):
        at = dice.choice((0, 1, 1, 2, 13, 20, 21))
        line = json.loads(lines[at])
        wrong = put(line, dice.choice(list(places(line))), dice.choice(ODD))
        broken = [*lines[:at], json.dumps(wrong), *lines[at + 1 :]]
        path.write_text("\n".join(broken) + "\n")

        frames, said = play(path, recorded.sensors)

        assert is_one_line(said)
        assert len(frames) >= at - 1 or at <= 1
        stopped += said is not None
    assert stopped > 100


def test_a_newer_schema_is_named_with_what_to_do(recorded, tmp_path):
    lines = recorded.path.read_text().splitlines(True)
    path = tmp_path / "t"
    newer = lines[0].replace('"schema":1', '"schema":2')
    path.write_text("".join([newer, *lines[1:]]))

    frames, said = play(path, recorded.sensors)

    assert frames == []
    assert said == (
        "it has schema 2, and this traintray reads up to 1; update traintray to"
        " replay it"
    )


@pytest.mark.parametrize("size", [0, 1, 40])
def test_an_empty_or_unfinished_first_line_is_told(recorded, tmp_path, size):
    path = tmp_path / "t"
    path.write_bytes(recorded.path.read_bytes()[:size])

    frames, said = play(path, recorded.sensors)

    assert frames == []
    assert said in ("it is empty", "it is no trace that traintray recorded")


def test_a_second_that_comes_twice_is_told(recorded, tmp_path):
    lines = recorded.path.read_text().splitlines(True)
    path = tmp_path / "t"
    path.write_text("".join([*lines[:9], lines[8], *lines[9:]]))

    frames, said = play(path, recorded.sensors)

    assert len(frames) == 8
    assert said == "line 10 is damaged: time does not go on"


def test_a_trace_that_was_cut_is_played_up_to_there(recorded, tmp_path):
    raw = recorded.path.read_bytes()
    path = tmp_path / "t"
    path.write_bytes(raw[: raw.rindex(b"\n", 0, -1) + 40])

    frames, said = play(path, recorded.sensors)

    assert said is None
    assert comparable(frames) == comparable(recorded.frames[:-1])


def test_two_recordings_in_one_file_are_told_where_the_second_begins(
    recorded, tmp_path
):
    raw = recorded.path.read_bytes()
    whole, _ = play(recorded.path, recorded.sensors)
    both = tmp_path / "both"
    both.write_bytes(raw + raw)

    frames, said = play(both, recorded.sensors)

    assert len(frames) == len(whole)
    assert said is not None
    assert f"line {len(whole) + 2} begins another recording" in said
    assert is_one_line(said)
