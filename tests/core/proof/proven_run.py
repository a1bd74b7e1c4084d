"""A run that shows what came of a cap of threads, for tests that show it."""

from __future__ import annotations

from traintray.core.archive.proof_record import (
    Change,
    Measure,
    ProofRecord,
    Said,
    Span,
    Windows,
)
from traintray.core.proof.outcome import Verdict
from traintray.core.proof.reasons import FASTER, SLOWER

CAP = {"OMP_NUM_THREADS": "2"}


def proof_record(verdict: Verdict = "helped", **changes) -> ProofRecord:
    """Twice as fast as `boot/1-1`, or half."""
    factor = 0.5 if verdict == "slower" else 2.0
    template = SLOWER if verdict == "slower" else FASTER
    why = template.filled(
        before="10",
        after=f"{10 * factor:g}",
        unit="steps",
        ratio=f"{factor:.2f}",
        low=f"{factor * 0.9:.2f}",
        high=f"{factor * 1.1:.2f}",
    )
    fields = {
        "verdict": verdict,
        "before_run": "boot/1-1",
        "change": Change("thread_cap", {"OMP_NUM_THREADS": None}, CAP, 1000.0),
        "measures": (
            Measure("steps_per_s", "step", 10.0, 10 * factor, 0.5, 1.5, "higher", True),
            Measure("cpu_s_per_step", "seconds", 0.2, 0.1, 0.01, None, "lower", False),
            Measure("cpu_pressure_fraction", "fraction", 0.62, 0.06, 0.1, 0.01,
                    "lower", False),
        ),
        "speed_is_stand_in": False,
        "why": Said(why.context, why.template, dict(why.values)),
        "windows": Windows(Span(0.0, 300.0), Span(2000.0, 2300.0), 60.0),
        "ratio": (factor, factor * 0.9, factor * 1.1),
        "made_at_s": 2400.0,
    }  # fmt: skip
    return ProofRecord(**{**fields, **changes})
