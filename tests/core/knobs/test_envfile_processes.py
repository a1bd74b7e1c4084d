"""Killed writers and several writers at once."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable

from envworld import World

from traintray.core.knobs.document import parse
from traintray.core.knobs.errors import EnvFileError, StaleChangeError

KILLS = int(os.environ.get("TRAINTRAY_KILLS", "100"))
"""`TRAINTRAY_KILLS=1000` before a release: it takes minutes on a busy machine."""
FILLER = b"# filler, so that writing takes a while\n" * 500


def in_child(work: Callable[[], None]) -> int:
    """Start `work` in a process of its own; return its pid."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def write_for_ever(world: World) -> None:
    number = 0
    while True:
        number += 1
        world.set(OMP_NUM_THREADS=str(1 + number % 2), MKL_NUM_THREADS="8")


def test_a_writer_killed_at_any_moment_leaves_the_old_file_or_the_new(world):
    chance = random.Random(7)
    world.write(FILLER)
    states = {
        world.block(b"OMP_NUM_THREADS=%d" % number, b"MKL_NUM_THREADS=8") + FILLER
        for number in (1, 2)
    }
    world.set(OMP_NUM_THREADS="1", MKL_NUM_THREADS="8")

    for _ in range(KILLS):
        child = in_child(lambda: write_for_ever(world))
        time.sleep(chance.uniform(0, 0.04))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert world.read() in states

    world.set(OMP_NUM_THREADS="3", MKL_NUM_THREADS="8")
    assert world.file.values()["OMP_NUM_THREADS"] == "3"
    while world.file.can_undo():
        world.file.undo()
        assert world.read() in {*states, FILLER}


def test_drafts_of_killed_writers_are_cleared_away(world):
    world.write(b"X=1\n")
    draft = world.path.with_name(".train.env.traintray-0123456789abcdef")
    draft.write_bytes(b"half a fi")
    os.utime(draft, (time.time() - 3600,) * 2)
    other = world.path.with_name(".train.env.swp")
    other.write_bytes(b"the user's editor")

    world.set(A="1")

    assert world.leftovers() == [other.name]


def patiently(world: World, name: str, value: str) -> None:
    while True:
        try:
            world.set(**{name: value})
        except StaleChangeError:
            continue
        except EnvFileError as error:
            if "another traintray" not in str(error):
                raise
        else:
            return


def test_writers_at_once_lose_nothing(world):
    world.write(b"X=1\n")

    def write(letter: str) -> None:
        for number in range(10):
            patiently(world, f"{letter}{number}", str(number))

    children = [in_child(lambda letter=letter: write(letter)) for letter in "ABCD"]
    results = [os.waitpid(child, 0)[1] for child in children]

    assert results == [0, 0, 0, 0]
    expected = {f"{a}{n}": str(n) for a in "ABCD" for n in range(10)}
    assert world.file.values() == {"X": "1", **expected}
    assert len(parse(world.read()).entries) == 41
