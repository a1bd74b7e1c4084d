"""What happened between the change and its result."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.proof.outcome import Proof
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.window.card import Card
from traintray.ui.window.stage import Place, Progress, Stage

Step = tuple[str, str]
"""What happened, and when."""


class Timeline(Card):
    """Four steps, all of them done."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        title = Label("head", theme)
        title.setText(self.tr("Timeline"))
        self._steps = QVBoxLayout()
        self._steps.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(*map(fonts.scaled, (14, 12, 14, 12)))
        column.setSpacing(0)
        column.addWidget(title)
        column.addSpacing(fonts.scaled(4))
        column.addLayout(self._steps)

    def show_proof(self, proof: Proof, title: str) -> None:
        """Show how the result came about; `title` is what was changed."""
        while (item := self._steps.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        steps = self._told(proof, title)
        for at, (text, when) in enumerate(steps):
            is_first, is_last = at == 0, at == len(steps) - 1
            place = Place.FIRST if is_first else Place.LAST if is_last else Place.MIDDLE
            stage = Stage(place, self._theme)
            stage.show_text(text)
            stage.show_remark(when)
            stage.show_state(Progress.DONE)
            self._steps.addWidget(stage)

    def _told(self, proof: Proof, title: str) -> list[Step]:
        steps = [(title, fmt.clock(proof.change.at_s))]
        after, warm_up_s = proof.windows.after, proof.windows.warm_up_s
        if after is not None:
            again = self.tr("{run} started again").format(run=proof.run_name)
            steps += [
                (again, fmt.clock(after.since_s - warm_up_s)),
                (self.tr("Warm-up, left out"), fmt.duration(warm_up_s)),
                (
                    self.tr("Compared {length} each").format(
                        length=fmt.duration(after.until_s - after.since_s)
                    ),
                    fmt.clock(after.until_s),
                ),
            ]
        return [*steps, (self.tr("Result"), fmt.clock(proof.made_at_s))]
