"""The thresholds that a user may move."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Slot

from traintray.settings.fields import options
from traintray.settings.settings import Settings
from traintray.settings.tuning import THRESHOLDS
from traintray.ui.chosen import Chosen
from traintray.ui.spoken import spoken
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import QuietButton, Size
from traintray.ui.window.settings.section import Section

translate = QCoreApplication.translate


class WorthATipSection(Section):
    """Each threshold with what is usual, once it has been moved."""

    def __init__(self, chosen: Chosen, theme: Theme) -> None:
        words = translate("Settings", "Defaults")
        self.defaults = QuietButton(words, theme, Size.TABLE)
        name = translate("Settings", "Set all thresholds to their defaults")
        self.defaults.setAccessibleName(name)
        self.defaults.setToolTip(name)
        title = translate("Settings", "When is it worth a tip?")
        super().__init__(title, chosen, theme, self.defaults)
        for threshold in THRESHOLDS:
            self.number(threshold)
        self.defaults.clicked.connect(self._set_defaults)
        self.when_followed(self._mark)

    def _mark(self, now: Settings) -> None:
        moved = 0
        for name in THRESHOLDS:
            option = options(Settings)[name]
            hint = spoken(option.hint)
            if getattr(now, name) != option.default:
                moved += 1
                usual = f"{option.default:g}\u00a0{spoken(option.unit)}"
                text = translate("Settings", "{hint} · set by you, usual {value}")
                hint = text.format(value=usual, hint=hint)
            self.rows[name].say(hint)
        self.defaults.setEnabled(moved > 0)

    @Slot()
    def _set_defaults(self) -> None:
        declared = options(Settings)
        self.chosen.change({name: declared[name].default for name in THRESHOLDS})
