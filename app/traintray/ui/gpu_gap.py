"""Why NVIDIA GPUs are missing."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.readings import Gap, GapReason


def nvidia_gap(frame: Frame) -> Gap | None:
    """Return why the NVIDIA GPUs are missing, also beside those of another vendor.

    None, too, while their driver has not answered the first question yet.
    """
    gaps = frame.gaps if frame.gpus is None else frame.gpus.gaps
    gap = gaps.get("gpus" if frame.gpus is None else "nvidia")
    return None if gap is None or gap.reason is GapReason.FIRST else gap
