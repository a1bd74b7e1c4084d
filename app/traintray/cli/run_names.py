"""What a run is called on a terminal."""

from __future__ import annotations

from traintray.cli.streams import plain, shortened
from traintray.core.archive.records import RunRecord
from traintray.core.detection.run import TrainingRun

_LONGEST_NAME = 32


def titled(run: TrainingRun | RunRecord) -> str:
    """Return the script of a run and its model, if known: `train.py · resnet50`."""
    parts = (run.name, run.model or "")
    return " · ".join(plain(shortened(p, _LONGEST_NAME)) for p in parts if p)
