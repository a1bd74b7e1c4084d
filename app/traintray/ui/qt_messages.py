"""Sends what Qt has to say to the log instead of the user's terminal."""

from __future__ import annotations

import logging

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

log = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def to_log() -> None:
    """Log Qt's messages from now on."""
    qInstallMessageHandler(_take)


def to_terminal() -> None:
    """Let Qt write to stderr again: at the end, when Python may be gone before it."""
    qInstallMessageHandler(None)


def _take(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    log.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category, text)
