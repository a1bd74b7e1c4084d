"""The env file of the sample user: its head names a home that is not written to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.plan import DiffKind, Plan
from traintray.core.knobs.shown import Diff, Edit

HOME = "/home/ana"
_JUPYTER = ".local/share/jupyter/kernels/python3/kernel.json"


class SampleEnvFile(EnvFile):
    """Lies below `home`, a folder of the tests, and says that it lies in `HOME`."""

    home: Path

    def plan(
        self, wanted: Mapping[str, str | None], replace_outside: bool = False
    ) -> Plan:
        """Plan the change, as it would be in the home of the user."""
        made = super().plan(wanted, replace_outside)
        if not isinstance(made.diff, Diff):
            return made
        told = [(kind, self._at_home(raw)) for kind, raw in made.diff._edits]
        after = self._at_home(made.after)
        return replace(made, after=after, diff=Diff(_without_same(told)))

    def _at_home(self, text: bytes) -> bytes:
        return text.replace(str(self.home).encode(), HOME.encode())


def set_up(home: Path, path: Path) -> None:
    """Have bash and VS Code load the file at `path`, and Jupyter not."""
    for name, text in (
        (".bashrc", f"set -a; . {path}; set +a\n"),
        (".config/Code/User/settings.json", f'{{"python.envFile": "{path}"}}\n'),
        (_JUPYTER, "{}\n"),
    ):
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def _without_same(edits: list[Edit]) -> list[Edit]:
    """Return the edits; a line that gives way to itself is one that stays."""
    found: list[Edit] = []
    for kind, raw in edits:
        if kind is DiffKind.ADDED and found[-1:] == [(DiffKind.REMOVED, raw)]:
            found[-1] = (DiffKind.SAME, raw)
        else:
            found.append((kind, raw))
    return found
