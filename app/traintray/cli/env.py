"""`traintray env`: the env file from a terminal."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from traintray.cli.chosen import env_file_path
from traintray.cli.streams import complain, print_json
from traintray.core import atomic
from traintray.core.knobs import journal, loading
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError, FormatError, StaleChangeError
from traintray.core.knobs.file_kind import holds_commands
from traintray.core.knobs.plan import DiffKind, DiffLine, Plan
from traintray.core.knobs.shown import kinds_of, shown
from traintray.core.knobs.sizes import ENV_FILE_BYTES
from traintray.core.masking import masked_variables
from traintray.settings.folders import Folders

_SCHEMA = 1
_ATTEMPTS = 5
_CHANGING = ("set", "unset", "plan", "apply")
"""Actions that put lines into a file. Undo takes them out, wherever they are."""


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when the file refuses, 2 for a name or value that
    cannot be written.
    """
    try:
        env_file = chosen_file(args)
        return _ACTIONS[args.action](args, env_file)
    except FormatError as error:
        complain(str(error))
        return 2
    except EnvFileError as error:
        complain(str(error))
        return 1


def chosen_file(args: argparse.Namespace) -> EnvFile:
    """Return the file that `--file` names, or the env file. Raises EnvFileError."""
    folders = Folders.find()
    path: Path | None = getattr(args, "file", None)
    if path is None:
        return EnvFile(env_file_path(folders), folders.state_dir)
    if not path.parent.is_dir():
        raise EnvFileError(f"there is no folder {path.parent}. Make it first.")
    if args.action in _CHANGING and _holds_commands(path):
        raise EnvFileError(
            f"{path} holds commands: the programs that it starts would not see the"
            " variables. Put this line into it instead:"
            f" {_line_for(path, env_file_path(folders))}"
        )
    return EnvFile(path, folders.state_dir)


def _line_for(script: Path, env_file: Path) -> str:
    """Return the line that loads the env file, in the language of a script."""
    languages = {".fish": "fish", ".py": "dotenv", ".envrc": "direnv"}
    name = languages.get(script.suffix or script.name, "bash")
    return next(x.line for x in loading.loaders(env_file) if x.name == name)


def _holds_commands(path: Path) -> bool:
    try:
        found = atomic.look(path, ENV_FILE_BYTES)
    except OSError:
        return False  # told when it is planned, with the reason
    return holds_commands(path, b"" if found is None else found.data)


def _path(args: argparse.Namespace, env_file: EnvFile) -> int:
    print(env_file.path)
    return 0


def _show(args: argparse.Namespace, env_file: EnvFile) -> int:
    contents = env_file.contents()
    if args.json:
        print_json(_object(env_file))
        return 0
    for name, value in contents.values.items():
        print(shown(os.fsencode(f"{name}={value}")))
    for entry in contents.unreadable:
        complain(f"line {entry.line_number} is not read, {entry.problem}.")
    if not env_file.path.exists():
        complain(f"{env_file.path} does not exist yet.")
    return 0


def _object(env_file: EnvFile) -> dict[str, object]:
    contents = env_file.contents()
    return {
        "schema": _SCHEMA,
        "path": str(env_file.path),
        "exists": env_file.path.exists(),
        "variables": masked_variables(contents.values),
        "unreadable": [
            {"line": entry.line_number, "problem": entry.problem}
            for entry in contents.unreadable
        ],
        "can_undo": env_file.can_undo(),
    }


def _set(args: argparse.Namespace, env_file: EnvFile) -> int:
    wanted: dict[str, str | None] = {}
    for name, value in args.pairs:
        if name in wanted:
            raise FormatError(f"{name} is given twice.")
        wanted[name] = value
    return change(env_file, wanted, args.replace)


def _unset(args: argparse.Namespace, env_file: EnvFile) -> int:
    return change(env_file, dict.fromkeys(args.names), args.replace)


def change(env_file: EnvFile, wanted: Mapping[str, str | None], replace: bool) -> int:
    """Write the variables and print what changed; None unsets one.

    Raises EnvFileError when the file refuses.
    """
    plan = _applied(env_file, wanted, replace)
    if plan.is_empty:
        print(f"{env_file.path} is as wanted already.")
        return 0
    print(env_file.path)
    print_diff(plan.diff)
    is_own = env_file.path == env_file_path(Folders.find())
    if is_own:
        print("This applies to the next run you start. Load the file with one of:")
        print("  traintray run -- COMMAND")
    else:
        print("This applies to the next run that reads the file, for example by:")
    print(f"  {loading.bash_line(env_file.path)}")
    option = "" if is_own else f" --file {shlex.quote(str(env_file.path))}"
    print(f"Take it back with: traintray env undo{option}")
    return 0


def _applied(
    env_file: EnvFile, wanted: Mapping[str, str | None], replace: bool
) -> Plan:
    """Plan and apply, again when somebody else was faster."""
    for attempt in range(1, _ATTEMPTS + 1):
        plan = env_file.plan(wanted, replace_outside=replace)
        stuck = any(conflict.obstacle for conflict in plan.conflicts)
        if plan.is_blocked and not stuck:
            raise EnvFileError(f"{plan.refusal()} (The option --replace does that.)")
        try:
            env_file.apply(plan)
        except StaleChangeError:
            if attempt == _ATTEMPTS:
                raise
        else:
            break
    return plan


def _undo(args: argparse.Namespace, env_file: EnvFile) -> int:
    status = undo(env_file)
    # No more than are remembered: a journal that cannot be written keeps its records.
    for _ in range(1, journal.KEPT if args.all else 1):
        if env_file.can_undo():
            status = undo(env_file)
    return status


def undo(env_file: EnvFile) -> int:
    """Take the last change back and print what that did. Raises EnvFileError."""
    undone = env_file.undo()
    print(env_file.path)
    print_diff(undone.diff)
    for sentence in undone.left:
        print(sentence)
    if undone.file_deleted:
        print("The file is gone, as before the change.")
    elif undone.changes:
        print("This applies to the next run you start.")
    return 0


def print_diff(lines: Sequence[DiffLine]) -> None:
    """Print the lines that change, with a sign each."""
    signs = {
        DiffKind.ADDED: ("+", ""),
        DiffKind.REMOVED: ("-", ""),
        DiffKind.STRUCK: ("-", "   (your own line)"),
    }
    for at, kind in enumerate(kinds_of(lines)):
        if kind in signs:
            sign, note = signs[kind]
            print(f"{sign} {lines[at].text}{note}")


_ACTIONS = {
    "path": _path,
    "show": _show,
    "set": _set,
    "unset": _unset,
    "undo": _undo,
}
