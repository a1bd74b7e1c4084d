"""Shows on the cards of an advice what became of its knob after the restart."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from traintray.core.proof.outcome import Change, Proof
from traintray.core.proof.under_way import Measuring
from traintray.ui.state_shape import Shape
from traintray.ui.window.effect_card import EffectCard
from traintray.ui.window.knob_card import KnobCard
from traintray.ui.window.proof.words import verdict_name, verdict_shape

translate = QCoreApplication.translate

_SAME_S = 2.0
"""The journal of the env file counts whole seconds."""

Came = tuple[Measuring | None, Proof | None]
"""What is measured of a change, and what came of it."""


def show_course(
    card: KnobCard, effect: EffectCard, names: Collection[str], came: Came
) -> None:
    """Show how far a change is, where it is what the card has written. `names`: the
    variables of the card.
    """
    case, proof = came
    if case is not None and not _has_written(card, names, case.change):
        case = None
    if proof is not None and not _has_written(card, names, proof.change):
        proof = None
    effect.show_course(case, proof)
    if case is not None:
        card.chip.show_verdict(Shape.WAITING, translate("KnobCourse", "Measuring"))
    elif proof is not None and proof.verdict != "not_comparable":
        card.chip.show_verdict(verdict_shape(proof), verdict_name(proof))
    else:
        return
    card.effect.setText(
        translate("KnobCourse", "The run that has begun since has this value.")
    )


def _has_written(card: KnobCard, names: Collection[str], change: Change) -> bool:
    """Whether a card is about what a change has written, and nothing was written with
    it since.
    """
    written_s = card.written_wall_s
    is_newer = written_s is not None and written_s > change.at_s + _SAME_S
    is_its_own = any(name in names for name in change.new)
    return card.is_written and not is_newer and is_its_own
