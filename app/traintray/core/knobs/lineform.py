"""What we write: the form that every reader of env files reads the same way.

bash, fish, Docker, uv, systemd, direnv, node, python-dotenv, honcho and VS Code were
compared: they differ on quotes, spaces, `export`, comments behind a value, `$`, `~`,
empty values and line ends. This form is what is left.
"""

from __future__ import annotations

import re

from traintray.core.knobs.errors import FormatError

_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_VALUE = re.compile(r"[A-Za-z0-9_.,:=/+@%-]+")


def check(name: str, value: str | None) -> None:
    """Raise FormatError unless the pair can be written; None (unset) always can."""
    if not _NAME.fullmatch(name):
        raise FormatError(
            f"{name!r} cannot be a name: use capital letters, digits and _, with a"
            " letter first."
        )
    if value is None or _VALUE.fullmatch(value):
        return
    if not value:
        raise FormatError(
            f"{name} cannot be empty: programs read an empty value differently."
            " Unset it instead."
        )
    raise FormatError(
        f"{name} cannot be {value!r}: use letters, digits and the signs"
        " . , : = / + @ % - _ only. Spaces and quotes are read differently by"
        " bash, Docker and uv."
    )


def line(name: str, value: str) -> bytes:
    """Return the line that sets `name`. LF even in a file with CRLF: bash takes a CR
    as part of the value.
    """
    check(name, value)
    return f"{name}={value}\n".encode("ascii")
