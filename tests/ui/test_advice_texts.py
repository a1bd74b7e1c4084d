"""Plain text, paths, folded diffs and words for what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from traintray.core.diagnosis.verdict import Unknown
from traintray.core.knobs.plan import DiffKind, DiffLine
from traintray.ui.theme import DARK, LIGHT
from traintray.ui.window.folded_diff import folded
from traintray.ui.window.missing_words import missing_words, only_needs_time
from traintray.ui.window.paragraph import Paragraph, Piece, with_code
from traintray.ui.window.path_text import bash_line, shown_path

HOME = Path("/home/ana")


def same(*texts):
    return [DiffLine(DiffKind.SAME, text) for text in texts]


ADDED = DiffLine(DiffKind.ADDED, "OMP_NUM_THREADS=8")


def left_out(count):
    return f"{count} left out"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(
            [*same("1", "2", "3", "4", "5"), ADDED],
            ["3 left out", "4", "5", ADDED.text],
            id="before the change",
        ),
        pytest.param(
            [ADDED, *same("1", "2", "3", "4")],
            [ADDED.text, "1", "2", "2 left out"],
            id="after the change",
        ),
        pytest.param(
            [*same("1", "2", "3"), ADDED],
            ["1", "2", "3", ADDED.text],
            id="one line takes no more room than a remark",
        ),
        pytest.param(
            [ADDED, *same("1", "2", "3", "4", "5", "6"), ADDED],
            [ADDED.text, "1", "2", "2 left out", "5", "6", ADDED.text],
            id="between two changes",
        ),
        pytest.param(
            same("1", "2", "3", "4", "5", "6"),
            ["1", "2", "3", "4", "2 left out"],
            id="no change",
        ),
        pytest.param([], [], id="an empty file"),
    ],
)
def test_what_a_folded_diff_keeps(lines, expected):
    shown = folded(lines, left_out, context=2)

    assert [x if isinstance(x, str) else x.text for x in shown] == expected


@pytest.mark.parametrize(
    ("path", "shown", "line"),
    [
        pytest.param(
            HOME / ".config/traintray/train.env",
            "~/.config/traintray/train.env",
            "set -a; . ~/.config/traintray/train.env; set +a",
            id="below home",
        ),
        pytest.param(
            Path("/srv/a b/train.env"),
            "/srv/a b/train.env",
            "set -a; . '/srv/a b/train.env'; set +a",
            id="elsewhere, with a space",
        ),
        pytest.param(
            HOME / "my files/train.env",
            "~/my files/train.env",
            "set -a; . '/home/ana/my files/train.env'; set +a",
            id="a shell expands no ~ inside quotes",
        ),
        pytest.param(
            HOME / "a;rm -rf x/train.env",
            "~/a;rm -rf x/train.env",
            "set -a; . '/home/ana/a;rm -rf x/train.env'; set +a",
            id="a hostile folder",
        ),
    ],
)
def test_how_the_file_is_named_and_loaded(path, shown, line):
    assert shown_path(path, HOME) == shown
    assert bash_line(path, HOME) == line


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("keep it to one thread in worker_init_fn:", ["worker_init_fn"]),
        ("Call torch.set_num_threads(16) less.", ["torch.set_num_threads(16)"]),
        ("OMP_NUM_THREADS=32 is already set.", ["OMP_NUM_THREADS=32"]),
        ("No cap is set (yet), so OpenMP opened 32.", []),
        ("see /home/a_b/train.py", []),
        ("", []),
    ],
)
def test_identifiers_are_set_as_code_and_no_character_is_lost(text, code):
    pieces = with_code(text, "body", "ink2")

    assert [piece.text for piece in pieces if piece.role == "code"] == code
    assert "".join(piece.text for piece in pieces) == text


def paragraph(qtbot, *pieces):
    made = Paragraph("body", LIGHT)
    qtbot.addWidget(made)
    made.show_pieces(pieces)
    return made


def test_a_paragraph_grows_in_whole_lines_as_it_narrows(qtbot):
    text = "More threads than CPUs only take turns. " * 3
    made = paragraph(qtbot, Piece(text, "body", "ink2"))

    heights = [made.heightForWidth(width) for width in (2000, 400, 200)]

    assert heights == sorted(heights)
    assert heights[0] == 20
    assert all(height % 20 == 0 for height in heights)


def test_markup_in_a_paragraph_stays_text(qtbot):
    made = paragraph(qtbot, Piece("<b>x</b> &amp;", "head", "ink"))

    assert made.text() == "<b>x</b> &amp;"
    assert made.heightForWidth(30) > made.heightForWidth(1000)


def test_signs_outside_the_first_plane_do_not_shift_the_pieces(qtbot):
    made = paragraph(qtbot, Piece("😀😀 ", "head", "ink"), Piece("x_y", "code", "ink2"))

    ranges = made._formats()

    assert [(r.start, r.length) for r in ranges] == [(0, 5), (5, 3)]


def test_a_paragraph_takes_its_inks_from_the_new_palette(qtbot):
    made = paragraph(qtbot, Piece("x", "body", "ink"))

    made.set_theme(DARK)

    assert made._formats()[0].format.foreground().color() == DARK.ink


def test_what_is_missing_is_told_in_words_each_once():
    words = missing_words(
        ("run.demand_threads", "run.main_demand_threads", "run.free_gpus", "x.foo_s")
    )

    assert words == "its threads, whether there is a GPU to use, foo"


@pytest.mark.parametrize(
    ("missing", "expected"),
    [((), True), (("sustained_s",), True), (("sustained_s", "run.x"), False)],
)
def test_time_alone_is_no_missing_reading(missing, expected):
    assert only_needs_time(Unknown(None, missing)) is expected
