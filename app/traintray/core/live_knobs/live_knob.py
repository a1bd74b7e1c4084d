"""What a live knob is: a setting of the run in progress that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from traintray.core.detection.run import TrainingRun
from traintray.core.live_knobs.tasks import Attribute
from traintray.core.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Power:
    """What the power-profile service says: `powerprofilesctl` prints it."""

    active: str
    """`power-saver`, `balanced` or `performance`."""
    profiles: tuple[str, ...]
    degraded: str = ""
    """Why `performance` is not fully there, such as `high-operating-temperature`."""


@dataclass(frozen=True, slots=True)
class Place:
    """The machine, as far as live knobs have to know it."""

    cores: tuple[tuple[int, ...], ...]
    """The logical CPUs of each core.  `lscpu -e`"""
    fast_cpus: frozenset[int] = frozenset()
    """CPUs of the fast cores, where there are cores of two speeds; else empty."""
    starter_cpus: tuple[int, ...] = ()
    """CPUs that whoever started the run may use; empty when that is not known."""
    has_desktop: bool = False
    """Somebody works on a desktop here, so that a full CPU is felt."""
    is_on_battery: bool = False
    heeding_disks: tuple[str, ...] = ()
    """Disks whose scheduler looks at I/O priorities."""
    power: Power | Sentence = field(
        default_factory=lambda: Sentence("LiveKnobs", "it was not asked for")
    )
    """A sentence when there is no such service: why."""


@dataclass(frozen=True, slots=True)
class Site:
    """One run on its machine, with what was found about it."""

    run: TrainingRun
    place: Place
    finding: str = ""
    """Kind of the finding; empty without one."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that helps this run now."""

    value: str
    arithmetic: Sentence
    """The value as arithmetic on this machine and this run."""


@dataclass(frozen=True, slots=True)
class LiveKnob:
    """One thing that can be changed while a run goes on.

    It lives in `catalog/<name>.py`; its words are `[<name>]` in `live_knobs.toml`:
    title, sets, default, values, cost, effect, undo.
    """

    name: str
    attribute: Attribute | None
    """What it changes of each thread; None: it holds the machine's power profile."""
    rule: Callable[[str, Site, Sequence[str]], str]
    """Turns a value into what is done, given what the threads have now; the journal
    keeps that, so that threads that come later get the same. Raises
    IllegalValueError, which says what it takes, and LiveKnobError where there is
    nothing to turn."""
    target: Callable[[str, str], str]
    """Applies a rule to what one thread had before: returns what it is to have."""
    takes: Callable[[Site], Sentence]
    """Completes `NAME takes ...`."""
    choices: Callable[[Site], tuple[str, ...]]
    """Values worth offering here, the mildest first; others may be legal too."""
    recommend: Callable[[Site], Suggestion | Sentence]
    """A sentence: why nothing is recommended."""
    how_to_check: str
    """A shell command that shows what the run has; `{pid}` is its root."""
    cautions: Callable[[str, Site], tuple[Sentence, ...]] = lambda _value, _site: ()
    """What to warn of before a value is chosen."""


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A live knob for one run: a row of the Knobs page."""

    knob: LiveKnob
    now: Mapping[str, int]
    """How many threads have each value, the most frequent first; empty when nothing
    can be read, then `gap` says why."""
    suggestion: Suggestion | None
    why: Sentence
    """The arithmetic, or why nothing is recommended."""
    applied: str | None = None
    """The value that was applied here and can be undone; None without one."""
    is_undoable: bool = True
    """False: without root it cannot be taken back, so it is never recommended."""
    gap: Sentence | None = None
    then: str = ""
    """What most threads would have with the suggestion; empty without one, and where
    it is no value of a thread."""
