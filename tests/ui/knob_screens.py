"""The Knobs page in its states, for `make screenshots`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from traintray.core.frame import Frame
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.knobs import KnobsPage
from ui import frames, knob_data, measured_data, proof_data
from ui.studio import OWN_LINES, Act, Studio, View

Make = Callable[[Studio], QWidget]


def _window(view: View, act: Act | None = None) -> Make:
    return lambda studio: studio.window(view, act)


def _with_live(view: View, act: Act | None = None) -> Make:
    """Open the page on a machine whose live knobs can be turned."""

    def make(studio: Studio) -> QWidget:
        live = knob_data.PromptLive(Path("/nowhere"), lambda _: knob_data.SampleLive())
        window = studio.window(view, act, live)
        live.setParent(window)
        return window

    return make


def page_of(window: MainWindow) -> KnobsPage:
    """Return the page of a window that has shown it."""
    found = window.findChild(KnobsPage)
    assert isinstance(found, KnobsPage)
    return found


def _open(window: MainWindow) -> None:
    page_of(window).face.table.rows["thread_cap"].click()


def _every(window: MainWindow) -> None:
    page_of(window).face.table.more.click()


def _capped(window: MainWindow) -> None:
    """Let the file hold the change that was measured."""
    advice = window.advice
    file = advice._env_file
    file.apply(file.plan(knob_data.CAP))
    advice._results.reload()


def _measuring(studio: Studio) -> QWidget:
    """Write the cap, and let a run begin that has it."""
    archive = measured_data.MeasuredArchive()
    archive.saved = (archive.old,)
    first, later = (
        studio.look.told(measured_data.frame_at(knob_data.NOW_S + second, True))
        for second in (200.0, 211.0)
    )
    advice = first.runs[0].advice
    assert advice is not None
    caps = advice.proposals[0].variables()

    def act(window: MainWindow) -> None:
        file = window.advice._env_file
        file._wall_s = lambda: knob_data.NOW_S + 2.0
        file.apply(file.plan(caps))
        archive.at(later.wall_s, caps)
        window.show_frame(later)

    view = View("advice", first, archive=archive, env_text=OWN_LINES)
    return studio.window(view, act)


def after(frame: Frame) -> Frame:
    """The run of the change, well and five minutes old."""
    calm = frames.ok_frame()
    view = frame.runs[0]
    run = replace(view.run, key="42100-9", root_pid=42100)
    well = replace(calm.runs[0], run=run)
    later = {"at_s": frame.at_s + 500.0, "wall_s": knob_data.NOW_S + 500.0}
    return replace(calm, runs=(well,), episodes=(), **later)


def results() -> dict[str, Make]:
    """Return how each verdict on a change is opened."""
    frame = after(knob_data.knobs_frame())
    found = {}
    for name in proof_data.VERDICTS:
        archive = proof_data.ProofArchive(name)
        view = View("advice", frame, archive=archive, env_text=OWN_LINES)
        found[f"advice-{name}"] = _window(view, _capped)
    helped = proof_data.ProofArchive("helped")
    narrow = View("advice", frame, archive=helped, size=(880, 560))
    found["advice-measuring"] = _measuring
    return {**found, "advice-helped-narrow": _window(narrow, _capped)}


def knobs() -> dict[str, Make]:
    """Return how each state of the page is opened."""
    archive = knob_data.KnobsArchive(knob_data.no_change())
    view = View("knobs", knob_data.knobs_frame(), archive=archive, env_text=OWN_LINES)
    idle = View("knobs", frames.idle_frame())
    return {
        "knobs": _with_live(view),
        "knobs-open": _with_live(view, _open),
        "knobs-every": _with_live(view, _every),
        "knobs-idle": _window(idle),
        "knobs-narrow": _with_live(replace(view, size=(880, 560))),
    }
