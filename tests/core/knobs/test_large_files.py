"""The largest file that is read takes seconds, whatever stands in it.

A time that grows with the square of the lines would end in the timeout.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traintray.core.knobs import linediff
from traintray.core.knobs.document import parse
from traintray.core.knobs.plan import DiffKind

pytestmark = pytest.mark.timeout(150)

LINES = 250_000


@pytest.mark.parametrize(
    "data",
    [
        b"A='\n" + b"#\n" * LINES,
        b'A="\n' + b"B='\n" + b"C\n" * LINES,
        b'A="\\"\n' * LINES,
        b"A=" + b"'a'" * LINES + b"\n",
        b"export" + b" -x" * LINES + b"\n",
        b" " * 4 * LINES + b"A\n",
    ],
    ids=["open quote", "two open quotes", "escapes", "one line", "options", "blanks"],
)
def test_a_full_file_is_taken_apart(data):
    document = parse(data)

    assert b"".join(document.lines) == data


def test_open_quotes_after_each_other_are_looked_at_once():
    # Each quote goes on for 499 lines: reading them again for every line would take
    # 125,000 looks per quote.
    text = b"A='" + b"x" * 40 + b"\n" + (b"y" * 40 + b"\n") * 498 + b"'\n"

    document = parse(text * 48)

    assert [entry.line_count for entry in document.entries] == [500] * 48


def test_many_names_in_a_full_file_are_changed_and_set_back(world):
    before = b"".join(b"A%d=1\n" % number for number in range(60_000))
    world.write(before)
    wanted = {f"A{number}": "2" for number in range(0, 60_000, 3)}
    world.file.apply(world.file.plan(wanted, replace_outside=True))
    world.write(world.read() + b"# typed since\n")

    undone = world.file.undo()

    assert len(undone.changes) == 20_000
    assert b"=2\n" not in world.read()
    assert sorted(world.read().splitlines()) == sorted(
        [*before.splitlines(), b"# typed since"]
    )


@pytest.mark.parametrize("line", [b"#\n", b"%d\n"])
def test_full_files_are_compared(line):
    old = [line % n if b"%" in line else line for n in range(LINES)]
    new = [b"first\n", *old[: LINES // 2], *old[LINES // 2 + 9 :], b"last\n"]

    kinds = [kind for kind, _ in linediff.compared(old, new)]

    assert kinds.count(DiffKind.REMOVED) == 9
    assert kinds.count(DiffKind.ADDED) == 2


def test_a_full_file_that_was_turned_round_is_compared():
    old = [b"%d\n" % n for n in range(LINES)]

    kinds = [kind for kind, _ in linediff.compared(old, old[::-1])]

    assert DiffKind.SAME in kinds


_KINDS = (
    lambda n: b"# a remark of the usual length, number %d" % n,
    lambda n: b"NAME_%d=/some/path/of/a/usual/length" % n,
    lambda n: b"export QUOTED_%d='two words'" % n,
    lambda n: b"",
    lambda n: b"\xff\xfe no text at all \x80",
    lambda n: b"TWICE=%d" % (n % 7),
    lambda n: b"OMP_NUM_THREADS=%d" % n,
)
_WEIGHTS = (40, 40, 3, 10, 3, 3, 0.01)


def test_in_ten_megabytes_of_any_lines_only_ours_change_and_undo_restores_them(world):
    chance = random.Random(1)
    lines: list[bytes] = []
    size = 0
    while size < 10_000_000:
        (kind,) = chance.choices(_KINDS, _WEIGHTS)
        lines.append(kind(len(lines)) + chance.choice([b"\n", b"\n", b"\r\n"]))
        size += len(lines[-1])
    before = b"".join(lines)[: -chance.choice([1, 2])]
    world.write(before)
    plan = world.file.plan({"OMP_NUM_THREADS": "8"}, replace_outside=True)
    world.file.apply(plan)

    struck = {c.line_number - 1 for c in plan.conflicts}
    assert struck, "a line of the user's is taken out as well"
    kept = before.splitlines(keepends=True)
    own = world.block(b"OMP_NUM_THREADS=8")
    others = b"".join(line for at, line in enumerate(kept) if at not in struck)
    assert world.read() == own + others
    assert [line.kind for line in plan.diff[:4]] == [DiffKind.ADDED] * 4
    world.file.undo()
    assert world.read() == before


few_lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n"]), max_size=8)


@given(few_lines, few_lines)
def test_a_comparison_holds_every_line_of_both_in_order(old, new):
    found = list(linediff.compared(old, new))

    assert [raw for kind, raw in found if kind is not DiffKind.ADDED] == old
    assert [raw for kind, raw in found if kind is not DiffKind.REMOVED] == new


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("abc", "abc", "=a =b =c"),
        ("abc", "ac", "=a -b =c"),
        ("ac", "abc", "=a +b =c"),
        ("abc", "axc", "=a -b +x =c"),
        ("xab", "abx", "-x =a =b +x"),
        ("abx", "xab", "+x =a =b -x"),
        ("", "ab", "+a +b"),
        ("ab", "", "-a -b"),
    ],
)
def test_little_is_shown_as_changed(old, new, shown):
    signs = {DiffKind.SAME: "=", DiffKind.REMOVED: "-", DiffKind.ADDED: "+"}
    found = linediff.compared([x.encode() for x in old], [x.encode() for x in new])

    assert " ".join(signs[kind] + raw.decode() for kind, raw in found) == shown
