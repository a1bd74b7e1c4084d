"""One line of the table of knobs, as the table shows it: words only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from traintray.ui.state_shape import Shape


class Deed(Enum):
    """What the button at the right end of a line does."""

    NONE = "none"
    """There is no button: `Act.text` says where the knob stands."""
    APPLY = "apply"
    """Opens the preview of the change."""
    APPLY_NOW = "apply_now"
    """Changes the run that goes on; it can be taken back."""
    UNDO_NOW = "undo_now"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class Act:
    """What stands at the right end of a line."""

    deed: Deed
    text: str
    shape: Shape | None = None
    """Before a text without a button."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is said of a knob below its line."""

    head: str
    text: str
    is_code: bool = False
    """A command to copy."""


@dataclass(frozen=True, slots=True)
class Line:
    """One knob."""

    key: str
    """Stable identifier; tells env knobs, live knobs and script lines apart."""
    name: str
    """`OMP_NUM_THREADS`"""
    title: str
    """What it is called beside its name."""
    now: str
    value: str
    """What is recommended, or would be."""
    is_wanted: bool
    """The value is recommended and not there yet: it is shown bold."""
    reason: str
    read_by: str
    act: Act
    facts: tuple[Fact, ...] = ()
    copied: str = ""
    """What Copy and Ctrl C put on the clipboard."""
    is_code: bool = True
    """Its name is one of code, shown so."""
    is_telling: bool = True
    """Whether there is more to say than that nothing asks for it: those that are not
    are folded away.
    """

    @property
    def searched(self) -> tuple[str, ...]:
        """The texts in which the filter looks."""
        return (self.name, self.title, self.reason, self.read_by, self.act.text)


@dataclass(frozen=True, slots=True)
class Group:
    """The lines that are written to the same place."""

    name: str
    """`At the next start`"""
    about: str
    """`written to the environment file`"""
    lines: tuple[Line, ...]
