from __future__ import annotations

from pathlib import Path

import pytest

from traintray.core.knobs.edit import make_plan, shown
from traintray.core.knobs.errors import DamagedFileError, FormatError
from traintray.core.knobs.plan import Change, DiffKind

PATH = Path("/home/ada/.config/traintray/train.env")
HEADER = (
    b"# managed by traintray; load it with:"
    b" set -a; . /home/ada/.config/traintray/train.env; set +a\n"
)


def block(*lines: str) -> bytes:
    inner = "".join(f"{line}\n" for line in lines).encode()
    return b"# >>> traintray >>>\n" + HEADER + inner + b"# <<< traintray <<<\n"


def plan(before, wanted, replace=False):
    return make_plan(PATH, before, wanted, replace)


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        pytest.param(None, {"A": "1", "B": "2"}, block("A=1", "B=2"), id="a new file"),
        pytest.param(b"", {"A": "1"}, block("A=1"), id="an empty file"),
        pytest.param(
            b"# mine\nX=1", {"A": "1"}, block("A=1") + b"# mine\nX=1",
            id="above what is there; no newline is added at the end",
        ),
        pytest.param(
            b"X='open\nY=1\r\n\xff\n", {"A": "1"},
            block("A=1") + b"X='open\nY=1\r\n\xff\n",
            id="odd bytes stay",
        ),
        pytest.param(
            b"X=1\n" + block("A=1", "B=2") + b"Y=2", {"B": "3"},
            b"X=1\n" + block("A=1", "B=3") + b"Y=2",
            id="changed in place",
        ),
        pytest.param(
            block("A=1"), {"B": "2"}, block("A=1", "B=2"), id="added at the end"
        ),
        pytest.param(
            block("A=1", "B=2"), {"A": None}, block("B=2"), id="one is unset"
        ),
        pytest.param(
            b"X=1\n" + block("A=1") + b"Y=2", {"A": None}, b"X=1\nY=2",
            id="an empty block goes",
        ),
        pytest.param(
            block("A=1", "# why"), {"A": None}, block("# why"),
            id="unless the user wrote into it",
        ),
        pytest.param(
            block("A=1", "B=5", "A=2"), {"A": "3"}, block("A=3", "B=5"),
            id="two lines of a name become one",
        ),
        pytest.param(
            block("A='1'"), {"A": "1"}, block("A=1"), id="quotes go: docker keeps them"
        ),
        pytest.param(
            block("A=1").replace(b"A=1\n", b"A=1\r\n"), {"A": "1"}, block("A=1"),
            id="CR goes: bash keeps it",
        ),
        pytest.param(block("A=1"), {"Z": None}, block("A=1"), id="unset what is not"),
        pytest.param(
            b"A=1\n", {"A": "1"}, b"A=1\n", id="the user's own line already says so"
        ),
        pytest.param(
            block("A=1").replace(b"/home/ada", b"/old/home"), {"A": "2"}, block("A=2"),
            id="the way to load it is brought up to date",
        ),
    ],
)  # fmt: skip
def test_the_result_of_a_plan(before, wanted, after):
    assert plan(before, wanted).after == after


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        (block("A=1"), {"A": "1"}),
        (block("A=1"), {"B": None}),
        (b"A=1", {"A": "1"}),
        (b"X=1\n", {}),
        (None, {"A": None}),
    ],
)
def test_a_plan_that_changes_nothing_is_empty(before, wanted):
    planned = plan(before, wanted)

    assert planned.is_empty
    assert planned.after == (before or b"")


def test_a_plan_that_only_mends_line_ends_is_not_empty():
    planned = plan(block("A=1").replace(b"A=1\n", b"A=1\r\n"), {"A": "1"})

    assert planned.changes == ()
    assert not planned.is_empty


def test_the_preview_shows_the_whole_file_with_what_changes():
    before = b"X=1\n" + block("A=1", "B=2") + b"Y=2\n"

    lines = plan(before, {"A": "3", "B": None, "C": "4"}).diff

    assert [(line.kind.name, line.text) for line in lines] == [
        ("SAME", "X=1"),
        ("SAME", "# >>> traintray >>>"),
        ("SAME", HEADER.decode().rstrip()),
        ("REMOVED", "A=1"),
        ("ADDED", "A=3"),
        ("REMOVED", "B=2"),
        ("ADDED", "C=4"),
        ("SAME", "# <<< traintray <<<"),
        ("SAME", "Y=2"),
    ]


def test_the_preview_counts_what_comes_and_goes():
    planned = plan(block("A=1"), {"A": "3", "C": "4"})

    assert (planned.added_count, planned.removed_count) == (2, 1)


