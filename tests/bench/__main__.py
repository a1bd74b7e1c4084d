"""Run the app beside other monitors and compare with the goals.

    python tests/bench/run.py [--write]

Takes about 8 minutes. Exits with 1 when a goal was missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench import goals, report, startup
from bench.measure import SCENES, Outcome, Plan, look
from bench.peers import APP, KINDS, missing
from bench.report import Run, kept_of
from desktop.session import Desktop
from desktop.session.needs import apt_line

REPORT = Path(__file__).resolve().parents[2] / "docs/performance.md"
_LEFT_OUT = ("spy", "notify")
"""Parts of the test desktop that no monitor needs."""


def main() -> int:
    chosen = _arguments()
    lacking = apt_line()
    if lacking:
        print(f"The session needs more programs; run: {lacking}", file=sys.stderr)
        return 2
    notes = []
    names = []
    for name in chosen.peers:
        install = missing(name)
        if install is None:
            names.append(name)
        else:
            notes.append(f"{name} is not installed and was left out ({install})")
    if "glances" in names and KINDS["glances"].command[0] == "glances":
        notes.append("glances is the distribution's, not the one of PyPI")
    for note in notes:
        print(f"Note: {note}", file=sys.stderr)
    plan = Plan(chosen.windows, chosen.window_s, chosen.settle_s)
    with Desktop(without=_LEFT_OUT) as desktop:
        started = _start(desktop.env, chosen.starts, names, notes)
        outcomes = []
        for scene in SCENES:
            if scene.name in chosen.scenes:
                print(f"{scene.title} ...", file=sys.stderr, flush=True)
                outcomes.append(look(scene, names, desktop.env, plan))
    notes += _fallen(outcomes)
    judged = goals.judge(outcomes, started)
    text = report.markdown(Run(plan, outcomes, judged, started, notes))
    print(text)
    if chosen.write is not None:
        old = chosen.write.read_text() if chosen.write.exists() else ""
        chosen.write.write_text(text + kept_of(old))
    return int(any(goal.word == "MISS" for goal in judged))


def _start(
    env: dict[str, str], times: int, names: list[str], notes: list[str]
) -> startup.Startup | None:
    """Measure the start; without an app that starts, go on without it."""
    if APP not in names or not times:
        return None
    started = startup.measure(env, times)
    if isinstance(started, str):
        notes.append(f"{APP} does not start, our bare sampler stands in: {started}")
        names.remove(APP)
        return None
    return started


def _fallen(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"{name} ended by itself in scene {outcome.scene.name}"
        for outcome in outcomes
        for name, used in outcome.used.items()
        if not used.survived
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--windows", type=int, default=6)
    parser.add_argument("--window-s", type=float, default=10.0)
    parser.add_argument("--settle-s", type=float, default=15.0)
    parser.add_argument("--starts", type=int, default=7, help="0: do not measure")
    scenes = [scene.name for scene in SCENES]
    parser.add_argument("--scenes", nargs="+", choices=scenes, default=scenes)
    parser.add_argument("--peers", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument(
        "--write",
        type=Path,
        nargs="?",
        const=REPORT,
        metavar="FILE",
        help="keep the report, in docs/performance.md unless FILE is given",
    )
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
