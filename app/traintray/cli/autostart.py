"""`traintray autostart`: start the tray application at login."""

from __future__ import annotations

import argparse

from traintray.cli.streams import complain
from traintray.platform import autostart
from traintray.platform.autostart.autostart import Autostart, AutostartError
from traintray.settings.folders import Folders


def run(args: argparse.Namespace) -> int:
    """Switch it or tell how it stands; 1 when it cannot be, or is broken."""
    adapter = autostart.find(Folders.find())
    try:
        if args.action == "enable":
            adapter.enable()
        elif args.action == "disable":
            adapter.disable()
    except AutostartError as error:
        complain(str(error))
        return 1
    return _tell(adapter)


def _tell(adapter: Autostart) -> int:
    status = adapter.status()
    if status.problem is not None:
        complain(status.problem)
        return 1
    print(status.detail)
    return 0
