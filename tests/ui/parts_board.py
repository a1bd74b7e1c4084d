"""All parts on one widget, for the screenshots."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.diagnosis.verdict import Resource
from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.bullet_bar import BulletBar
from traintray.ui.widgets.buttons import (
    IconButton,
    Kind,
    PrimaryButton,
    QuietButton,
    SecondaryButton,
    Size,
)
from traintray.ui.widgets.code_block import CodeBlock
from traintray.ui.widgets.cpu_strip import CpuStrip
from traintray.ui.widgets.diff_block import DiffBlock
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.role_bar import RoleBar
from traintray.ui.widgets.sparkline import Sparkline
from traintray.ui.widgets.state_view import StateView
from traintray.ui.widgets.stepper import Stepper
from traintray.ui.widgets.verdict_chip import VerdictChip
from ui import frames
from ui.stores import store_for

_ICONS = (
    *("live", "runs", "advice", "library", "knobs", "history", "settings", "pause"),
    *("play", "snooze", "copy", "undo", "export", "search", "folder", "lock"),
    *("close", "chevron_down", "chevron_right", "check", "minus", "plus"),
)
_CHIPS = (
    (Shape.OK, "Healthy"),
    (Shape.ATTENTION, "Too many threads"),
    (Shape.CRITICAL, "Swapping"),
    (Shape.PAUSED, "Paused"),
    (Shape.WAITING, "Measuring"),
    (Shape.NO_DATA, "No data"),
)
_DIFF = (
    DiffLine(DiffKind.SAME, "# managed by traintray"),
    DiffLine(DiffKind.SAME, "TOKENIZERS_PARALLELISM=false"),
    DiffLine(DiffKind.REMOVED, "OMP_NUM_THREADS=32"),
    DiffLine(DiffKind.ADDED, "OMP_NUM_THREADS=8"),
    DiffLine(DiffKind.ADDED, "MKL_NUM_THREADS=8"),
    "12 lines unchanged",
    DiffLine(DiffKind.STRUCK, "export OPENBLAS_NUM_THREADS=16"),
)
_CODE = "export OMP_NUM_THREADS=8 MKL_NUM_THREADS=8\nexport OPENBLAS_NUM_THREADS=8"


def board(theme: Theme) -> QWidget:
    """Put everything on one widget, 620 px wide."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(20, 20, 20, 20)
    column.setSpacing(12)
    for make in (_buttons, _small_buttons, _chips, _shapes, _icons):
        row = make(theme)
        row.addStretch(1)
        column.addLayout(row)
    for role in ("title", "verdict", "head", "label", "body", "secondary", "caption"):
        label = Label(role, theme)
        label.setText(f"{role}: 41 threads for 16 cores, 1,281,167")
        column.addWidget(label)
    text = Label("body", theme, "ink2")
    text.setWordWrap(True)
    text.setText(frames.THREADS_ADVICE.why)
    column.addWidget(text)
    column.addWidget(Hairline(theme))
    column.addLayout(_bars(theme))
    roles = RoleBar(theme)
    roles.show_roles(frames.THREADS_ADVICE.roles, 16, "16 cores")
    column.addWidget(roles)
    strip = CpuStrip(theme)
    strip.show_cpus([n / 31 if n != 5 else None for n in range(32)], 0.0)
    column.addWidget(strip)
    column.addWidget(CodeBlock(_CODE, theme))
    diff = DiffBlock(theme)
    diff.show_lines(_DIFF)
    column.addWidget(diff)
    stepper = Stepper(1, 32, theme)
    stepper.setValue(8)
    column.addWidget(stepper, 0, Qt.AlignmentFlag.AlignLeft)
    column.addStretch(1)
    widget.setFixedWidth(620)
    widget.setFixedHeight(column.totalHeightForWidth(620))
    return widget


def _buttons(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    disabled = SecondaryButton("Disabled", theme)
    disabled.setEnabled(False)
    for button in (
        PrimaryButton("Primary", theme),
        SecondaryButton("Secondary", theme),
        QuietButton("Quiet", theme),
        disabled,
        IconButton("snooze", "Snooze", theme, Kind.SECONDARY),
        IconButton("pause", "Pause", theme),
    ):
        row.addWidget(button)
    return row


def _small_buttons(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    quiet = QuietButton("Snooze", theme, Size.SMALL)
    quiet.set_icon_name("snooze")
    for button in (
        PrimaryButton("Apply", theme, Size.SMALL),
        SecondaryButton("Undo", theme, Size.TABLE),
        quiet,
    ):
        row.addWidget(button)
    return row


def _chips(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for shape, text in _CHIPS:
        chip = VerdictChip(theme)
        chip.show_verdict(shape, text)
        row.addWidget(chip)
    return row


def _shapes(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    for size_px in (20, 28):
        for shape in Shape:
            row.addWidget(StateView(shape, size_px, theme))
    return row


def _icons(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    for name in _ICONS:
        shown = QuietButton("", theme, Size.INLINE)
        shown.set_icon_name(name)
        row.addWidget(shown)
    row.setSpacing(0)
    return row


def _bars(theme: Theme) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(20)
    for evidence in frames.THREADS_EVIDENCE[::5]:
        bar = BulletBar(theme)
        bar.show_evidence(evidence, "CPU")
        row.addWidget(bar)
    shown = frames.attention_frame()
    times, values = store_for(shown).copy("cpu.busy_fraction", shown.at_s - 300)
    for hole in range(150, 180):
        values[hole] = float("nan")
    spark = Sparkline(Resource.CPU, theme)
    spark.show_samples(times, values, shown.at_s)
    row.addWidget(spark)
    row.addStretch(1)
    return row
