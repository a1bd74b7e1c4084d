"""The tray writes while another program, such as `traintray export`, reads."""

import os
import subprocess
import sys
import time
from pathlib import Path

from core.archive.archive_files import NOON_S, reading
from traintray.core.archive.limits import Limits
from traintray.core.archive.writer import ArchiveWriter

COUNT = 4000
STEP_S = 30.0
"""Twenty samples a slot: putting together, thinning and dropping happen meanwhile."""
LIMITS = Limits(kept_s=12 * 3600.0, full_s=3600.0)


def test_a_reader_in_another_program_always_sees_a_whole_history(tmp_path):
    path = tmp_path / "history.sqlite"
    writer = ArchiveWriter(path, LIMITS, batch_s=0.0)
    writer.start()
    assert writer.wait_until_open(30)
    reader = subprocess.Popen(
        [sys.executable, __file__, path],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == "reading\n"
    for place in range(COUNT):
        writer.add(NOON_S + STEP_S * place, {"cpu": float(place)})
        if place % 10 == 9:
            time.sleep(0.005)
    assert writer.close()
    out, errors = reader.communicate(timeout=120)

    assert reader.returncode == 0, errors
    assert writer.problem is None
    assert int(out.split()[0]) > 5
    with reading(path) as archive:
        assert archive.span()[1] == NOON_S + STEP_S * (COUNT - 1)


def read_until_the_end(path: Path) -> None:
    looks = 0
    last = -1
    with reading(path) as archive:
        print("reading", flush=True)
        while last < COUNT - 1:
            span = archive.span()
            if span is None:
                continue
            now = round((span[1] - NOON_S) / STEP_S)
            assert now >= last, "the past changed"
            last = now
            since_s = NOON_S + STEP_S * (last - 60)
            found = archive.series("cpu", since_s, NOON_S + STEP_S * (last + 1), 500)
            wanted = [float(place) for place in range(max(0, last - 60), last + 1)]
            assert list(found.mean) == wanted, (last, list(found.mean))
            looks += 1
    print(looks)


if __name__ == "__main__":
    read_until_the_end(Path(sys.argv[1]))
