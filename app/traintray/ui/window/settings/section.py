"""A heading with the settings that belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.settings.fields import Value, options
from traintray.settings.settings import Settings
from traintray.ui import fonts
from traintray.ui.chosen import Chosen
from traintray.ui.joined import named
from traintray.ui.spoken import spoken
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead
from traintray.ui.window.segmented import Segmented
from traintray.ui.window.settings.entry import Entry
from traintray.ui.window.settings.menu_choice import MenuChoice
from traintray.ui.window.settings.row import SettingRow
from traintray.ui.window.settings.switch import Switch

Entries = Sequence[tuple[str | float, str]]
"""(value, words) of each choice."""
_FIELD_PX = 58


class Section(QWidget):
    """Each row shows what holds and writes what is chosen, at once."""

    def __init__(
        self,
        title: str,
        chosen: Chosen,
        theme: Theme,
        remark: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.chosen = chosen
        self.rows: dict[str, SettingRow] = {}
        self._followers: list[Callable[[Settings], None]] = []
        self.setAccessibleName(title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(SectionHead(title, theme, remark))
        self._column.addWidget(Hairline(theme, ink="line2"))
        chosen.changed.connect(self.follow)

    def follow(self, names: object = None) -> None:
        """Show what holds now."""
        del names
        for follow in self._followers:
            follow(self.chosen.now)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def choose(self, name: str, value: Value) -> None:
        """Write a value; what cannot be written is not shown as chosen."""
        if not self.chosen.change({name: value}):
            self.follow()

    def when_followed(self, follow: Callable[[Settings], None]) -> None:
        """Call this now and whenever settings have changed."""
        self._followers.append(follow)
        follow(self.chosen.now)

    def row(self, name: str, label: str = "", hint: str = "") -> SettingRow:
        """Add a row for a field; its own words unless others are given."""
        declared = options(Settings).get(name)
        if declared is not None:
            label = label or spoken(declared.label)
            hint = hint or spoken(declared.hint)
        made = self.rows[name] = SettingRow(label, hint, self._theme)
        self._column.addWidget(made)
        return made

    def switch(self, name: str, row: SettingRow | None = None) -> Switch:
        """Add a switch for a field, in a row of its own unless one is given."""
        row = row or self.row(name)
        made = Switch(row.label.text(), self._theme)
        made.setAccessibleDescription(row.hint.text())
        row.add(made)
        made.clicked.connect(lambda on: self.choose(name, on))
        self.when_followed(lambda now: made.setChecked(getattr(now, name)))
        return made

    def segments(self, name: str, entries: Entries) -> Segmented:
        """Add a row with few choices side by side."""
        row = self.row(name)
        values = [value for value, _ in entries]
        words = [text for _, text in entries]
        made = Segmented(words, row.label.text(), self._theme)
        row.add(made)
        made.chosen.connect(lambda at: self.choose(name, values[at]))
        self.when_followed(lambda now: made.choose(values.index(getattr(now, name))))
        return made

    def menu(self, name: str, entries: Entries) -> MenuChoice:
        """Add a row with a drop-down list."""
        row = self.row(name)
        made = MenuChoice(entries, row.label.text(), self._theme)
        row.add(made)
        made.picked.connect(lambda value: self.choose(name, value))
        self.when_followed(lambda now: made.show_value(getattr(now, name)))
        return made

    def number(self, name: str) -> Entry:
        """Add a row with a number and its unit."""
        row = self.row(name)
        made = self.entry(name, row, row.label.text())
        made.setAlignment(Qt.AlignmentFlag.AlignRight)
        row.add_unit(spoken(options(Settings)[name].unit))
        return made

    def entry(self, name: str, row: SettingRow, spoken_name: str) -> Entry:
        """Put a field for a value into a row."""
        option = options(Settings)[name]
        unit = spoken(option.unit)
        full = named(spoken_name, unit) if unit else spoken_name
        made = Entry(option, full, self._theme)
        made.setAccessibleDescription(row.hint.text())
        made.setFixedWidth(fonts.scaled(_FIELD_PX))
        row.add(made)
        made.entered.connect(lambda value: self.choose(name, value))
        made.complained.connect(row.complain)
        self.when_followed(lambda now: made.put(getattr(now, name)))
        return made
