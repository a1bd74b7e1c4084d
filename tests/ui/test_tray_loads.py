"""The GPU bar and the tooltip stand for the GPUs on which runs compute."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.history.store import Store
from traintray.core.readings import GpusReading
from traintray.ui.tray_face import TrayFace
from traintray.ui.tray_look import Panel, loads_of
from traintray.ui.tray_menu import TrayMenu
from ui import frames

BUSY = (0.9, 0.5, 0.0, 0.04)
FIRST, SECOND = (view.run.root_pid for view in frames.ok_frame().runs)


def four_gpus(*users):
    """A frame with four GPUs and their loads; `users` are the pids on each."""
    gpus = tuple(
        replace(
            frames.gpu_reading(busy),
            uuid=f"GPU-{n}",
            compute_processes=dict.fromkeys(pids, 2**30),
        )
        for n, (busy, pids) in enumerate(zip(BUSY, users, strict=True))
    )
    shown = replace(frames.ok_frame(), gpus=GpusReading(gpus))
    store = Store(10)
    store.append(
        shown.at_s,
        {f"gpu.GPU-{n}.busy_fraction": busy for n, busy in enumerate(BUSY)},
    )
    return shown, store


@pytest.mark.parametrize(
    ("users", "load"),
    [
        pytest.param(([FIRST], [], [], []), 0.9, id="the one that a run uses"),
        pytest.param(([FIRST], [FIRST], [], []), 0.7, id="the mean of those it uses"),
        pytest.param(([FIRST], [], [SECOND], []), 0.45, id="of two runs the mean"),
        pytest.param(([], [], [], []), 0.36, id="all when no run uses one"),
        pytest.param(([7], [], [], []), 0.36, id="somebody else's work is no run"),
    ],
)
def test_the_bar_stands_for_the_gpus_of_the_runs(users, load):
    shown, store = four_gpus(*users)

    assert loads_of(shown, store).gpu == pytest.approx(load)


def test_a_worker_on_a_gpu_makes_it_one_of_the_run():
    run = frames.ok_frame().runs[0].run
    worker = run.members[-1].pid
    assert worker != run.root_pid
    shown, store = four_gpus([], [worker], [], [])

    assert loads_of(shown, store).gpu == pytest.approx(0.5)


def test_a_driver_that_does_not_list_processes_leaves_all_gpus():
    shown, store = four_gpus([FIRST], [], [], [])
    gpus = tuple(replace(gpu, compute_processes=None) for gpu in shown.gpus.gpus)
    silent = replace(shown, gpus=GpusReading(gpus))

    assert loads_of(silent, store).gpu == pytest.approx(0.36)


def test_the_tooltip_says_what_the_bar_shows(qtbot):
    class Tray:
        def show_picture(self, icon):
            pass

        def show_tooltip(self, text):
            self.tooltip = text

    tray, menu = Tray(), TrayMenu()
    qtbot.addWidget(menu)
    shown, store = four_gpus([FIRST], [], [], [])
    TrayFace(tray, menu, Panel(dark=False)).show_frame(shown, store)

    assert tray.tooltip.endswith("GPU 90%.")
