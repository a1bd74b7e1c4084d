"""One line: which programs read the env file as they are set up now."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from traintray.core.knobs.consumers import SetUp, set_ups
from traintray.core.knobs.loading import loaders
from traintray.ui.joined import listed
from traintray.ui.theme import Theme
from traintray.ui.widgets.label import Label

translate = QCoreApplication.translate


class ReadBy(Label):
    """Says what the start-up files of the user tell, when it is asked to look."""

    def __init__(self, theme: Theme, path: Path) -> None:
        super().__init__("secondary", theme, "ink2")
        self._path = path
        self.setWordWrap(True)

    def look(self) -> None:
        """Read the start-up files: some kilobytes in the home folder."""
        self.setText(read_by_text(set_ups(self._path, Path.home()), self._path))


def read_by_text(found: Mapping[str, SetUp], path: Path) -> str:
    """Return who reads the file at `path`, and who could."""
    titles = {loader.name: loader.title for loader in loaders(path)}
    reading = listed(titles[n] for n, it in found.items() if it is SetUp.LOADS)
    idle = listed(titles[n] for n, it in found.items() if it is SetUp.NOT_SET_UP)
    if reading and idle:
        template = translate("Loader", "Read by: {programs}. Not set up: {others}.")
    elif reading:
        template = translate("Loader", "Read by: {programs}.")
    elif idle:
        template = translate(
            "Loader", "Read by: only what traintray run starts. Not set up: {others}."
        )
    else:
        template = translate("Loader", "Read by: only what traintray run starts.")
    return template.format(programs=reading, others=idle)
