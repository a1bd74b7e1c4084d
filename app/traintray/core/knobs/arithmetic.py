"""The numbers behind a recommended thread count, and the sum written out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Formula(Enum):
    """How a recommended value came about; chooses the sentence in any language."""

    CORES = "cores"
    """All cores of the budget."""
    CORES_BY_PROCESSES = "cores_by_processes"
    """The cores of the budget, shared among the training processes."""
    LESS_WORKERS = "less_workers"
    """What the busy loader workers leave, with one thread each."""
    HALF_FOR_WORKERS = "half_for_workers"
    """Half of the cores: there are more busy workers than that."""
    MAIN_AND_WORKERS = "main_and_workers"
    """The main process and each worker open the same number of threads."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The numbers behind a recommendation."""

    formula: Formula
    value: int
    cores: int
    """Cores of the budget: physical ones allowed, or the CPU quota when smaller."""
    processes: int
    """Training processes that share them."""
    workers: int
    """Busy loader workers of one training process."""

    @property
    def own_cores(self) -> int:
        """Cores of one training process, at least 1."""
        return max(1, self.cores // self.processes)

    @property
    def text(self) -> str:
        """The sum in English: `8 = 16 cores − 8 workers`."""
        parts = [f"{self.value} = {counted(self.cores, 'core')}"]
        if self.processes > 1:
            parts.append(f"÷ {counted(self.processes, 'process')}")
        if self.formula is Formula.LESS_WORKERS:
            parts.append(f"− {counted(self.workers, 'worker')}")
        elif self.formula is Formula.HALF_FOR_WORKERS:
            parts.append(f"− {self.own_cores // 2} for {self.workers} workers")
        elif self.formula is Formula.MAIN_AND_WORKERS:
            parts.append(f"÷ (1 main + {counted(self.workers, 'worker')})")
        return " ".join(parts) + self._rounding()

    def _rounding(self) -> str:
        shares = self.processes
        if self.formula is Formula.MAIN_AND_WORKERS:
            shares *= 1 + self.workers
        if self.cores < shares:
            return ", at least 1"
        return ", rounded down" if self.cores % shares else ""


def counted(number: int, noun: str) -> str:
    """Return `1 core`, `2 cores`, `2 processes`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith('s') else 's'}"
