"""What the main window asks of each of its pages."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QWidget

from traintray.core.frame import Frame
from traintray.ui.plots.copied_values import CopyingSurface
from traintray.ui.theme import Theme

translate = QCoreApplication.translate

LIVE = "live"
RUNS = "runs"
ADVICE = "advice"
LIBRARY = "library"
KNOBS = "knobs"
HISTORY = "history"
SETTINGS = "settings"


def page_label(name: str) -> str:
    """Return what a page is called in the sidebar; its icon has its name."""
    return {
        LIVE: translate("MainWindow", "Live"),
        RUNS: translate("MainWindow", "Runs"),
        ADVICE: translate("MainWindow", "Advice"),
        LIBRARY: translate("MainWindow", "Library"),
        KNOBS: translate("MainWindow", "Knobs"),
        HISTORY: translate("MainWindow", "History"),
        SETTINGS: translate("MainWindow", "Settings"),
    }[name]


class Page(CopyingSurface):
    """One page beside the sidebar."""

    def show_frame(self, frame: Frame) -> None:
        """Take the newest frame; while it is hidden, a page only remembers."""

    def reload(self) -> None:
        """Read the env file again: something else has written it."""

    def escape(self) -> bool:
        """Take away what lies over the page; say whether there was anything."""
        return False

    def remembered(self) -> dict[str, object]:
        """Return what is to be as it is now at the next start, for JSON."""
        return {}

    def recall(self, found: Mapping[str, object]) -> None:
        """Take what `remembered` returned earlier; it may have been edited."""

    def set_theme(self, theme: Theme) -> None:
        """Change the palette."""


class Region(QWidget):
    """A part of a page to which F6 goes from the rest of it, such as what tells of the
    line that is chosen.
    """


def focus_first(page: QWidget) -> bool:
    """Give the keyboard to the first part of a page that takes it; say whether there is
    one.
    """
    target = page.nextInFocusChain()
    while target is not None and target is not page:
        if _takes_keys(target, page):
            target.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        target = target.nextInFocusChain()
    return False


def _takes_keys(widget: QWidget, page: QWidget) -> bool:
    return (
        page.isAncestorOf(widget)
        and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.isVisible()
        and widget.isEnabled()
    )
