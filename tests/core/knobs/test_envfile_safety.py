"""Files that must not be replaced, and disks that do not play along."""

from __future__ import annotations

import errno
import os
import subprocess

import pytest
from envworld import PLAIN_USER, FailingDisk, World, as_plain_user

from traintray.core.knobs import lock
from traintray.core.knobs.errors import EnvFileError, StaleChangeError

BEFORE = b"X=1\n"


def refusal(world: World, **wanted: str) -> str:
    """Return the message of a refused change, after a look at the harm done."""
    kept = world.read()
    with pytest.raises(EnvFileError) as caught:
        world.set(**(wanted or {"A": "1"}))
    assert world.read() == kept
    assert world.leftovers() == []
    return str(caught.value)


def test_a_link_stays_a_link_and_its_target_changes(world, tmp_path):
    target = tmp_path / "dotfiles.env"
    target.write_bytes(BEFORE)
    world.path.parent.mkdir()
    world.path.symlink_to(target)

    world.set(A="1")

    assert world.path.is_symlink()
    assert target.read_bytes() == world.block(b"A=1") + BEFORE
    world.file.undo()
    assert target.read_bytes() == BEFORE


def test_a_link_to_a_file_that_is_not_there_yet_creates_it(world, tmp_path):
    world.path.parent.mkdir()
    world.path.symlink_to(tmp_path / "later.env")

    world.set(A="1")

    assert world.path.is_symlink()
    assert (tmp_path / "later.env").read_bytes() == world.block(b"A=1")


def test_a_link_into_nowhere_is_refused(world, tmp_path):
    world.path.parent.mkdir()
    world.path.symlink_to(tmp_path / "gone" / "later.env")

    with pytest.raises(EnvFileError, match="delete the link"):
        world.set(A="1")

    assert not (tmp_path / "gone").exists()


def test_a_link_in_a_circle_is_refused(world):
    world.path.parent.mkdir()
    world.path.symlink_to(world.path)

    with pytest.raises(EnvFileError, match="in a circle"):
        world.file.plan({"A": "1"})


def test_a_file_with_a_second_name_is_refused(world, tmp_path):
    world.write(BEFORE)
    os.link(world.path, tmp_path / "second.env")

    assert "hard link" in refusal(world)


def test_a_read_only_file_is_refused_with_what_to_run(world):
    world.write(BEFORE)
    world.path.chmod(0o444)

    assert f"chmod u+w {world.path}" in refusal(world)


def test_a_file_in_a_folder_for_all_is_refused(world):
    world.write(BEFORE)
    world.path.parent.chmod(0o777)

    assert f"every user may write to {world.path.parent}" in refusal(world)


def test_the_sticky_bit_does_not_make_such_a_folder_safe(world):
    world.write(BEFORE)
    world.path.parent.chmod(0o1777)

    assert "every user may write to" in refusal(world)


def test_a_folder_above_that_others_can_swap_is_refused(world, tmp_path):
    world.write(BEFORE)
    tmp_path.chmod(0o777)

    assert f"every user may write to {tmp_path}" in refusal(world)


def test_a_file_that_all_may_write_to_is_refused(world):
    world.write(BEFORE)
    world.path.chmod(0o666)

    assert f"chmod o-w {world.path}" in refusal(world)


def test_the_file_of_another_user_is_refused(world):
    if os.geteuid() == 0:
        world.write(BEFORE)
        os.chown(world.path, PLAIN_USER, -1)
    else:
        world.path.parent.mkdir()
        world.path.symlink_to("/etc/hostname")

    message = refusal(world)

    assert "it belongs to another user" in message
    assert "chown" in message


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(world):
    world.write(BEFORE)
    os.chown(world.path.parent, PLAIN_USER, -1)

    assert "belongs to another user" in refusal(world)


def test_an_unreadable_file_is_reported_with_what_to_run(plain_world):
    def work() -> str:
        plain_world.path.chmod(0o000)
        with pytest.raises(EnvFileError) as caught:
            plain_world.file.plan({"A": "1"})
        return str(caught.value)

    assert f"chmod u+r {plain_world.path}" in as_plain_user(work)


def test_a_read_only_folder_is_reported_with_what_to_run(plain_world):
    folder = plain_world.path.parent

    def work() -> str:
        folder.chmod(0o555)
        plain_world.file.plan({"A": "1"})
        return refusal(plain_world)

    assert f"chmod u+w {folder}" in as_plain_user(work)


def test_a_state_folder_that_cannot_be_written_is_reported(plain_world):
    def work() -> str:
        plain_world.state_dir.chmod(0o555)
        return refusal(plain_world)

    assert f"chmod u+w {plain_world.state_dir}" in as_plain_user(work)


