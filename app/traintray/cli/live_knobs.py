"""`traintray knobs` for the run in progress: list, plan, apply and undo."""

from __future__ import annotations

import argparse
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from traintray.cli.knob_scene import look
from traintray.cli.live_text import live_lines, live_object, plan_lines
from traintray.cli.streams import complain, plain, shortened
from traintray.core.advice.texts import Texts
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.entry import Entry
from traintray.core.live_knobs.live_knob import LiveRow, Site
from traintray.core.live_knobs.live_plan import LiveKnobError, LivePlan
from traintray.core.live_knobs.shelf import find_live
from traintray.settings.folders import Folders

if TYPE_CHECKING:
    from traintray.platform.live_knobs import LiveKnobs

_SHORT_S = 3.0
_PERIOD_S = 1.0


@dataclass(frozen=True)
class LiveTable:
    """What can be changed of the run that was looked at; empty without one."""

    site: Site | None
    rows: Sequence[LiveRow]

    def objects(self, texts: Texts) -> list[dict[str, object]]:
        """Return them for programs."""
        if self.site is None:
            return []
        return [live_object(row, self.site, texts) for row in self.rows]


def live_table(scene: Scene) -> LiveTable:
    """Return every live knob for the run of a scene."""
    if scene.seen is None:
        return LiveTable(None, ())
    live = _opened()
    try:
        site = _site(live, scene)
        return LiveTable(site, live.desk.rows(site))
    finally:
        live.close()


def run(args: argparse.Namespace) -> int:
    """Plan, apply or undo a live knob; 1 when it cannot be done, 2 for wrong usage."""
    if args.file is not None or getattr(args, "replace", False):
        complain(f"{args.name} changes the run in progress and writes no env file.")
        return 2
    live = _opened()
    try:
        return _ACTIONS[args.action](args, live)
    except LiveKnobError as error:
        complain(str(error))
        return 1
    finally:
        live.close()


def _opened() -> LiveKnobs:
    # Brings D-Bus along, which only these few commands need.
    from traintray.platform.live_knobs import LiveKnobs

    return LiveKnobs(Folders.find().state_dir)


def _site(live: LiveKnobs, scene: Scene) -> Site:
    assert scene.seen is not None, "there is a run"
    finding = scene.seen.finding
    return live.site(scene.seen.run, finding.kind if finding else "")


def _plan(args: argparse.Namespace, live: LiveKnobs) -> int:
    site, value = _chosen(args, live)
    plan = _planned(args.name, value, site, live)
    row = _row(args.name, site, live)
    print("\n".join(live_lines(row, site, Texts("en"))))
    print(_about(site))
    print("\n".join(plan_lines(plan)))
    for sentence in (*plan.cautions, *plan.left):
        print(plain(sentence))
    pid = site.run.root_pid
    command = f"traintray knobs apply {args.name} {value} --run {pid}"
    print(f"Nothing was changed. To change it: {command}{_consent(plan)}")
    return 0


def _apply(args: argparse.Namespace, live: LiveKnobs) -> int:
    site, value = _chosen(args, live)
    plan = _planned(args.name, value, site, live)
    for sentence in plan.cautions:
        complain(sentence)
    if not plan.is_undoable and not args.for_good:
        raise LiveKnobError(f"Nothing was changed. If you want it, add{_consent(plan)}")
    if plan.is_empty:
        print("Everything is as wanted already.")
        return 0
    outcome = live.desk.apply(plan, agreed=args.for_good)
    print(_about(site))
    print("\n".join(plan_lines(plan)))
    for sentence in outcome.left:
        print(plain(sentence))
    if find_live(args.name).attribute is None:
        return _hold(plan, site, live)
    print("What the run starts from now on inherits it.", flush=True)
    if plan.is_undoable:
        pid = site.run.root_pid
        undo = f"traintray knobs undo {args.name} --run {pid}"
        print(f"Take it back with: {undo}", flush=True)
    return _stay(plan, site, live) if args.stay else 0


