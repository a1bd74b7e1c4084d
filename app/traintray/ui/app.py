"""Starts the desktop application, or says in one line why it cannot.

Nothing here imports Qt before it is known that Qt can start.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from traintray.ui import preflight

if TYPE_CHECKING:
    from traintray.core.parts import Note
    from traintray.settings.folders import Folders
    from traintray.settings.settings import Settings
    from traintray.ui.feed import Source
    from traintray.ui.running import MakeSource
    from traintray.ui.single_instance import SingleInstance


def run(
    background: bool,
    make_source: MakeSource | None = None,
    folders: Folders | None = None,
) -> int:
    """Run until the user quits; return the exit status.

    `background`: stay out of sight, as after a login. `make_source` builds what
    frames come from: this machine, unless a recording or a test plays something else,
    then mostly in `folders` of its own.
    """
    gc.disable()  # all that is made from here to the icon stays; see running.py
    found = preflight.problem()
    if found is not None:
        sys.stderr.write(f"traintray: {found}.\n")
        return 1
    from traintray.settings.folders import Folders, NoHomeError
    from traintray.ui import qt_import

    try:
        folders = folders or Folders.find()
    except NoHomeError as error:
        sys.stderr.write(f"traintray: {error}\n")
        return 1
    qt_import.load(qt_import.cache_dir())
    from traintray.ui.single_instance import SingleInstance

    instance = SingleInstance(_made(folders))
    if not _is_first(instance):
        return _raise_first(instance)
    return _show(background, folders, instance, make_source or this_machine)


def this_machine(settings: Settings, language: str, note: Note) -> Source:
    """Return what measures this machine; `note` hears of each round."""
    from traintray.core.assembly import Wishes, build_pipeline
    from traintray.settings.folders import Folders
    from traintray.settings.tuning import tuning_of

    wishes = Wishes(
        sustained_s=settings.sustained_s,
        tuning=tuning_of(settings),
        language=language,
        terminals=Folders.find().progress_dir,
    )
    return build_pipeline(wishes, note)


def _show(
    background: bool,
    folders: Folders,
    instance: SingleInstance,
    make_source: MakeSource,
) -> int:
    from PySide6.QtWidgets import QApplication

    from traintray.settings.folders import APP_ID
    from traintray.ui import qt_messages
    from traintray.ui.desktop_app import DesktopApp
    from traintray.ui.desktop_watch import DesktopWatch, keep_gtk_away

    qt_messages.hold()
    QApplication.setApplicationName("traintray")
    QApplication.setDesktopFileName(APP_ID)
    QApplication.setQuitOnLastWindowClosed(False)
    settings = keep_gtk_away()
    qt = QApplication(["traintray"])
    look = DesktopWatch(settings, qt)
    app = DesktopApp(folders, instance, make_source, background)
    look.changed.connect(app.follow_desktop)
    status = qt.exec()
    app.end()
    look.end()
    qt_messages.to_terminal()
    return status


def _made(folders: Folders) -> Path:
    """Return the folder for sockets, made if need be. Where it cannot be made, the
    lock in it will fail, which is told there.
    """
    with contextlib.suppress(OSError):
        folders.runtime_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folders.runtime_dir


def _is_first(instance: SingleInstance) -> bool:
    """Return whether nobody else runs. Where that cannot be told, go on: an app that
    does not start is worse than two of them.
    """
    try:
        return instance.acquire()
    except OSError as error:
        sys.stderr.write(f"traintray: {error}; a second start will not be noticed.\n")
        return True


def _raise_first(instance: SingleInstance) -> int:
    if instance.raise_first(os.environ.get("XDG_ACTIVATION_TOKEN", "")):
        return 0
    sys.stderr.write(
        "traintray: it runs already, but does not answer. End it with:"
        f" kill {instance.first_pid()}\n"
    )
    return 1
