"""Remembers what the user was told, and what the user did."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Slot

from traintray.core.archive.names import boot_id, identity_of
from traintray.core.archive.records import KnobRecord, NoticeRecord
from traintray.core.frame import Frame
from traintray.core.knobs.changes import KnobChanges
from traintray.ui.notifier import Notifier
from traintray.ui.tray_menu import TrayMenu
from traintray.ui.windows import Windows

_SETTLED_S = 30.0
"""A notification that reached nobody comes back within 25 s, D-Bus's time limit."""


class Sink(Protocol):
    """What records are given to: core.archive.writer.ArchiveWriter."""

    def save_notice(self, notice: NoticeRecord) -> None:
        """Insert or update a notification."""

    def save_knob_change(self, change: KnobRecord) -> None:
        """Insert a change of a knob."""


class Deeds(QObject):
    """Hears of notifications, of answers to them and of changes to the env file."""

    def __init__(
        self,
        sink: Sink,
        changes: KnobChanges,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self._sink = sink
        self._changes = changes
        self._wall_s = wall_s
        self._boot = boot_id()
        self._shown: dict[str, NoticeRecord] = {}
        """The last notification about each run."""
        self._unsettled: set[str] = set()
        self._advised: list[str] = []

    def listen(self, notifier: Notifier, windows: Windows, menu: TrayMenu) -> None:
        """Hear of everything from now on."""
        notifier.told.connect(self.told)
        notifier.untold.connect(self.untold)
        notifier.dismissed.connect(self.dismissed)
        notifier.snoozed.connect(self.snoozed)
        windows.snooze_requested.connect(self.snoozed)
        windows.useless.connect(self.useless)
        windows.advice_opened.connect(self.opened)
        windows.file_changed.connect(self.file_changed)
        menu.aboutToShow.connect(self.file_changed)
        self.file_changed()

    def follow(self, changes: KnobChanges) -> None:
        """Look at another env file from now on."""
        self._changes = changes
        self.file_changed()

    def show_frame(self, frame: Frame) -> None:
        """Note which runs there are, and keep what has surely been shown."""
        views = [view for view in frame.runs if view.advice and view.advice.proposals]
        self._advised = [view.run.key for view in views]
        self._settle(frame.wall_s - _SETTLED_S)

    def end(self) -> None:
        """Keep what is not kept yet."""
        self._settle(float("inf"))

    @Slot(str, str)
    def told(self, run_key: str, kind: str) -> None:
        """Note that a notification about a run was handed over."""
        identity = identity_of(run_key, self._boot)
        self._shown[run_key] = NoticeRecord(self._wall_s(), kind, identity)
        self._unsettled.add(run_key)

    @Slot(str)
    def untold(self, run_key: str) -> None:
        """Note that it reached nobody."""
        if run_key in self._unsettled:
            self._unsettled.discard(run_key)
            del self._shown[run_key]

    @Slot(str)
    def opened(self, run_key: str) -> None:
        """Note that the advice was read."""
        self._answer(run_key, "opened")

    @Slot(str)
    def snoozed(self, run_key: str) -> None:
        """Note that nothing more is wanted for a while."""
        self._answer(run_key, "snoozed")

    @Slot(str)
    def useless(self, run_key: str) -> None:
        """Note that such a tip is not wanted."""
        self._answer(run_key, "not_useful")

    @Slot(str)
    def dismissed(self, run_key: str) -> None:
        """Note that it was closed."""
        self._answer(run_key, "dismissed")

    @Slot()
    def file_changed(self) -> None:
        """Look whether the env file was changed, by the app or another program: for the
        run that was advised so, where it was the only one.
        """
        advised = self._advised[0] if len(self._advised) == 1 else None
        identity = None if advised is None else identity_of(advised, self._boot)
        for change in self._changes.news(self._wall_s(), identity):
            self._sink.save_knob_change(change)
            if advised is not None and change.action == "apply":
                self._answer(advised, "applied")

    def _answer(self, run_key: str, answer: str) -> None:
        """Keep an answer; a deed is not made less by looking again."""
        notice = self._shown.get(run_key)
        if notice is None or notice.answer == "applied":
            return
        answered = replace(notice, answer=answer, answered_at_s=self._wall_s())
        self._shown[run_key] = answered
        self._unsettled.discard(run_key)
        self._sink.save_notice(answered)

    def _settle(self, until_s: float) -> None:
        for run_key in sorted(self._unsettled):
            if self._shown[run_key].at_s <= until_s:
                self._unsettled.discard(run_key)
                self._sink.save_notice(self._shown[run_key])
