"""What advice is asked for: a finding, its run, and what the knob recommends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from traintray.core.detection.run import CodeLine, Role, TrainingRun
from traintray.core.diagnosis.verdict import Finding
from traintray.core.knobs.budget import core_budget
from traintray.core.knobs.knob import NotHelpful, Recommendation, Switch

LONGEST_NAME = 24
NUMBER_IN_CALL = re.compile(
    r"((?:set_num_threads|setNumThreads|op_parallelism_threads)\s*\()\s*(\d+)\s*\)"
)


@dataclass(frozen=True, slots=True)
class Case:
    """What advice is asked for."""

    finding: Finding
    run: TrainingRun
    recommendation: Recommendation | Switch | NotHelpful | None
    sustained_s: float
    has_bfloat16: bool = False
    held_s: float | None = None
    """For how long the condition of the finding has held; None: not told."""

    @property
    def lasted_s(self) -> float:
        """For how long it has held, at least: it is told no earlier."""
        return self.sustained_s if self.held_s is None else self.held_s

    def fact(self, name: str, default: float = 0.0) -> float:
        """Return a fact of the finding that is a number, or `default`."""
        value = self.finding.facts.get(name, default)
        return default if isinstance(value, str) else float(value)

    @property
    def cause(self) -> str:
        """Which variant of the kind it is; `any` where the kind has one only."""
        return str(self.finding.facts.get("cause", "any"))

    @property
    def core_budget(self) -> int:
        """Cores that threads which compute should not exceed."""
        return core_budget(self.run.usable_cpus)

    @property
    def ranks(self) -> int:
        """Processes that compute at the same time, at least 1.

        The rule counts those that do compute; one that waits for a leader does not.
        """
        return max(1, int(self.fact("ranks", self.run.count(Role.RANK))))

    @property
    def fits(self) -> int:
        """Threads per process that fit the run's cores, knob or not."""
        if isinstance(self.recommendation, Recommendation):
            return self.recommendation.value
        return max(1, self.core_budget // self.ranks)

    @property
    def code_line(self) -> CodeLine | None:
        """The line of the script that sets a wrong thread count, if one is sure to.

        The threads that were seen cannot come from anywhere else, and the line sets
        more than fit (fewer, where a cap is to be raised), or a number that cannot
        be read. A line alone proves nothing: it may never run.
        """
        if not self.is_set_in_code:
            return None
        for line in self.run.code_lines:
            number = number_in(line)
            if number is None or self._is_wrong(number):
                return line
        return None

    def _is_wrong(self, threads: int) -> bool:
        return threads < self.fits if self.raises_cap else threads > self.fits

    @property
    def raises_cap(self) -> bool:
        """Whether the run has too few threads rather than too many."""
        return bool(self.fact("raises_cap"))

    @property
    def is_set_in_code(self) -> bool:
        """Whether neither variables nor defaults explain the threads."""
        return bool(self.fact("set_in_code"))

    @property
    def cap(self) -> Recommendation | None:
        """The knob, unless a number in the code would make it useless."""
        if isinstance(self.recommendation, Recommendation) and not (
            self.is_set_in_code or self.code_line
        ):
            return self.recommendation
        return None

    @property
    def switch(self) -> Switch | None:
        """The knob that is no number."""
        found = self.recommendation
        return found if isinstance(found, Switch) else None

    @property
    def variables_set(self) -> dict[str, str]:
        """Variables of the knob that the run has set to another value."""
        if self.cap is None or self.run.thread_variables is None:
            return {}
        present = self.run.thread_variables
        return {
            name: value
            for name, wanted in self.cap.variables().items()
            if (value := present.get(name)) is not None and value != wanted
        }


def number_in(line: CodeLine) -> int | None:
    """Return the plain number that a line passes, if it does."""
    found = NUMBER_IN_CALL.search(line.text)
    return int(found.group(2)) if found else None


def short_name(name: str) -> str:
    """Return a name from outside, cut so that a sentence keeps its length."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return clean if len(clean) <= LONGEST_NAME else clean[: LONGEST_NAME - 1] + "…"
