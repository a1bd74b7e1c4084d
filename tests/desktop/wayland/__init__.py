"""A real Wayland desktop without a screen: sway, its bar with a tray, a session bus."""

from desktop.wayland.sway import Sway

__all__ = ["Sway"]
