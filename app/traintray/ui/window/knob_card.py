"""The card of one knob: value, preview, Apply, Undo."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from traintray.core.advice.advice import Proposal
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.plan import Plan
from traintray.ui.spoken import spoken, spoken_error
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.conflict_text import conflict_text
from traintray.ui.window.folded_diff import folded
from traintray.ui.window.knob_choice import KnobChoice
from traintray.ui.window.knob_face import KnobFace

_CONTEXT = 2
"""Unchanged lines around a change: the card has less room than the preview."""


class KnobCard(KnobFace):
    """Shows a proposal and what it would do to the env file as it stands now.

    The file is read when the card is shown, when the window comes to the front and
    when the value changes. Only Apply and Undo write it.
    """

    applied = Signal()
    undone = Signal()
    changed = Signal()
    """What the card says of the file has changed."""

    def __init__(
        self,
        theme: Theme,
        env_file: EnvFile,
        parent: QWidget | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(theme, env_file.path, parent)
        self._env_file = env_file
        self._now = now
        self._choice: KnobChoice | None = None
        self._run = ("", "")
        self._plan: Plan | None = None
        self._setting = False
        self._said: tuple[str, Shape] | None = None
        self._preview: ApplyPreview | None = None
        self.stepper.valueChanged.connect(self._choose)
        self.apply_button.clicked.connect(self.apply)
        self.retry_button.clicked.connect(self.reload)
        self.undo_button.clicked.connect(self.undo)

    def show_proposal(self, proposal: Proposal, run_key: str, run_name: str) -> None:
        """Show a knob for a run. A value chosen by hand stays while both stay."""
        choice = self._choice
        same_run = (run_key, run_name) == self._run
        if choice and same_run and choice.proposal == proposal:
            return
        if choice and same_run and choice.proposal.knob == proposal.knob:
            choice.propose(proposal)
        else:
            choice = KnobChoice(proposal, self._env_file)
        self._choice, self._run = choice, (run_key, run_name)
        self.title.setText(proposal.title)
        template = self.tr("Recommended: {arithmetic}")
        self.arithmetic.setText(template.format(arithmetic=proposal.arithmetic))
        self._set_stepper(choice)
        self.stepper.setAccessibleName(proposal.title)
        self.stepper.setVisible(proposal.has_number)
        self.reload()

    @property
    def is_written(self) -> bool:
        """Whether the file holds the chosen value."""
        return self._plan is not None and self._plan.is_empty

    @property
    def written_wall_s(self) -> float | None:
        """When Apply wrote it, in seconds since 1970; None when it was not Apply."""
        if self._choice is None or self._plan is None:
            return None
        return self._choice.written_wall_s(self._plan)

    @Slot()
    def reload(self) -> None:
        """Read the file again and show what it says."""
        self._said = None
        self._refresh()

    @Slot()
    def apply(self) -> None:
        """Write the value; where a line of the user is in the way, preview it first."""
        if self._choice is None or self._plan is None or self._plan.is_empty:
            return
        if self._plan.conflicts:
            self._open_preview(self._choice)
            return
        try:
            self._choice.apply(self._plan, self._now())
        except EnvFileError as error:
            self._say(spoken_error(error))
            return
        self.reload()
        self.undo_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.applied.emit()

    @Slot()
    def undo(self) -> None:
        """Take the newest change back and say what stays."""
        if self._choice is None or not self._choice.can_undo():
            return
        try:
            undone = self._choice.undo()
        except EnvFileError as error:
            self._say(spoken_error(error))
            return
        if undone.left:
            self._say("\n".join(map(spoken, undone.left)))
        elif undone.file_deleted:
            self._say(self.tr("Undone. The file is gone again."), Shape.OK)
        else:
            self._say(self.tr("Undone. The file is as it was."), Shape.OK)
        self.apply_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.undone.emit()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette, also of an open preview."""
        super().set_theme(theme)
        if self._preview is not None:
            self._preview.set_theme(theme)

    def event(self, event: QEvent) -> bool:
        """Read the file again when the user comes back to the window."""
        if event.type() == QEvent.Type.WindowActivate and self.isVisible():
            self.reload()
            self.read_by.look()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the file: it may have changed while nobody looked."""
        super().showEvent(event)
        self.reload()
        self.read_by.look()

    @Slot(int)
    def _choose(self, value: int) -> None:
        if self._choice is not None and not self._setting:
            self._choice.value = value
            self.reload()

    def _set_stepper(self, choice: KnobChoice) -> None:
        """Show the value without taking it for a choice of the user."""
        self._setting = True
        self.stepper.setRange(choice.proposal.minimum, choice.proposal.maximum)
        self.stepper.setValue(choice.value)
        self._setting = False

    def _say(self, text: str, shape: Shape = Shape.ATTENTION) -> None:
        """Say what came of an action, beside what the file now holds."""
        self._said = (text, shape)
        self._refresh()

    def _open_preview(self, choice: KnobChoice) -> None:
        window = self.window()
        self._preview = ApplyPreview(
            self._theme, choice.proposal, self._run[1], self._env_file, window
        )
        self._preview.choose(choice.value)
        self._preview.applied.connect(self._take_over)
        self._preview.finished.connect(self._close_preview)
        self._preview.open()

    @Slot()
    def _close_preview(self) -> None:
        if self._preview is not None:
            self._preview.deleteLater()
            self._preview = None

    @Slot()
    def _take_over(self) -> None:
        """Show what the preview has written."""
        preview, choice = self._preview, self._choice
        if choice is None or preview is None or preview.written is None:
            return
        choice.value = preview.value
        choice.note_written(preview.written, self._now())
        self._set_stepper(choice)
        self.reload()
        self.applied.emit()

    def _refresh(self) -> None:
        choice = self._choice
        if choice is None:
            return
        try:
            self._plan = choice.plan()
        except EnvFileError as error:
            self._plan = None
            self.message.show_text(spoken_error(error))
        else:
            self._show_diff(choice, self._plan)
            said = self._said or (conflict_text(self._plan), Shape.ATTENTION)
            self.message.show_text(*said)
        self.diff.setVisible(self._plan is not None)
        self.copy_button.content = choice.export_lines()
        self._show_buttons(choice)
        self.changed.emit()

    def _show_diff(self, choice: KnobChoice, plan: Plan) -> None:
        template = self.tr("… {count} lines unchanged")
        self.diff.show_lines(
            folded(choice.diff(plan), lambda n: template.format(count=n), _CONTEXT)
        )

    def _show_buttons(self, choice: KnobChoice) -> None:
        plan, written = self._plan, self.is_written
        undoable = written and choice.can_undo()
        preview_first = plan is not None and bool(plan.conflicts)
        self.apply_button.setText(
            self.tr("Apply …") if preview_first else self.tr("Apply")
        )
        self.apply_button.setVisible(plan is not None and not written)
        self.apply_button.setEnabled(plan is None or not plan.is_blocked)
        self.retry_button.setVisible(plan is None)
        self.undo_button.setVisible(undoable)
        self.kept.setVisible(undoable)
        self.copy_button.setVisible(not undoable)
        self.chip.setVisible(written)
        self.chip.show_verdict(Shape.WAITING, self.tr("Ready for the next start"))
        self.effect.setText(
            self.tr(
                "The running process stays as it is; the next start reads the file."
            )
            if written
            else self.tr(
                "Takes effect when training next starts. The previous file is kept, "
                "so you can undo."
            )
        )
