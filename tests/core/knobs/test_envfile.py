from __future__ import annotations

import json
import subprocess

import pytest

from traintray.core.knobs.errors import (
    ConflictError,
    DamagedFileError,
    EnvFileError,
    StaleChangeError,
)

HAND = b"# mine\r\nX='a b'\n\xff\xfe\nLAST=1"


def test_the_first_change_creates_the_file(world):
    world.set(OMP_NUM_THREADS="8", MKL_NUM_THREADS="8")

    assert world.read() == world.block(b"OMP_NUM_THREADS=8", b"MKL_NUM_THREADS=8")
    assert world.path.stat().st_mode & 0o777 == 0o644
    assert world.file.values() == {"OMP_NUM_THREADS": "8", "MKL_NUM_THREADS": "8"}


def test_planning_touches_nothing(world):
    world.file.plan({"A": "1"})

    assert not world.path.parent.exists()
    assert not world.state_dir.exists()


def test_bash_reads_what_was_written(world):
    world.write(b"HAND=1\n")
    world.set(OMP_NUM_THREADS="8", PYTORCH_ALLOC_CONF="a:b,c:d", P="/x=y+z@w%v-u")

    script = f". {world.path}; echo $HAND $OMP_NUM_THREADS $PYTORCH_ALLOC_CONF $P"
    out = subprocess.run(
        ["bash", "-c", f"set -a; {script}"], capture_output=True, check=True
    )

    assert (out.stdout, out.stderr) == (b"1 8 a:b,c:d /x=y+z@w%v-u\n", b"")


def test_undo_deletes_the_file_that_the_change_created(world):
    world.set(A="1")

    undone = world.file.undo()

    assert undone.file_deleted
    assert not world.path.exists()
    assert not world.file.can_undo()


def test_undo_restores_every_byte(world):
    world.write(HAND)
    world.set(A="1")
    world.set(A="2", B="3")

    world.file.undo()
    assert world.read() == world.block(b"A=1") + HAND
    world.file.undo()
    assert world.read() == HAND


def test_undo_brings_back_a_line_of_the_user_that_was_replaced(world):
    before = b"X=1\nA=5 # mine\r\nY=2"
    world.write(before)
    world.set(replace=True, A="1")
    assert world.read() == world.block(b"A=1") + b"X=1\nY=2"

    undone = world.file.undo()

    assert world.read() == before
    assert [(c.name, c.old, c.new) for c in undone.changes] == [("A", "1", "5")]


def test_a_name_set_by_hand_stops_the_change_and_names_the_line(world):
    world.write(b"\nexport A=5\n")

    with pytest.raises(ConflictError, match=r"train\.env, line 2: A is set by hand"):
        world.set(A="1")

    assert world.read() == b"\nexport A=5\n"
    assert not world.file.can_undo()


def test_a_plan_made_before_an_edit_is_refused(world):
    world.write(b"X=1\n")
    plan = world.file.plan({"A": "1"})
    world.write(b"X=2\n")

    with pytest.raises(StaleChangeError, match="was edited meanwhile"):
        world.file.apply(plan)

    assert world.read() == b"X=2\n"
    assert not world.file.can_undo()


def test_a_plan_made_before_somebody_made_the_file_is_refused(world):
    plan = world.file.plan({"A": "1"})
    world.write(b"X=2\n")

    with pytest.raises(StaleChangeError):
        world.file.apply(plan)

    assert world.read() == b"X=2\n"


def test_a_damaged_block_is_reported_and_the_file_left_alone(world):
    damaged = b"# >>> traintray >>>\nA=1\n"
    world.write(damaged)

    with pytest.raises(DamagedFileError, match=f"{world.path} was not used: the block"):
        world.file.plan({"A": "2"})

    assert world.read() == damaged


def test_an_edit_outside_the_block_leaves_undo_by_name(world):
    world.write(b"X=1\n")
    world.set(A="1", B="2")
    world.write(world.read().replace(b"X=1", b"X=7") + b"NEW=1")

    undone = world.file.undo()

    assert world.read() == b"X=7\nNEW=1"
    assert undone.left == ()


def test_undo_by_name_sets_back_the_old_value(world):
    world.set(A="1", B="1")
    world.set(A="2", B="2")
    world.write(world.read() + b"NEW=1\n")

    world.file.undo()

    assert world.read() == world.block(b"A=1", b"B=1") + b"NEW=1\n"


def test_undo_by_name_leaves_a_value_that_is_no_longer_ours(world):
    world.set(A="1", B="2")
    world.write(world.read().replace(b"A=1", b"A=9"))

    undone = world.file.undo()

    assert world.file.values() == {"A": "9"}
    assert undone.left == ("A is 9 now; traintray wrote 1, so it stays as it is.",)
    assert not world.file.can_undo()


def test_undo_by_name_brings_back_the_users_line_below_the_block(world):
    world.write(b"X=1\nA=5")
    world.set(replace=True, A="1", B="2")
    world.write(world.read().replace(b"B=2", b"B=3"))

    world.file.undo()

    assert world.read() == world.block(b"B=3") + b"A=5\nX=1\n"


def test_a_line_of_the_user_comes_back_below_a_block_without_line_end(world):
    world.write(b"A=5")
    world.set(replace=True, A="1", B="2")
    world.write(world.read().replace(b"B=2", b"B=3").rstrip(b"\n"))

    world.file.undo()

    assert world.read() == world.block(b"B=3") + b"A=5\n"


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        pytest.param([(b"A=1", b"A=3")], b"A=3", id="changed in the block"),
        pytest.param([(b"X=1", b"A=7")], b"A=7", id="set by hand again"),
        pytest.param(
            [(b"A=1\n", b""), (b"X=1", b"A=7")], b"A=7", id="moved out of the block"
        ),
    ],
)
def test_a_line_of_the_user_does_not_come_back_beside_a_newer_one(world, edits, after):
    world.write(b"A=5\nX=1\n")
    world.set(replace=True, A="1")
    for edit in edits:
        world.write(world.read().replace(*edit))

    undone = world.file.undo()

    lines = world.read().splitlines()
    assert [line for line in lines if line.startswith(b"A=")][-1] == after
    assert b"A=5" not in lines
    assert len(undone.left) == 1


