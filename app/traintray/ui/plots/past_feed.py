"""Keeps what the archive said of a span of hours fresh, while somebody looks."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traintray.core.frame import Frame
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.plots.past import COLUMNS, Grid, Past, read_past

_LEAST_S = 60.0
"""The newest samples come from memory, so the archive is asked once a minute only."""
_NAME = "live"


class PastFeed(QObject):
    """Asks the archive when the Live page wants to draw hours."""

    changed = Signal()
    """There is another answer."""

    def __init__(self, desk: ArchiveDesk | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._past: Past | None = None
        self._asked: tuple[float, tuple[str, ...]] = (0.0, ())
        self._asked_at_s = float("-inf")

    def past(self, frame: Frame, span_s: float, keys: tuple[str, ...]) -> Past:
        """Return what is known of the span up to now, and ask for more if need be.

        Until the first answer it is nothing: the graphs begin with the newest samples.
        """
        if self._is_due(frame, span_s, keys):
            self._ask(frame.wall_s, span_s, keys)
        if self._past is not None and self._past.span_s == span_s:
            return self._past
        return Past(span_s, Grid.ending_at(frame.wall_s, span_s))

    def is_waiting(self, frame: Frame, span_s: float) -> bool:
        """Return whether the first answer for a span is due at any moment: it was asked
        for with this frame.
        """
        known = self._past is not None and self._past.span_s == span_s
        return (
            not known
            and self._desk is not None
            and (self._asked_at_s == frame.wall_s and self._asked[0] == span_s)
        )

    def _is_due(self, frame: Frame, span_s: float, keys: tuple[str, ...]) -> bool:
        age_s = frame.wall_s - self._asked_at_s
        # A clock that was set back makes an answer from the future: ask again.
        return (span_s, keys) != self._asked or not 0 <= age_s < _LEAST_S

    def _ask(self, now_s: float, span_s: float, keys: tuple[str, ...]) -> None:
        self._asked, self._asked_at_s = (span_s, keys), now_s
        if self._desk is not None and span_s in COLUMNS:
            self._desk.ask(
                _NAME,
                lambda reader: read_past(reader, keys, now_s, span_s),
                self._take,
            )

    def _take(self, past: Past) -> None:
        self._past = past
        self.changed.emit()
