"""The application once its icon is shown: the one place that constructs the rest."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from traintray.core.frame import Frame, State
from traintray.core.heap import return_memory
from traintray.core.knobs.changes import KnobChanges
from traintray.core.knobs.envfile import EnvFile
from traintray.core.memory_units import tell_in
from traintray.core.parts import Note
from traintray.core.sensors.descriptors import raise_descriptor_limit
from traintray.platform import logfile
from traintray.settings import env_place
from traintray.settings.folders import Folders
from traintray.settings.settings import Settings
from traintray.ui import language, qt_messages, style
from traintray.ui.app_wishes import AppWishes
from traintray.ui.chosen import Chosen
from traintray.ui.deeds import Deeds
from traintray.ui.desktop_wishes import follow_desktop
from traintray.ui.feed import Feed, Recorded, Source
from traintray.ui.heeding import Heeders, Heeding
from traintray.ui.introduction import Introduction
from traintray.ui.live_thread import LiveThread, live_knobs
from traintray.ui.notice_ways import follow_notice
from traintray.ui.notices import Notices
from traintray.ui.panel_tone import panel_of
from traintray.ui.popover_beforehand import Beforehand
from traintray.ui.presence import Presence
from traintray.ui.remembering import remembering
from traintray.ui.renewed_windows import RenewedWindows
from traintray.ui.session_bus import SessionBus
from traintray.ui.settings_desk import SettingsDesk
from traintray.ui.signals import UnixSignals
from traintray.ui.theme import Theme
from traintray.ui.tip_desk import TipDesk
from traintray.ui.tray import Tray
from traintray.ui.tray_extras import TrayExtras
from traintray.ui.tray_face import TrayFace
from traintray.ui.tray_menu import TrayMenu
from traintray.ui.tray_watch import TrayWatch

MakeSource = Callable[[Settings, str, Note], Source]
"""Builds what frames come from, for the settings and a language; the last one wants to
hear of each round."""


class Running(QObject):
    """Sampling, windows and notifications, wired to the tray."""

    def __init__(
        self,
        folders: Folders,
        tray: Tray,
        menu: TrayMenu,
        background: bool,
        make_source: MakeSource,
    ) -> None:
        super().__init__()
        logfile.open_log(folders.state_dir)
        logfile.log_uncaught()
        logfile.trace_crashes(folders.state_dir)
        qt_messages.to_log()
        raise_descriptor_limit()
        self._tray, self._menu = tray, menu
        self._background = background
        self._paused = False
        self._signals = UnixSignals(self)
        self._chosen = Chosen(folders.settings_file, self)
        self._settings = self._chosen.now
        self._panel = panel_of(self._settings)
        spoken = self._speak()
        menu.translate()
        self._memory = remembering(self._settings, folders)
        source = make_source(self._settings, spoken, self._memory.note)
        self._construct(folders, source)
        self._connect_tray()
        self._connect_windows()
        self._deeds.listen(self._notifier, self._windows, menu)
        self._bus.start()
        self._memory.begin(source.store)
        self._feed.start()
        self._heed(folders)
        self._presence.begin(background, self._recorded is not None)
        gc.collect()
        gc.freeze()  # what is here stays: the collector need not look at it again
        gc.enable()
        return_memory()

    def _speak(self) -> str:
        """Take the words and units of the settings; return the language."""
        tell_in(self._settings.memory_units)
        self._speaker = QObject(self)
        spoken = language.choose(self._settings.language)
        language.install(spoken, self._speaker)
        return spoken

    def _construct(self, folders: Folders, source: Source) -> None:
        env_file = EnvFile(
            env_place.env_file(self._settings, folders), folders.state_dir
        )
        self._bus = SessionBus(parent=self)
        self._recorded = source if isinstance(source, Recorded) else None
        self._tips = TipDesk(
            folders,
            self._settings,
            self._bus,
            after_login=self._background,
            is_recorded=self._recorded is not None,
        )
        self._notifier = self._tips.notifier
        self._tips.listen(self._memory)
        self._watch = TrayWatch(self._bus, self._tray, self)
        self._face = TrayFace(self._tray, self._menu, self._panel, self)
        self._extras = TrayExtras(self._menu, folders, env_file, self._notifier)
        period_s = self._settings.sampling_period_s
        self._feed = Feed(source, period_s, self._panel, self)
        self._windows = RenewedWindows(
            self._theme,
            self._feed.store,
            env_file,
            folders.state_dir / "window.json",
            self._settings.snooze_minutes * 60.0,
        )
        self._live = LiveThread(folders.state_dir, live_knobs, self)
        if self._recorded is None:
            self._live.follow(self._feed.frame_ready)
            self._windows.remember(self._memory.open_reader, self._live)
        AppWishes(self._windows, self._feed, self._chosen, self._theme)  # a child
        Beforehand(self._windows, self._feed.frame_ready)  # a child too
        self._notices = Notices(folders.state_file, self._notifier, self._windows)
        self._introduction = Introduction(
            self._windows, folders, self._notices, self._chosen, self._theme
        )
        self._windows.at_login = self._introduction.at_login
        self._presence = Presence(self._tray, self._windows, self._notices)
        self._deeds = Deeds(self._memory.writer, KnobChanges(env_file))

    def _heed(self, folders: Folders) -> None:
        shown = (self._feed, self._windows, self._tips, self._extras, self._deeds)
        kept = (self._memory, self._menu, self._presence, self._notices, self._speaker)
        parts = Heeders(*shown, *kept)
        self._heeding = Heeding(self._chosen, folders, parts)
        self._heeding.look_changed.connect(self.follow_desktop)
        self._settings_desk = SettingsDesk(self._chosen, folders, self._windows)
        self._settings_desk.autostart_changed.connect(self._extras.refresh)
        self._chosen.watch()

    def _connect_tray(self) -> None:
        windows, menu, tray = self._windows, self._menu, self._tray
        tray.popover_requested.connect(self._toggle_popover)
        tray.window_requested.connect(windows.show_window)
        tray.pause_requested.connect(self._toggle_pause)
        menu.window_requested.connect(windows.show_window)
        menu.advice_requested.connect(windows.show_advice)
        menu.knob_requested.connect(windows.show_preview)
        menu.undo_requested.connect(windows.preview_undo)
        menu.wake_requested.connect(windows.show_awake)
        menu.pause_requested.connect(self._toggle_pause)
        menu.quit_requested.connect(self.quit)
        self._signals.ending.connect(self.quit)
        self._feed.frame_ready.connect(self._show_frame)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self._presence.session_ends)
        follow_desktop(self._bus, self.follow_desktop)

    def _connect_windows(self) -> None:
        windows, notifier = self._windows, self._notifier
        windows.pause_requested.connect(self._toggle_pause)
        windows.quit_requested.connect(self.quit)
        windows.watched_changed.connect(self._feed.watch)
        windows.snooze_requested.connect(notifier.snooze)
        windows.advice_opened.connect(notifier.seen)
        windows.file_changed.connect(self._extras.refresh)
        self._presence.nothing_left.connect(self.quit)
        notifier.advice_requested.connect(windows.show_advice)
        notifier.apply_requested.connect(windows.show_preview)
        notifier.run_requested.connect(windows.show_run)
        notifier.comparison_requested.connect(windows.show_advice)
        notifier.undo_requested.connect(windows.preview_undo)
        notifier.snoozed.connect(windows.show_snoozed)
        notifier.notice_clicked.connect(partial(follow_notice, windows))

    @Slot(str)
    def show_window(self, token: str) -> None:
        """Come to the front: the app was started once more."""
        self._windows.show_window(token)

    @Slot()
    def quit(self) -> None:
        """End the application; no window is asked."""
        self._presence.is_ending = True
        QApplication.exit(0)

    def end(self) -> None:
        """Leave nothing behind. After the event loop."""
        self._feed.stop()
        self._live.close()
        self._deeds.end()
        self._memory.close()
        self._notifier.close_all()
        self._windows.save_place()
        self._bus.close()
        self._signals.restore()

    @Slot(object)
    def _show_frame(self, frame: Frame) -> None:
        self._paused = frame.state is State.PAUSED
        self._face.show_frame(frame, self._feed.store)
        self._windows.show_frame(frame)
        self._tips.show_frame(frame)
        if self._recorded is not None:
            self._notices.recording(self._recorded.notice)
        self._deeds.show_frame(frame)
        self._notices.history(self._memory.problem)

    @Slot()
    def _toggle_popover(self) -> None:
        self._windows.toggle_popover(self._tray.anchor())

    @Slot()
    def _toggle_pause(self) -> None:
        self._paused = not self._paused
        self._feed.pause(self._paused)

    def _theme(self) -> Theme:
        return style.resolve(self._chosen.now.theme)

    @Slot()
    def follow_desktop(self) -> None:
        """Follow the desktop when it turns dark or light."""
        self._panel = panel_of(self._chosen.now)
        self._feed.stand_on(self._panel)
        self._face.stand_on(self._panel)
        self._windows.set_theme(self._theme())
        if self._feed.last is not None:
            self._show_frame(self._feed.last)
