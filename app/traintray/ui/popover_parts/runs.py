"""The training runs in the popover, the busiest three of them."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.frame import Frame, State
from traintray.ui.joined import listed
from traintray.ui.popover_parts.login_row import LoginRow
from traintray.ui.popover_parts.run_row import RunRow
from traintray.ui.popover_parts.words import chip_for
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label

_MOST_ROWS = 3


class RunsBlock(QWidget):
    """Up to three runs; without any, launch at login and what can be read here."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = _MOST_ROWS
        self._title = Label("caption_label", theme, "ink3")
        self._title.setText(self.tr("Training"))
        self._more = Label("caption", theme, "ink3")
        self._rows = [RunRow(theme) for _ in range(_MOST_ROWS)]
        self.login = LoginRow(theme)
        self._note = Label("secondary", theme, "ink2")
        self._note.setWordWrap(True)
        self._title_row = QWidget()
        title = QHBoxLayout(self._title_row)
        title.setContentsMargins(0, 0, 0, 0)
        title.addWidget(self._title)
        title.addStretch(1)
        title.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 6)
        column.setSpacing(0)
        column.addWidget(self._title_row)
        column.addWidget(self.login)
        column.addWidget(self._note)
        for row in self._rows:
            column.addWidget(row)

    def show_frame(self, frame: Frame) -> None:
        """Show the runs of a frame."""
        views = frame.runs[: self._most]
        paused = frame.state is State.PAUSED
        for row, view in zip(self._rows, views, strict=False):
            row.show_run(view.run, frame.at_s, chip_for(view))
        for number, row in enumerate(self._rows):
            row.setVisible(number < len(views) and not paused)
        hidden = len(frame.runs) - len(views)
        self._more.setText(self.tr("{count} more").format(count=hidden))
        self._more.setVisible(hidden > 0)
        offers_login = not views and not paused and self.login.is_offered
        self.login.setVisible(offers_login)
        self._title_row.setVisible(not paused and not offers_login)
        self._note.setText(self._note_for(frame, paused))
        self._note.setVisible(paused or not views)
        # Qt tells the next layout of what is hidden, but not the one around it.
        self.updateGeometry()

    def show_most(self, count: int) -> None:
        """Show no more than so many, where the screen is too low for more; with none
        the whole block is gone.
        """
        self._most = min(count, _MOST_ROWS)
        self.setVisible(count > 0)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        for label in (self._title, self._more, self._note):
            label.set_theme(theme)
        self.login.set_theme(theme)
        for row in self._rows:
            row.set_theme(theme)

    @property
    def rows(self) -> tuple[RunRow, ...]:
        """The rows that are shown."""
        return tuple(row for row in self._rows if not row.isHidden())

    @property
    def note(self) -> str:
        """The text shown where there are no rows, empty when there are."""
        return "" if self._note.isHidden() else self._note.text()

    def _note_for(self, frame: Frame, paused: bool) -> str:
        if paused:
            return self.tr(
                "The pause leaves a gap in the graphs. The tray icon shows a slash "
                "until you resume."
            )
        named = (
            (frame.cpu, self.tr("CPU")),
            (frame.pressure, self.tr("pressure")),
            (frame.memory, self.tr("memory")),
            (frame.gpus is not None and frame.gpus.gpus, self.tr("GPU")),
        )
        readable = [name for reading, name in named if reading]
        if not readable:
            return ""
        return self.tr("Readable here: {names}").format(names=listed(readable))
