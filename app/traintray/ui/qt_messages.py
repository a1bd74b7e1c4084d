"""Sends what Qt has to say to the log instead of the user's terminal."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_early: list[tuple[QtMsgType, str]] = []
_MOST_EARLY = 100


def hold() -> None:
    """Keep Qt's messages until there is a log: importing logging can wait."""
    qInstallMessageHandler(_keep)


def to_log() -> None:
    """Log what was kept, and Qt's messages from now on."""
    qInstallMessageHandler(_take)
    for kind, text in _early:
        _log(kind, text)
    _early.clear()


def to_terminal() -> None:
    """Let Qt write to stderr again: at the end, when Python may be gone before it."""
    qInstallMessageHandler(None)


def _keep(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    if len(_early) < _MOST_EARLY:
        _early.append((kind, f"{context.category}: {text}"))
    if kind is QtMsgType.QtFatalMsg:  # Qt ends the process when this returns
        sys.stderr.write("\n".join(f"traintray: {told}" for _, told in _early) + "\n")


def _take(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    _log(kind, f"{context.category}: {text}")


def _log(kind: QtMsgType, text: str) -> None:
    import logging

    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
        QtMsgType.QtCriticalMsg: logging.ERROR,
        QtMsgType.QtFatalMsg: logging.CRITICAL,
    }
    logging.getLogger("qt").log(levels.get(kind, logging.WARNING), "%s", text)
