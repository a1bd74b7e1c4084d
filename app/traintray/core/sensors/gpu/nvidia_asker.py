"""Asks one NVIDIA GPU, and remembers what it will never answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.gpu import nvml as codes
from traintray.core.sensors.gpu.nvml import Refusal, ask

Questions = Mapping[str, Callable[[], Any]]
"""By the name of the field that the answer is for."""

LOST = Gap(GapReason.DEVICE_LOST, "the GPU stopped answering")


class Asker:
    """Puts questions to one GPU. One that it does not support is asked once only; a
    lost GPU is not asked at all.
    """

    def __init__(self, nvml: Any, lost: Gap | None = None) -> None:
        self._nvml = nvml
        self.lost = lost
        """Why it is not asked any more."""
        self.refused: set[int] = set()
        """Codes of the refusals of the last questions."""
        self._unsupported: dict[str, Gap] = {}

    def ask(self, questions: Questions) -> tuple[dict[str, Any], dict[str, Gap]]:
        """Return the answers and the gaps, together one for each question."""
        answers: dict[str, Any] = {}
        gaps: dict[str, Gap] = {}
        self.refused = set()
        for field, question in questions.items():
            gap = self.lost or self._unsupported.get(field)
            if gap is None:
                try:
                    answers[field] = ask(self._nvml, question)
                    continue
                except Refusal as refusal:
                    gap = self._remember(field, refusal)
            gaps[field] = gap
        return answers, gaps

    def _remember(self, field: str, refusal: Refusal) -> Gap:
        self.refused.add(refusal.code)
        gap = refusal.gap()
        if gap.reason is GapReason.NOT_SUPPORTED:
            self._unsupported[field] = gap
        if refusal.code in codes.LOST:
            self.lost = gap
        return gap


class Tier:
    """Questions that are asked every so often; in between the last answers stand."""

    def __init__(self, asker: Asker, questions: Questions, every_s: float) -> None:
        self._asker = asker
        self._questions = questions
        self._every_s = every_s
        self._due_at_s = -math.inf
        self.answers: dict[str, Any] = {}
        self.gaps: dict[str, Gap] = {}

    def read(self, at_s: float) -> None:
        """Ask if it is time to, or if an answer is missing that never changes."""
        if at_s < self._due_at_s and not self._is_missing():
            return
        self._due_at_s = at_s + self._every_s
        self.answers, self.gaps = self._asker.ask(self._questions)

    def _is_missing(self) -> bool:
        """Whether something that is asked once only has failed, but not for good."""
        final = (GapReason.NOT_SUPPORTED, GapReason.DEVICE_LOST)
        return self._every_s == math.inf and any(
            gap.reason not in final for gap in self.gaps.values()
        )