def test_changes_name_the_variables_with_both_values():
    planned = plan(block("A=1", "B=2"), {"A": "3", "B": None, "C": "4"})

    assert set(planned.changes) == {
        Change("A", "1", "3"),
        Change("B", "2", None),
        Change("C", None, "4"),
    }


OWN_LINES = [
    pytest.param(b"A=5", id="plain"),
    pytest.param(b"export A=5", id="export"),
    pytest.param(b"A = 5", id="spaces: some programs read it"),
    pytest.param(b'A="5"', id="quotes"),
    pytest.param(b"  A=5 # mine\r", id="comment and CR"),
    pytest.param(b"A=$B", id="an expansion"),
]


@pytest.mark.parametrize("line", OWN_LINES)
def test_a_name_set_by_hand_blocks_the_plan_and_says_which_line(line):
    planned = plan(b"X=1\n" + line + b"\nY=2\n", {"A": "1"})

    assert planned.is_blocked
    assert [(c.name, c.line_number) for c in planned.conflicts] == [("A", 2)]
    assert f"{PATH}, line 2: A is set by hand" in planned.refusal()
    assert not planned.is_empty


@pytest.mark.parametrize("line", OWN_LINES)
def test_the_users_own_line_is_struck_when_it_may_be_replaced(line):
    planned = plan(b"X=1\n" + line + b"\nY=2\n", {"A": "1"}, replace=True)

    assert not planned.is_blocked
    assert planned.after == block("A=1") + b"X=1\nY=2\n"
    struck = [d.text for d in planned.diff if d.kind is DiffKind.STRUCK]
    assert struck == [line.decode().rstrip()]


def test_a_blocked_plan_already_shows_the_line_struck():
    kinds = {d.text: d.kind for d in plan(b"A=5\n", {"A": "1"}).diff}

    assert kinds["A=5"] is DiffKind.STRUCK


@pytest.mark.parametrize(
    ("before", "obstacle"),
    [
        (b"export A=1 B=2\n", "it sets several variables"),
        (b"A='1\n2'\n", "its value spans several lines"),
        (b"A='1\n2\n", "its value spans several lines"),
        (block("export A=1 B=2"), "it sets several variables"),
    ],
)
def test_a_line_that_holds_more_than_the_name_is_never_taken_out(before, obstacle):
    planned = plan(before, {"A": "9"}, replace=True)

    assert planned.is_blocked
    assert planned.conflicts[0].obstacle == obstacle
    assert "Take it out of that line yourself" in planned.refusal()
    assert not any(d.kind is DiffKind.STRUCK for d in planned.diff)


def test_unsetting_a_name_set_by_hand_is_a_conflict_too():
    assert plan(b"A=5\n", {"A": None}).is_blocked
    assert plan(b"A=5\nB=1\n", {"A": None}, replace=True).after == b"B=1\n"


def test_a_name_in_the_block_and_by_hand_is_a_conflict_even_with_equal_values():
    assert plan(block("A=1") + b"A=1\n", {"A": "1"}).is_blocked


def test_a_commented_line_is_no_conflict():
    assert not plan(b"# A=5\n", {"A": "1"}).conflicts


@pytest.mark.parametrize("name", ["a", "9A", "A-B", "A B", "", "Ä", "A\n", "_A"])
def test_a_name_outside_the_form_is_refused(name):
    with pytest.raises(FormatError, match="cannot be a name"):
        plan(None, {name: "1"})


@pytest.mark.parametrize(
    "value",
    ["a b", "'8'", '"8"', "8\n", "8\nB=1", "$A", "a#b", "a;b", "~", "ä", "{1}", "\\"],
)
def test_a_value_outside_the_form_is_refused(value):
    with pytest.raises(FormatError, match="read differently by bash"):
        plan(None, {"A": value})


def test_an_empty_value_is_refused_with_what_to_do():
    with pytest.raises(FormatError, match="Unset it instead"):
        plan(None, {"A": ""})


def test_a_byte_order_mark_is_refused_with_what_to_do():
    with pytest.raises(DamagedFileError, match="without one"):
        plan(b"\xef\xbb\xbfA=1\n", {"B": "1"})


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"A=1\r\n", "A=1"),
        (b"\tA=1\n", "    A=1"),
        (b"A=\x1b[31m\n", "A=\N{REPLACEMENT CHARACTER}[31m"),
        (b"A=\xff\n", "A=\N{REPLACEMENT CHARACTER}"),
        ("A=\u202eevil\n".encode(), "A=\N{REPLACEMENT CHARACTER}evil"),
        ("# größe\n".encode(), "# größe"),
    ],
)
def test_a_shown_line_cannot_disturb_the_screen(raw, text):
    assert shown(raw) == text
