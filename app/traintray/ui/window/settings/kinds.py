"""Which causes are told: a row that unfolds to all of them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.settings.kinds import told_kinds
from traintray.settings.settings import Settings
from traintray.ui import fonts
from traintray.ui.chosen import Chosen
from traintray.ui.joined import listed
from traintray.ui.kind_words import chip
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Button, Kind, Size
from traintray.ui.window.flow_row import FlowRow
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.settings.row import SettingRow

translate = QCoreApplication.translate

_GAP_PX, _BELOW_PX = 6, 10


class KindChips(QWidget):
    """A pressed chip is told, another is muted."""

    def __init__(self, chosen: Chosen, theme: Theme) -> None:
        super().__init__()
        self._chosen = chosen
        self.chips: dict[str, Button] = {}
        self._flow = FlowRow(_GAP_PX)
        for kind in told_kinds():
            made = Button(chip(kind), theme, Kind.SECONDARY, Size.TABLE)
            made.setCheckable(True)
            made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            made.clicked.connect(self._choose)
            self.chips[kind] = made
            self._flow.add(made)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, fonts.scaled(_BELOW_PX))
        column.addWidget(self._flow)

    def follow(self, now: Settings) -> None:
        """Show which are told."""
        for kind, made in self.chips.items():
            is_told = kind not in now.muted_kinds
            made.setChecked(is_told)
            made.set_icon_name("check" if is_told else "minus")

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)

    @Slot()
    def _choose(self) -> None:
        """Keep what a newer version may have muted."""
        others = set(self._chosen.now.muted_kinds) - self.chips.keys()
        muted = {kind for kind, made in self.chips.items() if not made.isChecked()}
        self._chosen.change({"muted_kinds": tuple(sorted(others | muted))})


class KindsRow:
    """The row, with the chips below it while it is unfolded."""

    def __init__(self, row: SettingRow, chosen: Chosen, theme: Theme) -> None:
        self.row = row
        self.unfold = Button("", theme, Kind.SECONDARY, Size.SMALL)
        self.unfold.setCheckable(True)
        self.unfold.setText(translate("Settings", "Choose"))
        self.unfold.setAccessibleName(translate("Settings", "Choose the kinds of tips"))
        self.chips = KindChips(chosen, theme)
        self.chips.hide()
        row.add(self.unfold)
        row.add_below(self.chips)
        self.unfold.toggled.connect(self.chips.setVisible)

    def follow(self, now: Settings) -> None:
        """Say which are muted."""
        self.chips.follow(now)
        muted = [chip(kind) for kind in self.chips.chips if kind in now.muted_kinds]
        if not muted:
            text = translate("Settings", "all of them")
        elif len(muted) <= 2:
            template = translate("Settings", "all but {kinds}")
            text = template.format(kinds=listed(muted))
        else:
            template = translate("Settings", "{count} kinds are muted")
            text = template.format(count=len(muted))
        self.row.say(text)
