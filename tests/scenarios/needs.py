"""What a scenario needs of this machine, and where the frameworks are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from scenarios.scenario import Scenario

REPOSITORY = Path(__file__).resolve().parents[2]
VARIABLE = "TRAINTRAY_SCORE_VENV"
ENVIRONMENT = REPOSITORY / ".venv-score"
_ASK = """
import importlib.util, json, sys
print(json.dumps([n for n in sys.argv[1:] if importlib.util.find_spec(n) is None]))
"""


def training_python() -> str:
    """Return the interpreter that has the frameworks: `$TRAINTRAY_SCORE_VENV`, then
    `.venv-score`, then the one that runs this.
    """
    chosen = Path(os.environ.get(VARIABLE, str(ENVIRONMENT)))
    python = chosen / "bin/python"
    return str(python) if python.exists() else sys.executable


class Needs:
    """Answers what a scenario lacks here."""

    def __init__(self, python: str, modules: set[str]) -> None:
        answer = subprocess.run(
            [python, "-c", _ASK, *sorted(modules)],
            capture_output=True,
            text=True,
            check=True,
        )
        self._missing_modules = set(json.loads(answer.stdout))

    def lacking(self, scenario: Scenario) -> str | None:
        """Return why a scenario cannot run here, or None."""
        cpus = len(os.sched_getaffinity(0))
        modules = self._missing_modules & set(scenario.modules)
        programs = [name for name in scenario.programs if shutil.which(name) is None]
        if modules:
            return "needs Python packages: " + ", ".join(sorted(modules))
        if programs:
            return "needs programs: " + ", ".join(programs)
        if scenario.most_cpus is not None and cpus > scenario.most_cpus:
            return f"is true on {scenario.most_cpus} CPUs or fewer; here are {cpus}"
        if scenario.cage.limits and os.geteuid() != 0:
            return "needs root for its control group"
        return None
