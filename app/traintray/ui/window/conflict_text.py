"""What is said of lines that the user has set by hand."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.knobs.plan import Plan
from traintray.ui.joined import listed
from traintray.ui.spoken import spoken


def conflict_text(plan: Plan) -> str:
    """Return one sentence on the lines that stand in the way; empty without any."""
    if not plan.conflicts:
        return ""
    stuck = next((c for c in plan.conflicts if c.obstacle), None)
    if stuck is not None:
        template = QCoreApplication.translate(
            "conflict_text",
            "Line {line} sets {name} by hand and cannot be replaced here: {why}. "
            "Change it in the file, then try again.",
        )
        return template.format(
            line=stuck.line_number, name=stuck.name, why=spoken(stuck.obstacle or "")
        )
    if len(plan.conflicts) == 1:
        template = QCoreApplication.translate(
            "conflict_text",
            "Line {line} sets {name} by hand. Writing takes that line out; "
            "Undo brings it back.",
        )
        only = plan.conflicts[0]
        return template.format(line=only.line_number, name=only.name)
    template = QCoreApplication.translate(
        "conflict_text",
        "Lines {lines} set the same names by hand. Writing takes them out; "
        "Undo brings them back.",
    )
    return template.format(lines=listed(str(c.line_number) for c in plan.conflicts))
