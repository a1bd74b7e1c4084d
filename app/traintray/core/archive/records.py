"""What the archive keeps, as values. Times are seconds since 1970 (UTC)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from traintray.core.archive.proof_record import Course, ProofRecord
from traintray.core.model_name import model_of

UPTIME_KEY = "clock.uptime_s"
"""Series of the seconds that the computer has been awake since it started. Beside the
time of day it tells later whether the computer was off while nothing was sampled.
`CLOCK_MONOTONIC`; `cat /proc/uptime` counts suspends in addition."""


class Outcome(Enum):
    """How a run ended, as far as it could be seen from outside."""

    RUNNING = "running"
    FINISHED = "finished"
    """It ended with exit status 0."""
    FAILED = "failed"
    """It ended with another exit status; Python gives 1 for an exception."""
    KILLED = "killed"
    """A signal ended it."""
    OUT_OF_MEMORY = "out_of_memory"
    """The kernel killed it, or one of its processes, for want of memory."""
    ENDED = "ended"
    """It is gone, and the kernel does not say how; `outcome_reason` says why not."""


@dataclass(frozen=True, slots=True)
class Spread:
    """One figure over the whole run. Units as in the figure's name."""

    mean: float
    """Mean over the seconds in which it was measured."""
    peak: float
    measured_s: float


@dataclass(frozen=True, slots=True)
class VerdictTime:
    """For how long one verdict stood."""

    kind: str
    """A finding's kind, or `clear` or `unknown`."""
    first_at_s: float
    stood_s: float


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One training run, from the first second it was seen."""

    identity: str
    """`<boot id>/<pid>-<started ticks>` of the root process: the same over a restart
    of ours, and never given twice."""
    number: int
    """Counts up from 1 in this archive: what a person types. 0 before it is saved."""
    name: str
    command: tuple[str, ...]
    """Command line of the root, secrets masked. Not trusted text."""
    folder: str | None
    """Working directory of the root; None when it may not be read."""
    framework: str
    root_pid: int
    started_at_s: float
    seen_at_s: float
    """When it was first watched."""
    last_seen_at_s: float
    ended_at_s: float | None
    """None while it runs."""
    outcome: Outcome
    exit_status: int | None
    signal: int | None
    outcome_reason: str
    """One plain sentence: what the outcome was seen by, or why it is not known."""
    usable_cpus: float
    roles: Mapping[str, int] = field(default_factory=dict)
    """Most processes seen at once, by `Role.value`."""
    workers_died: int = 0
    """Workers that ended by a signal or with an error while the run went on."""
    profile: Mapping[str, Spread] = field(default_factory=dict)
    """By figure, such as `demand_threads` or `rss_bytes`."""
    verdicts: tuple[VerdictTime, ...] = ()
    """In the order in which they first stood."""
    variables: Mapping[str, str] | None = None
    """Thread and device variables in force (`OMP_NUM_THREADS`), secrets masked; None
    when its environment may not be read."""
    script_changed_at_s: float | None = None
    """When the script of the root was written last; None when there is none."""
    course: Course | None = None
    """How it went in its first minutes; None when an older version watched it."""
    proof: ProofRecord | None = None
    """What came of the change of a knob that this run was the first to have."""

    @property
    def model(self) -> str | None:
        """The model that its command line names, such as `resnet50`; None if unsure."""
        return model_of(self.command)


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """One stretch of time in which a finding held for one run."""

    run_identity: str
    run_name: str
    kind: str
    severity: str
    """`Severity.value`."""
    onset_at_s: float
    noticed_at_s: float
    ended_at_s: float | None
    """None while it is open; an episode that was open when the app ended is closed at
    the last sample the app took."""
    last_seen_at_s: float
    evidence: Mapping[str, tuple[float, float, str]] = field(default_factory=dict)
    """By key: measured at its worst, threshold, unit."""
    headline: str = ""
    """In the language of that day; a screen prefers the texts of `kind`."""
    told: Mapping[str, str] = field(default_factory=dict)
    """The advice in the words of that day, as `core.advice.told.parts` gives it;
    empty where it was not kept."""


@dataclass(frozen=True, slots=True)
class NoticeRecord:
    """One notification that was shown, and what became of it."""

    at_s: float
    kind: str
    """The finding's kind, or the notice's name."""
    run_identity: str | None
    answer: str | None = None
    """`opened`, `applied`, `snoozed`, `dismissed`, `not_useful`; None: no answer."""
    answered_at_s: float | None = None


@dataclass(frozen=True, slots=True)
class KnobRecord:
    """One change of a knob, or the undo of one."""

    at_s: float
    knob: str
    action: str
    """`apply` or `undo`."""
    before: Mapping[str, str | None]
    after: Mapping[str, str | None]
    run_identity: str | None = None
    """The run for which it was recommended."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One series over a span of time: arrays of doubles of the same length.

    A bucket without samples has NaN in all three, never 0.
    """

    times: array[float]
    """Middle of each bucket, seconds since 1970; of full resolution: the samples."""
    mean: array[float]
    low: array[float]
    high: array[float]
    bucket_s: float
    """How much time one bucket holds; 0 for samples at full resolution."""
