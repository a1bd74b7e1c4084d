"""Starts a command on a terminal of its own whose output is shown on the user's.

Only the output takes this way. The keyboard, Ctrl-C, Ctrl-Z and the foreground are the
user's terminal's own: the command stays in our session and our process group, so that
nothing has to be restored when this process is killed.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import termios
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from traintray.cli.feed import Feed
from traintray.cli.real_terminal import RealTerminal
from traintray.cli.relay import HELD, JOB_CONTROL, Relay
from traintray.cli.signal_queue import SignalQueue

_OUTPUTS = (1, 2)
_NOT_STARTED = 126
_Handlers = Mapping[signal.Signals, Any]
_OBSERVER_S = 0.5
"""How long the one who looks on may take to write down how the command ended."""


def shown_outputs() -> tuple[int, ...]:
    """Return which of standard output and standard error go to a terminal, the same
    one if both do.
    """
    terminals = [number for number in _OUTPUTS if os.isatty(number)]
    devices = {os.fstat(number).st_rdev for number in terminals}
    return tuple(terminals) if len(devices) == 1 else ()


def run_on_terminal(become: Callable[[], int], folder: Path) -> int | None:
    """Start a command beside this process; return its exit status when it has ended.

    `become` turns a process into the command, or returns an exit status. Its progress
    is left in `folder`. When a signal ends the command, the same signal ends this
    process. None: a terminal cannot be had, and nothing was started.
    """
    outputs = shown_outputs()
    try:
        terminal = RealTerminal(outputs[0])
        queue = SignalQueue(HELD)
    except (OSError, IndexError):
        return None
    try:
        master, slave = os.openpty()
        terminal.lend_size(master)
        terminal.lend_modes(slave)
    except (OSError, termios.error):
        queue.release()
        return None
    before = {one: signal.signal(one, signal.SIG_IGN) for one in JOB_CONTROL}
    try:
        pid = os.fork()
    except OSError:
        _undo(queue, before, (master, slave))
        return None
    if pid == 0:
        _undo(queue, before, ())
        os._exit(_as_command(become, slave, outputs))
    os.close(slave)
    return _attend(pid, Relay(pid, master, terminal, queue), terminal, folder)


def _undo(queue: SignalQueue, before: _Handlers, open_ones: tuple[int, ...]) -> None:
    """Be as before, for the command or for another try."""
    for number, handler in before.items():
        signal.signal(number, handler)
    queue.release()
    for descriptor in open_ones:
        os.close(descriptor)


def _as_command(become: Callable[[], int], slave: int, outputs: tuple[int, ...]) -> int:
    """Become the command, with its outputs on its own terminal."""
    with contextlib.suppress(Exception):
        for number in outputs:
            os.dup2(slave, number)
        return become()
    return _NOT_STARTED


def _attend(pid: int, relay: Relay, terminal: RealTerminal, folder: Path) -> int:
    feed, observer = _observer(pid, folder)
    if feed is not None:
        relay.feed(feed)
    relay.run()
    result = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    is_exit = result is not None and result.si_code == os.CLD_EXITED
    code = result.si_status if result is not None else 0
    if feed is not None and observer is not None:
        feed.end(code if is_exit else 0, 0 if is_exit else code)
        _wait_for(observer)
    os.waitpid(pid, 0)
    if relay.has_others:
        _leave_behind(relay)
    if is_exit:
        return code
    terminal.restore_modes()
    return _die_of(code)


def _observer(pid: int, folder: Path) -> tuple[Feed | None, int | None]:
    """Start the process that looks at the output; without it, too, all works."""
    try:
        from traintray.core.progress.published import Started

        started = Started.of(pid)
        reading, writing = os.pipe2(os.O_DIRECT | os.O_NONBLOCK | os.O_CLOEXEC)
        observer = os.fork()
    except OSError:
        return None, None
    if observer == 0:
        with contextlib.suppress(BaseException):
            from traintray.cli.observer import observe

            observe(reading, folder, started)
        os._exit(0)
    os.close(reading)
    return Feed(writing), observer


def _wait_for(observer: int) -> None:
    try:
        descriptor = os.pidfd_open(observer)
    except (OSError, AttributeError):
        return
    select.select([descriptor], [], [], _OBSERVER_S)
    os.close(descriptor)


def _leave_behind(relay: Relay) -> None:
    """Go on for programs that the command left in the background, in a process that
    nobody waits for: the shell gets its prompt as it would without us.
    """
    with contextlib.suppress(OSError):
        if os.fork() == 0:
            with contextlib.suppress(BaseException):
                os.setpgid(0, 0)
                relay.serve_others()
            os._exit(0)


def _die_of(number: int) -> int:
    """End by the signal that ended the command, without a second core dump."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
    return 128 + number
