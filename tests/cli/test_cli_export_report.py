"""`traintray export` and `traintray report` on a real history file."""

from __future__ import annotations

import argparse
import csv
import html.parser
import io
import json
import time

import pytest

from core.export.archived import BEGAN_S
from core.report.reported import rich_archive, write_history
from traintray.cli.moments import moment_at
from traintray.cli.spoken_language import language_of

SPAN = ("--since", "2026-05-28", "--until", "2026-05-30")


@pytest.fixture
def remembering(shell):
    """A user whose history holds the two runs of `rich_archive`."""
    shell.state_dir.mkdir(parents=True)
    write_history(shell.state_dir / "history.sqlite", rich_archive())
    return shell


def test_the_history_file_is_exported_whole(remembering, tmp_path):
    path = tmp_path / "out.json"

    done = remembering.run("export", *SPAN, "--json", str(path))

    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(path.read_text())
    assert [run["number"] for run in found["runs"]] == [2, 1]
    assert {e["kind"] for e in found["episodes"]} == {"too_many_threads", "swapping"}
    (memory,) = (
        dict(zip(block["times_s"], series["mean"], strict=True))
        for block in found["samples"]
        for series in block["series"]
        if series["figure"] == "rss_bytes"
    )
    assert len(memory) == 1399
    assert memory[BEGAN_S + 1499] == pytest.approx(29.2e9 + 1499 * 3e6)
    assert BEGAN_S + 950 not in memory


def test_a_table_goes_to_standard_output(remembering):
    done = remembering.run("export", *SPAN, "--csv", "-")

    rows = list(csv.DictReader(io.StringIO(done.stdout, newline="")))
    assert done.returncode == 0
    speed = [r for r in rows if r["record"] == "sample" and r["name"] == "steps_per_s"]
    assert len(speed) == 1399
    assert {r["run"] for r in speed} == {"2"}


@pytest.mark.parametrize(
    ("words", "status", "line"),
    [
        (["--csv", "x"], 2, "--since"),
        (["--since", "yesterday", "--csv", "x"], 2, "is no time; write 30m, 2h, 3d"),
        (["--since", "2h"], 2, "one of the arguments --csv --json is required"),
        (
            ["--since", "2h", "--until", "3h", "--csv", "x"],
            2,
            "--since must lie before",
        ),
        (["--since", "2999-01-01", "--json", "x"], 2, "--since must lie before now"),
        (
            ["--since", "2026-01-01", "--until", "2026-01-02", "--csv", "x"],
            1,
            "the history reaches from 2026-05-2",
        ),
    ],
)
def test_what_cannot_be_exported_gets_one_line(remembering, words, status, line):
    done = remembering.run("export", *words)

    assert (done.returncode, done.stdout) == (status, "")
    assert line in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_a_history_one_line_says_so(shell):
    for words in (
        ["export", "--since", "2h", "--csv", "-"],
        ["report", "last", "--html", "-"],
    ):
        done = shell.run(*words)

        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.splitlines()) == 1


def test_a_folder_that_is_not_there_gets_one_line(remembering, tmp_path):
    done = remembering.run("export", *SPAN, "--csv", str(tmp_path / "no" / "x.csv"))

    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("target", ["/", ".", ""])
def test_a_folder_in_place_of_a_file_gets_one_line(remembering, target):
    for words in (["export", *SPAN, "--csv"], ["report", "last", "--html"]):
        done = remembering.run(*words, target)

        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith(f" go on: {target or '.'}: Is a directory\n")


def test_a_file_that_cannot_be_made_is_called_by_the_name_the_user_gave(remembering):
    done = remembering.run("report", "last", "--html", "/no/where/run.html")

    assert done.stderr.startswith("traintray: it cannot go on: /no/where/run.html: ")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.language = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "html":
            self.language = dict(attrs)["lang"]


@pytest.mark.parametrize(
    ("which", "title", "extra", "language"),
    [
        ("last", "report of run 2", [], "en"),
        ("1", "report of run 1", [], "en"),
        ("2", "第 2 次任务的报告", ["--lang", "zh_CN"], "zh-CN"),
    ],
)
def test_a_run_is_reported_by_its_number(remembering, which, title, extra, language):
    done = remembering.run("report", which, "--html", "-", *extra)

    assert (done.returncode, done.stderr) == (0, "")
    assert title in done.stdout
    assert Page(done.stdout).language == language


def test_the_page_is_in_the_language_of_the_user(remembering, tmp_path):
    path = tmp_path / "run.html"

    done = remembering.run(
        "report", "2", "--html", str(path), more={"LANG": "zh_CN.UTF-8"}
    )

    assert done.returncode == 0
    assert Page(path.read_text()).language == "zh-CN"


@pytest.mark.parametrize(
    ("words", "status", "line"),
    [
        (["7", "--html", "x"], 1, "No run 7 is remembered; the last one is 2."),
        (["train.py", "--html", "x"], 2, "is no run; write its number, or last"),
        (["last"], 2, "--html"),
    ],
)
def test_a_run_that_is_not_there_gets_one_line(remembering, words, status, line):
    done = remembering.run("report", *words)

    assert (done.returncode, done.stdout) == (status, "")
    assert line in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90s", 9_999_910.0),
        ("1.5h", 9_994_600.0),
        ("3d", 9_740_800.0),
        ("1w", 9_395_200.0),
        ("1970-01-02T00:00:00Z", 86_400.0),
        ("1970-01-02T08:00+08:00", 86_400.0),
    ],
)
def test_a_moment_is_how_long_ago_or_a_date(text, expected):
    assert moment_at(text, 1e7) == expected


def test_a_date_without_a_zone_is_local_time():
    local = time.mktime((2026, 11, 30, 14, 0, 0, 0, 0, -1))

    assert moment_at("2026-11-30T14:00", 0.0) == local


@pytest.mark.parametrize(
    "text", ["", "2", "-2h", "h", "2 h", "30-11-2026", "nan", "1e9s"]
)
def test_what_is_no_moment_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="is no time"):
        moment_at(text, 1e7)


@pytest.mark.parametrize(
    ("setting", "environ", "language"),
    [
        ("zh_CN", {"LANG": "en_US.UTF-8"}, "zh_CN"),
        ("system", {}, "en"),
        ("system", {"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ("system", {"LANGUAGE": "fr:zh_TW:en", "LANG": "en_US"}, "zh_CN"),
        ("system", {"LC_ALL": "C", "LANG": "en_US"}, "en"),
    ],
)
def test_the_language_is_that_of_the_setting_or_the_locale(setting, environ, language):
    assert language_of(setting, environ) == language


def test_nothing_is_invented_where_the_archive_is_silent(remembering):
    done = remembering.run("report", "1", "--html", "-")

    assert "No samples of this run are kept any more." in done.stdout
    assert ">nan<" not in done.stdout
