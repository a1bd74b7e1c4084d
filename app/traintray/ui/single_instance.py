"""One traintray per user and session; a second start raises the first.

The lock decides who is first: it is refused while its holder lives and free as
soon as the holder is gone, however it went. The socket only carries the message.
A plain Unix socket is used instead of QLocalServer, whose module alone costs
2.7 MiB of memory for as long as the app runs.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QSocketNotifier, Signal, Slot

if TYPE_CHECKING:
    import socket

# json, logging and socket are imported where they are used: the lock is taken before
# the icon is shown, and the rest of this can wait.

ANSWER_TIMEOUT_S = 10.0
"""How long a second start waits for the first, which may itself be starting."""

_RETRY_S = 0.05
_MESSAGE_BYTES = 4096
_READ_TIMEOUT_S = 0.2


def session_name(environment: Mapping[str, str] | None = None) -> str:
    """Return a file name that is the same for all starts in one user's session.

    The display names the session: unlike XDG_SESSION_ID it is the same in a
    terminal, in the autostart and in what the user's systemd starts.
    """
    env = os.environ if environment is None else environment
    display = env.get("WAYLAND_DISPLAY") or env.get("DISPLAY", "")
    without_screen = re.sub(r"(:\d+)\.\d+$", r"\1", display)
    safe = re.sub(r"[^A-Za-z0-9.-]", "_", without_screen) or "none"
    return f"traintray-{os.getuid()}-{safe}"


class SingleInstance(QObject):
    """The lock and the socket of this session, in a folder that only we can enter."""

    raised = Signal(str)
    """Somebody started the app again; carries the activation token, or ""."""

    def __init__(
        self, folder: Path, name: str | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        base = folder / (name or session_name())
        self._lock = QLockFile(f"{base}.lock")
        self._lock.setStaleLockTime(0)
        self._path = f"{base}.socket"
        self._server: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None

    def acquire(self) -> bool:
        """Return whether we are the first.

        OSError when the folder cannot be written, so that nobody can tell.
        """
        if self._lock.tryLock(0):
            return True
        if self._lock.error() is QLockFile.LockError.LockFailedError:
            return False
        raise OSError(f"cannot lock {self._lock.fileName()}: {self._lock.error().name}")

    def serve(self) -> None:
        """Listen for further starts. Only after `acquire`: a socket file that is
        there can only be one that nobody listens to any more. Where it fails, further
        starts will find that nobody answers.
        """
        try:
            self._listen()
        except OSError as error:
            _warn(f"no second start can be answered at {self._path}", error)

    def _listen(self) -> None:
        import socket

        Path(self._path).unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.setblocking(False)
        self._server.bind(self._path)
        Path(self._path).chmod(0o600)
        self._server.listen(4)
        self._notifier = QSocketNotifier(
            self._server.fileno(), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._accept)

    def raise_first(self, token: str, timeout_s: float = ANSWER_TIMEOUT_S) -> bool:
        """Ask the first instance to show itself; return whether it answered."""
        deadline_s = time.monotonic() + timeout_s
        while True:
            try:
                return self._ask(token, deadline_s)
            except OSError as error:
                if time.monotonic() + _RETRY_S >= deadline_s:
                    _warn("the first instance does not answer", error)
                    return False
            time.sleep(_RETRY_S)

    def first_pid(self) -> int:
        """Return the process that holds the lock; 0 when nobody does."""
        pid, _host, _app = self._lock.getLockInfo()
        return int(pid)

    def release(self) -> None:
        """Stop listening and let the next start be the first."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        if self._server is not None:
            self._server.close()
            self._server = None
            Path(self._path).unlink(missing_ok=True)
        self._lock.unlock()

    def _ask(self, token: str, deadline_s: float) -> bool:
        import json
        import socket

        message = json.dumps({"cmd": "show", "token": token}).encode() + b"\n"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(max(_RETRY_S, deadline_s - time.monotonic()))
            client.connect(self._path)
            client.sendall(message)
            return client.recv(16) == b"ok\n"

    @Slot()
    def _accept(self) -> None:
        if self._server is None:
            return
        try:
            client, _address = self._server.accept()
            with client:
                client.settimeout(_READ_TIMEOUT_S)
                token = _token_of(client.recv(_MESSAGE_BYTES))
                if token is None:
                    return
                client.sendall(b"ok\n")
        except OSError as error:
            _warn("a second start broke off", error)
            return
        self.raised.emit(token)


def _token_of(message: bytes) -> str | None:
    """Return the activation token of a message, or None if it is not ours."""
    import json

    try:
        asked = json.loads(message)
    except ValueError:
        return None
    if not isinstance(asked, dict) or asked.get("cmd") != "show":
        return None
    token = asked.get("token")
    return token if isinstance(token, str) else ""


def _warn(what: str, error: OSError) -> None:
    import logging

    logging.getLogger(__name__).warning("%s: %s", what, error)
