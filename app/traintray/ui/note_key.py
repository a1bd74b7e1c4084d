"""What a notification is about, as the text that it goes by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Topic(Enum):
    """What a notification may be about."""

    TIP = "run"
    """A finding; the name is the run's key."""
    END = "end"
    """A run that has ended; the name is its key, empty for several."""
    PROOF = "proof"
    """A knob that was tried; the name is the key of the run after it."""
    GPU = "gpu"
    """A GPU that is lost; the name is its UUID."""
    NOTICE = "notice"
    """The app itself; the name is the notice's."""


@dataclass(frozen=True, slots=True)
class NoteKey:
    """One notification; a later one with the same key takes its place."""

    topic: Topic
    name: str

    @property
    def text(self) -> str:
        """The key as `platform.notifications` takes it."""
        return f"{self.topic.value}:{self.name}"

    @classmethod
    def of(cls, text: str) -> NoteKey:
        """Read it back."""
        topic, _, name = text.partition(":")
        return cls(Topic(topic), name)
