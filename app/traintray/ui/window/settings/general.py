"""What the app does on this desktop, and how it looks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal, Slot

from traintray.platform.autostart.autostart import Autostart, AutostartError
from traintray.ui import language
from traintray.ui.chosen import Chosen
from traintray.ui.spoken import spoken, spoken_error
from traintray.ui.theme import Theme
from traintray.ui.window.settings.section import Section
from traintray.ui.window.settings.switch import Switch

translate = QCoreApplication.translate


class GeneralSection(Section):
    """Start at login is no setting: the desktop's own file decides."""

    autostart_changed = Signal()

    def __init__(self, chosen: Chosen, autostart: Autostart, theme: Theme) -> None:
        super().__init__(translate("Settings", "General"), chosen, theme)
        self._autostart = autostart
        self.launch: Switch | None = None
        if autostart.is_available:
            self._add_launch()
        self.switch("close_to_tray")
        self.menu("language", _languages())
        system = translate("Settings", "System")
        light, dark = translate("Settings", "Light"), translate("Settings", "Dark")
        tones = (("system", system), ("light", light), ("dark", dark))
        self.segments("theme", tones)
        colour = translate("Settings", "Colour")
        monochrome = translate("Settings", "Monochrome")
        self.segments("tray_icon", (("colour", colour), ("monochrome", monochrome)))
        self.segments("panel_tone", tones)
        self.segments("memory_units", (("binary", "GiB"), ("decimal", "GB")))

    def _add_launch(self) -> None:
        hint = translate("Settings", "starts hidden in the tray")
        label = translate("Settings", "Launch at login")
        row = self.row("launch", label, hint)
        self.launch = Switch(row.label.text(), self._theme)
        self.launch.setAccessibleDescription(hint)
        row.add(self.launch)
        self.launch.clicked.connect(self._switch_launch)
        self.look()

    def look(self) -> None:
        """Show what the desktop would do at the next login, and why it would not."""
        if self.launch is None:
            return
        status = self._autostart.status()
        self.launch.setChecked(status.is_enabled and status.problem is None)
        row = self.rows["launch"]
        row.complain(spoken(status.problem) if status.problem else "")

    @Slot(bool)
    def _switch_launch(self, wanted: bool) -> None:
        try:
            if wanted:
                self._autostart.enable()
            else:
                self._autostart.disable()
        except AutostartError as error:
            self.look()
            self.rows["launch"].complain(spoken_error(error))
            return
        self.look()
        self.autostart_changed.emit()


def _languages() -> tuple[tuple[str, str], ...]:
    """Return each language by its own name, and that of the desktop."""
    own = {"en": "English", "zh_CN": "简体中文"}
    of_desktop = own[language.choose("system")]
    system = translate("Settings", "System ({language})").format(language=of_desktop)
    return (("system", system), *own.items())
