"""Reads what a series is called: whose figure it is, and in which unit."""

from __future__ import annotations

_RUN = "run/"
_UNITS = {  # the longer ending first
    "_bytes_per_s": "bytes_per_s",
    "_per_s": "per_s",
    "_fraction": "fraction",
    "_bytes": "bytes",
    "_threads": "threads",
    "_cores": "cores",
    "_cpus": "cores",
    "_celsius": "celsius",
    "_hertz": "hertz",
    "_watts": "watts",
    "_s": "seconds",
}


def run_and_figure(key: str) -> tuple[str | None, str]:
    """Return the identity of the run that a series belongs to, and its figure.

    The machine's own have no run: `cpu.busy_fraction` is a figure as it stands.
    """
    if not key.startswith(_RUN):
        return None, key
    identity, _, figure = key.removeprefix(_RUN).rpartition("/")
    return identity, figure


def unit(figure: str) -> str:
    """Return the unit that the end of a name says; `count` where it says none.

    Fractions are 0..1, `cores` are logical CPUs.
    """
    for ending, name in _UNITS.items():
        if figure.endswith(ending):
            return name
    return "count"
