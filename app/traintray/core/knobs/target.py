"""The file behind the path: found, read, and judged safe to replace or to trust."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from traintray.core import atomic
from traintray.core.knobs import file_kind
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.sizes import ENV_FILE_BYTES
from traintray.core.knobs.trouble import explained, user_name
from traintray.core.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Target:
    """What the path leads to at one instant."""

    path: Path
    """As it was given: messages name it."""
    real: Path
    """With every symbolic link followed."""
    found: atomic.Found | None
    """None when there is no such file yet."""

    @classmethod
    def look(cls, path: Path) -> Target:
        """Read the file; EnvFileError when it cannot be read."""
        real = Path(os.path.realpath(path))
        try:
            return cls(path, real, atomic.look(real, ENV_FILE_BYTES))
        except OSError as error:
            raise explained(path, error, "read") from error

    @property
    def data(self) -> bytes | None:
        """The bytes of the file; None when it does not exist."""
        return None if self.found is None else self.found.data

    def text_to_change(self) -> bytes | None:
        """Return the bytes; raise where NAME=value lines have no place in the file."""
        for path in (self.path, self.real):
            why = file_kind.why_no_env_file(path, self.data or b"")
            if why is not None:
                self._refuse(why)
        return self.data

    def require_trusted(self) -> None:
        """Raise unless only this user can have written the file.

        Whatever stands in it ends up in the environment of the user's programs.
        """
        if self.found is not None:
            status = self.found.status
            if status.st_uid != os.geteuid():
                alien = Sentence(
                    "EnvFile",
                    "it belongs to another user ({user}). Take it over with chown, or"
                    " move it away.",
                )
                self._refuse(alien.filled(user=user_name(status.st_uid)))
            if status.st_mode & stat.S_IWOTH:
                loose = Sentence(
                    "EnvFile", "every user may write to it. Run: chmod o-w {path}"
                )
                self._refuse(loose.filled(path=self.real))
        self._require_safe_folder()

    def require_replaceable(self) -> None:
        """Raise unless the file may be replaced, or created, in one step."""
        self.require_trusted()
        if self.found is None:
            if self.path.is_symlink() and not self.real.parent.is_dir():
                nowhere = Sentence(
                    "EnvFile",
                    "it is a link into {folder}, which is no folder. Create that"
                    " folder, or delete the link.",
                )
                self._refuse(nowhere.filled(folder=self.real.parent))
            return
        status = self.found.status
        if status.st_nlink > 1:
            twice = Sentence(
                "EnvFile",
                "it has a second name (a hard link), which would keep the old text."
                " Find it with: find / -xdev -samefile {path}",
            )
            self._refuse(twice.filled(path=self.real))
        if not status.st_mode & stat.S_IWUSR:
            shut = Sentence("EnvFile", "it is read-only. Run: chmod u+w {path}")
            self._refuse(shut.filled(path=self.real))

    def is_unchanged(self) -> bool:
        """Whether the path still leads to the very file that was read."""
        if Path(os.path.realpath(self.path)) != self.real:
            return False
        try:
            now = self.real.stat()
        except FileNotFoundError:
            return self.found is None
        return self.found is not None and self.found.is_same(now)

    def _require_safe_folder(self) -> None:
        for folder in self.real.parents:
            if not folder.exists():
                continue  # made by us, for this user only
            status = folder.stat()
            is_own = folder == self.real.parent
            # In /tmp the sticky bit keeps others from moving a folder of ours, but
            # not from making the file before us.
            may_swap = (
                status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
            )
            if may_swap or (is_own and status.st_mode & stat.S_IWOTH):
                loose = Sentence(
                    "EnvFile",
                    "every user may write to {folder}, so another user could change"
                    " it. Keep it elsewhere, or run: chmod o-w {folder}",
                )
                self._refuse(loose.filled(folder=folder))
            if is_own and status.st_uid not in (os.geteuid(), 0):
                alien = Sentence(
                    "EnvFile",
                    "its folder {folder} belongs to another user ({user}). Keep it in"
                    " a folder of your own.",
                )
                self._refuse(alien.filled(folder=folder, user=user_name(status.st_uid)))

    def _refuse(self, why: Sentence) -> None:
        template = Sentence("EnvFile", "{path} is not used: {why}")
        raise EnvFileError(template.filled(path=self.path, why=why))
