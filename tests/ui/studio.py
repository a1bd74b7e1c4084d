"""Opens every screen of the app with the sample data of the tests, in any look.

For the pictures of `make screenshots`, and for the tests that walk over all pages.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

from traintray.core.frame import Frame
from traintray.core.history.store import Store
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import style
from traintray.ui.archive_desk import ArchiveDesk, OpenArchive
from traintray.ui.live_thread import LiveThread
from traintray.ui.popover import Popover
from traintray.ui.theme import LIGHT, Theme
from traintray.ui.window.main_window import MainWindow
from traintray.ui.window.pages.advice import AdvicePage
from ui import frames, live_data, settings_world
from ui.home_env import SampleEnvFile, set_up
from ui.stores import store_for

PAGES = ("live", "runs", "advice", "library", "knobs", "history", "settings")
"""In the order of the sidebar."""
USUAL_PX = 13
OWN_LINES = "\n# your own lines, kept as they are\nCUDA_DEVICE_ORDER=PCI_BUS_ID\n"
OWN_CAP = OWN_LINES + "export OMP_NUM_THREADS=16\n"

_WRITTEN_AGO_S = 2100.0

T = TypeVar("T")
Act = Callable[[MainWindow], None]


class PromptDesk(ArchiveDesk):
    """Answers on the same thread, as soon as the event loop has its turn."""

    def ask(self, name, question, answer):
        reader = self.open_archive()
        QTimer.singleShot(0, self, lambda: answer(question(reader)))


@dataclass(frozen=True)
class Look:
    """How the screens are to look."""

    theme: Theme = LIGHT
    told: Callable[[Frame], Frame] = lambda frame: frame
    """Puts what the core says into the language."""
    text_scale: float = 1.0
    language: str = "en"


@dataclass(frozen=True)
class View:
    """What a window shows."""

    page: str
    frame: Frame
    store: Store = field(default_factory=live_data.afternoon)
    archive: object | None = None
    span_s: float = 300.0
    size: tuple[int, int] = (1120, 720)
    env_text: str | None = None


class Studio:
    """Makes one screen after the other; each is to be closed by who asked for it."""

    def __init__(self, folder: Path, look: Look | None = None) -> None:
        self._folder = folder
        self._app = QApplication.instance() or QApplication([])
        self.look = look or Look()
        self._dressed = False

    def dress(self, look: Look) -> None:
        """Change theme, language and text size of what is opened from now on."""
        if look == self.look and self._dressed:
            return
        self.look, self._dressed = look, True
        font = QFont(self._app.font())
        font.setPixelSize(round(USUAL_PX * look.text_scale))
        self._app.setFont(font)
        style.apply(self._app, look.theme)

    def env_file(self, text: str | None) -> EnvFile:
        """The env file of a user who wrote `text` by hand, and to whom we added a
        line; one that does not exist for None.
        """
        path = self._folder / "home/.config/traintray/train.env"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        state = self._folder / "state"
        shutil.rmtree(state, ignore_errors=True)  # what the last screen has done
        made = SampleEnvFile(path, state, wall_s=lambda: frames.WALL_S - _WRITTEN_AGO_S)
        made.home = self._folder / "home"
        set_up(made.home, path)
        if text is not None:
            path.write_text(text)
            made.apply(made.plan({"TOKENIZERS_PARALLELISM": "false"}))
        return made

    def window(
        self, view: View, act: Act | None = None, live: LiveThread | None = None
    ) -> MainWindow:
        """Open the main window; `act` then does something in it. `live` turns knobs."""
        look = self.look
        env_file = self.env_file(view.env_text)
        advice = AdvicePage(look.theme, env_file)
        desk = None
        if view.archive is not None:
            archive = view.archive
            open_archive: OpenArchive = lambda: archive  # type: ignore[assignment,return-value]  # noqa: E731
            desk = PromptDesk(open_archive)
        state = self._folder / "window.json"
        state.unlink(missing_ok=True)
        window = MainWindow(look.theme, view.store, advice, state, desk)
        window.offer_knobs(env_file, live)
        home = self._folder / "settings"
        settings_world.lived_in(home)
        window.offer_settings(lambda theme: settings_world.page(home, theme))
        if desk is not None:
            desk.setParent(window)
        window.resize(*view.size)
        window.live.set_span(view.span_s)
        window.open_page(view.page)
        window.show()
        window.show_frame(look.told(view.frame))
        self.settle()
        if act is not None:
            act(window)
            self.settle()
        return window

    def popover(
        self, frame: Frame, before: Frame | None = None, store: Store | None = None
    ) -> Popover:
        """Open the popover; `before` is a frame that it has shown already."""
        popover = Popover(self.look.theme)
        popover.runs.login.asks(lambda: True)
        for each in (before, frame):
            if each is not None:
                past = store_for(frame) if store is None else store
                popover.show_frame(self.look.told(each), past)
        popover.show()
        self.settle()
        return popover

    def put_away(self, widget: QWidget) -> None:
        """Close a screen for good; thousands of widgets would make the next slow."""
        widget.hide()
        widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def settle(self) -> None:
        """Let the archive answer, and layouts follow."""
        for _ in range(8):
            self._app.processEvents()


def existing_pages(window: MainWindow) -> list[str]:
    """Return the pages that the window has, in order."""
    found = []
    here = window.page
    for name in PAGES:
        try:
            window.open_page(name)
        except KeyError:
            continue
        found.append(name)
    window.open_page(here)
    return found


def parts(widget: QWidget, kind: type[T]) -> list[T]:
    """Return what can be seen of `kind` inside `widget`, itself included."""
    every: list[QObject] = [widget, *widget.findChildren(QWidget)]
    return [
        each
        for each in every
        if isinstance(each, kind) and isinstance(each, QWidget) and each.isVisible()
    ]
