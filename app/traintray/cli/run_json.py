"""Runs and verdicts as JSON objects: the documented shape, schema 1."""

from __future__ import annotations

import pwd
from typing import Any

from traintray.cli.speed_text import progress_object
from traintray.core.advice.advice import Advice
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.detection.unreadable import UnreadableProcess
from traintray.core.diagnosis.verdict import Evidence, Finding, Unknown, Verdict
from traintray.core.frame import RunView

SCHEMA = 1
_ROLE_NAMES = {
    Role.LAUNCHER: "launchers",
    Role.MAIN: "main",
    Role.RANK: "ranks",
    Role.WORKER: "workers",
    Role.COMPILER: "compilers",
    Role.SUPPORT: "support",
}
_ALWAYS = (Role.MAIN, Role.WORKER)


def run_object(run: TrainingRun) -> dict[str, Any]:
    """Return what is known of a run, without its verdict."""
    return {
        "pid": run.root_pid,
        "name": run.name,
        "command": list(run.command),
        "model": run.model,
        "framework": run.framework,
        "trainer": run.trainer,
        "usable_cpus": run.usable_cpus.count,
        "roles": {
            name: run.count(role)
            for role, name in _ROLE_NAMES.items()
            if role in _ALWAYS or run.count(role)
        },
    }


def unreadable_object(process: UnreadableProcess) -> dict[str, Any]:
    """Return what is known of a busy process that could not be looked into."""
    return {
        "pid": process.pid,
        "name": process.name,
        "user": user_name(process.owner_uid),
        "cpu_cores": process.cpu_cores,
    }


def user_name(uid: int | None) -> str:
    """Return the name of a user; the number where it has none, `?` when unknown."""
    if uid is None:
        return "?"
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def view_object(view: RunView) -> dict[str, Any]:
    """Return a run with its verdict and what is proposed."""
    found = run_object(view.run)
    found["progress"] = progress_object(view.run.progress)
    found["verdict"] = verdict_object(view.verdict)
    found["proposals"] = [
        {"knob": proposal.knob, "variables": proposal.variables()}
        for proposal in (view.advice.proposals if view.advice else ())
    ]
    if view.advice is not None:
        found["steps"] = [
            {
                "title": step.title,
                "text": step.text,
                "snippet": step.snippet,
                "in_place": step.in_place,
                "parts": dict(step.parts),
            }
            for step in view.advice.steps
        ]
        found["notes"] = list(view.advice.notes)
        found.update(_beside(view.verdict, view.advice))
    return found


def _beside(verdict: Verdict, advice: Advice) -> dict[str, Any]:
    """Return what stands beside a finding: other findings, causes that were measured
    and are not there, whether demand is an estimate, and where each number is from.
    """
    if not isinstance(verdict, Finding):
        return {}
    rows = (*advice.rows, *advice.ruled_out_rows)
    return {
        "also": list(verdict.also),
        "ruled_out": {e.key: _evidence_object(e) for e in verdict.ruled_out},
        "estimate": verdict.is_estimate,
        "explained": {
            row.evidence.key: {"reason": row.reason, "source": row.source}
            for row in rows
        },
    }


def verdict_object(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict: always the same four keys."""
    if isinstance(verdict, Finding):
        return {
            "kind": verdict.kind,
            "state": "finding",
            "evidence": {e.key: _evidence_object(e) for e in verdict.evidence},
            "missing": [],
        }
    if isinstance(verdict, Unknown):
        return {
            "kind": verdict.kind,
            "state": "unknown",
            "evidence": {},
            "missing": list(verdict.missing),
        }
    return {"kind": None, "state": "clear", "evidence": {}, "missing": []}


def _evidence_object(evidence: Evidence) -> dict[str, Any]:
    return {
        "measured": round(evidence.measured, 4),
        "comparison": evidence.comparison.value,
        "threshold": round(evidence.threshold, 4),
        "unit": evidence.unit.value,
        "crossed": evidence.crossed,
        "set_by_user": evidence.is_chosen,
    }
