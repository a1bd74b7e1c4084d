"""What the Advice page says when there is nothing to advise."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.diagnosis.verdict import Clear, Finding, Unknown
from traintray.core.frame import Frame, State
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.run_names import with_model
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.card import Card
from traintray.ui.window.headline import headline
from traintray.ui.window.missing_words import missing_words, only_needs_time
from traintray.ui.window.retheme import retheme_children

_SHAPE_PX = 20
_WIDEST_PX = 720


class NoAdvice(QWidget):
    """A calm page: what is watched, and what is known of it."""

    sources_requested = Signal()
    """What cannot be read, why, and what helps; the settings know it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[WatchedRun] = []
        self.shape = StateView(Shape.NO_DATA, _SHAPE_PX, theme)
        self.title = Label("title", theme)
        self.title.setWordWrap(True)
        self.text = Label("body", theme, "ink2")
        self.text.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(fonts.scaled(2))
        words.addWidget(self.title)
        words.addWidget(self.text)
        head = QHBoxLayout()
        head.setSpacing(fonts.scaled(12))
        mark = QVBoxLayout()
        mark.addSpacing(fonts.scaled(4))
        mark.addWidget(self.shape)
        mark.addStretch(1)
        head.addLayout(mark)
        head.addLayout(words, 1)
        inner = QWidget()
        inner.setMaximumWidth(fonts.scaled(_WIDEST_PX))
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(*map(fonts.scaled, (0, 4, 0, 0)))
        self._column.setSpacing(fonts.scaled(8))
        self._column.addLayout(head)
        self._column.addSpacing(fonts.scaled(8))
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(inner, 1, Qt.AlignmentFlag.AlignTop)
        outer.addStretch(0)

    def show_entries(self, entries: Sequence[Entry], frame: Frame) -> None:
        """Show runs without an advice, or why there is none at all."""
        blind = frame.state in (State.PAUSED, State.NO_DATA)
        if blind:
            words = headline(frame)
            self.shape.show_shape(words.shape)
            self.title.setText(words.title)
            self.text.setText(words.text)
        else:
            self.shape.show_shape(_shape(entries))
            self.title.setText(self.tr("No advice right now"))
            self.text.setText(self._watched(entries))
        shown = () if blind else tuple(entries)
        while len(self.rows) < len(shown):
            self.rows.append(WatchedRun(self._theme))
            self.rows[-1].sources_button.clicked.connect(self.sources_requested)
            self._column.addWidget(self.rows[-1])
        for i, row in enumerate(self.rows):
            row.setVisible(i < len(shown))
            if i < len(shown):
                row.show_entry(shown[i], frame)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _watched(self, entries: Sequence[Entry]) -> str:
        if not entries:
            return self.tr(
                "No training is running. Start one as usual: traintray notices "
                "PyTorch, TensorFlow and JAX processes by itself, and what it finds "
                "is told here."
            )
        if len(entries) == 1:
            template = self.tr("traintray watches {name}.")
            return template.format(name=entries[0].run.name)
        template = self.tr("traintray watches {count} training runs.")
        return template.format(count=len(entries))


def _shape(entries: Sequence[Entry]) -> Shape:
    """Return the shape for all runs together."""
    if not entries:
        return Shape.NO_DATA
    waits = any(isinstance(entry.verdict, Unknown) for entry in entries)
    return Shape.WAITING if waits else Shape.OK


def _lacks_figures(entry: Entry) -> bool:
    """Return whether something cannot be read that time alone does not bring."""
    verdict = entry.verdict
    return isinstance(verdict, Unknown) and not only_needs_time(verdict)


class WatchedRun(Card):
    """One run with its verdict."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.chip = VerdictChip(theme)
        self.name = Label("head", theme)
        self.name.set_elided(True)
        self.detail = Label("secondary", theme, "ink3")
        self.detail.setWordWrap(True)
        self.verdict = Label("body", theme, "ink2")
        self.verdict.setWordWrap(True)
        text = self.tr("Open Settings")
        self.sources_button = SecondaryButton(text, theme, Size.SMALL)
        head = QHBoxLayout()
        head.setSpacing(fonts.scaled(8))
        head.addWidget(self.name, 1)
        head.addWidget(self.chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 10, 14, 12)))
        column.setSpacing(fonts.scaled(4))
        column.addLayout(head)
        column.addWidget(self.detail)  # beside the name both would be cut
        column.addWidget(self.verdict)
        column.addWidget(self.sources_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_entry(self, entry: Entry, frame: Frame) -> None:
        """Show a run and what is known of it."""
        run = entry.run
        age = fmt.duration(frame.at_s - run.started_at_s)
        pid = self.tr("PID {pid}").format(pid=run.root_pid)
        running = self.tr("running for {time}").format(time=age)
        self.name.setText(run.name)
        self.name.setToolTip(" ".join(run.command))
        self.detail.setText(with_model(run, pid, running))
        shape, chip, text = self._words(entry, age)
        self.chip.show_verdict(shape, chip)
        self.verdict.setText(text)
        self.sources_button.setVisible(_lacks_figures(entry))

    def _words(self, entry: Entry, age: str) -> tuple[Shape, str, str]:
        verdict = entry.verdict
        if isinstance(verdict, Clear):
            return (
                Shape.OK,
                self.tr("Healthy"),
                self.tr("Every check was measured and none crossed its threshold."),
            )
        if isinstance(verdict, Unknown) and _lacks_figures(entry):
            template = self.tr(
                "Not measured: {what}. Without that it cannot be judged; the other "
                "figures are watched as usual. Settings, under “Data sources on this "
                "computer”, tells what is in the way and what helps."
            )
            what = missing_words(verdict.missing)
            return Shape.NO_DATA, self.tr("Cannot tell"), template.format(what=what)
        if isinstance(verdict, Finding):
            text = self.tr("Something was found; its advice is on its way.")
            return Shape.WAITING, self.tr("Watching"), text
        template = self.tr("Watched for {time} so far. A verdict needs a little more.")
        return Shape.WAITING, self.tr("Watching"), template.format(time=age)
