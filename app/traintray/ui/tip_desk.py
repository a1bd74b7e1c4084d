"""Puts together what decides, what tells and what keeps the answers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.archive.records import RunRecord
from traintray.core.frame import Frame
from traintray.core.proof.outcome import Proof
from traintray.core.telling.telling import Telling
from traintray.platform import login
from traintray.settings import settings as settings_file
from traintray.settings import told
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.ui.notifier import Notifier
from traintray.ui.run_news import RunNews
from traintray.ui.session_bus import SessionBus
from traintray.ui.wishes import SILENT, wishes_of

log = logging.getLogger(__name__)


class HearsOfRuns(Protocol):
    """What news of runs comes from: core.memory.Memory."""

    def hear_ends(self, tell: Callable[[RunRecord], None]) -> None:
        """Let somebody hear of each run that ends, on the sampling thread."""

    def new_proofs(self) -> tuple[Proof, ...]:
        """Return what has come of changes, each once."""


class TipDesk(QObject):
    """Owns the notifier. What is muted goes into the settings, where it can be wanted
    again; snoozes and what was told go into a file of the app's own.
    """

    settings_changed = Signal()
    """The settings file holds something new."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        bus: SessionBus,
        *,
        after_login: bool,
        is_recorded: bool,
    ) -> None:
        """`after_login`: the desktop has started us, maybe just now.

        `is_recorded`: what is shown was recorded, and is no news.
        """
        super().__init__()
        self._folders = folders
        self._is_recorded = is_recorded
        self._is_warned = False
        wishes = SILENT if is_recorded else wishes_of(settings)
        kept = {} if is_recorded else told.load(folders.told_file)
        is_early = after_login and login.is_recent()
        telling = Telling(wishes, after_login=is_early, kept=kept)
        self.notifier = Notifier(telling, bus, self, keep=self._keep)
        self.notifier.muted.connect(self._mute)
        self._new_proofs: Callable[[], tuple[Proof, ...]] = tuple
        self._news = RunNews(self)
        self._news.ended.connect(self.notifier.run_ended)

    def listen(self, memory: HearsOfRuns) -> None:
        """Hear from now on of runs that end and of changes that were compared."""
        self._new_proofs = memory.new_proofs
        memory.hear_ends(self._news.post)

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame."""
        for proof in self._new_proofs():
            self.notifier.proved(proof)
        self.notifier.show_frame(frame)

    def choose(self, settings: Settings) -> None:
        """Take the settings as they are now."""
        if not self._is_recorded:
            self.notifier.choose(wishes_of(settings))

    @Slot(str)
    def _mute(self, kind: str) -> None:
        path = self._folders.settings_file
        present, _ = settings_file.load(path)
        kinds = tuple(sorted({*present.muted_kinds, kind}))
        try:
            settings_file.change(path, {"muted_kinds": kinds})
        except OSError as error:
            log.warning("cannot remember that %s is not wanted: %s", kind, error)
        self.choose(replace(present, muted_kinds=kinds))
        self.settings_changed.emit()

    def _keep(self, remembered: Mapping[str, object]) -> None:
        if self._is_recorded:
            return
        try:
            told.save(self._folders.told_file, remembered)
        except OSError as error:
            if not self._is_warned:
                log.warning("cannot remember what was told: %s", error)
            self._is_warned = True
