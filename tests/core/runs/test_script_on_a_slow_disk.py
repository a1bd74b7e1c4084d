"""When a run's script was written, also where its disk takes its time."""

from __future__ import annotations

from pathlib import Path

from core.runs.runs_world import BOOT, TellingEnds, frame, run
from traintray.core.detection.aside import Aside
from traintray.core.runs.ledger import Ledger


class SlowDisk(Aside):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.is_there = False
        self.asked = 0

    def ask(self, key, question):
        self.asked += 1
        if not self.is_there:
            raise BlockingIOError
        return question()


def test_a_run_is_recorded_before_its_disk_answers_and_told_then(tmp_path: Path):
    (tmp_path / "proc/100").mkdir(parents=True)
    (tmp_path / "proc/100/cwd").symlink_to(tmp_path)
    script = tmp_path / "train.py"
    script.touch()
    disk = SlowDisk()
    ledger = Ledger(BOOT, tmp_path, TellingEnds(tmp_path), disk)

    (first,) = ledger.update(frame(100.0, run()), {})
    disk.is_there = True
    ledger.update(frame(101.0, run()), {})
    ledger.update(frame(102.0, run()), {})
    (last,) = ledger.records()
    ledger.close()

    assert first.script_changed_at_s is None
    assert last.script_changed_at_s == script.stat().st_mtime
    assert disk.asked == 2
