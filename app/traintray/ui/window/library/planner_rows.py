"""The plan in rows: each number with the sum that gives it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from traintray.core.planner.plan import Figure, Plan, number
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import named
from traintray.ui.theme import Theme
from traintray.ui.widgets.hairline import Hairline
from traintray.ui.widgets.label import Label
from traintray.ui.window.retheme import retheme_children

translate = QCoreApplication.translate

_HOUR_S, _DAY_S = 3600.0, 86_400.0


@dataclass(frozen=True, slots=True)
class Row:
    """One number of the plan in words."""

    name: str
    formula: str
    value: str


def rows(plan: Plan, rule: str) -> tuple[Row, ...]:
    """Return the rows of a plan; a number that cannot be computed is a dash."""
    rate = plan.learning_rate_sqrt if rule == "sqrt" else plan.learning_rate_linear
    return (
        _row(translate("Library", "Batch per GPU"), plan.batch_per_gpu),
        _row(translate("Library", "Updates per epoch"), plan.updates_per_epoch),
        _row(translate("Library", "Total updates"), plan.total_updates),
        _row(translate("Library", "Peak learning rate"), rate),
        _row(translate("Library", "Warm-up, in updates"), plan.warmup_updates),
        _speed_up(plan),
        _time(plan),
        _sent(plan),
        _link(plan),
    )


def _row(name: str, figure: Figure | None) -> Row:
    if figure is None:
        return Row(name, "", fmt.MISSING)
    return Row(name, figure.formula, number(figure.value))


def _speed_up(plan: Plan) -> Row:
    name = translate("Library", "Speed-up")
    figure = plan.speed_up
    if figure is None:
        return Row(name, "", fmt.MISSING)
    text = f"{number(round(figure.value, 2))}{fmt.NBSP}×"
    return Row(name, figure.formula, text)


def _time(plan: Plan) -> Row:
    name = translate("Library", "Training time")
    total, faster = plan.training_s, plan.speed_up
    if total is None or faster is None:
        return Row(name, "", fmt.MISSING)
    alone = hours(total.value * faster.value)
    formula = f"{alone} ÷ {number(round(faster.value, 2))}"
    return Row(name, formula, hours(total.value))


def _sent(plan: Plan) -> Row:
    name = translate("Library", "All-reduce, each step")
    figure = plan.allreduce_bytes_per_step
    if figure is None or plan.request.gpus == 1:
        return Row(name, "", fmt.MISSING)
    return Row(name, figure.formula, f"{figure.value / 1e6:,.1f}{fmt.NBSP}MB")


def _link(plan: Plan) -> Row:
    name = translate("Library", "On the link, of a step")
    link, step = plan.allreduce_s, plan.step_s
    if link is None or step is None or plan.request.gpus == 1:
        return Row(name, "", fmt.MISSING)
    formula = f"{link.value * 1e3:.3g} ms ÷ {step.value * 1e3:.3g} ms"
    return Row(name, formula, fmt.percent(link.value / step.value))


def hours(seconds: float) -> str:
    """Return a time without days, as long as that is easy to read: `33 h`."""
    if not _DAY_S <= seconds < 100 * _HOUR_S:
        return fmt.duration(seconds)
    whole, minutes = divmod(round(seconds / 60), 60)
    if not minutes:
        return hours_text(whole)
    text = translate("Number", "{big}\u00a0h\u00a0{small}\u00a0min")
    return text.format(big=whole, small=minutes)


def hours_text(hours: float) -> str:
    """Return `33 h`."""
    return translate("Number", "{big}\u00a0h").format(big=f"{hours:g}")


class PlannerRows(QWidget):
    """Shows rows with hairlines between them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: list[_RowView] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        head = Label("secondary", theme, "ink3")
        head.setText(translate("Library", "Plan"))
        head.setMinimumHeight(fonts.scaled(22))
        self._column.addWidget(head)

    @property
    def texts(self) -> dict[str, tuple[str, str]]:
        """Formula and value by the name of the number."""
        return {
            view.row.name: (view.row.formula, view.row.value) for view in self._shown
        }

    def show_rows(self, wanted: tuple[Row, ...]) -> None:
        """Show these."""
        while len(self._shown) < len(wanted):
            self._shown.append(_RowView(self._theme))
            self._column.addWidget(self._shown[-1])
        for view, row in zip(self._shown, wanted, strict=True):
            view.show_row(row)

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        self._theme = theme
        retheme_children(self, theme)


class _RowView(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.row = Row("", "", "")
        self._name = Label("row_name", theme)
        self._formula = Label("secondary", theme, "ink3")
        self._value = Label("row_value", theme)
        self._name.setWordWrap(True)
        self._formula.setWordWrap(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(*map(fonts.scaled, (0, 3, 0, 0)))
        grid.setSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.setHorizontalSpacing(fonts.scaled(8))
        grid.addWidget(self._name, 0, 0)
        grid.addWidget(self._formula, 1, 0)
        grid.addWidget(self._value, 0, 1, 2, 1)
        grid.setRowMinimumHeight(2, fonts.scaled(3))
        grid.addWidget(Hairline(theme), 3, 0, 1, 2)

    def show_row(self, row: Row) -> None:
        if row == self.row:
            return
        self.row = row
        self._name.setText(row.name)
        self._formula.setText(row.formula)
        self._formula.setToolTip(row.formula)
        self._value.setText(row.value)
        said = f"{row.value} = {row.formula}" if row.formula else row.value
        self._value.setAccessibleName(named(row.name, said))
