"""A GPU that falls off the bus, from the driver's library up to the frame."""

from __future__ import annotations

from pathlib import Path

import pytest

import fakenvml

TWO = "count=2\n0.uuid=GPU-aaaa\n0.util.gpu=87\n1.uuid=GPU-bbbb\n1.util.gpu=3\n"
LOST = TWO + "0.err=15\n"
UNKNOWN = TWO + "0.err=999\n0.err.nvmlDeviceGetHandleByIndex_v2=999\n"


@pytest.fixture
def watcher(tmp_path):
    folder = fakenvml.library_folder()
    with fakenvml.Watcher(folder, tmp_path, Path("/")) as made:
        yield made


def read(watcher, *seconds):
    """Read at some seconds; return what the last one told.

    Each twice: a library that takes longer than 50 ms is shown a round later.
    """
    for second in seconds:
        watcher.read(float(second))
        told = watcher.read(second + 0.4)
    return told


@pytest.mark.parametrize("broken", [LOST, UNKNOWN], ids=["lost", "unknown error"])
def test_it_is_lost_after_a_while_and_no_more_when_it_answers(watcher, broken):
    watcher.gpus_are(TWO)
    good = read(watcher, 100, 101)
    assert (good["lost"], good["busy"]) == ([], [0.87, 0.03])

    watcher.gpus_are(broken)
    early = read(watcher, 110, 114, 122, 124)
    assert (early["lost"], early["busy"]) == ([], [None, 0.03])

    late = read(watcher, 125, 140, 200)
    (lost,) = late["lost"]
    assert lost == ["GPU-aaaa", pytest.approx(110.0, abs=0.5)]
    assert late["state"] == "critical"

    watcher.gpus_are(TWO)
    back = read(watcher, 260, 261)
    assert (back["lost"], back["busy"]) == ([], [0.87, 0.03])
    assert back["state"] != "critical"


def test_one_that_its_driver_resets_is_never_lost(watcher):
    watcher.gpus_are(TWO)
    read(watcher, 100, 101)
    watcher.gpus_are(LOST)
    read(watcher, 110, 112)
    watcher.gpus_are(TWO)

    seen = [read(watcher, second) for second in (113, 114, 115, 126, 140)]
    assert [told["lost"] for told in seen] == [[]] * 5
    assert seen[-1]["busy"] == [0.87, 0.03]


def test_a_driver_that_is_reloaded_makes_no_gpu_lost(watcher):
    watcher.gpus_are(TWO)
    read(watcher, 100, 101)
    watcher.gpus_are(TWO + "all.err=1\ninit=9\n")
    seen = [read(watcher, second) for second in (110, 114, 122, 126, 150)]
    watcher.gpus_are(TWO)
    seen += [read(watcher, second) for second in (190, 191)]

    assert [told["lost"] for told in seen] == [[]] * 7
    assert seen[-1]["busy"] == [0.87, 0.03]
