"""A finding put into words, with steps and knobs. Plain text everywhere: screens
must not interpret any of it as markup, since process names come from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from traintray.core.diagnosis.verdict import Evidence, Severity

PLANNER = "planner"
"""What a step opens that leads to the planner."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A knob with the value that fits this run."""

    knob: str
    """Identifier of the knob, such as `thread_cap`."""
    title: str
    """`Cap threads at`: the value stands beside it."""
    action: str
    """Label of the button that opens the preview: `Cap threads at 8 …`."""
    value: int
    minimum: int
    maximum: int
    arithmetic: str
    """The recommendation as arithmetic: `8 = 16 cores − 8 workers`."""
    variable_names: tuple[str, ...]
    """Variables that all get the value."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Variables that get a value of their own, whatever is chosen."""

    @property
    def has_number(self) -> bool:
        """Whether there is a value to choose; what is none sets `fixed` alone."""
        return bool(self.variable_names)

    def variables(self, value: int | None = None) -> dict[str, str]:
        """Return what the env file would hold for `value`, or for the proposed one."""
        chosen = self.value if value is None else value
        return {**dict.fromkeys(self.variable_names, str(chosen)), **self.fixed}


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One evidence with its texts."""

    label: str
    evidence: Evidence
    threshold_text: str
    """The threshold in words: `> 24 (1.5 × cores)`."""
    reason: str = ""
    """Why the threshold is where it is, in a sentence."""
    source: str = ""
    """The file or command that prints the same number."""


@dataclass(frozen=True, slots=True)
class RoleShare:
    """How many ready threads one role brings, for the bar under *Why*."""

    label: str
    """With the number in it: `main 32`."""
    demand_threads: float
    kind: str
    """`main`, `workers` or `other`: chooses the tint."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do."""

    title: str
    """Imperative, a sentence with its full stop; shown bold."""
    text: str
    """What it brings and how; of a step that is in place, where that was seen."""
    snippet: str | None = None
    """Code or shell lines to copy."""
    in_place: bool = False
    """The run does so already: it is ticked off, without lines."""
    parts: tuple[tuple[str, str], ...] = ()
    """Cost, effect, undo and limits, with their heads, as far as they differ from
    those of the tip."""
    opens: str = ""
    """What a button opens: `PLANNER`; empty for none."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Everything the screens say about one finding."""

    kind: str
    severity: Severity
    chip: str
    """`Too many threads`"""
    headline: str
    """A fact in 42 characters at most: `Too many threads for 16 cores`."""
    popover_text: str
    """Two lines of evidence under the headline of the popover."""
    notification_text: str
    """Body of the notification, 110 characters at most."""
    title: str
    """Headline of the page: `41 threads compete for 16 cores`."""
    summary: str
    """One sentence under the title."""
    rows: tuple[EvidenceRow, ...]
    ruled_out: tuple[str, ...]
    """`swap 0 MiB/s`, `disk pressure 2%`, ..."""
    why: str
    roles: tuple[RoleShare, ...]
    usable_cpus: float
    """Where the marker stands on the bar of the roles."""
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    """What the user must know before applying: a value that is already set in the
    run's environment, a number set in code."""
    proposals: tuple[Proposal, ...] = field(default=())
    also: tuple[str, ...] = ()
    """Chips of the other findings that hold at the same time, causes first."""
    estimate: str = ""
    """That the demand is an estimate, in a sentence; empty when it was measured."""
    after: tuple[tuple[str, str], ...] = ()
    """What the steps cost, when they take effect, how to undo them and when they do
    not apply: each with its head.
    """
    ruled_out_rows: tuple[EvidenceRow, ...] = ()
    """What `ruled_out` says, with thresholds, reasons and sources."""
