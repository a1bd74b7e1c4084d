"""The user's settings while the app runs: read, changed, and followed when others
change them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

from traintray.core.sentence import Sentence
from traintray.settings import settings as settings_file
from traintray.settings.fields import Value
from traintray.settings.settings import Settings

_SETTLE_MS = 100
"""An editor writes a file in several steps; `traintray settings` in one."""


class Chosen(QObject):
    """Owns the settings file for the app."""

    changed = Signal(object)
    """Names of the fields that have another value now, a frozenset."""
    told = Signal(str)
    """A sentence about what could not be read or written, or was kept aside."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.now, self.problems = settings_file.load(path)
        self._watcher: QFileSystemWatcher | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.reload)

    def change(self, wanted: Mapping[str, Value]) -> bool:
        """Write these fields, and say what is different now; False, with a sentence
        told, when the file cannot be written. ValueError for a value out of range.
        """
        try:
            aside = settings_file.change(self.path, wanted)
        except OSError as error:
            template = Sentence(
                "Settings", "The settings cannot be written to {path}: {error}."
            )
            place = error.filename or self.path
            self.told.emit(template.filled(path=place, error=error.strerror))
            return False
        if aside is not None:
            self.told.emit(aside)
        self.reload()
        return True

    @Slot()
    def reload(self) -> None:
        """Read the file again, and say what is different."""
        before, known = self.now, self.problems
        self.now, self.problems = settings_file.load(self.path)
        for problem in self.problems:
            if problem not in known:
                self.told.emit(problem)
        names = frozenset(
            field.name
            for field in fields(Settings)
            if getattr(before, field.name) != getattr(self.now, field.name)
        )
        self._look_on()
        if names:
            self.changed.emit(names)

    def watch(self) -> None:
        """Follow what other programs write, from now on."""
        if self._watcher is None:
            self._watcher = QFileSystemWatcher(self)
            self._watcher.directoryChanged.connect(self._settle.start)
            self._watcher.fileChanged.connect(self._settle.start)
            self._look_on()

    def _look_on(self) -> None:
        """Watch the file and its folder: it is another file after each change. Where
        there is no folder yet, the one in which it will be made.
        """
        if self._watcher is None:
            return
        folder = self.path.parent
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        wanted = {str(path) for path in (folder, self.path) if path.exists()}
        present = {*self._watcher.files(), *self._watcher.directories()}
        if present - wanted:
            self._watcher.removePaths(list(present - wanted))
        if wanted - present:
            self._watcher.addPaths(list(wanted - present))
