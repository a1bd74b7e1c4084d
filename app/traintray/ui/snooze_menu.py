"""For how long a tip is not wanted: the choices, and the way back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from traintray.core.telling.span import Span


class SnoozeMenu(QMenu):
    """Part of the menu of the tray icon, so that it works where a panel draws it, and
    what the buttons open that snooze a tip.
    """

    chosen = Signal(object)
    """A `Span`."""
    wake_requested = Signal()
    """Every snooze is to end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans = {span: self._entry(span) for span in Span}
        self._line = self.addSeparator()
        self._wake = QAction(self)
        self._wake.triggered.connect(self.wake_requested)
        self.addAction(self._wake)
        self.show_state(has_tip=False, is_snoozed=False)
        self.translate()

    def translate(self) -> None:
        """Take the words of the language that is installed now."""
        self.setTitle(self.tr("Snooze"))
        for span, text in {
            Span.FOR_A_WHILE: self.tr("This run, for a while"),
            Span.THIS_RUN: self.tr("This run, until it ends"),
            Span.THIS_KIND: self.tr("Tips of this kind, until the settings say else"),
            Span.TODAY: self.tr("All tips that are not critical, until midnight"),
        }.items():
            self._spans[span].setText(text)
        self._wake.setText(self.tr("Tell me again"))

    def show_state(self, *, has_tip: bool, is_snoozed: bool) -> None:
        """Offer what can be done: with a tip to snooze it, after a snooze to end it."""
        for span, action in self._spans.items():
            action.setVisible(has_tip or span is Span.TODAY)
        self._line.setVisible(is_snoozed)
        self._wake.setVisible(is_snoozed)

    def open_below(self, button: QWidget) -> None:
        """Offer to snooze the tip beside this button; Qt keeps it on the screen."""
        from traintray.ui import fonts  # the menu of the icon needs none of ours

        self.setFont(fonts.font("body"))
        self.show_state(has_tip=True, is_snoozed=False)
        self.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _entry(self, span: Span) -> QAction:
        action = QAction(self)
        action.triggered.connect(partial(self._choose, span))
        self.addAction(action)
        return action

    def _choose(self, span: Span) -> None:
        self.chosen.emit(span)
