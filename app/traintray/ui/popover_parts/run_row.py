"""One training run in the popover, with its verdict."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traintray.core.detection.run import Role, TrainingRun
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.joined import with_detail
from traintray.ui.progress_words import progress_words, speed_words
from traintray.ui.run_names import with_model
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.verdict_chip import VerdictChip
from traintray.ui.window.head_row import HeadRow

_HEIGHT_PX = 38
_GAP_PX = 8

translate = QCoreApplication.translate


def roles_text(run: TrainingRun) -> str:
    """Return who takes part: `main + 8 workers`, `4 ranks + 8 workers`."""
    ranks, workers = run.count(Role.RANK), run.count(Role.WORKER)
    if ranks == 1:
        text = translate("RunRow", "1 rank")
    elif ranks:
        text = translate("RunRow", "{count} ranks").format(count=ranks)
    else:
        text = translate("RunRow", "main")
    if workers == 1:
        return text + " + " + translate("RunRow", "1 worker")
    if workers:
        more = translate("RunRow", "{count} workers").format(count=workers)
        return f"{text} + {more}"
    return text


class RunRow(QWidget):
    """Name, who takes part, since when; the chip at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = Label("run_name", theme)
        self._name.set_elided(True)
        self._process = Label("run_detail", theme, "ink3")
        self._roles = Label("caption", theme, "ink3")
        self._roles.set_elided(True)
        self._chip = VerdictChip(theme)
        self._lay_out()

    def show_run(self, run: TrainingRun, at_s: float, chip: tuple[Shape, str]) -> None:
        """Show a run as it is at `at_s`, on the monotonic clock."""
        self._name.setText(run.name)
        pid = self.tr("PID {pid}").format(pid=run.root_pid)
        self._process.setText(with_model(run, pid))
        age = fmt.duration(at_s - run.started_at_s)
        known = roles_text(run), age, speed_words(run.progress)
        self._roles.setText(f" {fmt.DOT} ".join(part for part in known if part))
        self._chip.show_verdict(*chip)
        self.setToolTip(progress_words(run.progress))
        self.setAccessibleName(with_detail(run.name, self._process.text()))
        self.setAccessibleDescription(self._chip.accessibleName())

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        for part in (self._name, self._process, self._roles, self._chip):
            part.set_theme(theme)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Name, process, roles and chip as shown."""
        labels = self._name, self._process, self._roles
        name, process, roles = (label.text() for label in labels)
        return name, process, roles, self._chip.text

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.setSpacing(fonts.scaled(4))
        title.addWidget(self._name)
        title.addWidget(self._process)
        title.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.setContentsMargins(0, 3, 0, 4)
        words.addLayout(title)
        words.addWidget(self._roles)
        left = QWidget()
        left.setLayout(words)
        left.setMinimumHeight(fonts.scaled(_HEIGHT_PX))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(HeadRow(left, (self._chip,), _GAP_PX))
