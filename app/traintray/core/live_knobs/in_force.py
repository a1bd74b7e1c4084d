"""Tells whether a live knob is in force, for one `stat` while nobody turns one.

Imports nothing of the live knobs: the app asks at every sample, and hardly any user
ever has one in force.
"""

from __future__ import annotations

from pathlib import Path

_OPEN = b'"end":null'
"""How `to_json` writes an entry that can be undone. A quotation mark inside of a name
is escaped there, so no name can look like it."""


class InForce:
    """The journal of the state folder, looked into again only when it was written.

    For one thread.
    """

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "live" / "journal.json"
        self._seen: tuple[int, int, int] | None = None
        self._is_any = False

    def is_any(self) -> bool:
        """Return whether an entry is open; False where there is no journal."""
        try:
            status = self._path.stat()
            seen = (status.st_mtime_ns, status.st_size, status.st_ino)
            if seen != self._seen:
                self._is_any = _OPEN in self._path.read_bytes()
                self._seen = seen
        except OSError:
            self._seen, self._is_any = None, False
        return self._is_any
