"""What the env file holds, read again only when it was written."""

from __future__ import annotations

from collections.abc import Mapping

from traintray.core.knobs.envfile import Contents, EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.ui.spoken import spoken_error

_NOTHING = Contents({}, (), {})


class EnvCopy:
    """A look at the file costs one `stat` while nobody has written it."""

    def __init__(self, env_file: EnvFile) -> None:
        self.file = env_file
        self._signature: tuple[int, ...] | None = None
        self._is_read = False
        self._contents = _NOTHING
        self._problem = ""

    @property
    def values(self) -> Mapping[str, str]:
        """What the file sets; empty when it cannot be read."""
        self._look()
        return self._contents.values

    @property
    def set_count(self) -> int:
        """How many variables traintray has set in it."""
        self._look()
        return len(self._contents.own)

    @property
    def problem(self) -> str:
        """Why the file cannot be read, in a sentence; empty when it can."""
        self._look()
        return self._problem

    @property
    def signature(self) -> tuple[int, ...] | None:
        """Something that differs once the file was written; None without a file."""
        self._look()
        return self._signature

    def _look(self) -> None:
        try:
            status = self.file.path.stat()
            signature: tuple[int, ...] | None = (
                status.st_mtime_ns,
                status.st_size,
                status.st_ino,
            )
        except OSError:
            signature = None
        if self._is_read and signature == self._signature:
            return
        self._is_read, self._signature = True, signature
        try:
            self._contents, self._problem = self.file.contents(), ""
        except EnvFileError as error:
            self._contents, self._problem = _NOTHING, spoken_error(error)
