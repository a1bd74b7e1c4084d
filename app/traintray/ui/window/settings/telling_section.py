"""What is told by notifications, and when."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt

from traintray.settings.settings import Settings
from traintray.ui import fonts
from traintray.ui.chosen import Chosen
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.settings.entry import Entry
from traintray.ui.window.settings.kinds import KindsRow
from traintray.ui.window.settings.section import Section

translate = QCoreApplication.translate

_TIME_PX = 58


class TellingSection(Section):
    """Tips, their kinds, quiet hours, budget and snooze; knobs and ends of runs."""

    def __init__(self, chosen: Chosen, theme: Theme) -> None:
        super().__init__(translate("Settings", "Notifications"), chosen, theme)
        self.switch("notify")
        kinds = self.row("muted_kinds", translate("Settings", "Kinds of tips"))
        self.kinds = KindsRow(kinds, chosen, theme)
        self.when_followed(self.kinds.follow)
        self.switch("notify_helped")
        self.switch("notify_finished")
        self.switch("notify_died")
        self._add_quiet_hours()
        self.number("tips_a_day")
        self.number("snooze_minutes")

    def _add_quiet_hours(self) -> None:
        row = self.row("quiet_hours")
        names = {
            "quiet_from": translate("Settings", "Quiet from"),
            "quiet_until": translate("Settings", "Quiet until"),
        }
        fields: list[Entry] = []
        for name, words in names.items():
            if fields:
                between = Label("secondary", self._theme, "ink3")
                between.setText(translate("Settings", "to"))
                row.add(between)
            field = self.entry(name, row, words)
            field.setFixedWidth(fonts.scaled(_TIME_PX))
            field.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            fields.append(field)

        def enable(now: Settings) -> None:
            for field in fields:
                field.setEnabled(now.quiet_hours)

        self.when_followed(enable)
        self.switch("quiet_hours", row)
