"""What can be wrong with a trace."""

from __future__ import annotations


class TraceError(Exception):
    """It cannot be read, or no further; the text is one sentence for a person."""


class NoTraceError(TraceError):
    """It is no trace, or one that this version does not know."""
