"""Carries what a command writes to the user's terminal, byte for byte."""

from __future__ import annotations

import contextlib
import os
import select
import signal

from traintray.cli.feed import Feed
from traintray.cli.real_terminal import RealTerminal
from traintray.cli.signal_queue import SignalQueue

HANDED_ON = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGUSR1,
    signal.SIGUSR2,
)
HELD = (*HANDED_ON, signal.SIGWINCH, signal.SIGCHLD)
JOB_CONTROL = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
_MOST_PENDING_BYTES = 65_536
"""Beyond, the command waits, as it would for the terminal."""
_MOST_AT_END_BYTES = 1 << 20
"""More than the kernel holds between us and a command that has ended: what comes
beyond is written by programs that it left behind."""


class Relay:
    """One command and its terminal, until the command ends."""

    def __init__(
        self, pid: int, master: int, terminal: RealTerminal, queue: SignalQueue
    ) -> None:
        os.set_blocking(master, False)
        self._pid = pid
        self._master = master
        self._terminal = terminal
        self._queue = queue
        self._output: int | None = terminal.open_for_output()
        self._pending = b""
        self._feed: Feed | None = None
        self._has_ended = False
        self._poll = select.poll()
        self._poll.register(queue.descriptor, select.POLLIN)
        self._listens = (False, False)
        self._is_closed = False
        """Nobody has the command's terminal any more."""

    def feed(self, feed: Feed) -> None:
        """Let somebody look at what is written."""
        self._feed = feed

    def run(self) -> None:
        """Return when the command has ended and all it wrote is shown. It is not
        waited for: its number stays taken.
        """
        self._look_at_command()  # it may have ended before anybody listened
        while not self._has_ended:
            self._round()
        self._drain()
        self._terminal.take_modes(self._master)

    @property
    def has_others(self) -> bool:
        """Whether programs that the command has started may still write."""
        return not self._is_closed

    def serve_others(self) -> None:
        """Go on until the last of them has ended."""
        self._feed = None
        while not self._is_closed or self._pending:
            self._round()

    def _round(self) -> None:
        """Wait for something to do, and do it."""
        self._listen()
        ready = {descriptor for descriptor, _ in self._poll.poll(self._wait_ms())}
        if self._queue.descriptor in ready:
            self._take_signals()
        if self._master in ready or self._output in ready:
            self._pump()
        with contextlib.suppress(Exception):  # looking on must not harm
            if self._feed is not None and self._feed.wait_s == 0.0:
                self._terminal.take_modes(self._master)
                self._feed.send()

    def _listen(self) -> None:
        """Wait for output only as long as the terminal keeps up."""
        has_room = len(self._pending) < _MOST_PENDING_BYTES and not self._is_closed
        wanted = has_room, bool(self._pending)
        if wanted == self._listens:
            return
        self._listens = wanted
        for number, is_wanted, event in (
            (self._master, wanted[0], select.POLLIN),
            (self._output, wanted[1], select.POLLOUT),
        ):
            if number is None:
                continue
            if is_wanted:
                self._poll.register(number, event)
            else:
                with contextlib.suppress(KeyError):
                    self._poll.unregister(number)

    def _wait_ms(self) -> float | None:
        wait_s = self._feed.wait_s if self._feed is not None else None
        return None if wait_s is None else wait_s * 1000 + 1

    def _drain(self) -> None:
        """Show all that was written until now. Somebody who wants this process to end
        need not wait for a terminal that is held (Ctrl-S).
        """
        left = _MOST_AT_END_BYTES
        while self._pending or (left > 0 and self._has_more()):
            left -= self._pump(may_read=left > 0)
            if self._pending and self._output is not None:
                waiting = [self._queue.descriptor]
                given_up, _, _ = select.select(waiting, [self._output], [])
                if given_up and any(n in HANDED_ON for n, _ in self._queue.read()):
                    return

    def _has_more(self) -> bool:
        # Asking makes the kernel hand over what it still carries to our end.
        return not self._is_closed and bool(select.select([self._master], [], [], 0)[0])

    def _pump(self, *, may_read: bool = True) -> int:
        """Take what there is, and show it at once; return how much there was."""
        parts = [self._pending] if self._pending else []
        most = _MOST_PENDING_BYTES - len(self._pending) if may_read else 0
        room = most
        while room > 0 and not self._is_closed:
            # The kernel gives at most 4 KiB at a time; one write for all is cheaper.
            try:
                data = os.read(self._master, room)
            except BlockingIOError:
                break
            except OSError:  # EIO: the last one has closed it
                self._is_closed = True
                break
            room -= len(data)
            parts.append(data)
            with contextlib.suppress(Exception):
                if self._feed is not None:
                    self._feed.note(data)
        self._pending = b"".join(parts)
        if self._pending:
            self._show()
        return most - room

    def _show(self) -> None:
        if self._output is None:
            self._pending = b""
            return
        try:
            shown = os.write(self._output, self._pending)
            self._pending = self._pending[shown:]
        except BlockingIOError:
            return
        except OSError:
            # The terminal was closed. The command hears of it by SIGHUP, as always;
            # if it does not mind, it is not to be ended by a write that fails.
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._output)
            self._output, self._pending = None, b""

    def _take_signals(self) -> None:
        for number, is_from_terminal in self._queue.read():
            if number == signal.SIGCHLD:
                self._look_at_command()
            elif number == signal.SIGWINCH:
                self._take_size()
            elif not is_from_terminal or _is_for_leader(number):
                # The terminal's go to the whole group: the command has them already.
                self._send(number)

    def _take_size(self) -> None:
        """Hand the size on, then tell: the command heard of it before we could."""
        if self._terminal.lend_size(self._master):
            with contextlib.suppress(OSError):
                os.killpg(os.getpgrp(), signal.SIGWINCH)

    def _look_at_command(self) -> None:
        if self._has_ended:
            return
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        self._has_ended = os.waitid(os.P_PID, self._pid, options) is not None
        if self._has_ended:
            return
        stopped = os.waitid(os.P_PID, self._pid, os.WSTOPPED | os.WNOHANG)
        if stopped is not None and stopped.si_status in JOB_CONTROL:
            self._stop_too(stopped.si_status)

    def _stop_too(self, number: int) -> None:
        """Stop as the command was stopped, so that the shell comes back; go on with it
        when the shell wants.
        """
        self._drain()
        self._terminal.take_modes(self._master)
        before = signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, before)
        self._send(signal.SIGCONT)
        self._take_size()

    def _send(self, number: int) -> None:
        if self._has_ended:
            return  # its number may belong to somebody else soon
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(self._pid, number)


def _is_for_leader(number: int) -> bool:
    """Tell whether the kernel sent a signal to us alone: of a terminal that is gone
    only the leader of the session hears, whom the others would follow.
    """
    return number == signal.SIGHUP and os.getsid(0) == os.getpid()
