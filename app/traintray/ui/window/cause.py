"""Why it happens: who brings how many threads, and the mechanism."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from traintray.core.advice.advice import Advice
from traintray.ui import fonts
from traintray.ui import format as fmt
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label
from traintray.ui.widgets.role_bar import RoleBar
from traintray.ui.window.paragraph import Paragraph, with_code
from traintray.ui.window.retheme import retheme_children
from traintray.ui.window.section_head import SectionHead


class Cause(QWidget):
    """Bar of the roles with the mark of the usable CPUs, and a paragraph."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remark = Label("caption", theme, "ink3")
        self._remark.setText(self.tr("threads ready to run, by role"))
        self.bar = RoleBar(theme)
        self._why = Paragraph("body", theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(SectionHead(self.tr("Why"), theme, self._remark))
        column.addWidget(self.bar)
        column.addSpacing(fonts.scaled(6))
        column.addWidget(self._why)

    def show_advice(self, advice: Advice) -> None:
        """Show why."""
        count = fmt.cores(advice.usable_cpus)
        mark = (
            self.tr("1 CPU")
            if advice.usable_cpus == 1
            else self.tr("{count} CPUs").format(count=count)
        )
        has_roles = bool(advice.roles) and advice.usable_cpus > 0
        self.bar.setVisible(has_roles)
        self._remark.setVisible(has_roles)
        self.bar.show_roles(advice.roles, advice.usable_cpus, mark)
        self._why.show_pieces(with_code(advice.why, "body", "ink2"))

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""
        retheme_children(self, theme)
