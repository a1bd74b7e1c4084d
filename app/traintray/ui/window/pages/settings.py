"""The Settings page: what the app does, when it speaks, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from traintray.platform.autostart.autostart import Autostart
from traintray.settings.folders import Folders
from traintray.ui import fonts
from traintray.ui.chosen import Chosen
from traintray.ui.spoken import spoken
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.page import Page
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.settings.env_section import EnvSection
from traintray.ui.window.settings.foot import Foot, ReadCost
from traintray.ui.window.settings.general import GeneralSection
from traintray.ui.window.settings.sampling import SamplingSection
from traintray.ui.window.settings.sources import Look, SourcesSection
from traintray.ui.window.settings.telling_section import TellingSection
from traintray.ui.window.settings.worth_a_tip import WorthATipSection

translate = QCoreApplication.translate

_MARGIN_PX, _TOP_PX = 20, 16
_COLUMN_GAP_PX, _SECTION_GAP_PX = 44, 22
_ONE_COLUMN_BELOW_PX = 900
"""Width of the window: below it the sidebar is narrow, and the page wider again."""


@dataclass(frozen=True, slots=True)
class Computer:
    """What the page asks of the computer."""

    folders: Folders
    autostart: Autostart
    look: Look
    """The checks of the data sources."""
    read_cost: ReadCost
    home: Path


class SettingsPage(Page):
    """Two columns, or one where the window is narrow; each setting acts at once."""

    autostart_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        chosen: Chosen,
        computer: Computer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns = 0
        self.message = MessageLine(theme)
        self.general = GeneralSection(chosen, computer.autostart, theme)
        self.sampling = SamplingSection(chosen, computer.folders.archive_file, theme)
        self.env = EnvSection(chosen, computer.folders, computer.home, theme)
        self.worth = WorthATipSection(chosen, theme)
        self.telling = TellingSection(chosen, theme)
        self.sources = SourcesSection(computer.look, theme)
        self.foot = Foot(computer.read_cost, theme)
        self._left, self._right = QWidget(), QWidget()
        self._scroll = QScrollArea()
        self._lay_out()
        self.general.autostart_changed.connect(self.autostart_changed)
        chosen.told.connect(self._tell)
        for problem in chosen.problems:
            self._tell(problem)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at what others may have changed."""
        super().showEvent(event)
        self.general.look()
        self.sampling.look()
        self.sources.looking.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the columns below each other where there is no room."""
        super().resizeEvent(event)
        self._arrange()

    @Slot(str)
    def _tell(self, sentence: str) -> None:
        self.message.show_text(spoken(sentence))

    def _lay_out(self) -> None:
        scaled = fonts.scaled
        _stacked(self._left, self.general, self.sampling, self.env)
        _stacked(self._right, self.worth, self.telling)
        title = Label("title", self._theme)
        title.setText(translate("MainWindow", "Settings"))
        holder = QWidget()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(scaled(_COLUMN_GAP_PX))
        self._grid.setVerticalSpacing(scaled(_SECTION_GAP_PX))
        column = QVBoxLayout(holder)
        margin = scaled(_MARGIN_PX)
        column.setContentsMargins(margin, scaled(_TOP_PX), margin, scaled(4))
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(self.message)
        column.addSpacing(scaled(10))
        column.addLayout(self._grid)
        column.addStretch(1)
        column.addSpacing(scaled(_SECTION_GAP_PX))
        column.addWidget(self.sources)
        column.addWidget(self.foot)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._scroll.setHorizontalScrollBarPolicy(never)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(holder)
        self._scroll.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self._scroll)

    def _arrange(self) -> None:
        columns = 1 if self.window().width() < fonts.scaled(_ONE_COLUMN_BELOW_PX) else 2
        if columns == self._columns:
            return
        self._columns = columns
        for side in (self._left, self._right):
            self._grid.removeWidget(side)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(self._left, 0, 0, top)
        self._grid.addWidget(self._right, *((0, 1) if columns == 2 else (1, 0)), top)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if columns == 2 else 0)
        self.sources.set_columns(columns)


def _stacked(side: QWidget, *sections: QWidget) -> None:
    column = QVBoxLayout(side)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(fonts.scaled(_SECTION_GAP_PX))
    for section in sections:
        column.addWidget(section)
