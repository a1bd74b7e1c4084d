"""Start at login through the XDG autostart folder.

https://specifications.freedesktop.org/autostart-spec/ : a file of the user beats a
file of the system with the same name; `Hidden=true` means that neither starts.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from traintray.core import atomic
from traintray.core.sentence import Sentence
from traintray.platform.autostart import desktop_entry
from traintray.platform.autostart.autostart import AutostartError, AutostartStatus
from traintray.settings.folders import APP_ID

_FILE_NAME = f"{APP_ID}.desktop"


class XdgAutostart:
    """One desktop file decides. `command` is an absolute command line."""

    is_available = True

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.path: Path = folder / _FILE_NAME
        self._command = tuple(command)
        self._system_folders = [
            Path(base) / "autostart"
            for base in (environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
            if base.startswith("/")
        ]

    def status(self) -> AutostartStatus:
        """Say what will happen at the next login. Touches nothing."""
        try:
            found = self._deciding()
        except OSError as error:
            unread = f"{self.path} cannot be read ({error.strerror})."
            return AutostartStatus(False, unread, unread)
        if found is None:
            return AutostartStatus(False, None, "traintray does not start at login.")
        path, keys = found
        if keys.get("Hidden") == "true":
            return AutostartStatus(False, None, f"Switched off in {path}.")
        # GNOME's own tools write this one; systemd would start the app all the same.
        if keys.get("X-GNOME-Autostart-enabled") == "false":
            return AutostartStatus(False, None, f"Switched off for GNOME in {path}.")
        problem = _problem(keys)
        if problem is not None:
            repair = f"{problem} Repair it with: traintray autostart enable"
            return AutostartStatus(True, repair, repair)
        return AutostartStatus(True, None, f"traintray starts at login, by {path}.")

    def enable(self) -> None:
        """Switch it on, or repair it; an entry that works is left as it is."""
        present = self.status()
        if present.is_enabled and present.problem is None:
            return
        self._write(self._entry())

    def disable(self) -> None:
        """Switch it off: without a system-wide entry the file simply goes."""
        try:
            if self._system_entry() is not None:
                self._write(
                    [("Type", "Application"), ("Name", "traintray"), ("Hidden", "true")]
                )
            else:
                self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._failed(error) from error

    def _entry(self) -> list[tuple[str, str]]:
        try:
            command = desktop_entry.exec_value([*self._command, "--background"])
        except ValueError as error:
            misplaced = Sentence(
                "Autostart",
                "traintray cannot be started at login from where it is installed:"
                " {error}. Install it in another folder.",
            )
            raise AutostartError(misplaced.filled(error=error)) from error
        return [
            ("Type", "Application"),
            ("Version", "1.0"),
            ("Name", "traintray"),
            ("Comment", "Says why the CPU is full while you train"),
            ("Comment[zh_CN]", "训练时 CPU 跑满，告诉你原因"),
            ("Icon", APP_ID),
            ("Exec", command),
            ("Terminal", "false"),
            ("StartupNotify", "false"),
        ]

    def _write(self, pairs: Sequence[tuple[str, str]]) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = desktop_entry.entry(pairs)
            atomic.write(self.path, text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> AutostartError:
        shut = Sentence(
            "Autostart",
            "{path} cannot be changed: {error}. Make it and its folder writable for"
            " you and try again.",
        )
        return AutostartError(
            shut.filled(path=self.path, error=error.strerror or error)
        )

    def _deciding(self) -> tuple[Path, dict[str, str]] | None:
        data = atomic.read(self.path)
        if data is None:
            return self._system_entry()
        return self.path, _keys(data)

    def _system_entry(self) -> tuple[Path, dict[str, str]] | None:
        for folder in self._system_folders:
            path = folder / _FILE_NAME
            data = atomic.read(path)
            if data is not None:
                return path, _keys(data)
        return None


def _keys(data: bytes) -> dict[str, str]:
    return desktop_entry.values(data.decode("utf-8", "surrogateescape"))


def _problem(keys: Mapping[str, str]) -> str | None:
    """Return why the session would start nothing, or None when it would."""
    words = desktop_entry.exec_words(keys.get("Exec", ""))
    started = desktop_entry.program(words or ())
    if started is None:
        return "The autostart entry has no command."
    for program in (started, keys.get("TryExec") or started):
        if shutil.which(program) is None:
            return f"The autostart entry starts {program}, which is not there."
    return None
