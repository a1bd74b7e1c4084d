"""What is to be done: show this, take that back."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.advice.advice import Advice
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.proof.outcome import Proof
from traintray.core.telling.span import Span as Span


@dataclass(frozen=True, slots=True)
class Tell:
    """Show this; it takes the place of what is shown about the same run."""

    run_key: str
    advice: Advice
    other_runs: int = 0
    """How many more runs have the same trouble; they are not told one by one."""
    offers_mute: bool = False
    """Tips of this kind were closed unread so often that to mute them is offered in
    the place of a snooze."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back what is shown about this run: it no longer holds."""

    run_key: str


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended, with what was last said of it."""

    record: RunRecord
    last_verdict: str | None
    """Kind of the finding that stood last, or `clear`; None: nothing could be told."""
    late_s: float = 0.0
    """How long ago it ended, where it could not be told at once; seconds."""

    @property
    def run_key(self) -> str:
        """The run's key, as in frames of the boot in which it ran."""
        return self.record.identity.rpartition("/")[2]

    @property
    def lasted_s(self) -> float:
        """From its start to its end, seconds."""
        ended_at_s = self.record.ended_at_s
        return max(0.0, (ended_at_s or 0.0) - self.record.started_at_s)

    @property
    def is_bad(self) -> bool:
        """It did not end by itself, or with an error."""
        return self.record.outcome in (
            Outcome.FAILED,
            Outcome.KILLED,
            Outcome.OUT_OF_MEMORY,
        )

    @property
    def is_critical(self) -> bool:
        """The machine ran out of memory, which may end the next thing too."""
        return self.record.outcome is Outcome.OUT_OF_MEMORY


@dataclass(frozen=True, slots=True)
class TellEnd:
    """Tell that one run has ended."""

    end: RunEnd


@dataclass(frozen=True, slots=True)
class TellEnds:
    """Tell that several runs have ended, in one notification; the newest stands
    last. It takes the place of the one before.
    """

    ends: tuple[RunEnd, ...]


@dataclass(frozen=True, slots=True)
class TellProof:
    """Tell what came of a change of a knob."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class TellLostGpu:
    """Tell that a GPU that worked has stopped answering."""

    gpu: LostGpu


@dataclass(frozen=True, slots=True)
class WithdrawLostGpu:
    """Take that back: it answers again."""

    uuid: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Put this kind among those that are never told; the settings keep it."""

    kind: str


Deed = (
    Tell
    | Withdraw
    | TellEnd
    | TellEnds
    | TellProof
    | TellLostGpu
    | WithdrawLostGpu
    | Mute
)
