"""The env file of the training runs: plan, apply, undo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from traintray.core.knobs.plan import Plan, Undone


class EnvFile:
    """NAME=value lines in a block of our own; all other bytes stay as they are.

    `state_dir` keeps the lock, the last ten originals and the undo journal.
    Every method raises EnvFileError with a message a person can act on.
    """

    def __init__(self, path: Path, state_dir: Path) -> None:
        self.path = path
        self._state_dir = state_dir

    def plan(
        self, wanted: Mapping[str, str | None], replace_outside: bool = False
    ) -> Plan:
        """Say what giving the names these values would change; None unsets one."""
        raise NotImplementedError

    def apply(self, plan: Plan) -> None:
        """Make the planned change in one step, or raise and write nothing."""
        raise NotImplementedError

    def can_undo(self) -> bool:
        """Whether there is a change of ours to take back. Never raises."""
        raise NotImplementedError

    def preview_undo(self) -> Undone:
        """Say what `undo` would do. Touches nothing."""
        raise NotImplementedError

    def undo(self) -> Undone:
        """Take back the newest change that is still there."""
        raise NotImplementedError

    def values(self) -> dict[str, str]:
        """Return what the file sets; empty when it does not exist."""
        raise NotImplementedError
