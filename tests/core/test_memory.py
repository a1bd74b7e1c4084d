"""What the app does at its start and end to remember."""

import math
import time

from core.archive.archive_files import reading, written
from core.test_pipeline import Watched, over
from traintray.core.archive.limits import DEFAULT_LIMITS
from traintray.core.history.store import Store
from traintray.core.memory import Memory


def until(condition):
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it never came")


def test_after_a_restart_the_store_holds_the_last_minutes(tmp_path):
    path = tmp_path / "history.sqlite"
    began_s, wall_s = time.monotonic(), time.time()
    with written(path) as file:
        file.write(
            [(wall_s - 300 + place, {"cpu": float(place)}) for place in range(290)], []
        )
    store = Store(1200)
    memory = Memory(path, DEFAULT_LIMITS)
    memory.begin(store)
    until(lambda: store.last("cpu") is not None)
    memory.close()

    times, values = store.copy("cpu", -math.inf)
    assert list(values) == [float(place) for place in range(290)]
    assert abs(times[-1] - (began_s - 11)) < 5


def test_what_rounds_have_shown_is_there_after_the_end(tmp_path):
    path = tmp_path / "history.sqlite"
    memory = Memory(path, DEFAULT_LIMITS)
    watched = Watched(over())
    watched.hear()
    watched.ticks(30)
    memory.begin(watched.pipeline.store)
    for frame, values in watched.noted:
        memory.note(frame, values)
    memory.close()

    with reading(path) as archive:
        wall_s = watched.noted[0][0].wall_s
        found = archive.series("cpu.busy_fraction", wall_s, wall_s + 100, 1000)
        runs = archive.runs(wall_s, wall_s + 100)
        figure = f"run/{runs[0].identity}/demand_threads"
        assert list(found.mean) == [1.0] * 30
        assert archive.series(figure, wall_s + 20, wall_s + 21, 9).mean[0] == 8.0
    assert memory.problem is None


def test_without_a_place_to_write_the_app_goes_on(tmp_path):
    (tmp_path / "state").touch()
    memory = Memory(tmp_path / "state" / "history.sqlite", DEFAULT_LIMITS)
    watched = Watched(over())
    watched.hear()
    watched.ticks(3)
    memory.begin(watched.pipeline.store)
    for frame, values in watched.noted:
        memory.note(frame, values)
    memory.close()

    assert "cannot be written" in str(memory.problem)
