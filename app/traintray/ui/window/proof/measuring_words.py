"""What is said of a change while its effect is measured."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from traintray.core.proof.under_way import Measuring
from traintray.ui import format as fmt
from traintray.ui.format import DOT
from traintray.ui.window.proof.words import title_of

translate = QCoreApplication.translate


def measuring_line(case: Measuring) -> str:
    """Return what is measured and how far it is, in one line."""
    return f"{title_of(case.change)} {DOT} {progress_text(case)}"


def progress_text(case: Measuring) -> str:
    """Return what is waited for, since when, and until when as far as that is known."""
    if case.is_warming_up:
        text = translate(
            "Proof",
            "Warm-up of {run} until {since}, left out; then measured until {until}.",
        )
    elif case.until_s is not None:
        text = translate("Proof", "Measuring {run} since {since}, until {until}.")
    else:
        text = translate(
            "Proof",
            "Measuring {run} since {since}. The result is due, at the latest when the"
            " run ends.",
        )
    since, until = fmt.clock(case.since_s), fmt.clock(case.until_s)
    return text.format(run=case.run_name, since=since, until=until)


def state_text(case: Measuring) -> str:
    """Return how far it is, in three words."""
    if case.is_warming_up:
        text = translate("Proof", "Warm-up until {time}")
        return text.format(time=fmt.clock(case.since_s))
    if case.until_s is None:
        return translate("Proof", "The result is due.")
    text = translate("Proof", "Measuring until {time}")
    return text.format(time=fmt.clock(case.until_s))
