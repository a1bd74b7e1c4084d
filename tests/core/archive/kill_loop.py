"""Kills a process that writes the history, again and again, and looks at what is left.

    PYTHONPATH=app:tests python tests/core/archive/kill_loop.py FILE TIMES

Each time a child writes small batches of samples, half a minute apart, so that slots
are put together, hours thinned and old ones dropped meanwhile. It says what it has
handed to the writer, and what a reader beside it could already see. Then it is killed.
"""

import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from core.archive.archive_files import NOON_S, reading, run_record
from traintray.core.archive.limits import Limits
from traintray.core.archive.writer import ArchiveWriter

BATCH = 10
STEP_S = 30.0
LIMITS = Limits(kept_s=6 * 3600.0, full_s=3600.0)


class CountingClock:
    """Makes every tenth sample the end of a batch."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def __call__(self) -> float:
        return self.at_s


def write_for_ever(path: Path, first: int, say: int) -> None:
    clock = CountingClock()
    writer = ArchiveWriter(path, LIMITS, batch_s=BATCH - 1, monotonic_s=clock)
    writer.start()
    writer.wait_until_open(20)
    place = first
    with reading(path) as archive:
        while True:
            for _ in range(BATCH):
                os.write(say, f"adds {place}\n".encode())
                values = {f"s{number}": float(place) for number in range(20)}
                writer.add(NOON_S + STEP_S * place, values)
                writer.save_run(run_record(last_seen_at_s=NOON_S + STEP_S * place))
                place += 1
                clock.at_s += 1
            while (archive.span() or (0, 0))[1] < NOON_S + STEP_S * (place - 1):
                time.sleep(0.0005)
            os.write(say, f"kept {place - 1}\n".encode())


def one_death(path: Path, first: int, life_s: float) -> int:
    """Let a child write for a while; return which sample comes next."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_for_ever(path, first, say)
        finally:
            os._exit(9)
    os.close(say)
    with open(hear, "rb", buffering=0) as said:
        heard = said.read(1)  # it lives
        time.sleep(life_s)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        while more := said.read(65536):
            heard += more
    assert os.WIFSIGNALED(status), "the child died of itself"
    lines = heard.decode().split("\n")[:-1]
    added = max(int(line.split()[1]) for line in lines)
    kept = max([first - 1, *(int(ln.split()[1]) for ln in lines if ln[0] == "k")])
    return look(path, added, kept)


def look(path: Path, added: int, kept: int) -> int:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert not list(path.parent.glob("*.broken-*"))
    with reading(path) as archive:
        span = archive.span()
        last = kept if span is None else round((span[1] - NOON_S) / STEP_S)
        assert last <= added
        assert last >= kept, f"{kept} was written, but the last is {last}"
        assert added - last <= BATCH, f"of {added} only {last} is left"
        since_s = NOON_S + STEP_S * (last - 100)
        found = archive.series("s7", since_s, NOON_S + STEP_S * (last + 1), 10_000)
        assert list(found.mean) == [
            float(n) for n in range(max(0, last - 100), last + 1)
        ]
        run = archive.run(1)
        if last >= 0:
            assert run is not None
            assert run.last_seen_at_s == NOON_S + STEP_S * last
    return last + 1


def main() -> None:
    path, times = Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(4)
    first = 0
    for _ in range(times):
        first = one_death(path, first, chance.uniform(0.0, 0.06))
    print(f"{times} deaths, {first} samples, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
