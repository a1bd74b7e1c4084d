"""Tells how a run ended, from how its processes did."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass

from traintray.core.archive.records import Outcome
from traintray.core.detection.roles import LOADER_WORKER
from traintray.core.detection.run import Role
from traintray.core.runs.process_end import End
from traintray.core.sentence import Sentence

TOGETHER_S = 2.5
"""What ends within this time of the root ended together with it: a signal to the whole
group reaches its members within one round, and the next round sees them."""

CAUSE_S = 1900.0
"""A death longer ago than this did not end the run. A worker's is met within seconds, a
rank's may be met by the others only when their collective gives up: after 10 minutes
with NCCL and 30 with Gloo, as torch.distributed has it, and launchers give what is left
another half a minute."""

_CRASHES = frozenset(
    {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE}
)


@dataclass(frozen=True, slots=True)
class Death:
    """One process of a run that ended badly before the run did."""

    role: Role
    end: End
    for_memory: bool
    """The kernel killed it for want of memory."""
    at_s: float
    """When it was noticed, on the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended."""

    outcome: Outcome
    reason: Sentence
    exit_status: int | None = None
    signal: int | None = None


def is_bad(end: End, name: str) -> bool:
    """Tell whether a rank or worker of that short name ended badly.

    SIGTERM is how a pool is dismissed. A worker of PyTorch's loader takes it from its
    parent and ends with 0; from anybody else it is a death.
    """
    if end.signal == signal.SIGTERM:
        return name.startswith(LOADER_WORKER)
    return end.signal is not None or bool(end.exit_status)


def lately(deaths: Sequence[Death], at_s: float) -> list[Death]:
    """Return the deaths that may have ended a run which ends now (monotonic clock)."""
    return [death for death in deaths if at_s - death.at_s <= CAUSE_S]


def ending(root: End, deaths: Sequence[Death], for_memory: bool) -> Ending:
    """Return the outcome of a run whose root ended like this.

    `deaths`: members that ended badly shortly before it. `for_memory`: the kernel
    killed for want of memory as the root ended. Of a launcher the user expects what
    became of the training, and its own exit status beside that.
    """
    if not root.is_known:
        return Ending(Outcome.ENDED, UNTOLD)
    if root.signal is not None:
        return _by_signal(root.signal, for_memory)
    status = root.exit_status
    if status == 0:
        return Ending(Outcome.FINISHED, FINISHED, 0)
    if any(death.for_memory for death in deaths):
        return Ending(Outcome.OUT_OF_MEMORY, PART_OUT_OF_MEMORY, status)
    ranks = [d for d in deaths if d.role is not Role.WORKER]
    killed = next((d.end.signal for d in ranks if d.end.signal is not None), None)
    if killed is not None:
        return Ending(Outcome.KILLED, RANK_KILLED, status, killed)
    if any(death.role is Role.WORKER for death in deaths):
        return Ending(Outcome.FAILED, WORKER_DIED, status)
    return Ending(Outcome.FAILED, EXCEPTION if status == 1 else FAILED, status)


def _by_signal(number: int, for_memory: bool) -> Ending:
    if number == signal.SIGKILL and for_memory:
        return Ending(Outcome.OUT_OF_MEMORY, OUT_OF_MEMORY, signal=number)
    reasons: dict[int, Sentence] = {
        signal.SIGKILL: KILLED,
        signal.SIGINT: INTERRUPTED,
        signal.SIGTERM: ASKED_TO_END,
        signal.SIGHUP: TERMINAL_CLOSED,
        **dict.fromkeys(_CRASHES, CRASHED),
    }
    return Ending(Outcome.KILLED, reasons.get(number, BY_SIGNAL), signal=number)


FINISHED = Sentence("Outcome", "It ended by itself, without an error.")
EXCEPTION = Sentence(
    "Outcome", "It ended with exit status 1, which Python gives for an exception."
)
FAILED = Sentence("Outcome", "It ended with an exit status that stands for an error.")
WORKER_DIED = Sentence(
    "Outcome", "A worker died, and then the run ended with an error."
)
RANK_KILLED = Sentence(
    "Outcome", "A signal ended one of its ranks, and then the launcher gave up."
)
OUT_OF_MEMORY = Sentence("Outcome", "The kernel killed it for want of memory.")
PART_OUT_OF_MEMORY = Sentence(
    "Outcome",
    "The kernel killed one of its processes for want of memory, and then the run ended"
    " with an error.",
)
KILLED = Sentence(
    "Outcome", "It was killed (SIGKILL); the kernel counted no kill for want of memory."
)
INTERRUPTED = Sentence("Outcome", "It was interrupted, as Ctrl+C does (SIGINT).")
ASKED_TO_END = Sentence("Outcome", "It was told to end (SIGTERM).")
TERMINAL_CLOSED = Sentence("Outcome", "Its terminal was closed (SIGHUP).")
CRASHED = Sentence("Outcome", "It crashed.")
BY_SIGNAL = Sentence("Outcome", "A signal ended it.")
UNTOLD = Sentence(
    "Outcome",
    "The kernel did not tell its exit status. Linux tells that of other programs from"
    " 6.15 on.",
)
UNWATCHED = Sentence("Outcome", "It ended while traintray was not running.")
RESTARTED = Sentence("Outcome", "The computer was started anew since.")
REGROUPED = Sentence("Outcome", "It turned out to be part of another run.")

_ALL = (
    *(FINISHED, EXCEPTION, FAILED, WORKER_DIED, RANK_KILLED, OUT_OF_MEMORY),
    *(PART_OUT_OF_MEMORY, KILLED, INTERRUPTED, ASKED_TO_END, TERMINAL_CLOSED),
    *(CRASHED, BY_SIGNAL, UNTOLD, UNWATCHED, RESTARTED, REGROUPED),
)


def reason(text: str) -> str:
    """Return the reason of a record as a sentence that a screen can translate; one
    that another version wrote as it is.
    """
    return next((sentence for sentence in _ALL if sentence == text), text)
