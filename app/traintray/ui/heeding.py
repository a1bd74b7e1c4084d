"""Makes every part of the app heed the settings, at its start and when they change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from traintray.core.archive.limits import Limits
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.envfile import EnvFile
from traintray.core.memory_units import tell_in
from traintray.settings import env_place
from traintray.settings.folders import Folders
from traintray.settings.tuning import THRESHOLDS, tuning_of
from traintray.ui import language
from traintray.ui.chosen import Chosen
from traintray.ui.deeds import Deeds
from traintray.ui.feed import Feed
from traintray.ui.notices import Notices
from traintray.ui.presence import Presence
from traintray.ui.renewed_windows import RenewedWindows
from traintray.ui.tip_desk import TipDesk
from traintray.ui.tray_extras import TrayExtras
from traintray.ui.tray_menu import TrayMenu

if TYPE_CHECKING:
    from traintray.ui.remembering import Remembers

_LOOK = frozenset({"theme", "tray_icon", "panel_tone"})
_PACE = frozenset({"sampling_period_s", "slow_on_battery"})
_KEPT = frozenset({"history_days", "history_megabytes"})
_WORDS = frozenset({"language", "memory_units"})


@dataclass(frozen=True, slots=True)
class Heeders:
    """What heeds them."""

    feed: Feed
    windows: RenewedWindows
    tips: TipDesk
    extras: TrayExtras
    deeds: Deeds
    memory: Remembers
    menu: TrayMenu
    presence: Presence
    notices: Notices
    speaker: QObject
    """Owns the translation of the app's words."""


class Heeding(QObject):
    """Hands each setting to the part that it is for."""

    look_changed = Signal()
    """Theme, icon or panel are to look different."""

    def __init__(self, chosen: Chosen, folders: Folders, parts: Heeders) -> None:
        super().__init__()
        self._chosen = chosen
        self._folders = folders
        self._parts = parts
        self._set_pace()
        parts.feed.expect_gpu(chosen.now.expects_gpu)
        parts.feed.tune(tuning_of(chosen.now))
        parts.presence.stays_in_tray = chosen.now.close_to_tray
        chosen.changed.connect(self._heed)
        chosen.told.connect(self._tell)
        parts.tips.settings_changed.connect(chosen.reload)
        parts.notices.tell_problems(chosen.problems)

    @Slot(object)
    def _heed(self, names: frozenset[str]) -> None:
        now, parts = self._chosen.now, self._parts
        parts.tips.choose(now)
        parts.windows.snooze_for(now.snooze_minutes * 60.0)
        parts.presence.stays_in_tray = now.close_to_tray
        parts.feed.expect_gpu(now.expects_gpu)
        if names & _PACE:
            self._set_pace()
        if names & set(THRESHOLDS):
            parts.feed.tune(tuning_of(now))
        if names & _KEPT:
            parts.memory.keep_to(Limits.of(now.history_days, now.history_megabytes))
        if names & _LOOK:
            self.look_changed.emit()
        if "env_file" in names:
            self._go_to_env_file()
        if names & _WORDS:
            self._speak(names)

    def _set_pace(self) -> None:
        now = self._chosen.now
        self._parts.feed.set_pace(now.sampling_period_s, now.slow_on_battery)

    def _go_to_env_file(self) -> None:
        path = env_place.env_file(self._chosen.now, self._folders)
        env_file = EnvFile(path, self._folders.state_dir)
        self._parts.extras.use(env_file)
        self._parts.deeds.follow(KnobChanges(env_file))
        self._parts.windows.use(env_file)

    def _speak(self, names: frozenset[str]) -> None:
        """Take other words: what is open is made anew. What was clicked lives on until
        the click has been dealt with.
        """
        tell_in(self._chosen.now.memory_units)
        if "language" in names:
            spoken = language.choose(self._chosen.now.language)
            language.replace(spoken, self._parts.speaker)
            self._parts.menu.translate()
            self._parts.feed.speak(spoken)
        self._parts.windows.renew()

    @Slot(str)
    def _tell(self, sentence: str) -> None:
        """Say it by a notification where the page, which says it too, is not seen."""
        if not self._parts.windows.is_open:
            self._parts.notices.tell_problems((sentence,))
