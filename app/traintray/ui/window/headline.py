"""The head of the Live page in words: what holds just now."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Unknown
from traintray.core.frame import Frame, RunView, State
from traintray.core.history.store import Store
from traintray.ui import format as fmt
from traintray.ui.joined import sentences
from traintray.ui.popover_parts.gpu_words import (
    HARDWARE,
    lost_words,
    silent_words,
    unreadable_words,
)
from traintray.ui.popover_parts.verdict_words import Action, Other, Words
from traintray.ui.popover_parts.words import loudest, words_for
from traintray.ui.state_shape import Shape

translate = QCoreApplication.translate

WORD_JOINER = "\u2060"
_BUSY_FROM = 0.5
"""A logical CPU counts as used from this share of the last second on."""


def headline(frame: Frame, store: Store | None = None) -> Words:
    """Return what to say of `frame`: as the popover does, where the page has no more
    to add. `store` holds the samples before it.
    """
    words = _with_own_actions(words_for(frame, store=store))
    if frame.state is State.PAUSED or lost_words(frame) is not None:
        return words
    found = loudest(frame)
    if found is not None:
        return _finding(found, words, frame)
    if frame.state is State.NO_DATA or silent_words(frame) is not None:
        return words
    if not frame.runs:
        return _watching(words)
    if isinstance(frame.runs[0].verdict, Unknown):
        return words
    if frame.machine.gpu_expected and not (frame.gpus and frame.gpus.gpus):
        return _without_gpu(frame.runs[0], frame)
    return words


def _with_own_actions(words: Words) -> Words:
    """Leave out what leads to this page, or is for a glance only. A process is picked
    where nothing is missed, so its button is a quiet one.
    """
    other = words.other
    if words.action is Action.PICK:
        other = Other(Action.PICK, words.label)
    elif other is not None and other.action not in (Action.COPY, Action.NO_GPU):
        other = None
    leads = words.action in (Action.ADVICE, Action.RESUME)
    if leads or (words.action is Action.PAGE and words.target == HARDWARE):
        return replace(words, other=other)
    return replace(words, action=Action.NONE, label="", other=other)


def _finding(view: RunView, words: Words, frame: Frame) -> Words:
    """Add since when it holds; the button leads to the advice."""
    text = words.text
    if view.episode is not None:
        onset_wall_s = frame.wall_s - (frame.at_s - view.episode.onset_at_s)
        since = translate("Live", "Since {time}.")
        since = since.format(time=fmt.clock(onset_wall_s))
        text = sentences(text, _together(since))
    label = translate("Live", "Show advice")
    return replace(words, text=text, action=Action.ADVICE, label=label)


def _together(text: str) -> str:
    """Keep a line from ending inside a short sentence, as Chinese may between any two
    characters.
    """
    kept = text.replace(" ", fmt.NBSP)
    return kept if kept[:1].isascii() else WORD_JOINER.join(kept)


def _watching(words: Words) -> Words:
    text = translate(
        "Live",
        "Start one as usual; PyTorch, TensorFlow and JAX processes are noticed by "
        "themselves.",
    )
    return replace(words, text=text)


def _without_gpu(view: RunView, frame: Frame) -> Words:
    shares = [s for s in (frame.cpu.per_cpu if frame.cpu else ()) if s is not None]
    busy = sum(1 for each in shares if each.busy >= _BUSY_FROM)
    missing = unreadable_words(frame)
    title = translate("Live", "{run} is running; the GPU cannot be read")
    text = translate(
        "Live",
        "{busy} of {count} logical CPUs are busy. Whether the GPU could be used is "
        "unknown until NVML is found.",
    )
    return Words(
        Shape.NO_DATA,
        title.format(run=view.run.name),
        text.format(busy=busy, count=len(shares)),
        other=missing.other if missing is not None else None,
    )
