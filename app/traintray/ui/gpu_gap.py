"""Why NVIDIA GPUs are missing."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.readings import Gap


def nvidia_gap(frame: Frame) -> Gap | None:
    """Return why the NVIDIA GPUs are missing, also beside those of another vendor."""
    if frame.gpus is not None:
        return frame.gpus.gaps.get("nvidia")
    return frame.gaps.get("gpus")