def test_undo_by_name_keeps_a_line_in_the_block_that_sets_more(world):
    world.set(A="1", C="2")
    world.set(A=None)
    typed = world.read().replace(b"C=2", b"export A=5 B=6\nC=2")
    world.write(typed)

    undone = world.file.undo()

    assert world.read() == typed
    assert undone.left == ("A is set by hand now, so that line stays.",)


def test_undo_by_name_sets_nothing_twice(world):
    world.set(A="1")
    world.set(A="2")
    world.write(world.read() + b"A=9\n")

    undone = world.file.undo()

    assert world.read() == world.block(b"A=2") + b"A=9\n"
    assert undone.left == ("A is set by hand now, so that line stays.",)


def test_undo_says_of_a_value_whose_markers_were_deleted_that_its_line_stays(world):
    world.set(A="1")
    world.write(b"A=1\n")

    undone = world.file.undo()

    assert undone.left == ("A is set by hand now, so that line stays.",)
    assert world.read() == b"A=1\n"


@pytest.mark.parametrize("emptied", [False, True], ids=["deleted", "emptied"])
def test_undo_brings_back_what_was_in_a_file_that_is_gone(world, emptied):
    world.write(b"X=precious\n")
    world.set(A="1")
    world.path.write_bytes(b"") if emptied else world.path.unlink()

    undone = world.file.undo()

    assert world.read() == b"X=precious\n"
    assert undone.left == ()


def test_undo_of_a_created_file_that_was_deleted_makes_no_empty_one(world):
    world.set(A="1")
    world.path.unlink()

    with pytest.raises(EnvFileError, match="no change of traintray to undo"):
        world.file.undo()

    assert not world.path.exists()


def test_a_change_that_was_taken_back_by_hand_is_skipped(world):
    world.write(b"X=1\n")
    world.set(A="1")
    world.set(A="2")
    world.write(world.block(b"A=1") + b"X=1\n")

    world.file.undo()

    assert world.read() == b"X=1\n"
    assert not world.file.can_undo()


def test_with_nothing_to_undo_it_says_so(world):
    with pytest.raises(EnvFileError, match="holds no change of traintray to undo"):
        world.file.undo()


def test_the_preview_of_undo_is_what_undo_does(world):
    world.write(HAND)
    world.set(A="1")
    kept = world.read()

    preview = world.file.preview_undo()

    assert world.read() == kept
    assert preview == world.file.undo()


def test_the_last_ten_changes_can_be_undone(world):
    world.write(HAND)
    for number in range(13):
        world.set(A=str(number))

    for _ in range(10):
        world.file.undo()

    assert world.read() == world.block(b"A=2") + HAND
    assert not world.file.can_undo()
    assert sorted(p.name for p in (world.state_dir / "undo").iterdir()) == [
        "journal.json"
    ]


def test_the_journal_says_what_was_changed(world):
    world.write(b"A=5\n")
    world.set(replace=True, A="1")

    content = json.loads((world.state_dir / "undo/journal.json").read_text())

    (entry,) = content["entries"]
    assert content["schema"] == 1
    assert entry["path"] == str(world.path)
    assert entry["keys"] == {"A": [None, "1"]}
    assert len(entry["sha256_before"]) == len(entry["sha256_after"]) == 64


def test_undo_copies_are_for_this_user_only(world):
    world.write(b"X=1\n")
    world.set(A="1")

    modes = {p.stat().st_mode & 0o777 for p in (world.state_dir / "undo").iterdir()}
    assert modes == {0o600}
    assert (world.state_dir / "undo").stat().st_mode & 0o777 == 0o700


def test_a_damaged_journal_stops_undo_but_not_changes(world):
    world.write(b"X=1\n")
    world.set(A="1")
    journal = world.state_dir / "undo/journal.json"
    journal.write_text('{"entries": [{"path": 1}]}')

    with pytest.raises(EnvFileError, match=r"journal\.json is damaged"):
        world.file.undo()
    assert not world.file.can_undo()
    world.set(A="2")

    world.file.undo()
    assert world.read() == world.block(b"A=1") + b"X=1\n"
    names = {p.name for p in journal.parent.iterdir()}
    assert "000001.original" in names, "the original of the lost journal is kept"
    assert any(name.startswith("journal.json.broken-") for name in names)


def test_a_lost_original_leaves_undo_by_name(world):
    world.write(b"X=1\n")
    world.set(A="1")
    (world.state_dir / "undo/000001.original").write_bytes(b"damaged")

    undone = world.file.undo()

    assert world.read() == b"X=1\n"
    assert undone.left == (
        "The kept original is lost, so only variables were set back.",
    )


def test_a_plan_for_another_file_is_refused(world, tmp_path):
    world.write(b"")
    plan = world.file.plan({"A": "1"})
    object.__setattr__(plan, "path", tmp_path / "other.env")

    with pytest.raises(EnvFileError, match=r"other\.env, not for"):
        world.file.apply(plan)


def test_lines_that_cannot_be_read_are_listed(world):
    world.write(b"A=1\nB = 2\nC=$A\n")

    contents = world.file.contents()

    assert contents.values == {"A": "1"}
    assert [entry.line_number for entry in contents.unreadable] == [2, 3]
