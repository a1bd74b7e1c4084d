"""How the programs around a training run are told to read the env file."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Loader:
    """One program, and the line that makes it read the file."""

    name: str
    """Stable identifier, such as `docker`."""
    title: str
    line: str
    """To copy and paste."""
    place: str
    """Where the line belongs."""
    file_wins: bool | None
    """Whether the file beats a value that is already in the environment; where it
    does not, such a value has to be unset first. None where it was not measured."""


def loaders(path: Path) -> tuple[Loader, ...]:
    """Return every known way to load the file, the most usual first."""
    return (*_in_a_shell(path), *_by_a_tool(path))


def _in_a_shell(path: Path) -> tuple[Loader, ...]:
    anywhere = "in the shell, the job script or the start-up file of the shell"
    return (
        Loader("run", "traintray run", "traintray run -- ", "before the command", True),
        Loader("bash", "bash, zsh", bash_line(path), anywhere, True),
        Loader("fish", "fish", fish_line(path), "in the shell or config.fish", True),
    )


def _by_a_tool(path: Path) -> tuple[Loader, ...]:
    quoted = shlex.quote(str(path))
    option = f"--env-file {quoted}"
    vscode = f'"python.envFile": {json.dumps(str(path))}'
    unit = "EnvironmentFile=" + str(path).replace("%", "%%")
    return (
        Loader("docker", "Docker, Podman", option, "behind docker run", True),
        Loader("uv", "uv", f"uv run {option} ", "before the script", False),
        Loader("vscode", "VS Code", vscode, "in settings.json", None),
        Loader("direnv", "direnv", f"dotenv {quoted}", "in .envrc", True),
        Loader("systemd", "systemd", unit, "under [Service] of the unit", True),
        *_in_python(path),
    )


def _in_python(path: Path) -> tuple[Loader, ...]:
    dotenv = f"from dotenv import load_dotenv; load_dotenv({str(path)!r})"
    configuration = "in the run configuration, as a path to a .env file"
    jupyter = "traintray run -- jupyter lab"
    return (
        Loader("pycharm", "PyCharm", str(path), configuration, None),
        Loader("jupyter", "Jupyter", jupyter, "to start it, for its kernels", True),
        Loader("dotenv", "python-dotenv", dotenv, "before torch is imported", False),
    )


def bash_line(path: Path) -> str:
    """Return the line that loads the file in bash, zsh and other POSIX shells."""
    return f"set -a; . {_on_one_line(path)}; set +a"


def fish_line(path: Path) -> str:
    """Return the line that loads the file in fish."""
    quoted = str(path).replace("\\", "\\\\").replace("'", "\\'")
    return (
        f"for l in (string match -r '^[A-Za-z_]\\w*=.*' < '{quoted}');"
        " set -gx (string split -m1 = $l); end"
    )


def export_lines(variables: Mapping[str, str]) -> str:
    """Return the variables as lines for a shell, for those who want no file."""
    return "".join(
        f"export {name}={shlex.quote(value)}\n" for name, value in variables.items()
    )


def _on_one_line(path: Path) -> str:
    """Quote a path for a shell; a control sign in it must not end the line."""
    text = str(path)
    if text.isprintable():
        return shlex.quote(text)
    safe = "".join(
        sign if sign.isprintable() and sign not in "\\'" else _octal(sign)
        for sign in text
    )
    return f"$'{safe}'"


def _octal(sign: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(sign))
