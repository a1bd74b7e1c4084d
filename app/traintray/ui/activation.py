"""Brings a window to the front when the user has asked for it elsewhere."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QWidget

_VARIABLE = "XDG_ACTIVATION_TOKEN"


def bring_up(window: QWidget, token: str = "") -> None:
    """Show `window` in front, with the token of the click that asked for it.

    Wayland lets no program come up by itself; Qt takes the token from the
    environment, once, when it asks for activation.
    """
    if token:
        os.environ[_VARIABLE] = token
    try:
        if window.isMinimized():
            window.showNormal()
        else:
            window.show()
        window.raise_()
        window.activateWindow()
    finally:
        # Programs that we start later must not take it for theirs.
        os.environ.pop(_VARIABLE, None)
        # A panel's token is put there by Qt, which Python's mapping does not know.
        os.unsetenv(_VARIABLE)
