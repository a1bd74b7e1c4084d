"""The preview of a change to the env file, before it is written."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from traintray.core.advice.advice import Proposal
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.plan import Plan
from traintray.ui.joined import with_detail
from traintray.ui.spoken import spoken_error
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.window.conflict_text import conflict_text
from traintray.ui.window.folded_diff import folded
from traintray.ui.window.knob_choice import KnobChoice
from traintray.ui.window.preview_face import PreviewFace

ALL = "recommended"
"""Stands for all knobs that are recommended, where a proposal names its knob."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ApplyPreview(PreviewFace):
    """Shows what writing a knob would change, and writes it on request.

    A running process is never touched. Lines that the user has set by hand are
    taken out only here, after they were shown struck through.
    """

    applied = Signal()

    def __init__(
        self,
        theme: Theme,
        proposal: Proposal,
        run_name: str,
        env_file: EnvFile,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, env_file, parent)
        self._choice = KnobChoice(proposal, env_file)
        self._env_file = env_file
        self._plan: Plan | None = None
        self.written: Plan | None = None
        """What was written; None until it is."""
        self._show_fixed_texts(proposal, run_name)
        self.stepper.setRange(proposal.minimum, proposal.maximum)
        self.stepper.setValue(proposal.value)
        self.stepper.valueChanged.connect(self.choose)
        self.cancel_button.clicked.connect(self.reject)
        self.write_button.clicked.connect(self.write)
        self._refresh()

    @property
    def value(self) -> int:
        """The chosen value."""
        return self._choice.value

    @property
    def plan(self) -> Plan | None:
        """What is previewed; None when the file cannot be read."""
        return self._plan

    @Slot(int)
    def choose(self, value: int) -> None:
        """Preview another value."""
        self._choice.value = value
        self.stepper.setValue(value)
        self._refresh()

    @Slot()
    def write(self) -> None:
        """Write the file and close; stay open and say why when that fails."""
        if self._plan is None or self._plan.is_empty or self._plan.is_blocked:
            return
        try:
            self._env_file.apply(self._plan)
        except EnvFileError as error:
            self._refresh(spoken_error(error))
            return
        self.written = self._plan
        self.applied.emit()
        self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        """Open with the keyboard on Write file."""
        super().showEvent(event)
        self._refresh()
        target = self.write_button if self.write_button.isEnabled() else None
        (target or self.cancel_button).setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl Return writes from anywhere. Enter alone in the number only takes the
        number: nobody has seen the new diff yet.
        """
        if event.key() in _ENTER:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.write_button.click()
                return
            if self.focusWidget() is self.stepper:
                return
        super().keyPressEvent(event)

    def _show_fixed_texts(self, proposal: Proposal, run_name: str) -> None:
        is_cap = proposal.knob == "thread_cap"
        heading = (
            self.tr("Cap threads for the next start of {name}")
            if is_cap
            else self.tr("Recommended values for the next start of {name}")
            if proposal.knob == ALL
            else self.tr("A change for the next start of {name}")
        ).format(name=run_name)
        value_name = self.tr("Threads per process") if is_cap else proposal.title
        self.setWindowTitle(heading)
        self.title.setText(heading)
        self.promise.setText(
            self.tr(
                "The running process is not touched, and you can undo this at any time."
            )
        )
        self.value_name.setText(value_name)
        self.stepper.setAccessibleName(value_name)
        self.stepper.setVisible(proposal.has_number)
        self.arithmetic.setText(proposal.arithmetic)
        self.then.show_sentences(
            [
                self.tr("Load the file where training starts, with the line above"),
                self.tr("Restart {name} when it suits you").format(name=run_name),
                self.tr("We compare up to 5 min before and after"),
                self.tr("Undo restores the file as it is now"),
            ]
        )

    def _refresh(self, failure: str = "") -> None:
        """Read the file again and show what writing would change."""
        try:
            self._plan = self._choice.plan()
        except EnvFileError as error:
            self._plan, failure = None, failure or spoken_error(error)
        plan = self._plan
        self.diff.setVisible(plan is not None)
        self.count.setText("")
        if plan is not None:
            template = self.tr("… {count} lines unchanged")
            self.diff.show_lines(
                folded(plan.diff, lambda count: template.format(count=count))
            )
            self.count.setText(self._counted(plan))
        self._show_message(failure or (conflict_text(plan) if plan else ""))
        writable = plan is not None and not plan.is_empty and not plan.is_blocked
        self.write_button.setEnabled(writable)
        self.copy_button.content = self._choice.export_lines()
        self.fit()

    def _show_message(self, warning: str) -> None:
        if not warning and self._plan is not None and self._plan.is_empty:
            self.message.show_text(self.tr("The file says this already."), Shape.OK)
        else:
            self.message.show_text(warning)

    def _counted(self, plan: Plan) -> str:
        added, gone = plan.added_count, plan.removed_count
        if added == 1:
            words = self.tr("1 line added")
        else:
            words = self.tr("{count} lines added").format(count=added)
        if gone == 1:
            return with_detail(words, self.tr("1 removed"))
        if gone:
            return with_detail(words, self.tr("{count} removed").format(count=gone))
        return words if added else ""
