"""A real, throwaway desktop for tests: Xvfb, D-Bus, window manager, panel, daemon."""

from desktop.session.desktop import Desktop
from desktop.session.failure import Failure, wait_for

__all__ = ["Desktop", "Failure", "wait_for"]
