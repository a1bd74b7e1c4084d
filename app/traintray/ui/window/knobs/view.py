"""What the Knobs page shows for one run: worked out here, painted elsewhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from traintray.core.advice.advice import Proposal
from traintray.core.advice.texts import Texts
from traintray.core.frame import Frame, RunView, demand_of
from traintray.core.knob_table.rows import KnobRow, Standing, table, wanted
from traintray.core.knob_table.scene import Scene, bounds_of, seen_of
from traintray.core.knob_table.script_lines import script_lines
from traintray.core.knobs.knob import Recommendation
from traintray.core.live_knobs.live_knob import LiveRow
from traintray.core.sensors.usable_cpus import read_usable_cpus
from traintray.ui.window.apply_preview import ALL
from traintray.ui.window.knobs.env_copy import EnvCopy
from traintray.ui.window.knobs.line import Group
from traintray.ui.window.knobs.live_words import live_line
from traintray.ui.window.knobs.mapped import MappedFiles
from traintray.ui.window.knobs.script_words import script_line
from traintray.ui.window.knobs.words import line_of

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Shown:
    """One run, or none, beside the env file."""

    view: RunView | None
    rows: tuple[KnobRow, ...]
    groups: tuple[Group, ...]
    wanted_count: int
    """Lines of the table with a value that is recommended and not in the file."""


def chosen(frame: Frame, run_key: str | None) -> RunView | None:
    """Return the run that was chosen, or the one that wants most."""
    for view in frame.runs:
        if view.run.key == run_key:
            return view
    return max(frame.runs, key=demand_of, default=None)


def shown(
    frame: Frame, view: RunView | None, files: tuple[EnvCopy, MappedFiles], texts: Texts
) -> Shown:
    """Work out the table for a run."""
    copy, mapped = files
    scene = _scene(frame, view, mapped)
    rows = table(scene, copy.values, texts)
    at_start = Group(
        translate("Knobs", "At the next start"),
        translate("Knobs", "written to the environment file")
        if view is not None
        else translate(
            "Knobs", "no training run computes now, so nothing is recommended"
        ),
        tuple(line_of(row, scene, texts) for row in rows),
    )
    in_script = Group(
        translate("Knobs", "In your script"),
        translate("Knobs", "a line to copy"),
        tuple(script_line(one) for one in script_lines(scene.seen, texts)),
    )
    count = sum(row.is_wanted for row in rows)
    return Shown(view, rows, (at_start, in_script), count)


def with_live(now: Shown, live: Sequence[LiveRow], texts: Texts) -> tuple[Group, ...]:
    """Return the groups, with the live knobs of the run in the middle."""
    if now.view is None or not live:
        return now.groups
    run = now.view.run
    about = translate("Knobs", "{run}, PID {pid}; ends with the run")
    at_start, in_script = now.groups
    right_now = Group(
        translate("Knobs", "Right now"),
        about.format(run=run.name, pid=run.root_pid),
        tuple(live_line(row, run.root_pid, texts) for row in live),
    )
    return at_start, right_now, in_script


def proposal_for(key: str, rows: Sequence[KnobRow], texts: Texts) -> Proposal | None:
    """Return what the preview of a line shows: all that goes in one change. With
    `ALL` everything that is recommended. None when there is nothing to write.
    """
    if key == ALL:
        fixed = wanted(rows)
        title = translate("Knobs", "All recommended values")
        return _fixed(ALL, title, fixed, "") if fixed else None
    by_name = {row.knob.name: row for row in rows}
    row = by_name[key]
    row = by_name.get(row.leader, row)
    if row.standing is not Standing.APPLY:
        return None
    title, found = texts.page("knobs")[row.knob.name]["title"], row.offer.found
    if not isinstance(found, Recommendation):
        return _fixed(row.knob.name, title, dict(row.offer.variables), row.why)
    return Proposal(
        knob=found.knob,
        title=title,
        action="",
        value=found.value,
        minimum=found.minimum,
        maximum=found.maximum,
        arithmetic=row.why,
        variable_names=found.variable_names,
        fixed=found.fixed,
    )


def _fixed(knob: str, title: str, fixed: dict[str, str], why: str) -> Proposal:
    return Proposal(knob, title, "", 0, 0, 0, why, (), fixed)


def _scene(frame: Frame, view: RunView | None, mapped: MappedFiles) -> Scene:
    run = view.run if view else None
    usable = run.usable_cpus if run else read_usable_cpus(os.getpid())
    gpus = frame.gpus.gpus if frame.gpus is not None else ()
    bounds = bounds_of(run, usable, frame.machine.memory_bytes, gpus)
    if view is None:
        return Scene(bounds, None)
    seen = seen_of(view, len(frame.runs), mapped.of(view.run))
    return Scene(bounds, seen, len(frame.runs) - 1)
