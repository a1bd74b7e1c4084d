"""Where a run was started, and its script."""

from __future__ import annotations

from pathlib import Path

from traintray.core.detection.code_lines import script_path
from traintray.core.detection.run import TrainingRun
from traintray.core.masking import masked_text


def folder_of(pid: int, root: Path) -> str | None:
    """Return the working directory of a process; None when it may not be read."""
    try:
        # Hydra calls the folder of a run after what was set: `api_key=...`.
        return masked_text(str((root / f"proc/{pid}/cwd").readlink()))
    except OSError:
        return None


def script_changed_at_s(run: TrainingRun, root: Path) -> float | None:
    """Return when the run's script was written last, in seconds since 1970; None where
    there is no script to be read (`stat -c %Y`).
    """
    try:
        folder = (root / f"proc/{run.root_pid}/cwd").readlink()
        script = script_path(run.command, str(folder))
        return None if script is None else script.stat().st_mtime
    except OSError:
        return None
