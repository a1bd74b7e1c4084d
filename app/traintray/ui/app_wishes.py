"""What buttons of the popover ask of the whole app: rest, pick a process, no GPU."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Slot

from traintray.core.runs.process_end import started_ticks
from traintray.ui.chosen import Chosen
from traintray.ui.feed import Feed
from traintray.ui.opening import open_dialog
from traintray.ui.theme import Theme
from traintray.ui.windows import Windows

translate = QCoreApplication.translate


class AppWishes(QObject):
    """Does what is asked, and imports what it takes only then."""

    def __init__(
        self,
        windows: Windows,
        feed: Feed,
        chosen: Chosen,
        theme: Callable[[], Theme],
    ) -> None:
        super().__init__(windows)
        self._windows = windows
        self._feed = feed
        self._chosen = chosen
        self._theme = theme
        windows.asked.connect(self._do)

    @Slot(object)
    def _do(self, asked: object) -> None:
        from traintray.ui.popover_parts.verdict_words import Action
        from traintray.ui.snooze_end import tomorrow_s

        if asked is Action.REST:
            self._feed.pause(True, tomorrow_s(time.time()))
        elif asked is Action.NO_GPU:
            self._chosen.change({"expects_gpu": False})
        elif asked is Action.PICK:
            self._ask_for_process()

    def _ask_for_process(self) -> None:
        from traintray.ui.window.pick_process import PickProcess

        self._windows.show_window()
        if not self._feed.can_pick:
            text = translate("Popover", "A recording knows only what it recorded.")
            self._windows.show_notice(text)
            return
        last = self._feed.last
        programs = last.others if last is not None else ()
        dialog = PickProcess(
            self._theme(),
            programs,
            lambda pid: started_ticks(pid) is not None,
            self._windows.window,
        )
        dialog.picked.connect(self._pick)
        open_dialog(dialog)

    @Slot(int)
    def _pick(self, pid: int) -> None:
        ticks = started_ticks(pid)
        if ticks is not None:
            self._feed.pick(pid, ticks)
            self._windows.show_run("")
