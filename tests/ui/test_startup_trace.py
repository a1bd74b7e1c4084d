"""The time from exec to the icon can be measured from outside."""

from __future__ import annotations

import json
import time

from traintray.ui import startup_trace


def test_the_age_is_that_of_the_process(tmp_path):
    stat = tmp_path / "stat"
    ticks = int((time.clock_gettime(time.CLOCK_BOOTTIME) - 12.5) * 100)
    fields = ["S", "1"] + ["0"] * 17 + [str(ticks)] + ["0"] * 30
    stat.write_text(f"77 (a (b) c) {' '.join(fields)}\n")

    assert abs(startup_trace.age_s(stat) - 12.5) < 0.2


def test_a_line_of_json_is_added_for_each_start(tmp_path):
    path = tmp_path / "trace"
    env = {startup_trace.VARIABLE: str(path)}
    startup_trace.write(env, {"sys": None})
    startup_trace.write(env, {"numpy": None, "pyqtgraph": None})

    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["heavy_modules"] for line in lines] == [[], ["numpy", "pyqtgraph"]]
    assert all(0 < line["exec_to_icon_s"] < 3600 for line in lines)


def test_without_the_variable_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    startup_trace.write({}, ())

    assert list(tmp_path.iterdir()) == []
