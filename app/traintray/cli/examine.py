"""`traintray doctor`: what can be read here, what cannot, and what to do about it."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from traintray.cli.streams import plain, print_json
from traintray.cli.waiting import Waiting
from traintray.core.discovery import collect
from traintray.platform import doctor
from traintray.platform.doctor.check import Begins, Check, Health, Topic

SCHEMA = 1
_WIDTH = 88
_MARKS = {Health.OK: "ok", Health.ABSENT: "–", Health.WRONG: "!!"}


def run(args: argparse.Namespace) -> int:
    """Print every check; 1 when something is wrong that the user can mend."""
    seen = []
    with Waiting() as waiting:
        for check in checks(Path("/"), waiting.begins):
            waiting.done()
            seen.append(check)
            if not args.json:
                # One by one: a driver that hangs should be seen to hang.
                print("\n".join(_lines(check)), flush=True)
    is_well = all(check.health is not Health.WRONG for check in seen)
    if args.json:
        print_json({"schema": SCHEMA, "ok": is_well, "checks": _objects(seen)})
    return 0 if is_well else 1


def checks(root: Path, begins: Begins) -> Iterator[Check]:
    """Yield every check of every topic, in order; tell the name of each before."""
    topics = collect(doctor, "CHECKS", Topic, everywhere=False)
    for topic in sorted(topics, key=lambda one: one.order):
        yield from topic.look(root, begins)


def _objects(seen: list[Check]) -> list[dict[str, str | None]]:
    return [
        {
            "name": check.name,
            "health": check.health.value,
            "found": plain(check.found),
            "remedy": check.remedy,
        }
        for check in seen
    ]


def _lines(check: Check) -> Iterator[str]:
    head = f"{_MARKS[check.health]:<2} {check.name:<22} "
    indent = " " * len(head)
    yield from textwrap.wrap(
        plain(check.found),
        _WIDTH,
        initial_indent=head,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if check.remedy is not None:
        yield from textwrap.wrap(
            f"→ {plain(check.remedy)}",
            _WIDTH,
            initial_indent=indent,
            subsequent_indent=f"{indent}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