@pytest.mark.parametrize("step", ["write", "sync", "replace"])
@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "your disk quota is used up"),
        (errno.EROFS, "its file system is read-only"),
        (errno.EXDEV, "it is mounted on its own"),
        (errno.EBUSY, "it is mounted on its own"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_a_failing_disk_leaves_the_old_file_and_says_what_to_do(
    tmp_path, step, number, advice
):
    world = World(tmp_path, FailingDisk(step, number))
    world.write(BEFORE)

    assert advice in refusal(world)
    assert not world.file.can_undo()
    world.write(b"X=2\n")
    assert not world.file.can_undo(), "a change that failed is no change"


def test_a_full_disk_leaves_the_old_file(tmp_path):
    mounted = tmp_path / "small"
    mounted.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "none", str(mounted)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small file system can only be mounted by root")
    try:
        world = World(tmp_path)
        world.path = mounted / "train.env"
        world.file.path = world.path
        world.write(BEFORE + b"# filler\n" * 3000)
        (mounted / "rest").write_bytes(b"x" * 20_000)

        with pytest.raises(EnvFileError, match="the disk is full"):
            world.set(A="1")

        assert world.read() == BEFORE + b"# filler\n" * 3000
        assert world.leftovers() == ["rest"]
    finally:
        subprocess.run(["umount", str(mounted)], check=True)


def test_a_file_mounted_on_its_own_is_left_alone(tmp_path):
    world = World(tmp_path)
    world.write(BEFORE)
    source = tmp_path / "host.env"
    source.write_bytes(BEFORE)
    mount = ["mount", "--bind", str(source), str(world.path)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a file can only be mounted by root")
    try:
        assert "it is mounted on its own" in refusal(world)
    finally:
        subprocess.run(["umount", str(world.path)], check=True)


def test_a_pipe_is_refused_at_once(world):
    world.path.parent.mkdir()
    os.mkfifo(world.path)

    with pytest.raises(EnvFileError, match="not a regular file"):
        world.file.plan({"A": "1"})


def test_a_folder_is_refused(world):
    world.path.mkdir(parents=True)

    with pytest.raises(EnvFileError, match="not a regular file"):
        world.file.plan({"A": "1"})


def test_a_huge_file_is_refused(world):
    world.write(b"#" * (10 << 20) + b"\n")

    with pytest.raises(EnvFileError, match="larger than 10 MiB"):
        world.file.plan({"A": "1"})


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_of_the_file_is_kept(world, mode):
    world.write(BEFORE)
    world.path.chmod(mode)

    world.set(A="1")

    assert world.path.stat().st_mode & 0o7777 == mode


def test_a_new_file_follows_the_umask(world):
    old = os.umask(0o077)
    try:
        world.set(A="1")
    finally:
        os.umask(old)

    assert world.path.stat().st_mode & 0o777 == 0o600
    assert world.path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can use any group")
def test_the_group_of_the_file_is_kept(world):
    world.write(BEFORE)
    os.chown(world.path, -1, PLAIN_USER)

    world.set(A="1")

    assert world.path.stat().st_gid == PLAIN_USER


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can use any group")
def test_a_group_that_cannot_be_kept_is_reported(plain_world):
    os.chown(plain_world.path, -1, 12345)

    assert "its group is not one of yours" in as_plain_user(
        lambda: refusal(plain_world)
    )


def test_a_tag_on_the_file_is_kept(world):
    world.write(BEFORE)
    try:
        os.setxattr(world.path, "user.note", b"mine")
    except OSError:
        pytest.skip("this file system keeps no tags")

    world.set(A="1")

    assert os.getxattr(world.path, "user.note") == b"mine"


def test_an_edit_in_the_last_moment_is_not_overwritten(tmp_path):
    class Editor(FailingDisk):
        """Saves from an editor while our draft is being written."""

        def sync(self, descriptor: int) -> None:
            world.path.write_bytes(b"X=2, typed just now\n")

    world = World(tmp_path, Editor("none", 0))
    world.write(BEFORE)

    with pytest.raises(StaleChangeError):
        world.set(A="1")

    assert world.read() == b"X=2, typed just now\n"
    assert world.leftovers() == []


def test_nobody_else_gets_the_lock_while_a_change_is_made(tmp_path):
    class Curious(FailingDisk):
        """Tries to take the lock in the middle of the write."""

        def sync(self, descriptor: int) -> None:
            with (
                pytest.raises(EnvFileError, match="another traintray"),
                lock.held(world.state_dir, patience_s=0),
            ):
                pytest.fail("the lock was free")
            asked.append(True)

    asked: list[bool] = []
    world = World(tmp_path, Curious("none", 0))

    world.set(A="1")
    assert asked == [True]


def test_a_second_writer_waits_and_then_says_so(world):
    world.write(BEFORE)
    with (
        lock.held(world.state_dir),
        pytest.raises(EnvFileError, match="another traintray is changing"),
        lock.held(world.state_dir, patience_s=0.05),
    ):
        pytest.fail("the lock was given twice")


def test_values_of_a_file_that_others_may_write_are_not_trusted(world):
    world.write(b"LD_PRELOAD=/tmp/evil.so\n")
    world.path.chmod(0o666)

    with pytest.raises(EnvFileError, match="every user may write to it"):
        world.file.contents(trusted_only=True)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_of_ten_megabytes_is_refused_and_keeps_every_byte(world, end):
    """No env file is that large: it is another file, named by mistake."""
    data = (b"X='\xff y'  # note" + end) * 700_000 + b"LAST=1"
    assert len(data) > 10 * 2**20
    world.write(data)

    with pytest.raises(EnvFileError, match="larger than 10 MiB"):
        world.set(A="1")

    assert world.read() == data
    assert world.leftovers() == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_file_of_a_megabyte_keeps_every_byte(world, end):
    line = b"X%d='\xff y'  # note" + end
    data = b"".join(line % number for number in range(40_000)) + b"LAST=1"
    world.write(data)

    world.set(A="1")

    assert world.read() == world.block(b"A=1") + data
    world.file.undo()
    assert world.read() == data
