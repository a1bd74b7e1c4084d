"""The files of this user: settings, env file, history, start at login."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from traintray.core.archive.errors import ArchiveError
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.platform import autostart
from traintray.platform.autostart.autostart import AutostartError
from traintray.platform.doctor.check import Begins, Check, Health, Topic
from traintray.settings import env_place, settings
from traintray.settings.folders import Folders, NoHomeError


def _look(root: Path, begins: Begins) -> Iterator[Check]:
    del root  # these are the user's own, wherever the machine is read
    try:
        folders = Folders.find()
    except NoHomeError as error:
        yield Check("files.home", Health.WRONG, str(error), "Set HOME.")
        return
    for name, check in _CHECKS.items():
        begins(name)
        yield check(folders)


def _settings(folders: Folders) -> Check:
    _, problems = settings.load(folders.settings_file)
    path = str(folders.settings_file)
    if problems:
        remedy = f"Mend {path}, or remove it to have the defaults."
        return Check("files.settings", Health.WRONG, " ".join(problems), remedy)
    is_there = folders.settings_file.exists()
    found = path if is_there else f"{path} is not there: the defaults hold"
    return Check("files.settings", Health.OK, found)


def _env_file(folders: Folders) -> Check:
    chosen, _ = settings.load(folders.settings_file)
    name, path = "files.env", env_place.env_file(chosen, folders)
    try:
        contents = EnvFile(path, folders.state_dir).contents(trusted_only=True)
    except EnvFileError as error:
        return Check(name, Health.WRONG, str(error), f"Look at {path}.")
    if contents.unreadable:
        first = contents.unreadable[0]
        found = f"{path}, line {first.line_number}: {first.problem}"
        remedy = "Mend the line: programs that read the file will disagree about it."
        return Check(name, Health.WRONG, found, remedy)
    count = len(contents.values)
    if not path.exists():
        return Check(name, Health.OK, f"{path} is not there yet: nothing is set")
    return Check(name, Health.OK, f"{path} sets {count} variable{'s' * (count != 1)}")


def _state(folders: Folders) -> Check:
    folder = folders.state_dir
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    if not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
        found = f"{folder} cannot be written to"
        remedy = f"Make it yours: sudo chown -R $USER {nearest}"
        return Check("files.state", Health.WRONG, found, remedy)
    return Check("files.state", Health.OK, str(folder))


def _history(folders: Folders) -> Check:
    from traintray.core.archive.sqlite_archive import SqliteArchive

    name, path = "files.history", folders.archive_file
    if not path.exists():
        return Check(name, Health.OK, f"{path} is not there yet: nothing is remembered")
    try:
        archive = SqliteArchive(path)
        try:
            span = archive.span()
        finally:
            archive.close()
    except ArchiveError as error:
        remedy = "Start traintray once: it mends or renews the file, and loses nothing."
        return Check(name, Health.WRONG, str(error), remedy)
    hours = 0.0 if span is None else (span[1] - span[0]) / 3600
    size_mib = path.stat().st_size / 2**20
    return Check(name, Health.OK, f"{path}: {hours:.1f} h, {size_mib:.1f} MiB")


def _autostart(folders: Folders) -> Check:
    name = "files.autostart"
    try:
        status = autostart.find(folders).status()
    except AutostartError as error:
        return Check(name, Health.ABSENT, str(error))
    if status.problem is not None:
        remedy = "Repair it: traintray autostart enable"
        return Check(name, Health.WRONG, status.problem, remedy)
    return Check(name, Health.OK, status.detail)


_CHECKS = {
    "files.settings": _settings,
    "files.env": _env_file,
    "files.state": _state,
    "files.history": _history,
    "files.autostart": _autostart,
}

CHECKS = Topic(40, _look)
