"""Who can get where without a mouse, and what a screen reader is told there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

_MOST = 300
_MOUSE = ("mousePressEvent", "mouseReleaseEvent")


def takes_tab(widget: QWidget) -> bool:
    """Whether the keyboard should be able to get there."""
    wanted = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    proxied = widget.focusProxy() is not None
    return wanted and not proxied and widget.isVisible() and widget.isEnabled()


def controls(window: QWidget) -> list[QWidget]:
    """Return all that takes the keyboard."""
    return [each for each in window.findChildren(QWidget) if takes_tab(each)]


def tabbed(window: QWidget) -> list[QWidget]:
    """Press Tab until it comes round; return where it went, in order."""
    window.activateWindow()
    QApplication.processEvents()
    window.setFocus()
    found: list[QWidget] = []
    for _ in range(_MOST):
        QTest.keyClick(window, Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        if here is None or here in found:
            break
        found.append(here)
    return found


def is_group_of(widget: QWidget, reached: list[QWidget]) -> bool:
    """Whether the arrow keys go there from one that Tab reached: of several choices
    only the one that is taken is on the way.
    """
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and any(
        isinstance(each, QAbstractButton) and each.group() is group for each in reached
    )


def nameless(window: QWidget) -> list[str]:
    """Return the focusable parts of the accessibility tree that have no name."""
    found = []
    for interface in _walk(QAccessible.queryAccessibleInterface(window)):
        state = interface.state()
        if not state.focusable or state.invisible or state.disabled:
            continue
        if not interface.text(QAccessible.Text.Name).strip():
            thing = interface.object()
            found.append(f"{type(thing).__name__} in {_where(thing)}")
    return found


def _walk(interface) -> Iterator:
    if interface is None or not interface.isValid():
        return
    yield interface
    if interface.role() is QAccessible.Role.Table:
        return  # a table names its cells by their texts
    for number in range(interface.childCount()):
        yield from _walk(interface.child(number))


def _where(thing) -> str:
    names = []
    while thing is not None and len(names) < 4:
        thing = thing.parent()
        names.append(type(thing).__name__)
    return " < ".join(names)


def mouse_only(window: QWidget) -> list[str]:
    """Return parts that heed the mouse and not the keyboard."""
    return [
        type(each).__name__
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and type(each).__module__.startswith("traintray")
        and any(name in vars(type(each)) for name in _MOUSE)
        and not each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def silent_pictures(window: QWidget) -> list[str]:
    """Return parts that paint themselves and tell a screen reader nothing."""
    return [
        type(each).__name__
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and type(each).__module__.startswith("traintray")
        and "paintEvent" in vars(type(each))
        and not each.findChildren(QWidget)
        and not isinstance(each, QLabel)
        and not each.accessibleName()
        and not (isinstance(each, QAbstractButton) and each.text())
    ]


def against_reading_order(window: QWidget, order: list[QWidget]) -> list[str]:
    """Return steps of the Tab key that go up, or left in one line. A step to the top of
    a column further right is none.
    """
    found = []
    for before, after in itertools.pairwise(order):
        a, b = _box(window, before), _box(window, after)
        if b.bottom() <= a.top() and b.left() < a.right():
            found.append(f"up: {_named(before)} -> {_named(after)}")
        elif _on_a_line(a, b) and b.right() <= a.left():
            found.append(f"left: {_named(before)} -> {_named(after)}")
    return found


def _on_a_line(a: QRect, b: QRect) -> bool:
    middle = b.center().y()
    return a.top() <= middle <= a.bottom()


def _box(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _named(widget: QWidget) -> str:
    text = widget.accessibleName() or getattr(widget, "text", lambda: "")()
    return f"{type(widget).__name__} {text!r}"
