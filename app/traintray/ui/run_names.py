"""What stands beside the name of a run on every screen: the model that it trains."""

from __future__ import annotations

from typing import Protocol

from traintray.ui import format as fmt

_LONGEST = 28
"""Signs of a model's name; names on a hub have up to 96, and a row has other words."""
_KEPT_END = 9
"""Of its end, which most often is its size: `8B`, `224`, `v1.5`."""


class Named(Protocol):
    """A run that lives, or the record of one."""

    @property
    def name(self) -> str:
        """Its script or module."""
        ...

    @property
    def model(self) -> str | None:
        """The model that it trains; None when that is not known."""
        ...


def model_text(run: Named) -> str:
    """Return the model of a run, of a long name the middle left out; empty if unknown.

    It is text, no markup, of letters, digits and `._+-/@`.
    """
    model = run.model or ""
    if len(model) <= _LONGEST:
        return model
    return f"{model[: _LONGEST - _KEPT_END - 1]}…{model[-_KEPT_END:]}"


def with_model(run: Named, *more: str) -> str:
    """Return the model and what else is said: `resnet50 · PID 41207`."""
    return f" {fmt.DOT} ".join(part for part in (model_text(run), *more) if part)


def titled(run: Named) -> str:
    """Return the name of a run and its model: `train.py · resnet50`."""
    return f" {fmt.DOT} ".join(part for part in (run.name, model_text(run)) if part)
