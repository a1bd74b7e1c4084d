"""Icon, tooltip and menu follow the frames, and only when they must."""

from __future__ import annotations

from dataclasses import replace

import pytest

from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.history.store import Store
from traintray.core.state import State
from traintray.ui.tray_face import TOOLTIP_AGE_S, TrayFace
from traintray.ui.tray_look import Panel
from traintray.ui.tray_menu import TrayMenu
from ui import frames
from ui.stores import store_for


class FakeTray:
    """Keeps what it is to show."""

    def __init__(self):
        self.pictures, self.tooltips = [], []

    def show_picture(self, icon):
        self.pictures.append(icon)

    def show_tooltip(self, text):
        self.tooltips.append(text)


@pytest.fixture
def tray():
    return FakeTray()


@pytest.fixture
def face(qtbot, tray):
    menu = TrayMenu()
    qtbot.addWidget(menu)
    return TrayFace(tray, menu, Panel(dark=False))


def show(face, shown):
    face.show_frame(shown, store_for(shown))


@pytest.mark.parametrize(
    ("shown", "tooltip"),
    [
        (frames.ok_frame(), "traintray: training runs well. CPU 47%, GPU 91%."),
        (frames.paused_frame(), "traintray: paused."),
    ],
)
def test_the_tooltip_says_what_stands_and_how_busy_it_is(face, tray, shown, tooltip):
    show(face, shown)

    assert tray.tooltips[-1] == tooltip


def test_a_finding_is_named_as_on_its_chip(face, tray):
    show(face, frames.attention_frame())

    assert tray.tooltips[-1].startswith("traintray: too many threads. CPU 9")


def test_a_name_in_capitals_stays_in_capitals_within_the_sentence(face, tray):
    loud = frames.attention_frame()
    advice = replace(loud.runs[0].advice, chip="CPU 计算")
    show(face, replace(loud, runs=(replace(loud.runs[0], advice=advice),)))

    assert tray.tooltips[-1].startswith("traintray: CPU 计算. CPU 9")


def test_before_anything_was_measured_it_says_so(face, tray):
    assert tray.tooltips == ["traintray: no data."]


def test_the_same_frame_again_sends_nothing(face, tray):
    show(face, frames.ok_frame())
    sent = len(tray.pictures), len(tray.tooltips)
    show(face, frames.ok_frame())

    assert (len(tray.pictures), len(tray.tooltips)) == sent


def test_numbers_in_the_tooltip_are_renewed_only_after_a_while(face, tray):
    shown = frames.idle_frame(frames.SMALL)
    store = Store(100)
    for second in range(int(TOOLTIP_AGE_S) + 1):
        now = replace(shown, at_s=shown.at_s + second)
        store.append(now.at_s, {"cpu.busy_fraction": 0.3 + 0.01 * (second % 2)})
        face.show_frame(now, store)

    assert len(tray.tooltips) == 3  # no data, the first numbers, the renewed ones


def test_another_state_sends_icon_and_tooltip_at_once(face, tray):
    show(face, frames.ok_frame())
    sent = len(tray.pictures), len(tray.tooltips)
    show(face, frames.attention_frame())

    assert (len(tray.pictures), len(tray.tooltips)) == (sent[0] + 1, sent[1] + 1)


def test_on_another_panel_the_icon_is_drawn_anew(face, tray):
    show(face, frames.ok_frame())
    before = len(tray.pictures)
    face.stand_on(Panel(dark=True))
    show(face, frames.ok_frame())

    assert len(tray.pictures) == before + 1


def test_loads_that_become_known_are_told_at_once(face, tray):
    shown = frames.idle_frame(frames.SMALL)
    store = Store(100)
    face.show_frame(shown, store)
    assert tray.tooltips[-1] == "traintray: no training run."

    store.append(shown.at_s + 1, {"cpu.busy_fraction": 0.25})
    face.show_frame(replace(shown, at_s=shown.at_s + 1), store)
    assert tray.tooltips[-1] == "traintray: no training run. CPU 25%."


@pytest.mark.parametrize("name", ["NVIDIA GeForce RTX 4090", "Radeon RX 7900"])
def test_a_gpu_that_is_lost_turns_the_icon_critical_and_is_named(face, tray, name):
    well = frames.ok_frame()
    show(face, well)
    sent = len(tray.pictures)
    gpu = LostGpu("GPU-1", name, "00000000:41:00.0", frames.WALL_S)
    show(face, replace(well, state=State.CRITICAL, lost_gpus=(gpu,)))

    assert len(tray.pictures) == sent + 1
    title = f"{name.removeprefix('NVIDIA GeForce ')} stopped answering"
    assert tray.tooltips[-1].startswith(f"traintray: {title}. CPU 47%")

    show(face, well)
    assert tray.tooltips[-1].startswith("traintray: training runs well.")
