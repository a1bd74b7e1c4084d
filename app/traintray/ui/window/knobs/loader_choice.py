"""Which program is to read the env file: the usual ones side by side, the others in a
menu.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPoint, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from traintray.core.knobs.loading import Loader
from traintray.ui.theme import Theme
from traintray.ui.window.segmented import Segmented

translate = QCoreApplication.translate

_FIRST = ("bash", "vscode", "pycharm", "systemd", "jupyter")
"""Those of the design; one row has no room for all eleven."""
_SHORT = {"bash": "bash"}
"""Where the title is too long for a row."""


class LoaderChoice(Segmented):
    """The last segment opens the menu, and bears the name of what was taken there."""

    picked = Signal(str)
    """Name of the loader that the user took."""

    def __init__(
        self, loaders: Sequence[Loader], theme: Theme, parent: QWidget | None = None
    ) -> None:
        self._titles = {one.name: one.title for one in loaders}
        labels = [_SHORT.get(name, self._titles[name]) for name in _FIRST]
        self._more = translate("LoadingPanel", "More …")
        super().__init__(
            [*labels, self._more],
            translate("LoadingPanel", "Program that reads the file"),
            theme,
            parent,
        )
        self._name = _FIRST[0]
        self.menu = QMenu(self)
        for one in loaders:
            if one.name not in _FIRST:
                action = self.menu.addAction(one.title)
                action.setData(one.name)
        self.menu.triggered.connect(self._took)
        self.chosen.connect(self._chose)

    @property
    def name(self) -> str:
        """Name of the loader that is taken."""
        return self._name

    def pick(self, name: str) -> None:
        """Take a program without a signal; KeyError for one that is not offered."""
        title = self._titles[name]
        self._name = name
        is_first = name in _FIRST
        last = len(_FIRST)
        self.set_label(last, self._more if is_first else f"{title} …")
        self.choose(_FIRST.index(name) if is_first else last)

    @Slot(int)
    def _chose(self, index: int) -> None:
        if index < len(_FIRST):
            self.pick(_FIRST[index])
            self.picked.emit(self._name)
            return
        self.pick(self._name)  # until something of the menu is taken
        self.menu.popup(self.mapToGlobal(QPoint(self.segment_left(index), 0)))

    @Slot(QAction)
    def _took(self, action: QAction) -> None:
        self.pick(str(action.data()))
        self.picked.emit(self._name)
