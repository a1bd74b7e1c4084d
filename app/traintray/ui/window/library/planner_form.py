"""The fields of the planner: what a person knows of the training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from traintray.core.planner.plan import number
from traintray.core.planner.request import PlanRequest
from traintray.core.planner.typed import read_minutes, read_number, read_share
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import with_detail
from traintray.ui.theme import Theme
from traintray.ui.widgets.focus_ring import KeyboardFocus
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.segmented import Segmented

translate = QCoreApplication.translate

_FIELD_PX = (100, 26)
_ROW_GAP_PX = 6
RULES = ("linear", "sqrt")


@dataclass(frozen=True, slots=True)
class _Kind:
    read: Callable[[str], float]
    write: Callable[[float], str]
    is_whole: bool = False


_COUNT = _Kind(read_number, number, is_whole=True)
_NUMBER = _Kind(read_number, number)
_SHARE = _Kind(read_share, lambda value: f"{number(round(value * 100, 1))}%")
_TIME = _Kind(read_minutes, fmt.duration)


class PlannerForm(QWidget):
    """Fields with what is usual for ResNet-50; each may be emptied."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._epoch_was_typed = False
        self.fields: dict[str, PlanField] = {}
        self._usual: dict[str, str] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.scaled(10))
        self._grid.setVerticalSpacing(fonts.scaled(_ROW_GAP_PX))
        self._grid.setColumnStretch(2, 1)
        self._add_training()
        self._add_scale_out()
        self._grid.setRowStretch(self._grid.rowCount(), 1)

    @property
    def rule(self) -> str:
        """How the learning rate grows: `linear` or `sqrt`."""
        return RULES[self.rules.index]

    def request(self) -> PlanRequest | None:
        """Return what is asked for; None without a data set. Raises PlanError."""
        known = {name: field.value for name, field in self.fields.items()}
        dataset = known["dataset"]
        if dataset is None:
            return None
        link = known["link"]
        return PlanRequest(
            dataset_samples=int(dataset),
            global_batch=_whole(known["batch"]),
            epochs=known["epochs"],
            gpus=_whole(known["gpus"]) or 1,
            base_learning_rate=known["rate"],
            base_batch=_whole(known["base_batch"]),
            scaling_efficiency=known["efficiency"],
            one_gpu_epoch_s=known["epoch"],
            parameters=_whole(known["parameters"]),
            gradient_bytes=2,
            link_bytes_per_s=None if link is None else link * 1e9,
        )

    def offer_epoch(self, epoch_s: float | None) -> None:
        """Put the time of an epoch in that the run has, unless one was typed."""
        if epoch_s is None or self._epoch_was_typed:
            return
        field = self.fields["epoch"]
        if not field.hasFocus() and field.text() != fmt.duration(epoch_s):
            field.put(epoch_s)
            self._from_run.setText(translate("Library", "from run"))

    def typed(self) -> dict[str, object]:
        """Return the texts of the fields that were changed, and the rule, by name; the
        time of an epoch only where the run does not tell it.
        """
        found: dict[str, object] = {
            name: field.text()
            for name, field in self.fields.items()
            if field.text() != self._usual[name]
            and (name != "epoch" or self._epoch_was_typed)
        }
        return found | ({"rule": self.rule} if self.rules.index else {})

    def put_back(self, typed: Mapping[str, object]) -> None:
        """Take what `typed` returned; it may have been edited."""
        for name, field in self.fields.items():
            text = typed.get(name)
            if isinstance(text, str):
                field.setText(text)
                self._epoch_was_typed |= name == "epoch"
        if typed.get("rule") in RULES:
            self.rules.choose(RULES.index(str(typed["rule"])))
            self.changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def _add_training(self) -> None:
        samples = translate("Library", "samples")
        self._head(translate("Library", "Your training"))
        add = self._add
        add("dataset", translate("Library", "Dataset size"), _COUNT, 1_281_167, samples)
        add("batch", translate("Library", "Global batch"), _COUNT, 1024, samples)
        add("epochs", translate("Library", "Epochs"), _NUMBER, 90)
        add("rate", translate("Library", "Base learning rate"), _NUMBER, 0.1)
        at = translate("Library", "of that rate")
        add("base_batch", translate("Library", "Base batch"), _COUNT, 256, at)
        add("parameters", translate("Library", "Parameters"), _COUNT, 25_557_032)

    def _add_scale_out(self) -> None:
        self._head(translate("Library", "Scale-out"))
        add = self._add
        add("gpus", translate("Library", "GPUs"), _COUNT, 4)
        add("efficiency", translate("Library", "Scaling efficiency"), _SHARE, 0.85)
        name = translate("Library", "Epoch on 1 GPU")
        self._from_run = add("epoch", name, _TIME, 1320.0)
        self.fields["epoch"].textEdited.connect(self._typed_epoch)
        add("link", translate("Library", "Slowest link"), _NUMBER, 1.25, "GB/s")
        label = Label("body", self._theme, "ink2")
        label.setText(translate("Library", "LR scaling"))
        self.rules = Segmented(
            (translate("Library", "linear"), "√"), label.text(), self._theme
        )
        self.rules.choose(0)
        self.rules.chosen.connect(self.changed)
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0)
        left = Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(self.rules, row, 1, 1, 2, left)

    def _head(self, text: str) -> None:
        head = Label("secondary", self._theme, "ink3")
        head.setText(text)
        head.setMinimumHeight(fonts.scaled(22))
        self._grid.addWidget(head, self._grid.rowCount(), 0, 1, 3)

    def _add(
        self, key: str, name: str, kind: _Kind, value: float, unit: str = ""
    ) -> Label:
        row = self._grid.rowCount()
        label, after = (
            Label("body", self._theme, "ink2"),
            Label("secondary", self._theme),
        )
        label.setText(name)
        after.set_ink("ink3")
        after.setText(unit)
        spoken = with_detail(name, unit) if unit else name
        field = self.fields[key] = PlanField(spoken, kind, self._theme)
        field.put(value)
        self._usual[key] = field.text()
        field.textChanged.connect(self.changed)
        label.setBuddy(field)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1)
        self._grid.addWidget(after, row, 2)
        return after

    @Slot()
    def _typed_epoch(self) -> None:
        self._epoch_was_typed = True
        self._from_run.setText("")


class PlanField(QLineEdit):
    """A number that is read as it is typed, and written tidily when it is left."""

    def __init__(self, name: str, kind: _Kind, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kind = kind
        self._focus = KeyboardFocus(self, 6)
        self.setFont(fonts.font("label"))
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedSize(*map(fonts.scaled, _FIELD_PX))

    @property
    def value(self) -> float | None:
        """The number; None while there is none or it is no number above 0."""
        try:
            found = self._kind.read(self.text())
        except (ValueError, OverflowError):
            return None
        if found <= 0 or (self._kind.is_whole and not found.is_integer()):
            return None
        return found

    @property
    def is_wrong(self) -> bool:
        """Whether there is a text that is not understood."""
        return bool(self.text().strip()) and self.value is None

    def put(self, value: float) -> None:
        """Write a value."""
        self.setText(self._kind.write(value))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring when the keyboard brought the focus."""
        super().focusInEvent(event)
        self._focus.gained(event, self._theme)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Write the number tidily."""
        super().focusOutEvent(event)
        self._focus.lost()
        if self.value is not None:
            self.put(self.value)


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
