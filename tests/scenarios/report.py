"""Writes the score: shares against what is required, the confusion table, all lines."""

from __future__ import annotations

import os
import platform
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.catalog import NOT_PRODUCED
from scenarios.outcome import DISTURBED, Mark, Outcome
from scenarios.scenario import Group

WITHIN_S = 25.0
EVIDENCE_WITHIN = 0.05


@dataclass(frozen=True)
class Required:
    """One thing that is asked of the product, and what was measured."""

    text: str
    measured: str
    is_met: bool


def line_of(outcome: Outcome) -> str:
    """Return one line about one scenario."""
    truth = ", ".join(sorted(outcome.scenario.truth)) or "nothing"
    delay = "     -" if outcome.delay_s is None else f"{outcome.delay_s:5.1f}s"
    worst = max((d.fraction for d in outcome.differences), default=None)
    evidence = "   - " if worst is None else f"{worst:5.1%}"
    farthest = max((d.fraction for d in outcome.tip), default=None)
    tip = "   - " if farthest is None else f"{farthest:5.1%} of {len(outcome.tip)}"
    noise = outcome.foreign_cores
    foreign = "  - " if noise is None else f"{noise:4.2f}"
    wrong = f"  WRONG TIP {', '.join(outcome.wrong_tips)}" if outcome.wrong_tips else ""
    wrong += "  disturbed" if outcome.is_disturbed else ""
    return (
        f"{outcome.mark.value:<9} {outcome.scenario.name:<22} "
        f"{truth:<17} -> {outcome.told:<17} {delay} "
        f"evidence {evidence} tip {tip} noise {foreign}{wrong}"
    )


def requirements(outcomes: Sequence[Outcome]) -> list[Required]:
    """Return what issue 3 asks for, with what was measured."""
    runs = [o for o in outcomes if o.scenario.group is not Group.OTHER]
    other = [o for o in outcomes if o.scenario.group is Group.OTHER]
    steady = [o for o in runs if o.scenario.is_steady and o.delay_s is not None]
    late = [o for o in steady if (o.delay_s or 0) > WITHIN_S]
    gaps = [d for o in runs for d in o.differences]
    far = [d for d in gaps if d.fraction > EVIDENCE_WITHIN]
    rows = []
    if runs:
        rows += [
            _share("the right cause in 95 % of the runs", runs, _is_right, least=0.95),
            _share("no wrong tip in 99 % of the runs", runs, _has_no_wrong, least=0.99),
            _share("abstained in at most 10 %", runs, _abstained, most=0.10),
        ]
    if other:
        rows.append(
            _share("no tip on work that is no training", other, _has_no_wrong, least=1)
        )
    if steady:
        delays = sorted(o.delay_s or 0.0 for o in steady)
        measured = (
            f"median {statistics.median(delays):.1f} s, worst {delays[-1]:.1f} s, "
            f"{len(late)} of {len(steady)} late"
        )
        text = f"a steady condition is told within {WITHIN_S:.0f} s"
        rows.append(Required(text, measured, not late))
    if gaps:
        measured = (
            f"median {statistics.median(d.fraction for d in gaps):.1%}, "
            f"worst {max(d.fraction for d in gaps):.1%}, "
            f"{len(far)} of {len(gaps)} farther off"
        )
        text = "evidence within 5 % of an independent reading"
        rows.append(Required(text, measured, not far))
    told = [d for o in runs for d in o.tip]
    if told:
        off = [d for d in told if d.fraction > EVIDENCE_WITHIN]
        measured = (
            f"worst {max(d.fraction for d in told):.1%}, "
            f"{len(off)} of {len(told)} farther off"
        )
        text = "numbers in tips, as written, within 5 % of an independent reading"
        rows.append(Required(text, measured, not off))
    return rows


def _share(
    text: str,
    outcomes: Sequence[Outcome],
    counts: Any,
    *,
    least: float | None = None,
    most: float | None = None,
) -> Required:
    hits = sum(1 for outcome in outcomes if counts(outcome))
    share = hits / len(outcomes)
    is_met = share >= least if least is not None else share <= (most or 0.0)
    return Required(text, f"{hits} of {len(outcomes)} ({share:.1%})", is_met)


def _is_right(outcome: Outcome) -> bool:
    return outcome.mark is Mark.RIGHT


def _has_no_wrong(outcome: Outcome) -> bool:
    return not outcome.wrong_tips


def _abstained(outcome: Outcome) -> bool:
    return outcome.mark is Mark.ABSTAINED


