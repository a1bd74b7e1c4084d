"""Carries notes to the notification daemon, also to one that comes up later."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from traintray.platform.note import CloseReason, Note
from traintray.platform.notifications import Notifications
from traintray.settings.folders import APP_ID
from traintray.ui.note_key import NoteKey
from traintray.ui.session_bus import SessionBus

log = logging.getLogger(__name__)

APP_NAME = "traintray"
_NO_BUS = "no session bus"
_ERROR = "org.freedesktop.DBus.Error."
_NOBODY = (
    _NO_BUS,
    f"{_ERROR}ServiceUnknown",
    f"{_ERROR}NameHasNoOwner",
    f"{_ERROR}NoReply",
    f"{_ERROR}Spawn.",
    f"{_ERROR}TimedOut",
)
"""Errors that say that there is no daemon, rather than that it would not."""


class Courier(QObject):
    """Keeps what stays true until somebody is there to show it.

    What a daemon that is there has refused is not offered to it again.
    """

    chosen = Signal(object, str, str)
    """(NoteKey, action, activation token)"""
    dismissed = Signal(object)
    """NoteKey: the user closed it."""
    undelivered = Signal(object)
    """NoteKey of a note that may have become untrue by the time it can be shown."""
    ready = Signal()
    """Somebody is there to show things."""

    def __init__(
        self,
        bus: SessionBus,
        parent: QObject | None = None,
        wire: Callable[..., Notifications] = Notifications,
    ) -> None:
        super().__init__(parent)
        self._bus = bus
        self._wire = wire
        self._daemon: Notifications | None = None
        self._lasting: dict[str, Note] = {}
        """Notes that stay true, as long as they may still be refused."""
        self._waiting: dict[str, Note] = {}
        self.is_ready = False
        """Whether somebody is there, as far as is known."""
        bus.connected.connect(self._connected)
        bus.lost.connect(self._lost)
        bus.arrived.connect(self._arrived)

    def show(self, key: NoteKey, note: Note) -> None:
        """Show what holds now; without a daemon it is lost, and that is told."""
        if self._daemon is None:
            self.undelivered.emit(key)
        else:
            self._daemon.show(key.text, note)

    def show_lasting(self, key: NoteKey, note: Note) -> None:
        """Show what stays true, be it later."""
        if self._daemon is None or not self.is_ready:
            self._waiting[key.text] = note
            return
        self._lasting[key.text] = note
        self._daemon.show(key.text, note)

    def close(self, key: NoteKey) -> None:
        """Take it back."""
        if self._daemon is not None:
            self._daemon.close(key.text)

    def close_all(self) -> None:
        """Take everything back."""
        if self._daemon is not None:
            self._daemon.close_all()

    # --- what becomes of them (platform.note.Listener) --------------------------

    def note_invoked(self, key: str, action: str, activation_token: str) -> None:
        """Pass on what was chosen."""
        self._lasting.pop(key, None)
        self.chosen.emit(NoteKey.of(key), action, activation_token)

    def note_closed(self, key: str, reason: CloseReason) -> None:
        """Pass on what the user closed; what went by itself is no answer."""
        self._lasting.pop(key, None)
        if reason is CloseReason.DISMISSED:
            self.dismissed.emit(NoteKey.of(key))

    def note_undelivered(self, key: str, why: str) -> None:
        """Keep what stays true until a daemon comes up."""
        log.warning("notification not shown: %s", why)
        note = self._lasting.pop(key, None)
        if not why.startswith(_NOBODY):
            return
        self.is_ready = False
        if note is not None:
            self._waiting[key] = note
        else:
            self.undelivered.emit(NoteKey.of(key))

    def daemon_started(self) -> None:
        """Show what could not be shown before."""
        self.is_ready = True
        waiting, self._waiting = self._waiting, {}
        for key, note in waiting.items():
            self.show_lasting(NoteKey.of(key), note)
        self.ready.emit()

    # --- the bus ----------------------------------------------------------------

    @Slot()
    def _connected(self) -> None:
        self._daemon = self._wire(self._bus.send, self, APP_NAME, APP_ID)
        self.daemon_started()

    @Slot()
    def _lost(self) -> None:
        pending = self._daemon.on_the_way() if self._daemon is not None else ()
        self._daemon = None
        for key in pending:
            self.note_undelivered(key, _NO_BUS)
        self.is_ready = False

    @Slot(object)
    def _arrived(self, message: object) -> None:
        if self._daemon is not None:
            self._daemon.take(message)
