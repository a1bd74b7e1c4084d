"""What the preview dialog consists of, and where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from traintray.core.knobs.envfile import EnvFile
from traintray.ui import fonts, style
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, PrimaryButton
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.stepper import Stepper
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.keyed_button import KeyedButton
from traintray.ui.window.loader_picker import LoaderPicker
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.path_line import PathLine
from traintray.ui.window.read_by import ReadBy
from traintray.ui.window.retheme import retheme_children

_WIDTH_PX = 560
_SCREEN_MARGIN_PX = 80


class PreviewFace(QDialog):
    """The parts of the dialog. `ApplyPreview` gives them something to say."""

    def __init__(
        self, theme: Theme, env_file: EnvFile, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        style.apply(self, theme)
        self.title = _paragraph("verdict", "ink", theme)
        self.promise = _paragraph("body", "ink2", theme)
        self.value_name = Label("label", theme)
        self.stepper = Stepper(1, 1, theme)
        self.arithmetic = _paragraph("secondary", "ink3", theme)
        self.path = PathLine("code", "ink2", theme)
        self.path.show_path(env_file.path)
        self.count = Label("secondary", theme, "ink3")
        self.diff = DiffBlock(theme, roomy=True)
        self.message = MessageLine(theme, above_px=8)
        self.read_by = ReadBy(theme, env_file.path)
        self.read_by.look()
        self.loaders = LoaderPicker(env_file.path, theme)
        self.then = _Numbered(theme)
        self.copy_button = CopyButton(self.tr("Copy as export"), theme, Kind.QUIET)
        self.copy_button.set_icon_name("copy")
        self.cancel_button = KeyedButton(self.tr("Cancel"), self.tr("Esc"), theme)
        self.write_button = PrimaryButton(self.tr("Write file"), theme)
        self.write_button.setDefault(True)
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        style.apply(self, theme)
        retheme_children(self, theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        QPainter(self).fillRect(event.rect(), self._theme.bg)

    def fit(self) -> None:
        """Take the height that the content needs, as far as the screen has it."""
        room = self.screen().availableSize()
        width = min(fonts.scaled(_WIDTH_PX), room.width())
        content = self._column.totalHeightForWidth(width)
        wanted = content + self._footer.sizeHint().height()
        self.setFixedSize(width, min(wanted, room.height() - _SCREEN_MARGIN_PX))

    def _lay_out_footer(self) -> None:
        self._footer = _Footer(self._theme)
        row = QHBoxLayout(self._footer)
        row.setContentsMargins(*map(fonts.scaled, (7, 13, 20, 12)))
        row.setSpacing(fonts.scaled(8))
        row.addWidget(self.copy_button)
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.write_button)

    def _lay_out(self) -> None:
        content = QWidget()
        self._column = body = QVBoxLayout(content)
        body.setContentsMargins(*map(fonts.scaled, (20, 18, 20, 16)))
        body.setSpacing(0)
        who, then = self._caption(), self._caption()
        who.setText(self.tr("Who will read it"))
        then.setText(self.tr("Then"))
        parts: tuple[QHBoxLayout | QWidget | int, ...] = (
            *(self.title, 3, self.promise, 14, self._value(), 12),
            *(self._path(), 5, self.diff, self.message, 14),
            *(who, 4, self.read_by, 6, self.loaders, 12, then, 4, self.then),
        )
        for part in parts:
            if isinstance(part, int):
                body.addSpacing(fonts.scaled(part))
            elif isinstance(part, QWidget):
                body.addWidget(part)
            else:
                body.addLayout(part)
        body.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        scroll.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        self._lay_out_footer()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addWidget(self._footer)

    def _caption(self) -> Label:
        return Label("caption_label", self._theme, "ink3")

    def _value(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(12))
        row.addWidget(self.value_name)
        row.addWidget(self.stepper)
        row.addWidget(self.arithmetic, 1)
        return row

    def _path(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(fonts.scaled(12))
        row.addWidget(self.path, 1)
        row.addWidget(self.count)
        return row


def _paragraph(role: str, ink: str, theme: Theme) -> Label:
    label = Label(role, theme, ink)
    label.setWordWrap(True)
    return label


class _Numbered(QWidget):
    """Short sentences with a number before each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(fonts.scaled(4))

    def show_sentences(self, sentences: list[str]) -> None:
        """Show these, once."""
        for number, sentence in enumerate(sentences, start=1):
            digit = Label("secondary", self._theme, "ink3")
            digit.setText(str(number))
            text = _paragraph("secondary", "ink", self._theme)
            text.setText(sentence)
            row = QHBoxLayout()
            row.setSpacing(fonts.scaled(8))
            row.addWidget(digit, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(text, 1)
            self._column.addLayout(row)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        retheme_children(self, theme)


class _Footer(QWidget):
    """The bar with the buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        retheme_children(self, theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.side)
        painter.fillRect(0, 0, self.width(), 1, self._theme.line)