def confusion(outcomes: Iterable[Outcome]) -> list[tuple[str, str, int]]:
    """Return how often which truth was told as what, mistakes first in each truth."""
    counts: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        truth = ", ".join(sorted(outcome.scenario.truth))
        if outcome.scenario.group is Group.OTHER:
            truth = "no training"
        counts[truth or "nothing wrong", outcome.told.partition(":")[0]] += 1
    return sorted((truth, told, count) for (truth, told), count in counts.items())


def markdown(outcomes: Sequence[Outcome], left_out: dict[str, str], taken: str) -> str:
    """Return the whole report."""
    parts = [
        "# Score of the diagnosis on live runs",
        f"Taken {taken} with `make score` on {os.cpu_count()} CPUs, "
        f"Linux {platform.release()}. Every scenario is a real workload of "
        "`tests/scenarios`, watched from outside by the real pipeline.",
        _table(
            ("required", "measured", "met"),
            [
                (row.text, row.measured, "yes" if row.is_met else "**no**")
                for row in requirements(outcomes)
            ],
        ),
        "## Truth and verdict",
        _table(
            ("truth", "told", "runs"),
            [(t, told, str(count)) for t, told, count in confusion(outcomes)],
        ),
        "## Every run",
        _table(
            (
                *("scenario", "seed", "truth", "told", "after", "evidence", "tip"),
                *("wrong tips", "others' CPUs"),
            ),
            [_row(outcome) for outcome in outcomes],
        ),
        "`after`: seconds from the onset to the verdict. `evidence`: the largest "
        "difference to the independent reading, with its name. `tip`: the same for the "
        "numbers that the tip names, as they are written. `others' CPUs`: what "
        "programs outside the scenario used meanwhile; a run is disturbed when that "
        f"is more than {DISTURBED:.0%} of the CPUs, and it lost as large a share of "
        "what it wanted: it is tried again, then reported as it is.",
    ]
    made_up = {
        o.scenario.name: o.scenario.made_up for o in outcomes if o.scenario.made_up
    }
    if made_up:
        parts += [
            "## Made up",
            "This machine lacks the hardware. The runs are real, and so is all else "
            "that is read; what is made up is handed to the watcher in its place.",
            _table(("scenario", "made up"), sorted(made_up.items())),
        ]
    if NOT_PRODUCED:
        parts += [
            "## Not produced here",
            _table(("kind", "why"), sorted(NOT_PRODUCED.items())),
        ]
    if left_out:
        parts += [
            "## Left out on this machine",
            _table(("scenario", "why"), sorted(left_out.items())),
        ]
    return "\n\n".join(parts) + "\n"


def _row(outcome: Outcome) -> tuple[str, ...]:
    scenario = outcome.scenario
    worst = max(outcome.differences, key=lambda d: d.fraction, default=None)
    farthest = max(outcome.tip, key=lambda d: d.fraction, default=None)
    return (
        scenario.name,
        str(outcome.seed),
        ", ".join(sorted(scenario.truth)) or "nothing",
        outcome.told if outcome.mark is Mark.RIGHT else f"**{outcome.told}**",
        "" if outcome.delay_s is None else f"{outcome.delay_s:.1f} s",
        "" if worst is None else f"{worst.fraction:.1%} {worst.name}",
        "" if farthest is None else f"{farthest.fraction:.1%} {farthest.name}",
        ", ".join(outcome.wrong_tips),
        "" if outcome.foreign_cores is None else f"{outcome.foreign_cores:.2f}",
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return one outcome as an object."""
    return {
        "scenario": outcome.scenario.name,
        "group": outcome.scenario.group.value,
        "seed": outcome.seed,
        "truth": sorted(outcome.scenario.truth),
        "also_true": sorted(outcome.scenario.also_true),
        "told": outcome.told,
        "mark": outcome.mark.value,
        "wrong_tips": list(outcome.wrong_tips),
        "delay_s": None if outcome.delay_s is None else round(outcome.delay_s, 2),
        "evidence": [
            {
                "name": gap.name,
                "measured": round(gap.measured, 4),
                "witnessed": round(gap.witnessed, 4),
                "difference": round(gap.fraction, 4),
            }
            for gap in outcome.differences
        ],
        "tip": [
            {"name": gap.name, "difference": round(gap.fraction, 4)}
            for gap in outcome.tip
        ],
        "lost_share": outcome.lost_share,
        "foreign_cores": outcome.foreign_cores,
        "watcher_cores": round(outcome.own_cores, 4),
        "title": outcome.title,
    }
