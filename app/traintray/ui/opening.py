"""What is done when the first window opens, and how dialogs open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from traintray import assets
from traintray.ui.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QDialog, QWidget

    from traintray.core.frame import RunView
    from traintray.core.knobs.envfile import EnvFile
    from traintray.ui.window.apply_preview import ApplyPreview


def dress_app(theme: Theme) -> None:
    """Give the application its fonts, its look and the icon of its windows."""
    from traintray.ui import fonts, style

    fonts.load()
    app = QApplication.instance()
    if isinstance(app, QApplication):
        style.apply(app, theme)
        app.setWindowIcon(QIcon(str(assets.path("icons/traintray.svg"))))


def open_dialog(dialog: QDialog) -> None:
    """Show a dialog that is gone for good once it is closed."""
    from PySide6.QtCore import Qt

    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def ask_quit(theme: Theme, parent: QWidget | None, wanted: SignalInstance) -> None:
    """Ask once whether watching is to end; `wanted` is told when it is."""
    from traintray.ui.window.quit_question import QuitQuestion

    question = QuitQuestion(theme, parent)
    question.accepted.connect(wanted)
    open_dialog(question)


def ask_undo(
    theme: Theme,
    env_file: EnvFile,
    parent: QWidget | None,
    undone: Callable[[], None],
) -> None:
    """Show what taking back the last change of the env file would do."""
    from traintray.ui.window.undo_preview import UndoPreview

    preview = UndoPreview(theme, env_file, parent)
    preview.undone.connect(undone)
    open_dialog(preview)


def preview_of(
    view: RunView, theme: Theme, env_file: EnvFile, parent: QWidget | None
) -> ApplyPreview | None:
    """Return the preview of the first knob for a run; None where none is proposed."""
    if view.advice is None or not view.advice.proposals:
        return None
    from traintray.ui.window.apply_preview import ApplyPreview

    proposal = view.advice.proposals[0]
    return ApplyPreview(theme, proposal, view.run.name, env_file, parent)
