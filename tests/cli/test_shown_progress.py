"""How far it is, on a terminal and nowhere else: export, report and replay."""

from __future__ import annotations

import re

import pytest
from terminals import Emulator

from core.replay.recorded import Recorded
from core.report.reported import rich_archive, write_history
from core.test_pipeline import over

SPAN = ("--since", "2026-05-28", "--until", "2026-05-30")
CLEARED = b"\r" + b" " * 40 + b"\r"


@pytest.fixture
def remembering(shell):
    shell.state_dir.mkdir(parents=True)
    write_history(shell.state_dir / "history.sqlite", rich_archive())
    return shell


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "over.trace"
    Recorded(path, over()).ticks(90).close()
    return path


def shown_beside(shell, answer_path, *words):
    """What a terminal shows of stderr, while stdout goes to a file."""
    with answer_path.open("wb") as answer:
        others = {"stdout": answer.fileno()}
        with Emulator(shell.command(*words), shell.environ, others=others) as emulator:
            return emulator.end()


@pytest.mark.parametrize(
    ("words", "doing"),
    [
        (("export", *SPAN, "--json"), b"exporting, "),
        (("export", *SPAN, "--csv"), b"exporting, "),
        (("report", "last", "--html"), b"writing the report, "),
    ],
)
def test_a_terminal_shows_how_far_it_is_and_is_clean_after(
    remembering, tmp_path, words, doing
):
    for target in (str(tmp_path / "out"), "-"):
        status, shown = shown_beside(remembering, tmp_path / "answer", *words, target)

        assert status == 0
        assert b"\r" + doing in shown
        assert b"%" in shown
        assert shown.endswith(CLEARED)
        # What comes out is the file or the one line about it, and nothing of the bar.
        assert doing not in (tmp_path / "answer").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("export", *SPAN, "--json", "-"),
        ("export", *SPAN, "--csv", "-"),
        ("report", "last", "--html", "-"),
    ],
)
def test_nothing_is_written_over_a_file_that_the_terminal_shows(remembering, words):
    with Emulator(remembering.command(*words), remembering.environ) as emulator:
        status, shown = emulator.end()

    assert status == 0
    assert b"exporting, " not in shown
    assert b"writing the report, " not in shown


def test_into_a_pipe_goes_no_bar(remembering, tmp_path):
    for words in (("export", *SPAN, "--json"), ("report", "last", "--html")):
        assert remembering.run(*words, str(tmp_path / "out")).stderr == ""


def test_a_trace_shows_how_far_it_is(shell, trace, tmp_path):
    status, shown = shown_beside(shell, tmp_path / "answer", "replay", str(trace))

    assert status == 0
    stood = re.findall(rb"\rreplaying, at (\d+) s, (\d+)%", shown)
    assert [int(at_s) for at_s, _ in stood] == [0, 20, 40, 60, 80]
    shares = [int(share) for _, share in stood]
    assert shares == sorted(set(shares))
    assert shares[0] < 40 < 60 < shares[-1] < 100
    assert shown.endswith(CLEARED)
    assert b"replaying" not in (tmp_path / "answer").read_bytes()


def test_a_slow_replay_says_second_by_second_where_it_stands(shell, trace):
    words = shell.command("replay", str(trace), "--speed", "1")
    with Emulator(words, shell.environ) as emulator:
        for second in (0, 1, 2):
            emulator.see(b"replaying, at %d s, " % second)
