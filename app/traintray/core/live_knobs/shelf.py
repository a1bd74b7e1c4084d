"""Takes live knobs off the catalogue."""

from __future__ import annotations

from traintray.core.discovery import collect
from traintray.core.live_knobs import catalog
from traintray.core.live_knobs.live_knob import LiveKnob


def all_live_knobs() -> tuple[LiveKnob, ...]:
    """Return every live knob; those that can be taken back come first."""
    found = collect(catalog, "KNOB", LiveKnob)
    return tuple(sorted(found, key=lambda knob: knob.name == "nice"))


def find_live(name: str) -> LiveKnob:
    """Return the live knob of that name; LookupError when there is none."""
    for knob in all_live_knobs():
        if knob.name == name:
            return knob
    raise LookupError(name)
