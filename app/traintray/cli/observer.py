"""The process beside `traintray run` that reads progress bars and publishes them.

It is a process of its own: whatever happens in it, the command's output goes on.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from traintray.cli.feed import END, HEADER, PACKET_BYTES, STATUS
from traintray.core.discovery import collect
from traintray.core.progress import bars
from traintray.core.progress.bar import Bar
from traintray.core.progress.bar_track import BarTrack
from traintray.core.progress.follow import Follow
from traintray.core.progress.progress import Progress
from traintray.core.progress.published import (
    Ending,
    Started,
    publish,
    publish_end,
    sweep,
    withdraw,
)

_PERIOD_S = 2.0
_REST_S = 30.0
"""Without new output the progress is looked at this often: it may stand still."""
_NICE = 10


@dataclass(slots=True)
class _Seen:
    track: BarTrack
    follow: Follow
    told: Progress | None = None
    told_at_s: float = float("-inf")


def observe(pipe: int, folder: Path, started: Started) -> None:
    """Read packets from `pipe` until it ends; leave the progress in `folder`."""
    _step_back(pipe)
    with contextlib.suppress(OSError):
        sweep(folder)
    seen = _Seen(BarTrack(collect(bars, "BAR", Bar)), Follow("terminal"))
    while True:
        ready, _, _ = select.select([pipe], [], [], _REST_S)
        packet = os.read(pipe, PACKET_BYTES) if ready else b""
        if ready and not packet:  # who carries the output was killed
            with contextlib.suppress(OSError):
                withdraw(folder, started)
            return
        if packet[:1] == END:
            with contextlib.suppress(OSError):
                publish_end(folder, started, _ending(packet[HEADER.size :]))
            return
        if packet:
            _take(seen, packet)
        _tell(seen, folder, started)


def _step_back(pipe: int) -> None:
    """Hold nothing that belongs to the command: not its terminal, which would not
    close, not its keys, not its CPU.
    """
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.dup2(pipe, 3)
    os.closerange(4, 1 << 16)
    os.dup2(3, pipe)
    os.nice(_NICE)
    # Who interrupts or ends the command ends this by the pipe.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def _take(seen: _Seen, packet: bytes) -> None:
    _, at_s, is_cut = HEADER.unpack_from(packet)
    text = packet[HEADER.size :].decode("utf-8", "replace")
    seen.follow.update(seen.track.add(text, at_s, is_cut=is_cut), at_s)


def _tell(seen: _Seen, folder: Path, started: Started) -> None:
    now_s = time.monotonic()
    if now_s < seen.told_at_s + _PERIOD_S:
        return
    progress = seen.follow.progress(now_s)
    if progress is None or progress == seen.told:
        return
    seen.told_at_s = now_s
    try:
        publish(folder, started, progress)
        seen.told = progress
    except OSError:
        return  # full or gone: tried again with the next step


def _ending(content: bytes) -> Ending:
    status, number = STATUS.unpack(content)
    return Ending(None, number) if number else Ending(status, None)
