"""Where the file with the variables of the next run lies."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from traintray.settings import env_place
from traintray.settings.fields import options
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.ui import fonts
from traintray.ui.chosen import Chosen
from traintray.ui.joined import listed
from traintray.ui.opening import open_dialog
from traintray.ui.state_shape import Shape
from traintray.ui.theme import Theme
from traintray.ui.widgets.buttons import SecondaryButton, Size
from traintray.ui.window.message_line import MessageLine
from traintray.ui.window.path_text import shown_path
from traintray.ui.window.settings.entry import Entry
from traintray.ui.window.settings.section import Section

translate = QCoreApplication.translate


class EnvSection(Section):
    """A new place begins with what the old file holds; the old file stays."""

    def __init__(
        self, chosen: Chosen, folders: Folders, home: Path, theme: Theme
    ) -> None:
        super().__init__(translate("Settings", "Env file"), chosen, theme)
        self._folders = folders
        self._home = home
        row = self.row("env_file")
        row.say(translate("Settings", "empty for the usual place"))
        self.field = Entry(options(Settings)["env_file"], row.label.text(), theme)
        self.field.setPlaceholderText(shown_path(folders.env_file, home))
        self.field.write_by(lambda value: str(value))
        self.browse = SecondaryButton(
            translate("Settings", "Choose file"), theme, Size.SMALL
        )
        self.message = MessageLine(theme)
        line = QWidget()
        below = QHBoxLayout(line)
        below.setContentsMargins(0, 0, 0, fonts.scaled(8))
        below.setSpacing(fonts.scaled(8))
        below.addWidget(self.field, 1)
        below.addWidget(self.browse)
        row.add_below(line)
        row.add_below(self.message)
        self.field.entered.connect(self.move_to)
        self.field.complained.connect(row.complain)
        self.browse.clicked.connect(self._browse)
        self.when_followed(lambda now: self.field.put(now.env_file))

    @Slot(object)
    def move_to(self, wanted: object) -> None:
        """Go to another file; say what stays and what still loads the old one."""
        old = env_place.env_file(self.chosen.now, self._folders)
        new = Path(str(wanted)) if wanted else self._folders.env_file
        try:
            moved = env_place.move(old, new, self._home)
        except OSError as error:
            template = translate("Settings", "{path} cannot be used: {error}.")
            said = template.format(path=error.filename or new, error=error.strerror)
            self.message.show_text(said)
            self.field.put(self.chosen.now.env_file)
            return
        if self.chosen.change({"env_file": str(wanted)}):
            shape = Shape.ATTENTION if moved.loaders else Shape.OK
            self.message.show_text(_words(moved, old.exists()), shape)

    @Slot()
    def _browse(self) -> None:
        here = env_place.env_file(self.chosen.now, self._folders)
        title = translate("Settings", "Env file")
        dialog = QFileDialog(self, title, str(here.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
        dialog.selectFile(here.name)
        dialog.fileSelected.connect(self.move_to)
        open_dialog(dialog)


def _words(moved: env_place.Move, is_old_there: bool) -> str:
    """Say what became of the old file."""
    if moved.old == moved.new or not is_old_there:
        return ""
    kept = translate("Settings", "{old} stays as it is.")
    if moved.is_copied:
        kept = translate(
            "Settings", "{old} stays as it is; its lines are in the new file too."
        )
    said = kept.format(old=moved.old)
    if not moved.loaders:
        return said
    template = translate(
        "Settings", "{kept} It is still loaded by {files}: put {new} there."
    )
    files = listed(str(loader) for loader in moved.loaders)
    return template.format(kept=said, files=files, new=moved.new)
