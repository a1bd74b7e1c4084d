"""Runs ten of the scenarios under TraceML as well, and writes both verdicts down.

    tests/scenarios/side_by_side.py --python VENV/bin/python --out docs/traceml.json

VENV must hold `traceml-ai`, torch, numpy and Pillow. TraceML measures inside the
training code, so each workload is copied and two lines are put into the copy; the
workloads themselves stay as they are. Our own verdict of the same scenarios comes
from `make score`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scenarios.catalog import ALL
from scenarios.scenario import Scenario

HERE = Path(__file__).resolve().parent
CHOSEN = (
    "cnn",
    "threads_in_code",
    "spawned_ranks",
    "workers_with_blas",
    "loader_fork",
    "pictures_in_main",
    "capped_in_code",
    "bound_in_code",
    "graph_kept",
    "python_environment",
)
SECONDS = 60
_INIT = "import traceml_ai as traceml\ntraceml.init(mode='auto')\n"


def instrument(folder: Path) -> None:
    """Put TraceML into a copy of the workloads: at the start, and around a step.

    Every workload imports `tempo`; `networks` and `device` hold what a step is.
    """
    _prepend(folder / "tempo.py", _INIT)
    _wrap(folder / "networks.py", "self.model")
    _wrap(folder / "device.py", "torch.nn.Identity()", "import torch\n")


def _prepend(path: Path, lines: str) -> None:
    head, docstring, rest = path.read_text().partition('"""\n')
    path.write_text(head + docstring + lines + rest)


def _wrap(path: Path, model: str, more: str = "") -> None:
    """Rename `step` and call it inside a traced step."""
    text = path.read_text()
    found = re.search(r"    def step\(self(.*?)\):\n", text)
    if found is None:
        raise SystemExit(f"{path}: there is no step to instrument")
    given = found.group(1).removeprefix(", ")
    call = f"self._plain_step({given})"
    traced = (
        f"    def step(self{found.group(1)}):\n"
        f"        with traceml.trace_step({model}):\n"
        f"            return {call}\n\n"
        f"    def _plain_step(self{found.group(1)}):\n"
    )
    path.write_text(text.replace(found.group(0), traced, 1))
    _prepend(path, more + "import traceml_ai as traceml\n")


def run(scenario: Scenario, python: Path, seconds: int) -> dict[str, Any]:
    """Run one scenario under TraceML; return what its summary says."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(HERE / "workloads", folder / "workloads")
        instrument(folder / "workloads")
        places = {
            "python": str(python),
            "here": str(folder / "workloads"),
            "folder": name,
            "cpus": str(len(os.sched_getaffinity(0))),
        }
        _, script, *words = scenario.filled(scenario.command, places)
        words += scenario.arguments(0)
        env = {**os.environ, **scenario.env, "SCENARIO_LIMIT_S": str(seconds)}
        subprocess.run(
            [
                *(str(python.with_name("traceml")), "run", script),
                *("--logs-dir", f"{name}/logs", "--run-name", "run", "--args", *words),
            ],
            env=env,
            cwd=name,
            timeout=seconds + 400,
            check=False,
        )
        found = list(folder.glob("logs/**/final_summary.json"))
        return json.loads(found[0].read_text()) if found else {}


def digest(summary: dict[str, Any]) -> dict[str, Any]:
    """Return the verdicts of a summary: the primary one and each section's."""
    if not summary:
        return {"primary": None, "sections": {}}
    sections = {
        name: (part.get("diagnosis") or {}).get("kind")
        for name, part in (summary.get("sections") or summary).items()
        if isinstance(part, dict) and "diagnosis" in part
    }
    primary = summary.get("primary_diagnosis") or {}
    return {
        "primary": primary.get("kind"),
        "says": primary.get("summary"),
        "sections": sections,
    }


def main() -> None:
    """Run the chosen scenarios one after the other; write each as it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--only", default=",".join(CHOSEN))
    chosen = parser.parse_args()
    by_name = {scenario.name: scenario for scenario in ALL}
    told: dict[str, Any] = {}
    for name in chosen.only.split(","):
        summary = run(by_name[name], chosen.python, chosen.seconds)
        told[name] = digest(summary)
        print(name, json.dumps(told[name]), flush=True)
        chosen.out.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
