"""Tells about findings through the desktop's notifications.

Never QSystemTrayIcon.showMessage: on Linux its messages cannot be clicked, carry
no buttons, and take the place of the tray icon while they last.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Signal, Slot
from PySide6.QtGui import QImage, QPainter

from traintray import assets
from traintray.core.advice.advice import Advice
from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Frame
from traintray.platform.note import Action, CloseReason, Image, Note, Urgency
from traintray.platform.notifications import Notifications
from traintray.settings.folders import APP_ID
from traintray.ui.session_bus import SessionBus
from traintray.ui.telling import Deed, Tell, Telling

log = logging.getLogger(__name__)

APP_NAME = "traintray"
_IMAGE_PX = 64
_RUN, _NOTICE = "run:", "notice:"
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


class Notifier(QObject):
    """What the user is told outside the app's own windows.

    Notifications about a run go by the run's key, notices of the app by a name.
    What nobody could show is kept and shown when a daemon comes up.
    """

    advice_requested = Signal(str, str)
    """(run key, activation token): show the advice on this run."""
    apply_requested = Signal(str, str)
    """(run key, activation token): show the preview of the knob for this run."""
    snoozed = Signal(str)
    """Run key: nothing more about it for a while."""
    told = Signal(str, str)
    """(run key, kind of the finding): handed to the daemon."""
    untold = Signal(str)
    """Run key: what was handed over reached nobody."""
    dismissed = Signal(str)
    """Run key: the user closed the notification."""
    notice_clicked = Signal(str, str)
    """(name of the notice, activation token)"""

    def __init__(
        self,
        telling: Telling,
        bus: SessionBus,
        parent: QObject | None = None,
        wire: Callable[..., Notifications] = Notifications,
    ) -> None:
        super().__init__(parent)
        self._telling = telling
        self._bus = bus
        self._wire = wire
        self._daemon: Notifications | None = None
        self._undelivered_notices: dict[str, Note] = {}
        self._notices: dict[str, Note] = {}
        self._nobody_listens = True
        self._frame: Frame | None = None
        # A path: from a wheel no icon theme knows the app's icon by name.
        self._icon = str(assets.path("icons/traintray.svg"))
        bus.connected.connect(self._connected)
        bus.lost.connect(self._lost)
        bus.arrived.connect(self._arrived)

    def show_frame(self, frame: Frame) -> None:
        """Tell what is new in this frame, and take back what no longer holds."""
        self._frame = frame
        if not self._nobody_listens:
            self._do(self._telling.update(frame))

    def snooze(self, run_key: str) -> None:
        """Say nothing more about this run for a while."""
        self._do(self._telling.snooze(run_key))

    def seen(self, run_key: str) -> None:
        """Take the notification about this run away: the user is looking at it."""
        if self._daemon is not None:
            self._daemon.close(_RUN + run_key)

    def notify(self, name: str, summary: str, body: str) -> None:
        """Tell something about the app itself."""
        default = Action("default", self.tr("Open traintray"))
        note = Note(summary, body, (default,), urgency=Urgency.LOW, icon=self._icon)
        self._notices[name] = note
        if self._daemon is None:
            self._undelivered_notices[name] = note
        else:
            self._daemon.show(_NOTICE + name, note)

    def close_all(self) -> None:
        """Take everything back: clicks on it would lead nowhere once we are gone."""
        if self._daemon is not None:
            self._daemon.close_all()

    # --- what becomes of them (platform.note.Listener) --------------------------

    def note_invoked(self, key: str, action: str, activation_token: str) -> None:
        """Pass on what was chosen."""
        if key.startswith(_NOTICE):
            self.notice_clicked.emit(key[len(_NOTICE) :], activation_token)
            return
        run_key = key[len(_RUN) :]
        if action == "apply":
            self.apply_requested.emit(run_key, activation_token)
        elif action == "snooze":
            self._do(self._telling.snooze(run_key))
            self.snoozed.emit(run_key)
        else:
            self.advice_requested.emit(run_key, activation_token)

    def note_closed(self, key: str, reason: CloseReason) -> None:
        """Pass on what the user closed. It has been told, and is not told again."""
        if reason is CloseReason.DISMISSED and key.startswith(_RUN):
            self.dismissed.emit(key[len(_RUN) :])

    def note_undelivered(self, key: str, why: str) -> None:
        """Keep it until a daemon comes up; the tip waits in the app meanwhile.

        What a daemon that is there has refused is not offered to it again.
        """
        log.warning("notification not shown: %s", why)
        if not why.startswith(_NOBODY):
            return
        self._nobody_listens = True
        if key.startswith(_RUN):
            self._telling.undelivered(key[len(_RUN) :])
            self.untold.emit(key[len(_RUN) :])
        else:
            name = key[len(_NOTICE) :]
            self._undelivered_notices[name] = self._notices[name]

    def daemon_started(self) -> None:
        """Tell what could not be told before."""
        self._nobody_listens = False
        waiting, self._undelivered_notices = self._undelivered_notices, {}
        for name, note in waiting.items():
            if self._daemon is not None:
                self._daemon.show(_NOTICE + name, note)
        if self._frame is not None:
            self.show_frame(self._frame)

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
        self._nobody_listens = True

    @Slot(object)
    def _arrived(self, message: object) -> None:
        if self._daemon is not None:
            self._daemon.take(message)

    def _do(self, deeds: list[Deed]) -> None:
        for deed in deeds:
            key = _RUN + deed.run_key
            if self._daemon is None:
                continue
            if isinstance(deed, Tell):
                self._daemon.show(key, self._note(deed.advice))
                self.told.emit(deed.run_key, deed.advice.kind)
            else:
                self._daemon.close(key)

    def _note(self, advice: Advice) -> Note:
        show = self.tr("Show advice")
        actions = [Action("default", show), Action("advice", show)]
        if advice.proposals:
            cap = advice.proposals[0].knob == "thread_cap"
            label = self.tr("Apply cap") if cap else advice.proposals[0].action
            actions.append(Action("apply", label))
        actions.append(Action("snooze", self.tr("Snooze")))
        critical = advice.severity is Severity.CRITICAL
        return Note(
            summary=advice.headline,
            body=advice.notification_text,
            actions=tuple(actions),
            without_actions=self.tr("Open traintray for advice."),
            urgency=Urgency.CRITICAL if critical else Urgency.NORMAL,
            icon=self._icon,
            image=_shape_image(advice.severity),
        )


def _shape_image(severity: Severity) -> Image:
    """Return the state shape; its light colours are readable on either ground."""
    # What paints takes memory that an app with nothing to tell can do without.
    from traintray.ui.state_shape import paint_state, shape_of_severity
    from traintray.ui.theme import LIGHT

    image = QImage(_IMAGE_PX, _IMAGE_PX, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    shape = shape_of_severity(severity)
    paint_state(painter, QRectF(0, 0, _IMAGE_PX, _IMAGE_PX), shape, LIGHT)
    painter.end()
    return Image(_IMAGE_PX, _IMAGE_PX, bytes(image.constBits()))
