"""A state in words, and what its buttons do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from traintray.ui.state_shape import Shape


class Action(Enum):
    """What a button does."""

    NONE = "none"
    KNOB = "knob"
    """Opens the preview of the run's first knob."""
    ADVICE = "advice"
    RESUME = "resume"
    PAGE = "page"
    """Opens the page that is its target."""
    COPY = "copy"
    """Puts its target on the clipboard."""
    PICK = "pick"
    """Asks which process is a training run."""
    REST = "rest"
    """Pauses until tomorrow."""
    NO_GPU = "no_gpu"
    """A GPU that cannot be read is not missed any more; the settings take it back."""
    FINE = "fine"
    """What cannot be read of its run is not missed, and not asked about again."""
    UNDO = "undo"
    """Shows what taking back the last change of the env file would do."""


@dataclass(frozen=True, slots=True)
class Other:
    """The second button."""

    action: Action
    label: str
    name: str = ""
    """What a screen reader says, where the label says too little."""
    target: str = ""


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
    target: str = ""
    """A page, or what is copied."""
    other: Other | None = None
