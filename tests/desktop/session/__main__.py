"""Run a command on a throwaway desktop and keep a screenshot.

    python -m desktop.session [--notify dunst] [--shot FILE.png SECONDS] COMMAND ...

Needs `tests` on PYTHONPATH. The exit status is the command's.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from desktop.session import Desktop
from desktop.session.needs import apt_line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    daemons = ("dunst", "xfce4-notifyd")
    parser.add_argument("--notify", default="xfce4-notifyd", choices=daemons)
    parser.add_argument("--without", default="", help="parts to leave out: panel,wm")
    parser.add_argument("--shot", nargs=2, metavar=("FILE", "SECONDS"))
    parser.add_argument("command", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    missing = apt_line()
    if missing:
        parser.error(f"not installed; run: {missing}")
    without = [part for part in chosen.without.split(",") if part]
    with Desktop(chosen.notify, without) as desktop:
        program = desktop.run(chosen.command, "command")
        if chosen.shot:
            time.sleep(float(chosen.shot[1]))
            desktop.shot(Path(chosen.shot[0]))
            program.end()
        status = program.wait(3600)
        print(program.log, end="")
    return status


raise SystemExit(main())
