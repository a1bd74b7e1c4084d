"""The real machine, as the detector sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from traintray.core.detection.aside import Aside
from traintray.core.detection.code_lines import find_code_lines
from traintray.core.detection.run import CodeLine, ScriptSign
from traintray.core.detection.script_signs import find_script_signs
from traintray.core.detection.serving import script_serves
from traintray.core.readings import (
    CgroupReading,
    MemberReading,
    ProcessFacts,
    UsableCpus,
)
from traintray.core.sensors.cgroups import read_cgroup
from traintray.core.sensors.members import MemberProbe
from traintray.core.sensors.process_facts import is_python, read_process_facts
from traintray.core.sensors.shared_memory import proportional_bytes
from traintray.core.sensors.sockets import has_callers, listens
from traintray.core.sensors.usable_cpus import allowed_cpus, read_usable_cpus

T = TypeVar("T")


class ProcWorld:
    """Reads `root`/proc and `root`/sys."""

    def __init__(self, root: Path = Path("/"), aside: Aside | None = None) -> None:
        self._root = root
        self._probe = MemberProbe(root)
        self._aside = aside or Aside()

    def is_python(self, pid: int) -> bool:
        """Tell whether a process is a Python interpreter."""
        return is_python(pid, self._root)

    def facts(self, pid: int) -> ProcessFacts:
        """Return what hardly changes about a process."""
        return read_process_facts(pid, self._root)

    def usable_cpus(self, pid: int, mask_of: int | None = None) -> UsableCpus:
        """Return the CPUs a process may use, quota included."""
        return read_usable_cpus(pid, self._root, mask_of)

    def allowed_cpus(self, pid: int) -> tuple[int, ...]:
        """Return the affinity mask of a process."""
        return allowed_cpus(pid, self._root)

    def threads(self, pid: int, at_s: float) -> MemberReading:
        """Look at the threads of a process."""
        return self._probe.read(pid, at_s)

    def forget(self, pid: int) -> None:
        """Let go of what was kept open for a process."""
        self._probe.forget(pid)

    def reset(self) -> None:
        """Forget what rates were to be compared with, after a gap."""
        self._probe.reset()

    def code_lines(self, facts: ProcessFacts) -> tuple[CodeLine, ...]:
        """Return the lines of its script that set a thread count."""
        return self._of_script("code_lines", find_code_lines, facts)

    def script_signs(self, facts: ProcessFacts) -> tuple[ScriptSign, ...]:
        """Return what the text of its program shows that it uses and does."""
        return self._of_script("script_signs", find_script_signs, facts)

    def script_serves(self, facts: ProcessFacts) -> bool:
        """Tell whether its script answers requests and does not train."""
        return self._of_script("script_serves", script_serves, facts)

    def has_callers(self, pid: int) -> bool:
        """Tell whether a process listens on a TCP port that others are connected to."""
        return has_callers(pid, self._root)

    def listens(self, pid: int) -> bool:
        """Tell whether a process listens on a TCP port, called or not."""
        return listens(pid, self._root)

    def cgroup(self, pid: int) -> CgroupReading:
        """Return what the control groups of a process allow."""
        return read_cgroup(pid, self._root)

    def proportional_bytes(self, pid: int) -> int | None:
        """Return the memory of a process, shared pages by their part. Dear."""
        return proportional_bytes(pid, self._root)

    def _of_script(
        self,
        question: str,
        look: Callable[[Sequence[str], str | None], T],
        facts: ProcessFacts,
    ) -> T:
        key = question, facts.command, facts.working_folder
        return self._aside.ask(key, lambda: look(facts.command, facts.working_folder))
