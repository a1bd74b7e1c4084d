"""Scores the diagnosis on real workloads, one at a time."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import fcntl
import json
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from scenarios import report
from scenarios.catalog import ALL
from scenarios.groups import NoGroups
from scenarios.needs import REPOSITORY, Needs, training_python
from scenarios.outcome import Mark, Outcome, is_told, judge
from scenarios.processes import adopt_orphans, end_all_below
from scenarios.scenario import Scenario
from scenarios.stage import Failed, Setting, Stage

LOCK = Path(tempfile.gettempdir()) / "live.lock"
DOCS = REPOSITORY / "docs"


def main() -> int:
    """Run what was asked for; return 0 when every requirement is met."""
    args = _arguments()
    chosen = _chosen(args)
    if not chosen:
        print("no scenario has that name or kind; --list shows them", file=sys.stderr)
        return 2
    if args.list:
        for scenario in chosen:
            truth = ", ".join(sorted(scenario.truth)) or scenario.group.value
            print(f"{scenario.name:<24} {truth:<18} {scenario.why}")
        return 0
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        outcomes, left_out = _score(chosen, args)
    except KeyboardInterrupt:
        _say("\nstopped; nothing that was started is left")
        return 130
    finally:
        end_all_below()
    return _tell(outcomes, left_out, args)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make score", description=__doc__)
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument("--kind", help="truths, separated by commas; `other`, `calm`")
    parser.add_argument("--all", action="store_true", help="the variants as well")
    parser.add_argument("--list", action="store_true", help="say which there are")
    parser.add_argument("--seconds", type=float, help="watch exactly so long")
    parser.add_argument("--seed", type=int, default=0, help="vary the sizes")
    parser.add_argument("--repeat", type=int, default=1, help="so many seeds on end")
    parser.add_argument("--keep", type=Path, help="folder for the recordings")
    parser.add_argument("--write", type=Path, help="folder for score.md, scores.json")
    parser.add_argument("--ahead", action="store_true", help="before other sessions")
    parser.add_argument(
        "--patience", type=int, default=1, help="more tries if disturbed"
    )
    parser.add_argument("--no-lock", action="store_true", help="the caller holds it")
    return parser.parse_args()


def _chosen(args: argparse.Namespace) -> list[Scenario]:
    names = set(args.only.split(",")) if args.only else None
    kinds = set(args.kind.split(",")) if args.kind else None
    return [
        scenario
        for scenario in ALL
        if (names is None or scenario.name in names)
        and (kinds is None or kinds & {*scenario.truth, scenario.group.value})
        and (args.all or args.list or names or kinds or not scenario.in_full_only)
    ]


def _score(
    chosen: Sequence[Scenario], args: argparse.Namespace
) -> tuple[list[Outcome], dict[str, str]]:
    python = training_python()
    needs = Needs(python, {name for scenario in chosen for name in scenario.modules})
    keep = args.keep or Path(tempfile.gettempdir()) / "traintray-score"
    setting = Setting(python, keep, args.seconds, args.ahead)
    outcomes, left_out = [], {}
    for seed in range(args.seed, args.seed + args.repeat):
        for number, scenario in enumerate(chosen, start=1):
            _say(f"[{number}/{len(chosen)}] {scenario.name} ...", end="")
            lacking = needs.lacking(scenario)
            try:
                if lacking is not None:
                    raise NoGroups(lacking)
                outcome = _play(scenario, seed, setting, args)
            except (NoGroups, Failed) as error:
                left_out[scenario.name] = str(error)
                _say(f"\rleft out  {scenario.name:<22} {error}")
                continue
            outcomes.append(outcome)
            _say("\r" + report.line_of(outcome))
    _say(f"recordings: {keep}")
    return outcomes, left_out


def _play(
    scenario: Scenario, seed: int, setting: Setting, args: argparse.Namespace
) -> Outcome:
    """Play a scenario; once more when others disturbed it and patience is left."""
    for _ in range(args.patience + 1):
        with _alone_on_this_machine(args.no_lock):
            outcome = judge(Stage(scenario, seed, setting).play(is_told))
        if not outcome.is_disturbed:
            break
    return outcome


def _tell(
    outcomes: list[Outcome], left_out: dict[str, str], args: argparse.Namespace
) -> int:
    if not outcomes:
        return 1
    taken = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    text = report.markdown(outcomes, left_out, taken)
    rows = report.requirements(outcomes)
    _say("\ntruth -> told")
    for truth, told, count in report.confusion(outcomes):
        _say(f"  {truth:<18} -> {told:<18} {count}")
    _say("")
    for row in rows:
        _say(f"  {'met ' if row.is_met else 'NOT MET'}  {row.text}: {row.measured}")
    folder = args.write or (None if args.only or args.kind else DOCS)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "score.md").write_text(text)
        scores = {
            "taken": taken,
            "requirements": [vars(row) for row in rows],
            "left_out": left_out,
            "runs": [report.as_json(outcome) for outcome in outcomes],
        }
        (folder / "scores.json").write_text(json.dumps(scores, indent=1) + "\n")
        _say(f"written to {folder}")
    is_good = all(row.is_met for row in rows)
    is_whole = all(outcome.mark is Mark.RIGHT for outcome in outcomes)
    return 0 if is_good or is_whole else 1


@contextlib.contextmanager
def _alone_on_this_machine(is_held: bool) -> Iterator[None]:
    """Wait until no other live run is watched on this machine."""
    if is_held:
        yield
        return
    with LOCK.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say(f" waiting for {LOCK}", end="")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
