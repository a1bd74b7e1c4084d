"""`traintray run -- COMMAND`: the command, with the env file applied.

On a terminal this process stays beside the command and looks at its progress bars;
elsewhere it becomes the command.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from traintray.cli.chosen import env_file_path
from traintray.cli.streams import complain, shortened
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.loading import loaders
from traintray.core.knobs.precedence import differences, keeping
from traintray.core.masking import masked_text, masked_value
from traintray.settings.folders import Folders, NoHomeError

_OWN_FAILURE = 125
_NOT_EXECUTABLE = 126
_NOT_FOUND = 127


def run(args: argparse.Namespace) -> int:
    """Run the command; return its exit status, or say why it cannot be started.

    125: the env file cannot be used; 126: the command cannot be started; 127: it is
    not found. Every other status is the command's own.
    """
    try:
        folders = Folders.find()
        path = env_file_path(folders)
        values = _values(EnvFile(path, folders.state_dir))
    except (EnvFileError, NoHomeError) as error:
        complain(f"{error} The command was not started.")
        return _OWN_FAILURE
    _tell_replaced(values, os.environ, str(path))
    environment = {**os.environ, **values}

    def become() -> int:
        return _become(args.words, environment)

    if os.isatty(1) or os.isatty(2):
        from traintray.cli.pty_run import run_on_terminal

        status = run_on_terminal(become, folders.progress_dir)
        if status is not None:
            return status
    return become()


def _values(env_file: EnvFile) -> Mapping[str, str]:
    contents = env_file.contents(trusted_only=True)
    if not env_file.path.exists():
        complain(f"{env_file.path} does not exist yet; nothing is set.")
    for entry in contents.unreadable:
        where = f"{env_file.path}, line {entry.line_number}"
        complain(f"{where} is left out: {entry.problem}.")
    return contents.values


def _tell_replaced(
    values: Mapping[str, str], environment: Mapping[str, str], path: str
) -> None:
    found = differences(values, environment)
    if not found:
        return
    replaced = ", ".join(
        f"{one.name}={masked_value(one.name, one.file)}"
        f" (was {masked_value(one.name, one.present)})"
        for one in found
    )
    others = " and ".join(each.title for each in keeping(loaders(Path(path))))
    complain(
        f"{path} replaces what your environment sets: {replaced}. {others} would let"
        " the environment win."
    )


def _become(words: Sequence[str], environment: Mapping[str, str]) -> int:
    _restore_signals()
    name = shortened(masked_text(words[0])) or "''"
    try:
        _exec(words, environment)
    except FileNotFoundError:
        if shutil.which(words[0], path=environment.get("PATH")) is None:
            complain(f"{name}: command not found.")
            return _NOT_FOUND
        complain(f"{name} cannot be started: its interpreter does not exist.")
    except OSError as error:
        complain(f"{name} cannot be started: {error.strerror}.")
    return _NOT_EXECUTABLE


def _exec(words: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    if not words[0]:
        raise FileNotFoundError
    os.execvpe(words[0], list(words), dict(environment))


def _restore_signals() -> None:
    """Python ignores these at start, and an ignored signal stays ignored for the
    command: its pipes would never end it.
    """
    for name in ("SIGPIPE", "SIGXFSZ"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
