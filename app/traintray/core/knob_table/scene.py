"""A run, what was found about it and what there is to be divided: what the catalogue
of knobs is asked with, by the command line and by the window.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from traintray.core.advice.offers import Seen
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import Finding, Unknown
from traintray.core.discovery import collect
from traintray.core.frame import RunView
from traintray.core.knobs.installed import find_library
from traintray.core.knobs.legal import Bounds
from traintray.core.readings import GpuReading, UsableCpus
from traintray.core.sensors.process_facts import read_mapped_files


@dataclass(frozen=True)
class Scene:
    """What there is to be divided, and among whom."""

    bounds: Bounds
    seen: Seen | None
    """None when no run computes, or when nobody looked."""
    other_runs: int = 0


def seen_of(view: RunView, run_count: int, mapped_files: frozenset[str] | None) -> Seen:
    """Return what the catalogue is told of a run; `run_count` counts it as well."""
    verdict = view.verdict
    finding = verdict if isinstance(verdict, Finding) else None
    return Seen(
        run=view.run,
        run_count=run_count,
        finding=finding,
        first_knob=_first_knob(finding),
        is_judged=not isinstance(verdict, Unknown),
        mapped_files=mapped_files,
    )


def mapped_by(run: TrainingRun) -> frozenset[str] | None:
    """Return what all processes that compute or load have mapped; None when that may
    not be read. Takes some milliseconds per process.
    """
    found: set[str] = set()
    for member in run.with_roles(Role.MAIN, Role.RANK, Role.WORKER):
        try:
            found |= read_mapped_files(member.pid)
        except OSError:
            continue  # gone meanwhile, or of another user
    return frozenset(found) or None


def bounds_of(
    run: TrainingRun | None,
    usable: UsableCpus,
    memory_bytes: int,
    gpus: Iterable[GpuReading],
) -> Bounds:
    """Return what a value may not exceed. `usable` are the CPUs of the run, or of
    this program where there is none.
    """
    nvidia = [gpu for gpu in gpus if gpu.vendor == "nvidia"]
    uuids = tuple(g.uuid for g in sorted(nvidia, key=lambda gpu: gpu.bus_id))
    present = run.thread_variables if run else None
    if present is None:
        present = {k: v for k, v in os.environ.items() if k == "LD_PRELOAD"}
    return Bounds(
        usable=usable,
        memory_bytes=memory_bytes,
        gpu_uuids=uuids or None,
        present=present,
        find_library=find_library,
    )


def _first_knob(finding: Finding | None) -> str:
    for rule in collect(rules, "RULE", Rule) if finding else ():
        if finding and rule.kind == finding.kind and rule.knobs:
            return rule.knobs[0]
    return ""
