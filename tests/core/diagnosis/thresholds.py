"""Writes the list of thresholds in docs/diagnosis.md from the rules themselves.

    PYTHONPATH=app:tests python tests/core/diagnosis/thresholds.py

The reasons stand as strings below the fields, where only the source has them.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from traintray.core.diagnosis import rules
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/diagnosis.md"
BEGIN, END = "<!-- thresholds -->", "<!-- end of thresholds -->"


def reasons(limits: object) -> dict[str, str]:
    """Return the string below each field of a dataclass, in one line."""
    (tree,) = ast.parse(inspect.getsource(type(limits))).body
    if not isinstance(tree, ast.ClassDef):
        raise TypeError(f"{limits!r} is no instance of a class with a source")
    found = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[field.target.id] = " ".join(str(below.value.value).split())
    return found


def rows(limits: object) -> Iterator[str]:
    """Yield a line of the table for each threshold."""
    why = reasons(limits)
    for field in fields(limits) if is_dataclass(limits) else ():
        value = getattr(limits, field.name)
        yield f"| `{field.name}` | {value:,.6g} | {why[field.name]} |"


def table() -> str:
    """Return every threshold: those that several rules share, then rule by rule."""
    head = "| threshold | value | reason |\n|---|---|---|\n"
    parts = ["### Shared\n\n" + head + "\n".join(rows(Policy()))]
    for rule in sorted(collect(rules, "RULE", Rule), key=lambda rule: rule.rank):
        own = "\n".join(rows(rule.limits))
        if own:
            parts.append(f"### {rule.kind}\n\n{head}{own}")
    return "\n\n".join(parts)


def document(text: str) -> str:
    """Return the document with the list of now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text()))
    sys.stdout.write(f"{DOCUMENT} written\n")
