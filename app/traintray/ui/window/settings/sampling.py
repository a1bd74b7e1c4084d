"""How often is measured, and how long it is kept."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from traintray.core.archive.stretches import SLOT_S
from traintray.ui import format as fmt
from traintray.ui.chosen import Chosen
from traintray.ui.theme import Theme
from traintray.ui.window.settings.section import Section

translate = QCoreApplication.translate

_PERIODS_S = (1.0, 2.0, 5.0)
_DAYS = (1, 7, 14, 30, 90, 180, 365)


class SamplingSection(Section):
    """`archive` is the history file; what it takes on the disk is shown."""

    def __init__(self, chosen: Chosen, archive: Path, theme: Theme) -> None:
        super().__init__(translate("Settings", "Sampling"), chosen, theme)
        self._archive = archive
        self.segments("sampling_period_s", [(s, fmt.duration(s)) for s in _PERIODS_S])
        self.rows["sampling_period_s"].say(
            translate("Settings", "a slower pace costs less and shows fewer peaks")
        )
        self.switch("slow_on_battery")
        self.switch("expects_gpu")
        self.menu("history_days", [(days, days_words(days)) for days in _DAYS])
        self.number("history_megabytes")
        self.look()

    def look(self) -> None:
        """Show what the history takes now."""
        used = 0
        for ending in ("", "-wal"):
            try:
                used += (
                    self._archive.with_name(self._archive.name + ending).stat().st_size
                )
            except OSError:
                continue  # not there yet, or not written to just now
        text = translate(
            "Settings",
            "now {size} on disk; older days go bit by bit, every {time}",
        )
        nothing = translate("Settings", "nothing is on disk yet")
        every = fmt.duration(SLOT_S)
        said = text.format(size=fmt.on_disk(used), time=every) if used else nothing
        self.rows["history_days"].say(said)


def days_words(days: int) -> str:
    """Return `30 days` with the plural of the language."""
    if days == 1:
        return translate("Settings", "1 day")
    return translate("Settings", "{days} days").format(days=days)