def _stay(plan: LivePlan, site: Site, live: LiveKnobs) -> int:
    """Reach threads that choose another value at their birth, until the run ends."""
    told = "Threads born later get it too. Ctrl-C ends that; the value stays."
    with contextlib.suppress(KeyboardInterrupt):
        print(told, flush=True)  # whoever has read it may be as fast as that
        _keep_up(plan, site, live)
    return 0


def _hold(plan: LivePlan, site: Site, live: LiveKnobs) -> int:
    """Stay until the run ends or somebody lets go: a hold ends with its holder."""
    told = f"{plan.value} is held until the run ends. Ctrl-C lets go of it."
    try:
        print(told, flush=True)
        _keep_up(plan, site, live)
    except KeyboardInterrupt:
        live.desk.undo(plan.knob, plan.run_key)
    print("The power profile is let go of.")
    return 0


def _keep_up(plan: LivePlan, site: Site, live: LiveKnobs) -> None:
    """Return when the run has ended or somebody has undone it."""
    while any(
        (entry.knob, entry.run_key, entry.end) == (plan.knob, plan.run_key, None)
        for entry in live.desk.entries()
    ):
        time.sleep(_PERIOD_S)
        live.desk.refresh()


def _undo(args: argparse.Namespace, live: LiveKnobs) -> int:
    live.desk.refresh(())
    entries = live.desk.entries()
    if not entries and (damage := live.desk.damage()):
        raise LiveKnobError(damage)
    entry = _applied(args.name, args.run, entries)
    outcome = live.desk.undo(args.name, entry.run_key)
    print(f"{plain(entry.run_name)} · PID {entry.run_key.partition('-')[0]}")
    if entry.holder is None:
        print(f"Threads that have again what they had: {outcome.changed_threads}")
    else:
        print("The power profile is let go of.")
    for sentence in outcome.left:
        print(plain(sentence))
    return 0


def _applied(name: str, pid: int | None, entries: Sequence[Entry]) -> Entry:
    """Return the entry that is meant; raises LookupError when that is not clear."""
    there = [one for one in entries if one.knob == name and one.end is None]
    if pid is not None:
        there = [one for one in there if _is_of(pid, one)]
    if len(there) == 1:
        return there[0]
    if not there:
        raise LiveKnobError(f"{name} was not applied to a run that still goes on.")
    pids = ", ".join(one.run_key.partition("-")[0] for one in there)
    raise LookupError(f"it was applied to several runs. Choose: --run {pids}")


def _is_of(pid: int, entry: Entry) -> bool:
    root_pid = int(entry.run_key.partition("-")[0])
    return pid == root_pid or any(one.thread.pid == pid for one in entry.saved)


def _chosen(args: argparse.Namespace, live: LiveKnobs) -> tuple[Site, str]:
    """Return the run and the value that is meant: the named or the recommended one."""
    short_s = None if args.value is None else _SHORT_S
    scene = look(args.run, args.seconds or short_s)
    if scene.seen is None:
        raise LiveKnobError(f"no training run computes now, so {args.name} has no use.")
    site = _site(live, scene)
    if args.value is not None:
        return site, args.value.strip()
    row = _row(args.name, site, live)
    if row.suggestion is None:
        raise LiveKnobError(
            f"{args.name} has no recommended value: {row.why}. To choose one:"
            f" traintray knobs {args.action} {args.name} VALUE"
        )
    return site, row.suggestion.value


def _row(name: str, site: Site, live: LiveKnobs) -> LiveRow:
    return next(row for row in live.desk.rows(site) if row.knob.name == name)


def _planned(name: str, value: str, site: Site, live: LiveKnobs) -> LivePlan:
    try:
        return live.desk.plan(name, value, site)
    except IllegalValueError as error:
        raise IllegalValueError(
            f"{name} cannot be {shortened(value)!r}. It takes {error}."
        ) from None


def _about(site: Site) -> str:
    return f"{plain(site.run.name)} · PID {site.run.root_pid}"


def _consent(plan: LivePlan) -> str:
    return "" if plan.is_undoable else " --for-good"


_ACTIONS = {"plan": _plan, "apply": _apply, "undo": _undo}
