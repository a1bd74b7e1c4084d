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
    """Put TraceML into a copy of the workloads, as its quick start says.

    It wants to be started, to see each step, and to see a DataLoader: data that lies
    in memory comes through one in the copy. Every workload imports `tempo`.
    """
    _prepend(folder / "tempo.py", _INIT)
    _wrap(folder / "networks.py", "self.model", _FEED)
    _wrap(folder / "device.py", "torch.nn.Identity()", "import torch\n")
    for name in ("compute.py", "graph_kept.py"):
        _edit(folder / name, "data[step % len(data)]", "next(stream)")
        _edit(folder / name, "    step = 0\n", "    step = 0\n" + _STREAM)
    _edit(folder / "networks.py", "    return [\n", "    return Feed([\n")
    _edit(folder / "networks.py", "range(count)\n    ]\n", "range(count)\n    ])\n")
    _trace_block(folder / "ranks.py", "            optimiser.zero_grad()\n", "model")
    _trace_block(folder / "env_loop.py", "        scores = torch", "policy")


_FEED = """
class Feed(torch.utils.data.DataLoader):
    def __init__(self, items):
        super().__init__(items, batch_size=None)

"""
_STREAM = "    stream = (item for _ in iter(int, 1) for item in data)\n"


def _edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    if before not in text:
        raise SystemExit(f"{path}: {before!r} is not there any more")
    path.write_text(text.replace(before, after, 1))


def _prepend(path: Path, lines: str) -> None:
    head, docstring, rest = path.read_text().partition('"""\n')
    path.write_text(head + docstring + lines + rest)


def _wrap(path: Path, model: str, more: str = "") -> None:
    """Rename `step` and call it inside a traced step; put `more` before the class."""
    found = re.search(r"    def step\(self(.*?)\):\n", path.read_text())
    if found is None:
        raise SystemExit(f"{path}: there is no step to instrument")
    given = found.group(1).removeprefix(", ")
    traced = (
        f"    def step(self{found.group(1)}):\n"
        f"        with traceml.trace_step({model}):\n"
        f"            return self._plain_step({given})\n\n"
        f"    def _plain_step(self{found.group(1)}):\n"
    )
    _edit(path, found.group(0), traced)
    if more:
        first = re.search(r"^class ", path.read_text(), re.MULTILINE)
        text = path.read_text()
        at = first.start() if first else 0
        path.write_text(text[:at] + more + text[at:])
    _prepend(path, "import traceml_ai as traceml\n")


def _trace_block(path: Path, first: str, model: str) -> None:
    """Indent the block from a line on and put it into a traced step."""
    _prepend(path, "import traceml_ai as traceml\n")
    lines = path.read_text().splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith(first))
    margin = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    end = start
    while end < len(lines) and lines[end].startswith(margin):
        end += 1
    block = [f"    {line}" for line in lines[start:end]]
    lines[start:end] = [f"{margin}with traceml.trace_step({model}):\n", *block]
    path.write_text("".join(lines))


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
