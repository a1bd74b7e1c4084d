"""What the table says of an argument of the user's script."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.knob_table.script_lines import ScriptLine
from traintray.ui.state_shape import Shape
from traintray.ui.window.knobs.line import Act, Deed, Fact, Line

translate = QCoreApplication.translate


def script_line(one: ScriptLine) -> Line:
    """Return how an argument of the script is shown."""
    if one.line:
        act = Act(Deed.COPY, translate("Knobs", "Copy"))
    elif one.value is not None:
        act = Act(Deed.NONE, translate("Knobs", "Fits"), Shape.OK)
    else:
        act = Act(Deed.NONE, translate("Knobs", "Not needed"))
    facts = [
        Fact(translate("Knobs", "Why"), one.why),
        Fact(translate("Knobs", "Costs"), one.cost),
        Fact(
            translate("Knobs", "Takes effect"),
            translate("Knobs", "at the next start; nothing is written for you"),
        ),
    ]
    if one.line:
        facts.append(Fact(translate("Knobs", "To copy"), one.line, is_code=True))
    return Line(
        key=f"script:{one.name}",
        name=one.name,
        title=one.title,
        now=one.now or translate("Knobs", "not seen"),
        value=one.value or "–",
        is_wanted=bool(one.line),
        reason=one.why,
        read_by=translate("Knobs", "your script"),
        act=act,
        facts=tuple(facts),
        copied=one.line,
    )
