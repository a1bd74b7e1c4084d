"""What is left to do until a knob takes effect."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, Size
from traintray.ui.widgets.label import Label
from traintray.ui.window.card import Card
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.paragraph import Paragraph, Piece
from traintray.ui.window.path_text import bash_line
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.sunk import Sunk

_GUTTER_PX = 23
_ROW_PX = 25
_DISC_X_PX, _RADIUS_PX = 7, 4.5


class EffectCard(Card):
    """Three stages: write the file, load it, restart training.

    The app does the first one and sees to none of the others, so it says how.
    """

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._write = _Stage(_Place.FIRST, theme)
        self._load = _Stage(_Place.MIDDLE, theme)
        self._restart = _Stage(_Place.LAST, theme)
        self._load.show_text(self.tr("Load it where training starts"))
        self._add_loading(path, theme)
        title = Label("head", theme)
        title.setText(self.tr("Until it takes effect"))
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 12, 14, 12)))
        column.setSpacing(0)
        column.addWidget(title)
        column.addSpacing(fonts.scaled(4))
        for stage in (self._write, self._load, self._restart):
            column.addWidget(stage)

    def show_progress(
        self, run_name: str, written: bool, written_wall_s: float | None
    ) -> None:
        """Show how far it is. `written_wall_s` is None when somebody else wrote it."""
        self._write.show_text(
            self.tr("File written") if written else self.tr("Write the file")
        )
        if written:
            when = "" if written_wall_s is None else fmt.clock(written_wall_s, False)
        else:
            when = self.tr("now")
        self._write.show_remark(when)
        self._restart.show_text(self.tr("Restart {name}").format(name=run_name))
        self._restart.show_remark(self.tr("same command"))
        self._write.show_state(_State.DONE if written else _State.NOW)
        self._load.show_state(_State.NOW if written else _State.LATER)

    def _add_loading(self, path: Path, theme: Theme) -> None:
        line = bash_line(path)
        copy = CopyButton(self.tr("Copy"), theme, Kind.QUIET, Size.INLINE)
        copy.set_icon_name("copy")
        copy.setAccessibleName(self.tr("Copy the line that loads the file"))
        copy.content = line
        code = Label("code_small", theme)
        code.setWordWrap(True)
        code.setText(line)
        self.copy_button = copy
        box = Sunk(theme)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(*map(fonts.scaled, (6, 5, 6, 5)))
        inside.addWidget(code)
        other = Paragraph("caption", theme)
        before, after = self.tr("or start it with {command}").split("{command}")
        other.show_pieces(
            [
                Piece(before, "caption", "ink3"),
                Piece("traintray run --", "code_small", "ink2"),
                Piece(after, "caption", "ink3"),
            ]
        )
        self._load.add_right(copy)
        self._load.add_below(box, 0)
        self._load.add_below(other, 5, 4)


class _Place(Enum):
    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"


class _State(Enum):
    DONE = "done"
    NOW = "now"
    LATER = "later"


class _Stage(QWidget):
    """A disc on a line, a text, and what belongs to it."""

    def __init__(self, place: _Place, theme: Theme) -> None:
        super().__init__()
        self._place = place
        self._theme = theme
        self._state = _State.LATER
        self._text = Label("secondary", theme)
        self._text.set_elided(True)
        self._remark = Label("caption", theme, "ink3")
        self._row = QHBoxLayout()
        self._row.setSpacing(fonts.scaled(8))
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._remark)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(fonts.scaled(_GUTTER_PX), 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._row)
        self._text.setMinimumHeight(fonts.scaled(_ROW_PX))

    def show_text(self, text: str) -> None:
        self._text.setText(text)
        self._text.setToolTip(text)

    def show_remark(self, text: str) -> None:
        self._remark.setText(text)

    def show_state(self, state: _State) -> None:
        self._state = state
        self._text.set_role("secondary_head" if state is _State.NOW else "secondary")
        self.update()

    def add_right(self, widget: QWidget) -> None:
        self._remark.hide()
        self._row.addWidget(widget)

    def add_below(self, widget: QWidget, above_px: int, below_px: int = 0) -> None:
        self._column.addSpacing(fonts.scaled(above_px))
        self._column.addWidget(widget)
        self._column.addSpacing(fonts.scaled(below_px))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, y = fonts.scaled(_DISC_X_PX), fonts.scaled(_ROW_PX) / 2 + 0.5
        first, last = self._place is _Place.FIRST, self._place is _Place.LAST
        painter.setPen(QPen(self._theme.line2, 1))
        painter.drawLine(
            QPointF(x, y if first else 0), QPointF(x, y if last else self.height())
        )
        later = self._state is _State.LATER
        ink = self._theme.ctl if later else self._theme.ink
        painter.setPen(QPen(ink, 1.3))
        painter.setBrush(self._theme.card if later else self._theme.ink)
        radius = _RADIUS_PX * fonts.scale()
        painter.drawEllipse(QPointF(x, y), radius, radius)
