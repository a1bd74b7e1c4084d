"""A run that goes on with a change whose effect is measured, after one without it."""

from __future__ import annotations

from dataclasses import replace

from traintray.core.archive.records import Outcome
from ui import frames, knob_data, proof_data
from ui.advice_world import caps

NOW_S = knob_data.NOW_S
SEEN_S, WARM_S, DUE_S = NOW_S + 80.0, NOW_S + 140.0, NOW_S + 440.0
"""The new run is seen; its first minute is over; it has gone on as long as the old."""


class MeasuredArchive(proof_data.ProofArchive):
    """The run of before, ended, and the one with the change, which goes on."""

    def __init__(self) -> None:
        super().__init__("helped")
        self.told, old = self.saved
        self.old = replace(old, last_seen_at_s=NOW_S, started_at_s=NOW_S - 435.0)
        self.changes = ()

    def at(self, wall_s, variables=None):
        """Let the new run be as it stands at this time; usually it has three caps."""
        course = self.told.course
        count = max(0, int((wall_s - SEEN_S) // course.block_s))
        new = replace(
            self.told,
            outcome=Outcome.RUNNING,
            ended_at_s=None,
            started_at_s=SEEN_S - 10.0,
            seen_at_s=SEEN_S,
            last_seen_at_s=wall_s,
            variables=variables or caps(8),
            course=replace(
                course, blocks={k: v[:count] for k, v in course.blocks.items()}
            ),
            proof=None,
        )
        self.saved = (new, self.old)
        return self

    def tell(self, **changes):
        """Let the new run have its result."""
        new, old = self.saved
        change = replace(self.told.proof.change, new=caps(8))
        proof = replace(self.told.proof, change=change, **changes)
        self.saved = (replace(new, proof=proof), old)


def frame_at(wall_s, with_advice=False):
    """The new run, well or with the finding that it had before."""
    calm = frames.ok_frame()
    view = replace(calm.runs[0], run=replace(calm.runs[0].run, key="42100-9"))
    if with_advice:
        finding = frames.attention_frame().runs[0]
        view = replace(finding, run=replace(finding.run, key=view.run.key))
    later_s = wall_s - calm.wall_s
    return replace(calm, runs=(view,), wall_s=wall_s, at_s=calm.at_s + later_s)
