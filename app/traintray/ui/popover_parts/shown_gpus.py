"""Which GPUs the popover shows, and what a frame says of them."""

from __future__ import annotations

from traintray.core.frame import Frame
from traintray.core.readings import Gap, GpuReading, GpusReading


def known_gpus(frame: Frame, before: tuple[GpuReading, ...]) -> tuple[GpuReading, ...]:
    """Return the GPUs to show: those of the frame, and those seen `before` whose
    driver does not answer now.
    """
    if frame.gpus is None:
        return before
    silent = tuple(gpu for gpu in before if gpu.vendor in frame.gpus.gaps)
    now = GpusReading((*silent, *frame.gpus.gpus)).to_train_on
    return now or before


def shown_gpus(frame: Frame, known: tuple[GpuReading, ...]) -> tuple[GpuReading, ...]:
    """Return what the frame says of the GPUs that are shown."""
    shown = {gpu.uuid for gpu in known}
    gpus = frame.gpus.gpus if frame.gpus is not None else ()
    return tuple(gpu for gpu in gpus if gpu.uuid in shown)


def gpu_gap(frame: Frame, known: tuple[GpuReading, ...], name: str) -> Gap | None:
    """Return why a figure of theirs is missing."""
    gaps = [gpu.gaps[name] for gpu in shown_gpus(frame, known) if name in gpu.gaps]
    silent = {} if frame.gpus is None else frame.gpus.gaps
    gaps += [silent[gpu.vendor] for gpu in known if gpu.vendor in silent]
    return gaps[0] if gaps else frame.gaps.get("gpus")
