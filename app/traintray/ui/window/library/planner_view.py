"""The planner: fields, the plan, what to be careful about, a chart."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from traintray.core.frame import Frame
from traintray.core.planner.cautions import cautions
from traintray.core.planner.curve import curve
from traintray.core.planner.launch import launch
from traintray.core.planner.plan import Plan, plan
from traintray.core.planner.request import PlanError
from traintray.ui import fonts
from traintray.ui.spoken import spoken, spoken_error
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import Kind, Size
from traintray.ui.window.copy_button import CopyButton
from traintray.ui.window.library.live_values import epoch_s
from traintray.ui.window.library.planner_chart import PlannerChart
from traintray.ui.window.library.planner_form import PlannerForm
from traintray.ui.window.library.planner_rows import PlannerRows, rows
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead

translate = QCoreApplication.translate

_GAP_PX = 24
_BESIDE_FROM_PX = 500
"""Of the design: below, a sum of the plan would be broken into many lines."""
_MOST_CAUTIONS = 4
_FORM_PART, _PLAN_PART = 54, 46


class PlannerView(QWidget):
    """Computes as one types."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._frame: Frame | None = None
        self.form = PlannerForm(theme)
        self.rows = PlannerRows(theme)
        self.cautions = [MessageLine(theme, 8) for _ in range(_MOST_CAUTIONS)]
        self.chart = PlannerChart(theme)
        copy = translate("Library", "Copy as launch command")
        self.copy = CopyButton(copy, theme, Kind.QUIET, Size.SMALL)
        self.copy.set_icon_name("copy")
        self._lay_out()
        self.form.changed.connect(self._compute)
        self._compute()

    def show_frame(self, frame: Frame) -> None:
        """Take the speed of the run, when it tells it."""
        self._frame = frame
        fields = self.form.fields
        dataset, batch = fields["dataset"].value, fields["base_batch"].value
        per_epoch = epoch_s(
            frame,
            None if dataset is None else int(dataset),
            None if batch is None else int(batch),
        )
        self.form.offer_epoch(per_epoch)
        self._offer_command()

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the plan below the fields where there is no room beside them."""
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        fits = self.width() >= fonts.scaled(_BESIDE_FROM_PX)
        self._columns.setDirection(ways.LeftToRight if fits else ways.TopToBottom)

    def minimumSizeHint(self) -> QSize:
        """As wide as the fields: the plan can stand below them."""
        least = self.form.minimumSizeHint().width()
        return QSize(least, super().minimumSizeHint().height())

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.rows)
        for line in self.cautions:
            right.addWidget(line)
        right.addStretch(1)
        columns = self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        columns.setSpacing(fonts.scaled(_GAP_PX))
        columns.addWidget(self.form, _FORM_PART)
        columns.addLayout(right, _PLAN_PART)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, fonts.scaled(4))
        column.setSpacing(0)
        column.addLayout(columns)
        column.addSpacing(fonts.scaled(8))
        title = translate("Library", "Training time by number of GPUs")
        column.addWidget(SectionHead(title, self._theme, self.copy))
        column.addWidget(self.chart)
        column.addStretch(1)

    @Slot()
    def _compute(self) -> None:
        wrong = [
            field.accessibleName()
            for field in self.form.fields.values()
            if field.is_wrong
        ]
        self._plan: Plan | None = None
        try:
            request = self.form.request()
            self._plan = None if request is None else plan(request)
            said = [spoken(each) for each in cautions(self._plan)] if self._plan else []
        except PlanError as error:
            said = [spoken_error(error)]
        template = translate("Library", "{field}: this is not a number above 0.")
        said = [template.format(field=name) for name in wrong] + said
        for number, line in enumerate(self.cautions):
            line.show_text(said[number] if number < len(said) else "")
        if self._plan is not None:
            self.rows.show_rows(rows(self._plan, self.form.rule))
        self._show_chart()
        self._offer_command()

    def _show_chart(self) -> None:
        made = self._plan
        points = () if made is None else curve(made)
        self.chart.setVisible(bool(points))
        if made is not None and made.scaling_efficiency is not None:
            share = made.scaling_efficiency.value
            self.chart.show_curve(points, made.request.gpus, share)

    def _offer_command(self) -> None:
        made = self._plan
        self.copy.setEnabled(made is not None)
        if made is None:
            return
        cores = None if self._frame is None else self._frame.machine.physical_cores
        started = launch(made, cores, self.form.rule)
        lines = [f"export {name}={value}" for name, value in started.variables]
        self.copy.content = "\n".join([*lines, started.command])
        self.copy.setToolTip(self.copy.content)
