"""`traintray knobs`: every knob, what is recommended and why; plan, apply and undo."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass

from traintray.cli import env, live_knobs
from traintray.cli.came_of import proof_lines, proven, with_proofs
from traintray.cli.knob_scene import NoSuchRunError, look, unwatched
from traintray.cli.knob_text import caution_lines, knob_lines, listing, listing_object
from traintray.cli.live_text import live_listing
from traintray.cli.measured import measured_now, measuring_lines, with_measuring
from traintray.cli.script_text import script_listing, script_objects
from traintray.cli.streams import complain, plain, print_json, shortened, tell
from traintray.core.advice.offers import Offer, offer
from traintray.core.advice.texts import Texts
from traintray.core.knob_table.rows import table
from traintray.core.knob_table.scene import Scene
from traintray.core.knob_table.script_lines import script_lines
from traintray.core.knobs import shelf
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError, FormatError
from traintray.core.knobs.knob import Knob, Recommendation
from traintray.core.knobs.legal import IllegalValueError, Settings
from traintray.core.live_knobs.shelf import all_live_knobs

_BY_DRIVER = "visible_gpus"
"""Its values are those that the driver lists, so it is asked first."""
_SHORT_S = 3.0


class _CannotError(Exception):
    """There is nothing to do; the message says why."""


@dataclass(frozen=True)
class _Turn:
    """A knob turned to a value."""

    knob: Knob
    value: str
    settings: Mapping[str, str | None]
    offer: Offer | None
    scene: Scene


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when it cannot be done, 2 for wrong usage."""
    try:
        if args.action and _is_live(args.name):
            return live_knobs.run(args)
        env_file = env.chosen_file(args)
        return _ACTIONS[args.action](args, env_file)
    except (FormatError, IllegalValueError, NoSuchRunError, LookupError) as error:
        tell(f"traintray knobs: {plain(str(error))}\n")
        return 2
    except (EnvFileError, _CannotError) as error:
        complain(str(error))
        return 1


def _list(args: argparse.Namespace, env_file: EnvFile) -> int:
    texts = Texts("en")
    scene = look(args.run, args.seconds)
    rows = table(scene, env_file.values(), texts)
    live = live_knobs.live_table(scene)
    came = proven(env_file.values())
    cases = measured_now(env_file)
    in_script = script_lines(scene.seen, texts)
    if args.json:
        told = listing_object(rows, scene, texts)
        told["knobs"] = with_measuring(with_proofs(told["knobs"], came), cases)
        told["script"] = script_objects(in_script)
        print_json({**told, "live": live.objects(texts)})
    else:
        lines = [*listing(rows, scene, texts), *proof_lines(came)]
        lines += measuring_lines(cases)
        lines += [*live_listing(live.rows), *script_listing(in_script)]
        print("\n".join(lines))
    return 0


def _plan(args: argparse.Namespace, env_file: EnvFile) -> int:
    texts = Texts("en")
    turn = _turned(args, texts)
    plan = env_file.plan(turn.settings, replace_outside=args.replace)
    print("\n".join(knob_lines(turn.knob, turn.offer, turn.scene.bounds, texts)))
    print(env_file.path)
    env.print_diff(plan.diff)
    if plan.is_empty:
        print("The file is as wanted already.")
    for line in _cautions(turn, texts):
        print(line)
    if plan.is_blocked:
        print(f"It cannot be written like this: {plan.refusal()}")
    name, value = turn.knob.name, turn.value
    print(f"Nothing was written. To write it: traintray knobs apply {name} {value}")
    return 0


def _apply(args: argparse.Namespace, env_file: EnvFile) -> int:
    texts = Texts("en")
    turn = _turned(args, texts)
    for line in _cautions(turn, texts):
        complain(line)
    status = env.change(env_file, turn.settings, args.replace)
    check = turn.knob.how_to_check.format(pid="PID")
    print(f"Whether the next run has it: traintray knobs --run PID, or {check}")
    return status


def _undo(args: argparse.Namespace, env_file: EnvFile) -> int:
    """Take back the newest change of the file, if it is one of this knob's."""
    knob = _knob(args.name)
    names = {*(variable.name for variable in knob.variables), *knob.clears}
    undone = env_file.preview_undo()
    if not any(change.name in names for change in undone.changes):
        raise _CannotError(
            f"the last change of {env_file.path} is none of {knob.name}. To take that"
            " one back: traintray env undo"
        )
    return env.undo(env_file)


def _turned(args: argparse.Namespace, texts: Texts) -> _Turn:
    knob = _knob(args.name)
    if args.value is None:
        scene = look(args.run, args.seconds)
        found = offer(knob, scene.seen, texts)
        if found.value is None:
            raise _CannotError(
                f"{knob.name} has no recommended value: {found.why}. To choose one:"
                f" traintray knobs {args.action} {knob.name} VALUE"
            )
        return _Turn(knob, found.value, found.variables, found, scene)
    is_seen = args.run is not None or knob.name == _BY_DRIVER
    scene = look(args.run, args.seconds or _SHORT_S) if is_seen else unwatched()
    value = args.value.strip()
    return _Turn(knob, value, _settings(knob, value, scene), None, scene)


def _settings(knob: Knob, value: str, scene: Scene) -> Settings:
    """Return what a value sets: for a run, the variables that the button would set.

    Raises IllegalValueError.
    """
    legal = _legal(knob, value, scene)
    if scene.seen is not None and knob.recommend is not None:
        found = knob.recommend(scene.seen.run, scene.seen.run_count, False)
        if isinstance(found, Recommendation):
            return found.variables(int(value))
    return knob.settings(legal)


def _legal(knob: Knob, value: str, scene: Scene) -> Settings:
    try:
        return knob.legal.settings(value, scene.bounds)
    except IllegalValueError:
        takes = knob.legal.words(scene.bounds)
        raise IllegalValueError(
            f"{knob.name} cannot be {shortened(value)!r}. It takes {takes}."
        ) from None


def _is_live(name: str) -> bool:
    return any(knob.name == name for knob in all_live_knobs())


def _knob(name: str) -> Knob:
    try:
        return shelf.find(name)
    except LookupError:
        raise LookupError(
            f"no knob is called {shortened(name)!r}. To list them: traintray knobs"
        ) from None


def _cautions(turn: _Turn, texts: Texts) -> list[str]:
    return caution_lines(turn.knob, turn.value, turn.settings, turn.scene, texts)


_ACTIONS = {None: _list, "plan": _plan, "apply": _apply, "undo": _undo}
