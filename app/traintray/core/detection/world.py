"""What the detector asks of the machine, as one seam for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from traintray.core.detection.run import CodeLine, ScriptSign
from traintray.core.readings import (
    CgroupReading,
    MemberReading,
    ProcessFacts,
    ProcessReading,
    UsableCpus,
)


class Table(Protocol):
    """One reading of the process table."""

    @property
    def processes(self) -> Mapping[int, ProcessReading]:
        """Every process that is known, by pid."""
        ...

    @property
    def started(self) -> frozenset[int]:
        """Pids that are new in this reading."""
        ...

    @property
    def ended(self) -> frozenset[int]:
        """Pids that were there in the reading before."""
        ...

    @property
    def busy(self) -> frozenset[int]:
        """Pids that were read now and used at least 0.1 of a CPU."""
        ...


class World(Protocol):
    """The machine as the detector sees it. OSError where a process is gone."""

    def is_python(self, pid: int) -> bool:
        """Tell whether a process is a Python interpreter."""
        ...

    def facts(self, pid: int) -> ProcessFacts:
        """Return what hardly changes about a process."""
        ...

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        """Return the CPUs a process may use, quota included.

        `mask_of`: take the affinity mask of this process instead.
        """
        ...

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        """Return the affinity mask of a process."""
        ...

    def threads(self, pid: int, at_s: float) -> MemberReading:
        """Look at the threads of a process."""
        ...

    def forget(self, pid: int) -> None:
        """Let go of what was kept open for a process."""
        ...

    def reset(self) -> None:
        """Forget what rates were to be compared with, after a gap."""
        ...

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        """Return the lines of its script that set a thread count.

        OSError while that is not known: its disk may hang.
        """
        ...

    def script_signs(self, facts: ProcessFacts) -> tuple[ScriptSign, ...]:
        """Return what the text of its program shows that it uses and does.

        OSError while that is not known: its disk may hang.
        """
        ...

    def script_serves(self, facts: ProcessFacts) -> bool:
        """Tell whether its script answers requests and does not train.

        OSError while that is not known: its disk may hang.
        """
        ...

    def has_callers(self, pid: int) -> bool:
        """Tell whether a process listens on a TCP port that others are connected to."""
        ...

    def listens(self, pid: int) -> bool:
        """Tell whether a process listens on a TCP port, called or not."""
        ...

    def cgroup(self, pid: int) -> CgroupReading:
        """Return what the control groups of a process allow."""
        ...

    def proportional_bytes(self, pid: int) -> int | None:
        """Return the memory of a process, shared pages by their part. Dear.

        None when it may not be read.
        """
        ...
