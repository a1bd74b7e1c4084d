"""Where the buttons of the popover lead."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from traintray.core.advice.advice import PLANNER
from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.ui.popover_parts.first_action import RUNS
from traintray.ui.popover_parts.gpu_words import HARDWARE
from traintray.ui.popover_parts.words import FIRST_RUN, Ready

if TYPE_CHECKING:
    from traintray.ui.popover import Popover
    from traintray.ui.windows import Windows

_RUN = ("traintray", "run", "--")


class PopoverWays(QObject):
    """Leads to the window, and knows whether a knob waits for the next start."""

    def __init__(self, popover: Popover, windows: Windows, env_file: EnvFile) -> None:
        super().__init__(windows)
        self._popover = popover
        self._windows = windows
        self._env_file = env_file
        self._stamp: tuple[int, int] | None = None
        self._set: dict[str, str] = {}
        popover.advice_requested.connect(windows.show_advice)
        popover.knob_requested.connect(windows.show_preview)
        popover.window_requested.connect(windows.show_window)
        popover.snooze_requested.connect(windows.snooze_requested)
        popover.snooze_requested.connect(windows.show_snoozed)
        popover.pause_requested.connect(windows.pause_requested)
        popover.undo_requested.connect(windows.preview_undo)
        popover.page_requested.connect(self._show_page)
        popover.head.asked.connect(windows.asked)
        popover.knows_ready(self.ready)

    def ready(self, frame: Frame) -> Ready | None:
        """Return the knob whose value is in the env file for a run of the frame that
        was started before; None without one, or where the file cannot be read.
        """
        for view in frame.runs:
            for proposal in view.advice.proposals[:1] if view.advice else ():
                wanted = proposal.variables()
                known = self._values()
                if wanted and all(known.get(n) == v for n, v in wanted.items()):
                    command = shlex.join((*_RUN, *view.run.command))
                    return Ready(view.run.key, command)
        return None

    def _values(self) -> dict[str, str]:
        """Read the file when it is another one than last time."""
        try:
            found = self._env_file.path.stat()
            stamp = found.st_mtime_ns, found.st_size
            if stamp != self._stamp:
                self._set, self._stamp = self._env_file.values(), stamp
        except (OSError, EnvFileError):
            self._set, self._stamp = {}, None
        return self._set

    @Slot(str)
    def _show_page(self, page: str) -> None:
        from traintray.ui.window.page import LIBRARY

        windows = self._windows
        if page == RUNS:
            windows.show_run(self._popover.head.words.run_key)
            return
        windows.show_window()
        window = windows.window
        if page == FIRST_RUN:
            windows.introduction_requested.emit()
        elif window is not None and page == PLANNER:
            window.advice.planner_requested.emit()
        elif window is not None:
            window.open_page(LIBRARY if page == HARDWARE else page)
            if page == HARDWARE:
                window.library.open_strategy(page, False)
