"""What came of changes, for a terminal and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traintray.cli.remembered import CannotAnswerError, history
from traintray.cli.streams import plain
from traintray.core.archive.records import RunRecord
from traintray.core.export.proof_form import proof_object
from traintray.core.proof.outcome import Proof, proof_of

_WORDS = {
    "helped": "helped",
    "unclear": "no clear change",
    "slower": "slower",
    "not_comparable": "not comparable",
}


def verdict_words(proof: Proof) -> str:
    """Return the verdict in a few words: `helped, 1.69 times`."""
    words = _WORDS[proof.verdict]
    if proof.verdict not in ("helped", "slower"):
        return words
    if proof.ratio is not None:
        return f"{words}, {proof.ratio[0]:.2f} times"
    return f"{words}, by how busy the GPU is"


def proven(values: Mapping[str, str]) -> dict[str, RunRecord]:
    """Return, by knob, the newest run that shows what came of its last change, as far
    as the env file holds that change still (`values`); none without a history.
    """
    found: dict[str, RunRecord] = {}
    try:
        with history() as reader:
            runs = reader.runs(0.0, math.inf)
    except CannotAnswerError:
        return found
    for run in sorted(runs, key=lambda one: -one.started_at_s):
        proof = run.proof
        if proof is None or proof.change.knob in found:
            continue
        if all(values.get(name) == value for name, value in proof.change.new.items()):
            found[proof.change.knob] = run
    return found


def proof_lines(found: Mapping[str, RunRecord]) -> Iterator[str]:
    """Yield what came of each knob in the file; a harm is followed by the way back."""
    for knob, run in found.items():
        proof = proof_of(run)
        if proof is None:
            continue
        where = f"{plain(run.name)}, run {run.number}"
        yield f"{knob}: {verdict_words(proof)} ({where}). {plain(proof.why)}"
        if proof.verdict == "slower":
            yield f"To take it back: traintray knobs undo {knob}"


def with_proofs(
    knobs: Sequence[dict[str, Any]], found: Mapping[str, RunRecord]
) -> list[dict[str, Any]]:
    """Return knobs for programs, each with what came of its last change, or null."""
    return [{**knob, "proof": _told(found.get(knob["name"]))} for knob in knobs]


def _told(run: RunRecord | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {**(proof_object(run.proof) or {}), "run": run.identity}
