"""Saves the report of a run as a page that needs nothing beside it."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from traintray.core.archive.errors import ArchiveError
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import RunRecord
from traintray.core.export.order import Watch
from traintray.core.sentence import Sentence
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.kind_words import texts_language
from traintray.ui.theme import Theme
from traintray.ui.window.history.export_bar import ExportBar
from traintray.ui.window.history.export_flow import ExportFlow

_FORGOTTEN = Sentence("Report", "This run is not remembered any more.")


class ReportSaving(ExportBar):
    """Asks where, and says how far it is. `desk` knows the archive."""

    def __init__(
        self, theme: Theme, desk: ArchiveDesk, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.flow = ExportFlow(desk.open_archive, self)
        self.follow(self.flow)
        self._number = 0
        self.dialog: QFileDialog | None = None

    @Slot(object)
    def ask(self, record: RunRecord) -> None:
        """Ask where the report of a run is to be written; one at a time."""
        if self.flow.is_running:
            return
        self._number = record.number
        # Once: Qt crashes where it goes on close and the page right after.
        self.dialog = self.dialog or self._file_dialog()
        title = self.tr("Save the report of {run}")
        self.dialog.setWindowTitle(title.format(run=record.name))
        self.dialog.selectFile(f"traintray-run-{record.number}.html")
        self.dialog.open()

    def _file_dialog(self) -> QFileDialog:
        dialog = QFileDialog(self.window())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Web page (*.html)")])
        dialog.setDefaultSuffix("html")
        dialog.fileSelected.connect(self.save_to)
        return dialog

    @Slot(str)
    def save_to(self, path: str) -> None:
        """Write the report of the run that was asked for."""
        self.show_progress(0.0)
        self.flow.start(partial(_write, self._number, texts_language()), Path(path))


def _write(
    number: int, language: str, reader: ArchiveReader, path: Path, watch: Watch
) -> None:
    """Write the page that `traintray report` writes."""
    from traintray.core.export.exporting import write_pieces
    from traintray.core.report.page import report  # few look at a run to save it
    from traintray.core.runs.still_there import as_it_stands

    record = reader.run(number)  # anew: of a run in progress there is more by now
    if record is None:
        raise ArchiveError(_FORGOTTEN)
    page = report(reader, as_it_stands(record), language, time.time(), watch)
    write_pieces(path, iter((page.encode("utf-8", "replace"),)))
