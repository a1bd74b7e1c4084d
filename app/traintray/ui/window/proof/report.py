"""A result as plain text, for a message or a note."""

from __future__ import annotations

from traintray.core.proof.outcome import Proof
from traintray.ui import format as fmt
from traintray.ui.window.proof import words


def report(proof: Proof) -> str:
    """Return verdict, figures and how sure they are, line by line."""
    lines = [
        f"{proof.run_name}: {words.verdict_name(proof)}",
        words.headline(proof),
        f"{words.change_title(proof)} ({fmt.clock(proof.change.at_s)})",
    ]
    lines += [
        f"{words.measure_name(one)}: {words.value_text(one, one.before)} → "
        f"{words.value_text(one, one.after)} ({words.change_text(one)})"
        for one in proof.measures
    ]
    return "\n".join([*lines, words.sure_text(proof)]) + "\n"
