"""What the popover says of a GPU that stopped answering, or cannot be read."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from traintray.core.frame import Frame
from traintray.core.readings import GapReason, GpuReading
from traintray.ui import format as fmt
from traintray.ui.gpu_gap import nvidia_gap
from traintray.ui.joined import sentences
from traintray.ui.popover_parts.verdict_words import Action, Other, Words
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate

LIVE, HARDWARE = "live", "hardware"
"""Where the buttons lead: the page that says what to install, the strategy that says
what to look at.
"""


def lost_words(frame: Frame) -> Words | None:
    """Return what to say when a GPU that is listed gives no answer; None if all do."""
    gpus = frame.gpus.gpus if frame.gpus is not None else ()
    lost = [gpu for gpu in gpus if _is_lost(gpu)]
    if not lost:
        return None
    shown = translate("Popover", "GPU {number}").format(number=0)  # as its row says
    if len(gpus) > 1:
        shown = f"{fmt.gpu_name(lost[0].name)} ({lost[0].bus_id})"
    text = translate(
        "Popover",
        "The driver lists it, but gets no answer: what ran on it cannot go on. A "
        "restart brings the card back; check its power cables and its heat first.",
    )
    title = translate("Popover", "{gpu} stopped answering").format(gpu=shown)
    report = lost_report(frame)
    return Words(
        Shape.CRITICAL,
        title,
        text,
        Action.PAGE,
        translate("Popover", "Show steps"),
        target=HARDWARE,
        other=Other(Action.COPY, translate("Popover", "Copy report"), target=report),
    )


def lost_report(frame: Frame) -> str:
    """Return what someone who helps wants to know of GPUs that do not answer; for the
    clipboard, so in English like a log.
    """
    gpus = frame.gpus.gpus if frame.gpus is not None else ()
    lines = [
        f"traintray, {datetime.fromtimestamp(frame.wall_s).isoformat(' ', 'seconds')}"
    ]
    for gpu in filter(_is_lost, gpus):
        lines.append(f"{gpu.name}, {gpu.bus_id}, {gpu.uuid}")
        lines += [
            f"  {name}: {gap.reason.value} ({gap.detail})"
            for name, gap in sorted(gpu.gaps.items())
        ]
    lines += [f"{view.run.name}, PID {view.run.root_pid}" for view in frame.runs]
    return "\n".join(lines) + "\n"


def silent_words(frame: Frame) -> Words | None:
    """Return what to say when a driver hangs; None if each answers, if only to say
    what is wrong.
    """
    gaps = [] if frame.gpus is None else list(frame.gpus.gaps.values())
    gap = frame.gaps.get("gpus") if frame.gpus is None else next(iter(gaps), None)
    if gap is None or gap.reason is not GapReason.DEVICE_LOST:
        return None
    text = translate(
        "Popover",
        "CPU and memory are watched as usual. If it stays so, save your work and "
        "restart; sudo dmesg tells what the driver ran into.",
    )
    title = translate("Popover", "The GPU driver does not answer")
    return Words(Shape.NO_DATA, title, text)


def unreadable_words(frame: Frame) -> Words | None:
    """Return what to say where a card is on the bus and cannot be read; None where
    there is none, or all is well.
    """
    gap = nvidia_gap(frame)
    if gap is None or not frame.machine.gpu_expected:
        return None
    works = translate("Popover", "CPU and memory are watched as usual.")
    if gap.reason is GapReason.NOT_PRESENT:
        why = translate(
            "Popover",
            "An NVIDIA card is present, but the driver’s monitoring library (NVML) was "
            "not found: the Live page says what to install.",
        )
    else:
        why = translate("Popover", "An NVIDIA card is present, but {detail}.").format(
            detail=gap.detail
        )
    title = translate("Popover", "No GPU readings")
    fix = translate("Popover", "Show the fix")
    none_here = Other(
        Action.NO_GPU,
        translate("Popover", "No GPU here"),
        translate("Popover", "No GPU here: do not miss it any more"),
    )
    text = sentences(why, works)
    return Words(
        Shape.NO_DATA, title, text, Action.PAGE, fix, target=LIVE, other=none_here
    )


def _is_lost(gpu: GpuReading) -> bool:
    gap = gpu.gaps.get("busy_fraction")
    return gap is not None and gap.reason is GapReason.DEVICE_LOST
