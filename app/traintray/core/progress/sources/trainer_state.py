"""The state that a Hugging Face trainer keeps with each checkpoint."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

from traintray.core.progress.mark import NOTHING, Look, Mark
from traintray.core.progress.nearby import newest_checkpoint
from traintray.core.progress.open_files import OpenFile
from traintray.core.progress.source import Source
from traintray.core.progress.tail import Tail, head

_END_BYTES = 8 * 1024


class _StateReader:
    """The keys are sorted: `epoch` and `global_step` come before the long history of
    the log, `max_steps` after it, so that its begin and its end tell all.
    """

    def __init__(self, path: str) -> None:
        self._tail = Tail(path, _END_BYTES)

    def look(self) -> Look:
        """Return how far the training was when the state was written."""
        newest = str(newest_checkpoint(Path(self._tail.path)))
        if newest != self._tail.path:
            self._tail = Tail(newest, _END_BYTES)
        fresh = self._tail.read()
        if fresh is None:
            return NOTHING
        begin = head(self._tail.path)
        step = _number(begin, b"global_step")
        if step is None:
            return NOTHING
        total = _number(fresh.data, b"max_steps")
        return Look(
            (Mark(step, fresh.changed_at_s),),
            epoch=_number(begin, b"epoch"),
            total_steps=int(total) if total else None,
        )


def _number(content: bytes, name: bytes) -> float | None:
    found = re.search(rb'^  "' + name + rb'": ([0-9.]{1,20})', content, re.MULTILINE)
    try:
        return float(found[1]) if found else None
    except ValueError:
        return None


def _is_mine(file: OpenFile) -> bool:
    return PurePath(file.path).name == "trainer_state.json"


SOURCE = Source("trainer_state", 5, _is_mine, _StateReader)
