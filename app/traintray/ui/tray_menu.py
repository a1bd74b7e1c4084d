"""The menu of the tray icon: all that the app can do, for desktops without clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from traintray.core.state import State
from traintray.ui.snooze_menu import SnoozeMenu

if TYPE_CHECKING:  # the first icon is shown before there is any frame
    from traintray.core.frame import Frame, RunView


class TrayMenu(QMenu):
    """Built once, and kept up to date.

    The panel draws it from a description sent over D-Bus. Qt sends a new one only
    when an entry really changes.
    """

    advice_requested = Signal(str)
    """Run key."""
    knob_requested = Signal(str)
    """Run key."""
    window_requested = Signal()
    pause_requested = Signal()
    snooze_requested = Signal(str, object)
    """(run key, `Span`)"""
    wake_requested = Signal()
    """Every snooze is to end."""
    undo_requested = Signal()
    autostart_requested = Signal(bool)
    quit_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._run_key = ""
        self._is_snoozed = False
        self._lost_title = ""
        self._verdict = self._entry(self._ask_for_verdict)
        self._advice = self._entry(self._ask_for_advice)
        self._knob = self._entry(self._ask_for_knob)
        self.addSeparator()
        self._open = self._entry(self.window_requested)
        self._pause = self._entry(self.pause_requested)
        self._quit = self._entry(self.quit_requested)
        self.addSeparator()
        self._snoozes = SnoozeMenu()
        self._snoozes.chosen.connect(self._ask_for_snooze)
        self._snoozes.wake_requested.connect(self.wake_requested)
        self._snooze = self.addMenu(self._snoozes)
        self._undo = self._entry(self.undo_requested)
        self._autostart = self._entry(self._ask_autostart)
        self._autostart.setCheckable(True)
        self.set_can_undo(False)
        self.translate()

    def translate(self) -> None:
        """Take the words of the language that is installed now."""
        self._snoozes.translate()
        self._advice.setText(self.tr("Show advice"))
        self._open.setText(self.tr("Open traintray"))
        self._undo.setText(self.tr("Undo last change"))
        self._autostart.setText(self.tr("Launch at login"))
        self._quit.setText(self.tr("Quit"))
        self._lost_title = ""
        self.show_state(State.NO_DATA, None)

    def show_frame(self, frame: Frame) -> None:
        """Name a GPU that is lost, the finding of the busiest run that has one, or the
        state.
        """
        self._lost_title = lost_title(frame)
        found = next((view for view in frame.runs if view.advice is not None), None)
        self.show_state(frame.state, found)

    def show_state(self, state: State, found: RunView | None) -> None:
        """Show what is said of the machine, with the first thing to do about it."""
        advice = found.advice if found is not None else None
        self._run_key = found.run.key if found is not None else ""
        proposal = advice.proposals[0] if advice and advice.proposals else None
        headline = advice.headline if advice else self.verdict(state)
        self._verdict.setText(_shown(self._lost_title or headline))
        self._verdict.setEnabled(bool(advice or self._lost_title))
        self._knob.setText(_shown(proposal.action) if proposal else "")
        self._knob.setVisible(proposal is not None)
        self._advice.setVisible(advice is not None)
        self.set_snoozed(self._is_snoozed)
        paused = state is State.PAUSED
        self._pause.setText(self.tr("Resume") if paused else self.tr("Pause"))

    def verdict(self, state: State) -> str:
        """Return the state of the machine in a few words."""
        return {
            State.IDLE: self.tr("No training run"),
            State.OK: self.tr("Training runs well"),
            State.ATTENTION: self.tr("Training needs attention"),
            State.CRITICAL: self.tr("Training needs attention now"),
            State.PAUSED: self.tr("Paused"),
            State.NO_DATA: self.tr("No data"),
        }[state]

    def set_snoozed(self, snoozed: bool) -> None:
        """Offer to end the snoozes, or do not."""
        self._is_snoozed = snoozed
        has_tip = self._advice.isVisible()
        self._snoozes.show_state(has_tip=has_tip, is_snoozed=snoozed)
        self._snooze.setVisible(has_tip or snoozed)

    def set_can_undo(self, possible: bool) -> None:
        """Offer to take back the last change of the env file, or do not."""
        self._undo.setEnabled(possible)

    def set_autostart(self, enabled: bool | None) -> None:
        """Show whether the app starts at login; None where it cannot."""
        self._autostart.setVisible(enabled is not None)
        self._autostart.setChecked(bool(enabled))

    def _entry(self, chosen: object) -> QAction:
        action = QAction(self)
        action.triggered.connect(chosen)
        self.addAction(action)
        return action

    @Slot()
    def _ask_for_verdict(self) -> None:
        if self._lost_title:
            self.window_requested.emit()
        else:
            self._ask_for_advice()

    @Slot()
    def _ask_for_advice(self) -> None:
        self.advice_requested.emit(self._run_key)

    @Slot()
    def _ask_for_knob(self) -> None:
        self.knob_requested.emit(self._run_key)

    @Slot(object)
    def _ask_for_snooze(self, span: object) -> None:
        self.snooze_requested.emit(self._run_key, span)

    @Slot(bool)
    def _ask_autostart(self, checked: bool) -> None:
        self.autostart_requested.emit(checked)


def lost_title(frame: Frame) -> str:
    """Return what to say of the GPU that was lost first; empty where none is."""
    if frame.state is State.PAUSED or not frame.lost_gpus:
        return ""
    from traintray.ui.lost_gpu_words import lost_gpu_title

    return lost_gpu_title(frame.lost_gpus[0])


def _shown(text: str) -> str:
    return text.replace("&", "&&")  # a lone one marks the letter for the keyboard
