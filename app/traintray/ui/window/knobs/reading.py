"""What a run and the start-up files tell of who reads the env file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from traintray.core.knobs.consumers import set_ups
from traintray.core.knobs.precedence import differences
from traintray.ui.state_shape import Shape
from traintray.ui.window.knobs.loading_panel import LoadingPanel
from traintray.ui.window.knobs.view import Shown

translate = QCoreApplication.translate

Values = Mapping[str, str]


def show_differences(panel: LoadingPanel, now: Shown, values: Values) -> None:
    """Let the panel say where the environment of the run and the file differ."""
    run = now.view.run if now.view is not None else None
    present = run.thread_variables if run is not None else None
    name = run.name if run is not None else ""
    panel.show_differences(differences(values, present or {}), name)


def show_states(
    panel: LoadingPanel, now: Shown | None, values: Values, path: Path
) -> None:
    """Let the panel say who is set up. Looks into the start-up files."""
    told = _told_by_run(now, values) if now is not None else ("", Shape.NO_DATA)
    panel.show_states(set_ups(path, Path.home()), told)


def _told_by_run(now: Shown, values: Values) -> tuple[str, Shape]:
    """Return what the run itself proves: it was started with the file, or without."""
    if now.view is None or not values:
        return "", Shape.NO_DATA
    present = now.view.run.thread_variables
    known = [row for row in now.rows if row.file]
    if present is None or not known:
        return "", Shape.NO_DATA
    name = now.view.run.name
    if all(present.get(k) == v for row in known for k, v in row.file.items()):
        template = translate("Knobs", "{run} was started with it")
        return template.format(run=name), Shape.OK
    template = translate("Knobs", "{run} was started without it")
    return template.format(run=name), Shape.WAITING
