"""A state in words, and what its button does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from traintray.ui.state_shape import Shape


class Action(Enum):
    """What the primary button does."""

    NONE = "none"
    KNOB = "knob"
    ADVICE = "advice"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Words:
    """A state in words."""

    shape: Shape
    title: str
    text: str
    action: Action = Action.NONE
    label: str = ""
    """Text of the primary button."""
    run_key: str = ""
    """The run that the actions are about."""
