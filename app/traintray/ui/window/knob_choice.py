"""A knob at a chosen value, and what the env file says to that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from traintray.core.advice.advice import Proposal
from traintray.core.knobs import loading
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError
from traintray.core.knobs.plan import DiffLine, Plan, Undone


class KnobChoice:
    """One proposal with the value that the user has chosen for it."""

    def __init__(self, proposal: Proposal, env_file: EnvFile) -> None:
        self.proposal = proposal
        self.value = proposal.value
        self._env_file = env_file
        self._written: Plan | None = None
        self._written_wall_s: float | None = None

    @property
    def is_recommended(self) -> bool:
        """Whether the value is still the proposed one."""
        return self.value == self.proposal.value

    @property
    def variables(self) -> Mapping[str, str]:
        """What the env file would hold."""
        return self.proposal.variables(self.value)

    def propose(self, proposal: Proposal) -> None:
        """Take a newer proposal; a value that the user chose is kept in its range."""
        value = proposal.value if self.is_recommended else self.value
        self.proposal = proposal
        self.value = max(proposal.minimum, min(proposal.maximum, value))

    def plan(self) -> Plan:
        """Read the file and say what writing the value would change.

        Lines of the user that set the same name count as replaced: the preview
        has to show them struck through. Raises EnvFileError.
        """
        return self._env_file.plan(self.variables, replace_outside=True)

    def apply(self, plan: Plan, wall_s: float) -> None:
        """Write the planned change. Raises EnvFileError; nothing is written then."""
        self._env_file.apply(plan)
        self.note_written(plan, wall_s)

    def note_written(self, plan: Plan, wall_s: float) -> None:
        """Remember a plan that was applied, here or in a preview."""
        self._written, self._written_wall_s = plan, wall_s

    def undo(self) -> Undone:
        """Take back the newest change of the file. Raises EnvFileError."""
        undone = self._env_file.undo()
        self._written = self._written_wall_s = None
        return undone

    def can_undo(self) -> bool:
        """Whether the newest change of the file is one of this knob's."""
        if not self._env_file.can_undo():
            return False
        try:
            undone = self._env_file.preview_undo()
        except EnvFileError:
            return False
        return any(change.name in self.variables for change in undone.changes)

    def diff(self, plan: Plan) -> Sequence[DiffLine]:
        """Return what to show for a plan: once written, what Apply has changed."""
        if plan.is_empty and self._written and self._written.after == plan.before:
            return self._written.diff
        return plan.diff

    def written_wall_s(self, plan: Plan) -> float | None:
        """Return when Apply wrote what the file now holds, in seconds since 1970;
        None when it does not hold it or something else wrote it.
        """
        if plan.is_empty and self._written and self._written.after == plan.before:
            return self._written_wall_s
        return None

    def export_lines(self) -> str:
        """Return the variables as lines for a shell, to be set by hand."""
        return loading.export_lines(self.variables)
