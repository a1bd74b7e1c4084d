"""Turns what the system said into a sentence that names the file and what to do."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

from traintray.core import atomic
from traintray.core.knobs.errors import EnvFileError, StateError
from traintray.core.sentence import Sentence

_MOUNTED = Sentence(
    "EnvFile",
    "it is mounted on its own, as containers do with single files, so it cannot be"
    " replaced in one step. Edit it on the host.",
)
_IRREGULAR = Sentence(
    "EnvFile", "it is not a regular file. Move it away and try again."
)
_ADVICE = {
    errno.ENOSPC: Sentence(
        "EnvFile", "the disk is full. Free some space and try again."
    ),
    errno.EDQUOT: Sentence(
        "EnvFile", "your disk quota is used up. Free some space and try again."
    ),
    errno.EROFS: Sentence(
        "EnvFile",
        "its file system is read-only. Copy the lines and put them where your runs"
        " read them.",
    ),
    errno.EXDEV: _MOUNTED,
    errno.EBUSY: _MOUNTED,
    errno.ELOOP: Sentence(
        "EnvFile", "its symbolic links lead in a circle. Repair them and try again."
    ),
    errno.EFBIG: Sentence(
        "EnvFile",
        "it is larger than 10 MiB, so it is hardly an env file. Move it away.",
    ),
    errno.EINVAL: _IRREGULAR,
    errno.EISDIR: _IRREGULAR,
    errno.ENAMETOOLONG: Sentence("EnvFile", "its path is too long."),
}
_STATE_ADVICE = {
    errno.EROFS: Sentence(
        "EnvFile",
        "its file system is read-only. Set XDG_STATE_HOME to a folder that you may"
        " write to.",
    ),
    errno.ELOOP: Sentence(
        "EnvFile", "it is a symbolic link. Delete the link and try again."
    ),
    errno.ENOENT: Sentence(
        "EnvFile", "it is a symbolic link. Delete the link and try again."
    ),
    errno.EFBIG: Sentence(
        "EnvFile", "it is too large to be ours. Move it away and try again."
    ),
}
_GROUP = Sentence(
    "EnvFile", "its group is not one of yours and would change. Run: chgrp on it first."
)
_FAILED = {
    "read": Sentence("EnvFile", "{path} cannot be read: {what}"),
    "changed": Sentence("EnvFile", "{path} cannot be changed: {what}"),
}
_STATE_FAILED = Sentence(
    "EnvFile",
    "{path}, which traintray needs to change the env file, cannot be used: {what}",
)


def explained(path: Path, error: OSError, doing: str) -> EnvFileError:
    """Say what is wrong with the env file. `doing` is what failed: `read` or
    `changed`.
    """
    if isinstance(error, atomic.KeepGroupError):
        what: str = _GROUP
    else:
        what = _reason(path, error) or _ADVICE.get(error.errno or 0) or _said(error)
    return EnvFileError(_FAILED[doing].filled(path=path, what=what))


@contextlib.contextmanager
def about_state(path: Path) -> Iterator[None]:
    """Turn an OSError about `path`, in the state folder, into a StateError."""
    try:
        yield
    except OSError as error:
        number = error.errno or 0
        what = _reason(path, error) or _STATE_ADVICE.get(number) or _ADVICE.get(number)
        text = _STATE_FAILED.filled(path=path, what=what or _said(error))
        raise StateError(text) from error


def user_name(uid: int) -> str:
    """Return the login name of a user, or `uid 1234` when there is none."""
    import pwd  # not there on Windows

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid {uid}"


def _said(error: OSError) -> str:
    return f"{error.strerror or error}."


def _reason(path: Path, error: OSError) -> str | None:
    """Return what can only be told by a look at the folders above."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return _forbidden(Path(os.path.realpath(path)))
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return _not_a_folder(path)
    is_written = error.filename is None
    if error.errno == errno.EFBIG and is_written:
        return _said(error)  # a limit of this shell, say
    if error.errno == errno.ENOENT and not path.is_symlink():
        return _said(error)
    return None


def _forbidden(path: Path) -> str:
    """Say which of the permissions on the way to a file is missing."""
    for folder in reversed(path.parents):
        if _is_there(folder) and not os.access(folder, os.X_OK):
            shut = Sentence(
                "EnvFile", "this user may not enter {folder}. Run: chmod u+x {folder}"
            )
            return shut.filled(folder=folder)
    if _is_there(path) and not os.access(path, os.R_OK):
        hidden = Sentence("EnvFile", "this user may not read it. Run: chmod u+r {path}")
        return hidden.filled(path=path)
    if path.is_file() and not os.access(path, os.W_OK):
        fixed = Sentence("EnvFile", "it is read-only. Run: chmod u+w {path}")
        if os.access(path.parent, os.W_OK):
            return fixed.filled(path=path)
    folder = next(f for f in (path, *path.parents) if f.is_dir())
    unwritten = Sentence(
        "EnvFile",
        "this user may not write in {folder}. Run: chmod u+w {folder} (where chattr"
        " made it immutable: chattr -i)",
    )
    return unwritten.filled(folder=folder)


def _not_a_folder(path: Path) -> str | None:
    for part in reversed((path, *path.parents)):
        if _is_there(part) and not part.is_dir() and part != path:
            file = Sentence(
                "EnvFile", "{part} is not a folder. Move it away and try again."
            )
            return file.filled(part=part)
    return Sentence("EnvFile", "it is not a folder. Move it away and try again.")


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except OSError:
        return False
    return True
