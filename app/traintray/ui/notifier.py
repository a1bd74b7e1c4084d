"""Tells through the desktop's notifications what `core.telling` decides.

Never QSystemTrayIcon.showMessage: on Linux its messages cannot be clicked, carry
no buttons, and take the place of the tray icon while they last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from traintray import assets
from traintray.core.archive.records import RunRecord
from traintray.core.frame import Frame
from traintray.core.proof.outcome import Proof
from traintray.core.telling.deed import (
    Deed,
    Mute,
    Span,
    Tell,
    TellEnd,
    TellEnds,
    TellLostGpu,
    TellProof,
    Withdraw,
    WithdrawLostGpu,
)
from traintray.core.telling.telling import Telling
from traintray.core.telling.wishes import Wishes
from traintray.platform.note import Action, Note, Urgency
from traintray.platform.notifications import Notifications
from traintray.ui.courier import Courier
from traintray.ui.note_key import NoteKey, Topic
from traintray.ui.session_bus import SessionBus

_KINDS = {Topic.END: "run_ended", Topic.PROOF: "proof"}
"""What the archive calls that which is told of a run and is no finding."""


def our_window_is_before_the_user() -> bool:
    """Whether the user types and clicks in a window of ours."""
    return QApplication.activeWindow() is not None


def keep_nothing(remembered: Mapping[str, object]) -> None:
    """Forget it with the app."""
    del remembered


class Notifier(QObject):
    """What the user is told outside the app's own windows."""

    advice_requested = Signal(str, str)
    """(run key, activation token): show the advice on this run."""
    apply_requested = Signal(str, str)
    """(run key, activation token): show the preview of the knob for this run."""
    run_requested = Signal(str, str)
    """(run key, activation token): show this run, or all for an empty key."""
    comparison_requested = Signal(str, str)
    """(run key, activation token): show what came of the knob that was tried."""
    undo_requested = Signal(str)
    """Activation token: show what taking back the last change would do."""
    snoozed = Signal(str)
    """Run key: nothing more about it for a while."""
    muted = Signal(str)
    """A kind of finding is not to be told any more; the settings keep that."""
    told = Signal(str, str)
    """(run key, kind of the finding, or `run_ended` or `proof`): handed over."""
    untold = Signal(str)
    """Run key: what was handed over reached nobody."""
    dismissed = Signal(str)
    """Run key: the user closed the notification."""
    notice_clicked = Signal(str, str)
    """(key of the notice, or of what is told of a lost GPU; activation token)"""
    snoozes_changed = Signal()

    def __init__(
        self,
        telling: Telling,
        bus: SessionBus,
        parent: QObject | None = None,
        wire: Callable[..., Notifications] = Notifications,
        keep: Callable[[Mapping[str, object]], None] = keep_nothing,
    ) -> None:
        """`keep` saves what a later life of the app should know."""
        super().__init__(parent)
        self._telling = telling
        self._keep = keep
        self._kinds: dict[str, str] = {}
        """By run: the kind of the tip that was told last and not answered yet."""
        self._frame: Frame | None = None
        self.is_looked_at: Callable[[], bool] = our_window_is_before_the_user
        # A path: from a wheel no icon theme knows the app's icon by name.
        self._icon = str(assets.path("icons/traintray.svg"))
        self._courier = Courier(bus, self, wire)
        self._courier.chosen.connect(self._chosen)
        self._courier.dismissed.connect(self._dismissed)
        self._courier.undelivered.connect(self._undelivered)
        self._courier.ready.connect(self._look_again)

    @property
    def telling(self) -> Telling:
        """What decides."""
        return self._telling

    def show_frame(self, frame: Frame) -> None:
        """Tell what is new in this frame, and take back what no longer holds."""
        self._frame = frame
        if self._courier.is_ready:
            self._do(self._telling.update(frame))
        else:
            self._telling.watch(frame)

    def choose(self, wishes: Wishes) -> None:
        """Take the settings as they are now."""
        self._telling.choose(wishes)
        self._look_again()

    @Slot(object)
    def run_ended(self, record: RunRecord) -> None:
        """Take the last record of a run."""
        self._telling.end(record, is_looked_at=self.is_looked_at())
        self._look_again()

    def proved(self, proof: Proof) -> None:
        """Take what came of a change of a knob; it may be told with the next frame."""
        self._telling.prove(proof, is_looked_at=self.is_looked_at())

    def snooze(self, run_key: str, span: Span = Span.FOR_A_WHILE) -> None:
        """Say nothing more about this run, this kind or anything for a while."""
        self._do(self._telling.snooze(run_key, span))
        self._snoozes_changed()

    @Slot()
    def wake(self) -> None:
        """End every snooze; what still holds is told."""
        self._telling.wake()
        self._snoozes_changed()
        self._look_again()

    def seen(self, run_key: str) -> None:
        """Take the notification about this run away: the user is looking at it."""
        self._answered(run_key, was_read=True)
        self._courier.close(NoteKey(Topic.TIP, run_key))

    def notify(self, name: str, summary: str, body: str) -> None:
        """Tell something about the app itself."""
        label = self.tr("Open traintray")
        # Some servers take no click on the text, hence the button too.
        ways = (Action("default", label), Action("open", label))
        note = Note(summary, body, ways, urgency=Urgency.LOW, icon=self._icon)
        self._courier.show_lasting(NoteKey(Topic.NOTICE, name), note)

    def close_all(self) -> None:
        """Take everything back: clicks on it would lead nowhere once we are gone."""
        self._keep(self._telling.remembered())
        self._courier.close_all()

    # --- what the user answers ----------------------------------------------------

    @Slot(object, str, str)
    def _chosen(self, key: NoteKey, action: str, token: str) -> None:
        run_key = key.name
        if action == "snooze":
            self.snooze(run_key)
            if key.topic is Topic.TIP:
                self.snoozed.emit(run_key)
        elif key.topic in (Topic.NOTICE, Topic.GPU):
            self.notice_clicked.emit(key.text, token)
        elif action == "mute":
            self.snooze(run_key, Span.THIS_KIND)
        elif action == "undo":
            self.undo_requested.emit(token)
        elif key.topic is Topic.END:
            self.run_requested.emit(run_key, token)
        elif key.topic is Topic.PROOF:
            self.comparison_requested.emit(run_key, token)
        else:
            self._answered(run_key, was_read=True)
            is_apply = action == "apply"
            asked = self.apply_requested if is_apply else self.advice_requested
            asked.emit(run_key, token)

    @Slot(object)
    def _dismissed(self, key: NoteKey) -> None:
        """Pass it on. It has been told, and is not told again."""
        if key.topic is Topic.TIP:
            self._answered(key.name, was_read=False)
            self.dismissed.emit(key.name)

    @Slot(object)
    def _undelivered(self, key: NoteKey) -> None:
        self._kinds.pop(key.name, None)
        self._telling.undelivered(key.name)
        self.untold.emit(key.name)

    def _answered(self, run_key: str, *, was_read: bool) -> None:
        kind = self._kinds.pop(run_key, None)
        if kind is not None:
            self._telling.answer(kind, was_read=was_read)
            self._keep(self._telling.remembered())

    # --- out ------------------------------------------------------------------------

    @Slot()
    def _look_again(self) -> None:
        if self._frame is not None:
            self.show_frame(self._frame)

    def _snoozes_changed(self) -> None:
        self._keep(self._telling.remembered())
        self.snoozes_changed.emit()

    def _do(self, deeds: Iterable[Deed]) -> None:
        for deed in deeds:
            if isinstance(deed, Mute):
                self.muted.emit(deed.kind)
            elif isinstance(deed, Withdraw):
                self._kinds.pop(deed.run_key, None)
                self._courier.close(NoteKey(Topic.TIP, deed.run_key))
            elif isinstance(deed, WithdrawLostGpu):
                self._courier.close(NoteKey(Topic.GPU, deed.uuid))
            else:
                self._tell(deed)

    def _tell(self, deed: Tell | TellLostGpu | TellEnd | TellEnds | TellProof) -> None:
        # What paints takes memory that an app with nothing to tell can do without.
        from traintray.ui import note_words
        from traintray.ui.lost_gpu_words import lost_gpu_note

        if isinstance(deed, Tell):
            key = NoteKey(Topic.TIP, deed.run_key)
            self._kinds[deed.run_key] = deed.advice.kind
            self._courier.show(key, note_words.tip_note(deed, self._icon))
            self.told.emit(deed.run_key, deed.advice.kind)
        elif isinstance(deed, TellLostGpu):
            key = NoteKey(Topic.GPU, deed.gpu.uuid)
            self._courier.show(key, lost_gpu_note(deed.gpu, self._icon))
        else:
            key, note = note_words.lasting_note(deed, self._icon)
            self._courier.show_lasting(key, note)
            if key.name:
                self.told.emit(key.name, _KINDS[key.topic])
        self._keep(self._telling.remembered())
