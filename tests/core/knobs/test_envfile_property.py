"""Whatever stands in the file, bytes that are not ours come through."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest
from envworld import World
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from traintray.core.knobs.document import END, START, parse
from traintray.core.knobs.errors import DamagedFileError
from traintray.core.knobs.plan import Plan

NAMES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "B")

name = st.sampled_from([*NAMES, "OTHER", "lower"])
value = st.sampled_from(
    ["8", "", "'a b'", '"8"', "8 # c", "$HOME", "'open", '"', "a;b"]
)
line_end = st.sampled_from([b"\n", b"\n", b"\r\n", b"\n\n"])
assignment = st.builds(
    lambda prefix, name, equals, value: f"{prefix}{name}{equals}{value}".encode(),
    st.sampled_from(["", "", "export ", "  ", "declare -x ", "# "]),
    name,
    st.sampled_from(["=", "=", " = ", "= "]),
    value,
)
junk = st.binary(max_size=12).map(lambda b: b.replace(b"\0", b"").replace(b"\n", b""))
line = st.one_of(assignment, junk, st.sampled_from([b"", b"# note", b"export A=1 B=2"]))
text = st.builds(
    lambda lines, last: b"".join(a + b for a, b in lines) + last,
    st.lists(st.tuples(line, line_end), max_size=6),
    line,
)
inner = st.lists(st.one_of(assignment, st.just(b"# mine")), max_size=3)
block = st.builds(
    lambda lines, end: b"".join(
        raw + end for raw in [START, b"# managed by traintray; old", *lines, END]
    ),
    inner,
    st.sampled_from([b"\n", b"\r\n"]),
)
whole = st.one_of(
    text,
    st.builds(
        lambda above, block, below: above + (b"\n" if above else b"") + block + below,
        text,
        block,
        text,
    ),
)
wanted = st.dictionaries(
    st.sampled_from(NAMES), st.one_of(st.none(), st.sampled_from(["1", "8", "a:b"]))
)

ours = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def outside(data: bytes) -> list[bytes]:
    """All lines that are not in our block."""
    document = parse(data)
    if document.block is None:
        return list(document.lines)
    start, end = document.block
    return [*document.lines[:start], *document.lines[end + 1 :]]


def struck(plan: Plan) -> list[bytes]:
    lines = parse(plan.before or b"").lines
    return [lines[c.line_number - 1] for c in plan.conflicts if c.obstacle is None]


@ours
@given(before=whole, wanted=wanted, replace=st.booleans())
@example(before=b"A=1\r\nX='a\nOMP_NUM_THREADS=2", wanted={"B": "1"}, replace=True)
def test_no_byte_outside_the_block_changes_and_undo_restores_all(
    before, wanted, replace
):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        world.write(before)
        try:
            plan = world.file.plan(wanted, replace_outside=replace)
        except DamagedFileError:
            return
        if plan.is_blocked:
            return
        world.file.apply(plan)

        after = world.read()
        assert after == plan.after
        kept = outside(before)
        for raw in struck(plan):
            kept.remove(raw)
        assert outside(after) == kept

        if after != before:
            world.file.undo()
        assert world.read() == before


@ours
@given(before=whole, wanted=wanted)
def test_after_a_change_each_name_is_set_once_and_as_wanted(before, wanted):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        world.write(before)
        try:
            plan = world.file.plan(wanted, replace_outside=True)
        except DamagedFileError:
            return
        if plan.is_blocked:
            return
        world.file.apply(plan)

        document = parse(world.read())
        for name, value in wanted.items():
            lines = [e.value for e in document.entries if name in e.names]
            assert lines == ([] if value is None else [value])
        assert world.file.plan(wanted).is_empty


@ours
@given(before=whole, wanted=wanted, edit=text)
def test_undo_by_name_leaves_what_was_typed_since(before, wanted, edit):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        world.write(before)
        try:
            plan = world.file.plan(wanted)
            if plan.is_blocked or plan.is_empty:
                return
            world.file.apply(plan)
            typed = world.read() + b"\n" + edit
            world.write(typed)
            undone = world.file.undo()
        except DamagedFileError:
            return

        assert outside(world.read()) == outside(typed)
        in_block = parse(world.read()).values(in_block_only=True)
        original = parse(before).values(in_block_only=True)
        if not undone.left:
            for name in wanted:
                assert in_block.get(name) == original.get(name)


@pytest.mark.parametrize("number", range(3))
def test_bash_agrees_on_files_that_hold_nothing_unclear(world, number):
    hand = [
        b'# note\nA=\'x y\'\nB="q\\"r"  # c\nexport C=a#b\n',
        b"A=1\nA=2\nB=''\nC={0:4}\n",
        b"A=\"two\nlines\"\nB=a=b,c\n\n   C='$HOME'\n",
    ][number]
    world.write(hand)
    world.set(OMP_NUM_THREADS="8")

    names = list(world.file.values())
    shown = " ".join(f'"${name}"' for name in names)
    script = f"set -a; . {world.path}; printf '%s\\0' {shown}"
    out = subprocess.run(["bash", "-c", script], capture_output=True, check=True)

    assert out.stdout.decode().split("\0")[:-1] == list(world.file.values().values())
