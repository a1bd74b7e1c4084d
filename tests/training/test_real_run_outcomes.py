"""Real trainings that end well, raise and are killed, each told once and apart."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from training.conftest import WORKLOADS
from traintray.core.archive.names import boot_id
from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.archive.sqlite_archive import SqliteArchive
from traintray.core.archive.writer import ArchiveWriter
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.runs.keeper import Keeper
from traintray.core.runs.ledger import Ledger

pytestmark = pytest.mark.training

SECRET = "Zq8w0rd41xKp"


def watched(
    writer: ArchiveWriter, pids: set[int], kill_pid: int, seconds: float
) -> None:
    """Watch until no process of `pids` is left, and a little longer."""
    keeper = Keeper(writer, boot_id(), Ledger(boot_id()))
    pipeline = build_pipeline(Wishes(min_active_s=1.0), keeper.note)
    end_s = time.monotonic() + seconds
    killed = False
    while time.monotonic() < end_s:
        pipeline.tick(time.monotonic(), time.time())
        alive = {pid for pid in pids if Path(f"/proc/{pid}").exists()}
        if not killed and time.monotonic() > end_s - seconds + 14:
            os.kill(kill_pid, signal.SIGKILL)
            killed = True
        if killed and len(alive) == 0:
            break
        time.sleep(0.5)
    for _ in range(3):
        pipeline.tick(time.monotonic(), time.time())
        time.sleep(0.2)
    keeper.close()


def test_real_trainings_are_told_apart_and_no_secret_is_kept(trainings, tmp_path):
    script = str(WORKLOADS / "outcome.py")
    words = f'exec "$@" --api-key {SECRET}', "sh", sys.executable, script
    shell = 'sh -c "$0" "$@" & echo $!; wait $!'
    runs = {
        how: trainings.start("sh", "-c", shell, *words, str(lasts), how)
        for how, lasts in (("killed", 300), ("well", 16), ("raises", 16))
    }
    pids = {how: int(run.stdout.readline()) for how, run in runs.items()}
    file = tmp_path / "history.sqlite"
    writer = ArchiveWriter(file)
    writer.start()

    watched(writer, set(pids.values()), pids["killed"], seconds=60)
    writer.close()

    archive = SqliteArchive(file)
    found: dict[int, list[RunRecord]] = {}
    for record in archive.runs(0.0, time.time() + 60):
        found.setdefault(record.root_pid, []).append(record)
    archive.close()
    ends = {how: found[pid] for how, pid in pids.items()}
    assert {how: len(records) for how, records in ends.items()} == dict.fromkeys(
        pids, 1
    )
    told = {how: (r.outcome, r.exit_status, r.signal) for how, (r,) in ends.items()}
    assert told == {
        "well": (Outcome.FINISHED, 0, None),
        "raises": (Outcome.FAILED, 1, None),
        "killed": (Outcome.KILLED, None, 9),
    }
    (well,) = ends["well"]
    assert well.framework == "pytorch"
    assert well.command[-2:] == ("--api-key", "***")
    assert well.profile["cpu_cores"].peak > 0.2
    kept = b"".join(p.read_bytes() for p in tmp_path.glob("history.sqlite*"))
    assert SECRET.encode() not in kept
