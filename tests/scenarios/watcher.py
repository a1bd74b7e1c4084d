"""Watches the machine as `traintray diagnose` does; one line of JSON per second.

A process of its own, so that what is measured is the product and not the scorer.
It runs until it is ended.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from scenarios.made_up import ROOT_VARIABLE
from traintray.cli.run_json import verdict_object
from traintray.cli.watching import watch
from traintray.core.advice import numerals
from traintray.core.advice.advice import Advice
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.diagnosis.verdict import Finding
from traintray.core.frame import Frame, RunView
from traintray.core.pipeline import Pipeline
from traintray.core.sampling.clock import SystemClock

LONGEST_S = 3600.0


class Noted(Pipeline):
    """The real pipeline; every frame is written down as well."""

    def __init__(self, real: Pipeline) -> None:
        self._real = real

    def tick(self, at_s: float, wall_s: float, missed_ticks: int = 0) -> Frame:
        """Take one sample of the real pipeline and print what stands."""
        frame = self._real.tick(at_s, wall_s, missed_ticks)
        line = {
            "at_s": at_s,
            "own_cpu_s": time.process_time(),
            "runs": [self._run(view) for view in frame.runs],
            "machine": self._last("", exclude="run."),
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
        return frame

    def _run(self, view: RunView) -> dict[str, Any]:
        verdict = view.verdict
        found = verdict_object(verdict)
        if isinstance(verdict, Finding):
            found["also"] = list(verdict.also)
            found["severity"] = verdict.severity.value
            found["ruled_out"] = [evidence.key for evidence in verdict.ruled_out]
            found["facts"] = dict(verdict.facts)
        return {
            "pid": view.run.root_pid,
            "name": view.run.name,
            "framework": view.run.framework,
            "roles": {
                member.pid: None if member.is_new else member.role.value
                for member in view.run.members
            },
            "onset_at_s": view.episode.onset_at_s if view.episode else None,
            "verdict": found,
            "title": view.advice.title if view.advice else None,
            "tip": _tip(view.advice) if view.advice else None,
            "figures": self._last(f"run.{view.run.key}."),
        }

    def _last(self, prefix: str, exclude: str | None = None) -> dict[str, float]:
        """Return the newest value of every series whose name begins so."""
        store = self._real.store
        names = [name for name in store._series if name.startswith(prefix)]
        last = {
            name.removeprefix(prefix): store.last(name)
            for name in names
            if exclude is None or not name.startswith(exclude)
        }
        return {name: round(v, 5) for name, v in last.items() if v is not None}


def _tip(advice: Advice) -> dict[str, Any]:
    """Return the texts of a tip that name numbers, as a person reads them."""
    return {
        "title": advice.title,
        "summary": advice.summary,
        "popover": advice.popover_text,
        "notification": advice.notification_text,
        "rows": {
            row.evidence.key: numerals.measured(row.evidence) for row in advice.rows
        },
    }


def main() -> None:
    """Watch until somebody ends this process."""
    clock = SystemClock()
    root = Path(os.environ.get(ROOT_VARIABLE, "/"))
    pipeline = Noted(build_pipeline(Wishes(clock=clock, root=root)))
    sys.stdout.write(json.dumps({"ready": os.getpid()}) + "\n")
    sys.stdout.flush()
    watch(pipeline, clock, LONGEST_S)


if __name__ == "__main__":
    main()
