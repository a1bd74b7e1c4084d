"""Start at login: one adapter per platform, chosen here."""

from __future__ import annotations

import sys

from traintray.platform.autostart.autostart import Autostart
from traintray.settings.folders import Folders


def find(folders: Folders) -> Autostart:
    """Return the adapter for this platform; one that explains itself elsewhere."""
    if sys.platform.startswith("linux"):
        from traintray.platform.autostart.launch import launch_command
        from traintray.platform.autostart.linux import XdgAutostart

        return XdgAutostart(folders.autostart_dir, launch_command())
    from traintray.platform.autostart.unavailable import Unavailable

    return Unavailable()
