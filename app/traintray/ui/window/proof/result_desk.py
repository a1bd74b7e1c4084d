"""Shows on the Advice page what came of a change, in the place of an advice that is no
longer open, or offered above one that is.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.proof.outcome import Proof
from traintray.ui import fonts
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.state_view import StateView
from traintray.ui.window.advice_memory import Entry
from traintray.ui.window.advice_view import AdviceView
from traintray.ui.window.knobs.changing import Changing
from traintray.ui.window.proof import words
from traintray.ui.window.proof.measured_now import MeasuredNow
from traintray.ui.window.proof.measuring_row import MeasuringRow
from traintray.ui.window.proof.source import ProofSource
from traintray.ui.window.proof.view import ProofView
from traintray.ui.window.retheme import retheme_children

_SHAPE_PX = 13


class ResultDesk(QObject):
    """Gives the page its result; the screen is made with the first one."""

    found = Signal()
    """Something is known that was not."""
    undone = Signal()
    """The change was taken back."""

    def __init__(self, desk: ArchiveDesk, env_file: EnvFile, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._env_file = env_file
        self._source = ProofSource(desk, self)
        self._source.found.connect(self.found)
        self._now = MeasuredNow(desk, env_file, self)
        self._now.found.connect(self.found)
        self.measuring: MeasuringRow | None = None
        self._opened: str | None = None
        """The run whose result is read though its advice is open."""
        self._key: str | None = None
        self._shown: Proof | None = None
        self._can_undo = False
        self._changing: Changing | None = None
        self.view: ProofView | None = None
        self.offer: ResultOffer | None = None

    def show(
        self, view: AdviceView, entry: Entry | None, frame: Frame, theme: Theme
    ) -> None:
        """Put the result on the page, or take it away; before the entry is shown."""
        self._source.ask(frame.wall_s)
        key = entry.run.key if entry is not None else None
        proof = self._source.of(key, frame.wall_s)
        is_open = entry is not None and entry.is_open
        covers = proof is not None and (not is_open or self._opened == key)
        view.covered = covers
        self._show_case(view, key, frame, theme)
        view.body.show_came_of(self._now.of(key), proof)
        if proof is None:
            self._hide()
            return
        result, offer = self._parts(view, theme)
        result.setVisible(covers)
        offer.setVisible(is_open and not covers)
        offer.show_proof(proof)
        self._key = key
        if proof != self._shown:
            self._shown = proof
            self._can_undo = self._still_there(proof)
            result.show_proof(proof, self._can_undo)
        result.offer_advice(is_open)
        result.show_graphs(self._source.graphs(proof))

    def _show_case(
        self, view: AdviceView, key: str | None, frame: Frame, theme: Theme
    ) -> None:
        """Say above everything what is measured of the run."""
        self._now.ask(frame.wall_s)
        case = self._now.of(key)
        if self.measuring is None and case is not None:
            self.measuring = MeasuringRow(theme)
            view.add_above(self.measuring)
        if self.measuring is not None:
            self.measuring.show_case(case)

    @Slot()
    def reload(self) -> None:
        """Look again whether the change still stands in the file."""
        self._shown = None
        self.found.emit()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette of an open preview."""
        if self._changing is not None:
            self._changing.set_theme(theme)

    @Slot()
    def primary(self) -> None:
        """Undo, where that is what is offered first."""
        shown = self._shown
        if shown is not None and shown.verdict == "slower" and self._can_undo:
            self._undo()

    def _parts(self, view: AdviceView, theme: Theme) -> tuple[ProofView, ResultOffer]:
        if self.view is None or self.offer is None:
            self.view = ProofView(self._env_file.path, theme)
            self.offer = ResultOffer(theme, self._read)
            self.view.undo_requested.connect(self._undo)
            self.view.advice_requested.connect(self._back)
            self._changing = Changing(theme, self._env_file, self._page)
            self._changing.changed.connect(self.undone)
            self.view.set_narrow(view.body.is_narrow)
            view.narrowed.connect(self.view.set_narrow)
            view.add_above(self.offer)
            view.add_above(self.view)
        return self.view, self.offer

    def _hide(self) -> None:
        for part in (self.view, self.offer):
            if part is not None:
                part.hide()

    def _still_there(self, proof: Proof) -> bool:
        """Whether undo would take back this change."""
        if not self._env_file.can_undo():
            return False
        try:
            undone = self._env_file.preview_undo()
        except EnvFileError:
            return False
        return any(one.name in proof.change.new for one in undone.changes)

    @Slot()
    def _undo(self) -> None:
        if self._changing is not None:
            self._changing.ask_undo()

    def _read(self) -> None:
        self._opened = self._key
        self.found.emit()

    @Slot()
    def _back(self) -> None:
        self._opened = None
        self.found.emit()


class ResultOffer(QWidget):
    """One line above an open advice: what came of the last change."""

    def __init__(self, theme: Theme, read: Callable[[], None]) -> None:
        super().__init__()
        self._shape: StateView | None = None
        self._theme = theme
        self._text = Label("secondary", theme, "ink2")
        self._text.set_elided(True)
        self.button = SecondaryButton(self.tr("Show the result"), theme, Size.SMALL)
        self.button.clicked.connect(read)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(*map(fonts.scaled, (0, 0, 0, 10)))
        self._row.setSpacing(fonts.scaled(8))
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self.button)

    def show_proof(self, proof: Proof) -> None:
        """Say what was measured."""
        text = words.verdict_text(proof)
        if text == self._text.text():
            return
        self._text.setText(text)
        self._text.setToolTip(text)
        shape = words.verdict_shape(proof)
        if self._shape is None:
            self._shape = StateView(shape, _SHAPE_PX, self._theme)
            self._row.insertWidget(0, self._shape)
        self._shape.show_shape(shape)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)
