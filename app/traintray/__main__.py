"""Starts the tray application, or a command without a screen."""

from __future__ import annotations

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Until somebody is there who catches it, Ctrl-C ends us as it ends any program:
    # without a stack trace from an import.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> int:
    """Run what the command line asks for; return the exit status.

    Nothing is imported before it is known what for: at login every file counts.
    """
    arguments = sys.argv[1:]
    if arguments in ([], ["--background"]):
        return start_app(background=bool(arguments))
    from traintray.cli.parser import dispatch

    return dispatch(arguments, start_app, show_trace)


def start_app(background: bool) -> int:
    """Start the tray application, hidden when `background`."""
    try:
        from traintray.ui.app import run

        return run(background)
    except ImportError as error:
        return _no_graphics(error)


def show_trace(file: str, speed: float) -> int:
    """Open the window on a recording instead of this machine."""
    try:
        from traintray.ui.replayed import run

        return run(file, speed)
    except ImportError as error:
        return _no_graphics(error)


def _no_graphics(error: ImportError) -> int:
    sys.stderr.write(
        f"traintray: the graphical part cannot be loaded: {error}. The commands"
        " work without it; see traintray --help\n"
    )
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
