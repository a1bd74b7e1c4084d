"""The screens of the app by name, each with the data of the design."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from traintray.core.diagnosis.verdict import Clear, Unknown
from traintray.core.frame import Frame, State
from traintray.core.history.store import Store
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.first_run import FirstRun
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.settings import SettingsPage
from traintray.ui.window.quit_question import QuitQuestion
from traintray.ui.window.undo_preview import UndoPreview
from ui import frames, knob_screens, live_data, past_data, runs_data
from ui.parts_board import board
from ui.stores import store_for
from ui.studio import OWN_CAP, OWN_LINES, Act, Studio, View

Make = Callable[[Studio], QWidget]
SMALL_PX = (880, 560)
WIDE_TEXT_PX = (1760, 1120)
"""Room for text twice as large."""


def _window(view: View, act: Act | None = None) -> Make:
    return lambda studio: studio.window(view, act)


def _popover(make: Callable[[], Frame], before: bool = False) -> Make:
    earlier = frames.attention_frame() if before else None
    return lambda studio: studio.popover(make(), earlier)


# --- Live -------------------------------------------------------------------------


def calm_without_gpu() -> Frame:
    """A run that is well on a machine whose card cannot be read."""
    blind, well = frames.gpu_unreadable_frame(), frames.ok_frame()
    run = replace(
        well.runs[0].run, name="fit_baseline.py", started_at_s=frames.RUN_STARTED_S
    )
    runs = (replace(well.runs[0], run=run),)
    return replace(blind, state=well.state, runs=runs, episodes=())


def _crosshair(at_s: float, window: MainWindow) -> None:
    window.live.graphs.chart.put_crosshair(at_s)


def _live() -> dict[str, Make]:
    busy, idle, small = (
        frames.attention_frame(),
        frames.idle_frame(),
        frames.small_attention_frame(),
    )
    days = past_data.ten_days()
    live = View("live", busy)
    day = replace(live, span_s=86400.0, archive=days)
    first = View("live", idle, live_data.short_past(idle))
    alone = View("live", calm_without_gpu(), live_data.afternoon(with_gpu=False))
    young = replace(first, span_s=86400.0, archive=past_data.first_day())
    return {
        "live": _window(live, partial(_crosshair, frames.NOW_S - 67)),
        "live-first-run": _window(first),
        "live-no-gpu": _window(alone),
        "live-small-machine": _window(View("live", small, store_for(small))),
        "live-narrow": _window(replace(live, size=SMALL_PX)),
        "live-1min": _window(replace(live, span_s=60.0)),
        "live-1h": _window(replace(day, span_s=3600.0)),
        "live-24h": _window(day, partial(_crosshair, past_data.at(1, "16:48"))),
        "live-24h-first-day": _window(young),
    }


# --- Runs, Library, History -------------------------------------------------------


def _choose(row: int, window: MainWindow) -> None:
    window.runs.list.selectRow(row)


def _runs() -> dict[str, Make]:
    archive = runs_data.RunsArchive(*runs_data.six())
    live, leak = runs_data.live_frame(), runs_data.live_frame(growing=True)
    view = View("runs", live, runs_data.live_store(live), archive)
    leaking = replace(
        view, frame=leak, store=runs_data.live_store(leak, True, seconds=1200)
    )
    return {
        "runs": _window(view),
        "runs-failed": _window(view, partial(_choose, 3)),
        "runs-leak": _window(leaking),
        "runs-narrow": _window(replace(leaking, size=SMALL_PX)),
        "runs-none": _window(View("runs", frames.idle_frame())),
    }


def _library_store(frame: Frame) -> Store:
    """The figures of the run of the design, at the time of the frame."""
    store = Store(100)
    key = frame.runs[0].run.key
    values = {
        "demand_threads": 57.0,
        "waiting_threads": 26.0,
        "switches_per_s": 148_000.0,
        "throttled_fraction": 0.0,
        "gpu_busy_fraction": 0.41,
        "worker_demand_threads": 24.0,
        "main_demand_threads": 32.0,
        "read_bytes_per_s": 3.1e8,
        "steps_per_s": 3.2,
        "rss_bytes": 2.3e10,
    }
    store.append(frame.at_s, {f"run.{key}.{n}": v for n, v in values.items()})
    return store


def _read(strategy: str, planner: bool, window: MainWindow) -> None:
    window.library.open_strategy(strategy, planner)


def _library() -> dict[str, Make]:
    live = runs_data.live_frame()
    view = View("library", live, _library_store(live))
    idle = replace(view, frame=frames.idle_frame())
    planner = partial(_read, "distributed", True)
    return {
        "library": _window(view, partial(_read, "threads", False)),
        "library-idle": _window(idle, partial(_read, "memory", False)),
        "library-planner": _window(view, planner),
        "library-narrow": _window(replace(view, size=SMALL_PX), planner),
    }


def _episode(number: int, window: MainWindow) -> None:
    page = window.history
    page.open_episode(page.overview.episodes.rows.records[number])


def _told_episode(studio: Studio) -> QWidget:
    days = past_data.ten_days(studio.look.language)
    view = View("history", frames.attention_frame(), archive=days)
    return studio.window(view, partial(_episode, 0))


def _history_runs(window: MainWindow) -> None:
    page = window.history
    page.overview.filter.table.choose(1)
    page.overview.filter.changed.emit()
    table = page.overview.runs
    table.selectRow(2)
    selection = table.selectionModel()
    flag = selection.SelectionFlag
    selection.select(table.rows.index(5, 0), flag.Select | flag.Rows)


def _compare(window: MainWindow) -> None:
    _history_runs(window)
    window.history.overview.filter.compare.click()


def _history() -> dict[str, Make]:
    view = View("history", frames.attention_frame(), archive=past_data.ten_days())
    idle = View("history", frames.idle_frame(), archive=past_data.first_day())
    return {
        "history": _window(view),
        "history-30-days": _window(view, lambda w: w.history.show_range(30)),
        "history-episode": _told_episode,
        "history-runs": _window(view, _history_runs),
        "history-compare": _window(view, _compare),
        "history-export": _window(
            view, lambda w: w.history.export_bar.show_progress(0.43)
        ),
        "history-first-day": _window(idle),
        "history-narrow": _window(replace(view, size=SMALL_PX)),
    }


# --- Advice -----------------------------------------------------------------------


def several_frame() -> Frame:
    """Three runs, one with a very long name."""
    first = frames.attention_frame()
    long_name = "finetune_" + "with_a_very_long_name_" * 3 + ".py"
    others = (
        frames.run_view(frames.training_run("extract_frames.py", 44102, 2)),
        frames.run_view(
            frames.training_run(long_name, 45001, 2), Unknown(None, ("sustained_s",))
        ),
    )
    return replace(first, runs=(*first.runs, *others))


def _ended(window: MainWindow) -> None:
    frame = several_frame()
    later = replace(frame, at_s=frames.NOW_S + 300, wall_s=frames.WALL_S + 300)
    clear = replace(later.runs[0], verdict=Clear(), advice=None, episode=None)
    window.show_frame(replace(later, runs=(clear, *later.runs[1:])))
    window.advice.show_run(clear.run.key)


def _advice() -> dict[str, Make]:
    busy = View("advice", frames.attention_frame(), env_text=OWN_LINES)
    return {
        "advice": _window(busy),
        "advice-conflict": _window(replace(busy, env_text=OWN_CAP)),
        "advice-written": _window(busy, lambda w: w.advice.body.knob_cards[0].apply()),
        "advice-several": _window(replace(busy, frame=several_frame())),
        "advice-ended": _window(replace(busy, frame=several_frame()), _ended),
        "advice-narrow": _window(replace(busy, size=SMALL_PX)),
        "advice-none": _window(View("advice", frames.ok_frame())),
        "advice-idle": _window(View("advice", frames.idle_frame())),
        "advice-unknown": _window(View("advice", frames.unreadable_run_frame())),
    }


# --- Settings ---------------------------------------------------------------------


def settings_page(window: MainWindow) -> SettingsPage:
    """Return the page of a window that has shown it, its sources looked at."""
    page = window.findChild(SettingsPage)
    assert isinstance(page, SettingsPage)
    thread = page.sources.looking._thread
    if thread is not None:
        thread.join()
    page.foot.look()
    return page


def _look(below: bool, window: MainWindow) -> None:
    page = settings_page(window)
    QApplication.processEvents()
    if below:
        bar = page.findChild(QScrollArea).verticalScrollBar()
        bar.setValue(bar.maximum())


def _settings() -> dict[str, Make]:
    view = View("settings", frames.attention_frame())
    return {
        "settings": _window(view, partial(_look, False)),
        "settings-below": _window(view, partial(_look, True)),
        "settings-narrow": _window(replace(view, size=SMALL_PX), partial(_look, False)),
    }


# --- First page -------------------------------------------------------------------


def _first_page(studio: Studio) -> QWidget:
    window = studio.window(View("live", frames.idle_frame()))
    names = (
        "Variables for the next start of a run, when you apply some",
        "Your settings",
        "What was measured and found, for {days} days at most",
    )
    files = ("config/traintray/train.env", "config/traintray/settings.json")
    files += ("local/state/traintray/history.sqlite",)
    spoken = (QCoreApplication.translate("Introduction", name) for name in names)
    places = tuple(
        (name.format(days=30), f"~/.{file}")
        for name, file in zip(spoken, files, strict=True)
    )
    window.cover(FirstRun(studio.look.theme, places, False))
    studio.settle()
    return window


# --- Dialogs and popover ----------------------------------------------------------


def _preview(text: str | None) -> Make:
    def make(studio: Studio) -> QWidget:
        view = studio.look.told(frames.attention_frame()).runs[0]
        assert view.advice is not None
        proposal = view.advice.proposals[0]
        dialog = ApplyPreview(
            studio.look.theme, proposal, "train.py", studio.env_file(text)
        )
        dialog.show()
        studio.settle()
        return dialog

    return make


def _undo(studio: Studio) -> QWidget:
    dialog = UndoPreview(studio.look.theme, studio.env_file(OWN_LINES))
    dialog.show()
    studio.settle()
    return dialog


def _quit(studio: Studio) -> QWidget:
    dialog = QuitQuestion(studio.look.theme)
    dialog.show()
    studio.settle()
    return dialog


def _parts(studio: Studio) -> QWidget:
    """What the screens are made of, on one board."""
    made = board(studio.look.theme)
    made.show()
    studio.settle()
    return made


def no_data_frame() -> Frame:
    """Nothing was read yet."""
    return replace(frames.paused_frame(), state=State.NO_DATA, gaps={})


POPOVERS: dict[str, Make] = {
    "popover": _popover(frames.attention_frame),
    "popover-critical": _popover(frames.critical_frame),
    "popover-ok": _popover(frames.ok_frame),
    "popover-first-run": _popover(frames.idle_frame),
    "popover-small-machine": _popover(frames.small_attention_frame),
    "popover-not-yet": _popover(frames.unknown_frame),
    "popover-unreadable": _popover(frames.unreadable_run_frame),
    "popover-paused": _popover(frames.paused_frame, before=True),
    "popover-no-gpu": _popover(frames.gpu_unreadable_frame),
    "popover-gpu-lost": _popover(frames.gpu_lost_frame),
    "popover-no-data": lambda studio: studio.popover(no_data_frame(), store=Store(9)),
    "popover-three-runs": _popover(frames.three_runs_frame),
}
DIALOGS: dict[str, Make] = {
    "preview": _preview(OWN_LINES),
    "preview-new-file": _preview(None),
    "preview-conflict": _preview(OWN_CAP),
    "preview-undo": _undo,
    "quit": _quit,
    "parts": _parts,
}


@cache
def windows() -> dict[str, Make]:
    """Return the screens of the main window."""
    shown = _live() | _runs() | _advice() | _library() | _history() | _settings()
    shown["first-page"] = _first_page
    return shown | knob_screens.knobs() | knob_screens.results()


def all_screens() -> dict[str, Make]:
    """Return every screen by its name."""
    return POPOVERS | windows() | DIALOGS
