"""What came of a change, as every JSON of ours writes it."""

from __future__ import annotations

from typing import Any

from traintray.core.archive.proof_record import Measure, ProofRecord, Said, Span


def proof_object(kept: ProofRecord | None) -> dict[str, Any] | None:
    """Return a proof for programs; None where a run was not compared."""
    if kept is None:
        return None
    change, windows, ratio = kept.change, kept.windows, kept.ratio
    return {
        "verdict": kept.verdict,
        "why": _said(kept.why),
        "before_run": kept.before_run,
        "knob": change.knob,
        "old": dict(change.old),
        "new": dict(change.new),
        "changed_at_s": change.at_s,
        "beside": list(change.beside),
        "ratio": None
        if ratio is None
        else dict(zip(("estimate", "low", "high"), ratio, strict=True)),
        "speed_is_stand_in": kept.speed_is_stand_in,
        "measures": [_measure(one) for one in kept.measures],
        "windows": {
            "before": _span(windows.before),
            "after": _span(windows.after),
            "warm_up_s": windows.warm_up_s,
        },
        "made_at_s": kept.made_at_s,
    }


def _said(said: Said) -> str:
    try:
        return said.template.format(**said.values)
    except (LookupError, ValueError):  # from another version
        return said.template


def _measure(one: Measure) -> dict[str, Any]:
    return {
        "key": one.key,
        "unit": one.unit,
        "before": one.before,
        "after": one.after,
        "spread_before": one.spread_before,
        "spread_after": one.spread_after,
        "better": one.better,
        "counts_first": one.counts_first,
    }


def _span(span: Span | None) -> dict[str, float] | None:
    if span is None:
        return None
    return {"since_s": span.since_s, "until_s": span.until_s}
