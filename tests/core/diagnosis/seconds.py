"""Seconds of a run that differ from a healthy one, and what a rule says of them."""

from __future__ import annotations

from core.diagnosis.test_rules import HEALTHY
from traintray.core.diagnosis.policy import Policy

POLICY = Policy()


def judged(rule, **figures):
    """What `rule` says of a healthy second with these figures of the run; None takes
    a figure away. `io` is the pressure on storage.
    """
    others = {
        "io": "pressure.io.stalled_fraction",
        "memory": "pressure.memory.stalled_fraction",
        "swap": "memory.swap_in_bytes_per_s",
    }
    named = {
        name if "." in name else others.get(name, f"run.{name}"): value
        for name, value in figures.items()
    }
    known = {**HEALTHY, **named}
    return rule.judge({k: v for k, v in known.items() if v is not None}, POLICY)
