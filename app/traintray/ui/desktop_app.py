"""Puts the desktop application together: the one place that constructs everything.

The icon comes first; whatever it does not need is made after it is shown.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from traintray.core.frame import Frame, State
from traintray.settings import settings as settings_file
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.ui import language, panel_tone, startup_trace, style, tray_icon
from traintray.ui.feed import Feed, Source
from traintray.ui.signals import UnixSignals
from traintray.ui.single_instance import SingleInstance
from traintray.ui.tray import Tray
from traintray.ui.tray_face import TrayFace, first_look
from traintray.ui.tray_menu import TrayMenu

MakeSource = Callable[[Settings, str], Source]
"""Builds what frames come from, for the settings and a language."""

_AFTER_ICON_MS = 150
"""In this time the panel fetches the icon from us; nothing should be in its way."""
NO_TRAY_AFTER_MS = 20_000
"""After a start at login the tray may take this long to come up."""


class DesktopApp(QObject):
    """The running application, from the icon to the end."""

    def __init__(
        self,
        folders: Folders,
        instance: SingleInstance,
        make_source: MakeSource,
        background: bool,
    ) -> None:
        super().__init__()
        self._folders = folders
        self._instance = instance
        self._make_source = make_source
        self._background = background
        self._ending = False
        self._paused = False
        self._signals = UnixSignals(self)
        self._signals.ending.connect(self.quit)
        self._settings, self._problems = settings_file.load(folders.settings_file)
        self._language = language.choose(self._settings.language)
        language.install(self._language, self)
        self._panel = panel_tone.present_panel()
        look = first_look(self._panel)
        self._menu = TrayMenu()
        self._tray = Tray(tray_icon.icon(look), self._menu, self)
        self._face = TrayFace(self._tray, self._menu, look, self)
        self._tray.look()
        QTimer.singleShot(0, self, self._icon_is_shown)

    @Slot()
    def quit(self) -> None:
        """End the application; no window is asked."""
        self._ending = True
        QApplication.exit(0)

    def end(self) -> None:
        """Leave nothing behind. After the event loop."""
        self._tray.hide()
        if hasattr(self, "_feed"):
            self._feed.stop()
            self._notifier.close_all()
            self._windows.save_place()
            self._bus.close()
        self._instance.release()
        self._signals.restore()

    @Slot()
    def _icon_is_shown(self) -> None:
        startup_trace.write(os.environ, sys.modules)
        QTimer.singleShot(_AFTER_ICON_MS, self, self._begin)

    @Slot()
    def _begin(self) -> None:
        """Make what the icon did not need."""
        from traintray.core.knobs.envfile import EnvFile
        from traintray.core.sensors.descriptors import raise_descriptor_limit
        from traintray.platform import logfile
        from traintray.ui.notices import Notices
        from traintray.ui.notifier import Notifier
        from traintray.ui.session_bus import SessionBus
        from traintray.ui.telling import Telling
        from traintray.ui.tray_extras import TrayExtras
        from traintray.ui.windows import Windows

        logfile.open_log(self._folders.state_dir)
        raise_descriptor_limit()
        snooze_s = self._settings.snooze_minutes * 60.0
        self._bus = SessionBus(parent=self)
        telling = Telling(snooze_s, self._settings.notify)
        self._notifier = Notifier(telling, self._bus, self)
        env_file = EnvFile(self._folders.env_file, self._folders.state_dir)
        source = self._make_source(self._settings, self._language)
        period_s = self._settings.sampling_period_s
        self._feed = Feed(source, period_s, self._panel, self)
        self._windows = Windows(
            style.resolve(self._settings.theme),
            self._feed.store,
            env_file,
            self._folders.state_dir / "window.json",
            snooze_s,
        )
        self._notices = Notices(self._folders.state_file, self._notifier, self._windows)
        self._extras = TrayExtras(self._menu, self._folders, env_file, self._notifier)
        self._connect()
        self._bus.start()
        self._feed.start()
        self._instance.serve()
        self._notices.tell_problems(self._problems)
        self._mind_the_tray()
        gc.collect()
        gc.freeze()  # what is here stays: the collector need not look at it again

    def _connect(self) -> None:
        from traintray.ui.tray_watch import TrayWatch

        windows, menu, notifier = self._windows, self._menu, self._notifier
        self._watch = TrayWatch(self._bus, self._tray, self)
        self._feed.frame_ready.connect(self._show_frame)
        self._instance.raised.connect(windows.show_window)
        self._tray.popover_requested.connect(self._toggle_popover)
        self._tray.window_requested.connect(windows.show_window)
        menu.window_requested.connect(windows.show_window)
        menu.advice_requested.connect(windows.show_advice)
        menu.knob_requested.connect(windows.show_preview)
        menu.undo_requested.connect(windows.ask_undo)
        for pausing in (self._tray, menu, windows):
            pausing.pause_requested.connect(self._toggle_pause)
        menu.quit_requested.connect(self.quit)
        windows.quit_requested.connect(self.quit)
        windows.watched_changed.connect(self._feed.watch)
        windows.snooze_requested.connect(notifier.snooze)
        windows.file_changed.connect(self._extras.refresh)
        windows.closed.connect(self._window_closed)
        notifier.advice_requested.connect(windows.show_advice)
        notifier.apply_requested.connect(windows.show_preview)
        notifier.snoozed.connect(windows.show_snoozed)
        notifier.notice_clicked.connect(self._notice_clicked)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self._session_ends)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    @Slot(object)
    def _show_frame(self, frame: Frame) -> None:
        self._paused = frame.state is State.PAUSED
        self._face.show_frame(frame, self._feed.store, self._panel)
        self._windows.show_frame(frame)
        self._notifier.show_frame(frame)

    @Slot()
    def _toggle_popover(self) -> None:
        self._windows.toggle_popover(self._tray.anchor())

    @Slot()
    def _toggle_pause(self) -> None:
        self._paused = not self._paused
        self._feed.pause(self._paused)

    @Slot(str, str)
    def _notice_clicked(self, name: str, token: str) -> None:
        del name
        self._windows.show_window(token)

    def _mind_the_tray(self) -> None:
        """Without a tray be seen in another way, at once or after a while."""
        if self._background:
            QTimer.singleShot(NO_TRAY_AFTER_MS, self, self._tell_no_tray)
        elif not self._tray.is_available:
            self._windows.show_window()
            self._notices.no_tray_in_window()

    @Slot()
    def _tell_no_tray(self) -> None:
        if not self._tray.is_available:
            self._notices.no_tray_by_notification()

    @Slot()
    def _window_closed(self) -> None:
        """Stay in the tray. Without one an app that was started by hand ends, since
        nothing of it could be seen; one that was started at login goes on telling.
        """
        if self._ending:
            return
        if self._tray.is_available:
            self._notices.closed_to_tray()
        elif not self._background:
            self.quit()

    @Slot()
    def _session_ends(self) -> None:
        self._ending = True

    @Slot()
    def _scheme_changed(self) -> None:
        """Follow the desktop when it turns dark or light."""
        self._panel = panel_tone.present_panel()
        self._feed.stand_on(self._panel)
        self._windows.set_theme(style.resolve(self._settings.theme))
        if self._feed.last is not None:
            self._face.show_frame(self._feed.last, self._feed.store, self._panel)
