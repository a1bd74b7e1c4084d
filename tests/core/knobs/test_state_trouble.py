"""A state folder that is no use is named, and the env file stays as it is."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
from envworld import World, as_plain_user

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import (
    DamagedJournalError,
    EnvFileError,
    StateError,
    TooLargeError,
)
from traintray.core.knobs.journal import Journal, Record
from traintray.core.knobs.trouble import about_state

BEFORE = b"X=1\n"


def refused(world: World) -> str:
    """Return what a change is refused with; nothing was written, nothing got lost."""
    kept = world.read()
    with pytest.raises(StateError) as caught:
        world.set(A="9")
    assert world.read() == kept
    assert str(world.path) not in str(caught.value)
    return str(caught.value)


def journal_of(world: World) -> Path:
    return world.state_dir / "undo/journal.json"


def used(world: World) -> World:
    """The world after one change, which replaced a line of the user."""
    world.write(BEFORE + b"A=5\n")
    world.set(replace=True, A="1")
    return world


@pytest.mark.parametrize("name", ["undo/journal.json", "env.lock"])
def test_a_folder_in_the_place_of_a_file_is_named(world, name):
    place = used(world).state_dir / name
    place.unlink()
    place.mkdir()

    assert refused(world).startswith(f"{place}, which traintray needs")
    assert "Move it away" in refused(world)


@pytest.mark.parametrize("name", ["undo/journal.json", "env.lock"])
@pytest.mark.parametrize("target", ["/nowhere/at/all", "itself"])
def test_a_link_that_leads_nowhere_is_named(world, name, target):
    place = used(world).state_dir / name
    place.unlink()
    place.symlink_to(place if target == "itself" else target)

    message = refused(world)

    assert message.startswith(f"{place}, which")
    assert "Delete the link" in message
    assert place.is_symlink()


def test_undo_does_not_say_that_there_is_nothing_when_the_journal_leads_nowhere(world):
    journal = journal_of(used(world))
    journal.rename(journal.with_name("moved"))
    journal.symlink_to("gone")

    with pytest.raises(StateError, match="Delete the link"):
        world.file.undo()


@pytest.mark.parametrize("name", ["state", "state/undo"])
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path, name):
    world = World(tmp_path)
    world.write(BEFORE)
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(b"mine")

    message = refused(world)

    assert str(place) in message
    assert "is not a folder. Move it away" in message
    assert place.read_bytes() == b"mine"


def test_the_part_of_the_path_that_is_no_folder_is_named(tmp_path):
    (tmp_path / "state").write_bytes(b"")
    world = World(tmp_path)
    world.file = EnvFile(world.path, tmp_path / "state/deeper/still")
    world.write(BEFORE)

    assert f"{tmp_path / 'state'} is not a folder" in refused(world)


def test_a_journal_that_may_not_be_read_is_reported_with_what_to_run(plain_world):
    def work() -> str:
        plain_world.set(A="1")
        journal_of(plain_world).chmod(0)
        return refused(plain_world)

    journal = journal_of(plain_world)
    assert f"chmod u+r {journal}" in as_plain_user(work)


def test_a_state_folder_that_may_not_be_entered_is_reported(plain_world):
    def work() -> str:
        plain_world.set(A="1")
        plain_world.state_dir.chmod(0o600)
        try:
            return refused(plain_world)
        finally:
            plain_world.state_dir.chmod(0o700)

    assert f"chmod u+x {plain_world.state_dir}" in as_plain_user(work)


def test_a_state_folder_for_all_is_refused(world):
    used(world).state_dir.chmod(0o777)

    assert f"chmod o-w {world.state_dir}" in refused(world)


@pytest.mark.parametrize(
    ("number", "part"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "Set XDG_STATE_HOME"),
        (errno.ENOLCK, "No locks available."),
        (errno.ENOENT, "No such file or directory."),
        (errno.EFBIG, "File too large."),
    ],
)
def test_what_the_system_says_becomes_a_sentence(tmp_path, number, part):
    with pytest.raises(StateError) as caught, about_state(tmp_path / "env.lock"):
        raise OSError(number, os.strerror(number))

    assert str(caught.value).startswith(f"{tmp_path / 'env.lock'}, which")
    assert part in str(caught.value)


DAMAGES = {
    "no JSON": lambda text: text[:-20],
    "no list": lambda text: '{"entries": 5}',
    "no base64": lambda text: text.replace('"QT01Cg=="', '"Q!T01Cg="'),
    "half a base64": lambda text: text.replace('"QT01Cg=="', '"QT01C"'),
    "a number as a line": lambda text: text.replace('"QT01Cg=="', "7"),
    "a number as a value": lambda text: text.replace('"1"', "1"),
    "three values": lambda text: text.replace('"1"', '"1", "2"'),
    "a nested value": lambda text: text.replace('"1"', '["1"]'),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_journal_is_told_and_kept(world, damage):
    journal = journal_of(used(world))
    text = journal.read_text()
    damaged = damage(text)
    assert damaged != text
    journal.write_text(damaged)
    kept = world.read()

    with pytest.raises(DamagedJournalError, match="is damaged") as caught:
        world.file.undo()

    assert str(journal) in str(caught.value)
    assert world.read() == kept
    assert journal.read_text() == damaged
    assert not world.file.can_undo()


def test_a_new_journal_begins_beside_every_damaged_one(world):
    journal = journal_of(used(world))
    for number in range(3):
        journal.write_text(f"damaged {number}")
        world.set(A=f"1{number}")
        world.file.undo()

    kept = sorted(f.read_text() for f in journal.parent.glob("journal.json.broken*"))
    assert kept == ["damaged 0", "damaged 1", "damaged 2"]
    assert (journal.parent / "000001.original").read_bytes() == BEFORE + b"A=5\n"


def test_undo_works_although_its_record_cannot_be_dropped(plain_world):
    def work() -> str:
        before = plain_world.read()
        plain_world.set(A="1")
        undo = plain_world.state_dir / "undo"
        undo.chmod(0o500)
        try:
            plain_world.file.undo()
        finally:
            undo.chmod(0o700)
        return f"{plain_world.read() == before} {plain_world.file.can_undo()}"

    assert as_plain_user(work) == "True False"


def record(number: int, value: str) -> Record:
    return Record(number, "/x", "now", None, "0", {"A": (None, value)})


def test_older_records_give_way_when_the_journal_would_be_too_large(tmp_path):
    journal = Journal(tmp_path, max_bytes=2000)
    for number in range(1, 5):
        journal.add(record(number, "v" * 500), f"before {number}".encode())

    numbers = [kept.number for kept in journal.records()]

    assert numbers == [3, 4]
    originals = sorted(file.name for file in tmp_path.glob("*.original"))
    assert originals == ["000003.original", "000004.original"]


def test_a_record_that_the_journal_cannot_hold_changes_nothing(tmp_path):
    journal = Journal(tmp_path, max_bytes=2000)
    journal.add(record(1, "v"), b"before")

    with pytest.raises(TooLargeError, match="smaller portions"):
        journal.add(record(2, "v" * 2000), b"after")

    assert [kept.number for kept in journal.records()] == [1]
    assert sorted(os.listdir(tmp_path)) == ["000001.original", "journal.json"]


def test_originals_together_stay_below_a_bound_and_the_newest_is_kept(tmp_path):
    journal = Journal(tmp_path, originals_bytes=250)
    for number in range(1, 5):
        journal.add(record(number, "v"), b"x" * 100)

    names = sorted(name for name in os.listdir(tmp_path) if "original" in name)
    assert names == ["000003.original", "000004.original"]
    assert [kept.number for kept in journal.records()] == [1, 2, 3, 4]
    journal.add(record(5, "v"), b"x" * 1000)

    names = sorted(name for name in os.listdir(tmp_path) if "original" in name)
    assert names == ["000005.original"]


def test_the_largest_change_of_a_full_file_can_be_undone(world):
    lines = b"".join(b"A%d=\xff\n" % number for number in range(20_000))
    world.write(lines)
    wanted = {f"A{number}": "1" for number in range(0, 20_000, 2)}

    world.file.apply(world.file.plan(wanted, replace_outside=True))

    assert len(json.loads(journal_of(world).read_text())["entries"]) == 1
    world.file.undo()
    assert world.read() == lines


def test_a_file_that_could_not_be_read_back_is_refused_before_it_is_written(world):
    world.write(b"#" * ((10 << 20) - 20) + b"\n")
    kept = world.read()

    with pytest.raises(TooLargeError, match="larger than 10 MiB") as caught:
        world.file.plan({"A": "1"})

    assert str(world.path) in str(caught.value)
    assert isinstance(caught.value, EnvFileError)
    assert world.read() == kept


def test_an_undo_that_makes_the_file_too_large_is_refused(world):
    world.write(b"A=" + b"5" * 100_000 + b"\n")
    world.set(replace=True, A="1")
    world.write(world.read() + b"#" * 10_400_000 + b"\n")
    kept = world.read()

    with pytest.raises(TooLargeError, match="larger than 10 MiB"):
        world.file.undo()

    assert world.read() == kept
