"""What is remembered of one run while it lives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from traintray.core.archive.proof_record import ProofRecord
from traintray.core.archive.records import Outcome, RunRecord, VerdictTime
from traintray.core.detection.aside import Aside
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.diagnosis.verdict import Clear, Finding, Verdict
from traintray.core.masking import masked, masked_variables
from traintray.core.runs.course_kept import CourseKept
from traintray.core.runs.memory_kills import MemoryKills
from traintray.core.runs.outcome import TOGETHER_S, Death, Ending
from traintray.core.runs.tally import Tally
from traintray.core.runs.whereabouts import script_changed_at_s

_LONGEST = 32 * 1024
"""Characters of a command line that are kept; Hydra's longest have some hundred
options."""

CLEAR, UNKNOWN = "clear", "unknown"


@dataclass
class LiveRun:
    """One run from its first frame to its end. Times are seconds since 1970, but
    those of `deaths`, which are on the monotonic clock.
    """

    identity: str
    run: TrainingRun
    """As it was last seen."""
    folder: str | None
    started_at_s: float
    seen_at_s: float
    last_seen_at_s: float
    kills: MemoryKills
    deaths: list[Death] = field(default_factory=list)
    died_before: int = 0
    """Workers that died before the app was started anew."""
    tally: Tally = field(default_factory=Tally)
    roles: Counter[str] = field(default_factory=Counter)
    verdicts: dict[str, VerdictTime] = field(default_factory=dict)
    script_changed_at_s: float | None = None
    knows_script: bool = False
    """Whether that was asked: its disk may hang."""
    course: CourseKept = field(default_factory=CourseKept)
    proof: ProofRecord | None = None

    def note(
        self,
        run: TrainingRun,
        verdict: Verdict,
        figures: Mapping[str, float | None],
        at_s: float,
        step_s: float,
    ) -> bool:
        """Take one round; return whether a verdict stands for the first time.

        `at_s` is monotonic; `step_s`: seconds that the round speaks for.
        """
        self.run = run
        wall_s = self._when(at_s)
        self.last_seen_at_s = wall_s
        self.tally.add(figures.items(), step_s)
        self.course.note(run.progress, figures, wall_s)
        self.roles |= Counter(member.role.value for member in run.members)
        kind = kind_of(verdict)
        before = self.verdicts.get(kind)
        if before is None:
            self.verdicts[kind] = VerdictTime(kind, wall_s, step_s)
            return True
        stood_s = before.stood_s + step_s
        self.verdicts[kind] = VerdictTime(kind, before.first_at_s, stood_s)
        return False

    def ask_script(self, aside: Aside, root: Path) -> None:
        """Ask when its script was written; again in the next round if need be."""
        with suppress(BlockingIOError):
            if not self.knows_script:
                self.script_changed_at_s = aside.ask(
                    self.identity, lambda: script_changed_at_s(self.run, root)
                )
                self.knows_script = True

    def carry(self, earlier: RunRecord) -> None:
        """Go on with the record that was begun before the app was started anew."""
        self.seen_at_s = earlier.seen_at_s
        self.started_at_s = earlier.started_at_s
        self.died_before = earlier.workers_died
        self.tally.carry(earlier.profile)
        self.course.carry(earlier.course)
        self.proof = earlier.proof
        self.script_changed_at_s = earlier.script_changed_at_s
        self.knows_script = True
        self.roles |= Counter(earlier.roles)
        late, self.verdicts = self.verdicts, {v.kind: v for v in earlier.verdicts}
        for kind, verdict in late.items():
            before = self.verdicts.get(kind)
            first_s = before.first_at_s if before else verdict.first_at_s
            stood_s = verdict.stood_s + (before.stood_s if before else 0.0)
            self.verdicts[kind] = VerdictTime(kind, first_s, stood_s)

    def deaths_before_end(self, at_s: float, *, by_signal: bool) -> list[Death]:
        """Return who died while the run went on. A signal that ends the root most
        often is meant for all, so what it took along is no death of its own.
        """
        if not by_signal:
            return list(self.deaths)
        return [death for death in self.deaths if death.at_s < at_s - TOGETHER_S]

    def record(self, at_s: float) -> RunRecord:
        """Return what is known by now; `at_s` on the monotonic clock."""
        lasting = self.deaths_before_end(at_s, by_signal=True)
        return RunRecord(**self._fields(lasting))

    def ended(self, ending: Ending, at_s: float) -> RunRecord:
        """Return the last record of the run; `at_s` on the monotonic clock."""
        by_signal = ending.exit_status is None
        deaths = self.deaths_before_end(at_s, by_signal=by_signal)
        found = self._fields(deaths)
        found.update(
            ended_at_s=max(self._when(at_s), self.started_at_s),
            outcome=ending.outcome,
            exit_status=ending.exit_status,
            signal=ending.signal,
            outcome_reason=ending.reason,
        )
        return RunRecord(**found)

    def _when(self, at_s: float) -> float:
        """Return an instant in seconds since 1970, counted from the start of the run.

        The clock may be set while it runs. What it lasted comes from the kernel's own
        clock, which is not, so that start, end and length of a record always agree.
        """
        return self.started_at_s + at_s - self.run.started_at_s

    def _fields(self, deaths: list[Death]) -> dict[str, Any]:
        run, variables = self.run, self.run.thread_variables
        died = sum(death.role is Role.WORKER for death in deaths)
        return {
            "identity": self.identity,
            "number": 0,
            "name": run.name,
            "command": _bounded(masked(run.command)),
            "folder": self.folder,
            "framework": run.framework,
            "root_pid": run.root_pid,
            "started_at_s": self.started_at_s,
            "seen_at_s": self.seen_at_s,
            "last_seen_at_s": self.last_seen_at_s,
            "ended_at_s": None,
            "outcome": Outcome.RUNNING,
            "exit_status": None,
            "signal": None,
            "outcome_reason": "",
            "usable_cpus": run.usable_cpus.count,
            "roles": dict(self.roles),
            "workers_died": self.died_before + died,
            "profile": self.tally.profile(),
            "verdicts": tuple(self.verdicts.values()),
            "variables": None if variables is None else masked_variables(variables),
            "script_changed_at_s": self.script_changed_at_s,
            "course": self.course.course(),
            "proof": self.proof,
        }


def kind_of(verdict: Verdict) -> str:
    """Return under which name a verdict is remembered."""
    if isinstance(verdict, Finding):
        return verdict.kind
    return CLEAR if isinstance(verdict, Clear) else UNKNOWN


def _bounded(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command line without what is behind its first `_LONGEST` characters: a
    record is written again and again, and the kernel lets a command be megabytes.
    """
    kept: list[str] = []
    left = _LONGEST
    for word in command:
        if len(word) > left:
            return (*kept, f"{word[:left]}…")
        kept.append(word)
        left -= len(word)
    return command
