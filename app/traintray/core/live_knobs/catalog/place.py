"""Holds a power profile of the machine while the run goes on.

The service lets go of it when the holder ends, when it is released, and when the user
chooses a profile by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.live_knob import LiveKnob, Power, Site, Suggestion
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.sentence import Sentence

_HELD = ("performance", "power-saver")
"""`balanced` is what is there without a hold; the service holds no other."""
_FAST, _SLOW = _HELD


def rule(value: str, site: Site, _present: Sequence[str]) -> str:
    """Return `hold:PROFILE`."""
    if isinstance(site.place.power, Sentence):
        raise LiveKnobError(site.place.power)
    if value not in choices(site):
        raise IllegalValueError(takes(site))
    return f"hold:{value}"


def choices(site: Site) -> tuple[str, ...]:
    """Offer what the service of this machine can hold."""
    power = site.place.power
    there = power.profiles if isinstance(power, Power) else ()
    return tuple(profile for profile in _HELD if profile in there)


def takes(_site: Site) -> Sentence:
    """Say what can be held."""
    return Sentence(
        "LiveKnobs", "performance or power-saver, where the machine has them"
    )


def recommend(site: Site) -> Suggestion | Sentence:
    """Return the fast profile where power is saved although there is mains."""
    power = site.place.power
    if isinstance(power, Sentence):
        return power
    if power.active == _FAST:
        return Sentence("LiveKnobs", "performance is active already")
    if power.active == _SLOW and not site.place.is_on_battery:
        if _FAST in power.profiles:
            return Suggestion(
                _FAST,
                Sentence(
                    "LiveKnobs", "power-saver is active although the computer has mains"
                ),
            )
        return Sentence("LiveKnobs", "this machine has no performance profile")
    return Sentence("LiveKnobs", "nothing that was found asks for it")


def cautions(value: str, site: Site) -> tuple[Sentence, ...]:
    """Warn of what keeps it from working, and of an empty battery."""
    power, found = site.place.power, []
    if value == _FAST and isinstance(power, Power) and power.degraded:
        slowed = Sentence("LiveKnobs", "The CPU is held back all the same: {reason}.")
        found.append(slowed.filled(reason=power.degraded))
    if value == _FAST and site.place.is_on_battery:
        found.append(Sentence("LiveKnobs", "The battery will last for less long."))
    return tuple(found)


KNOB = LiveKnob(
    name="power_profile",
    attribute=None,
    rule=rule,
    target=lambda _rule, before: before,
    takes=takes,
    choices=choices,
    recommend=recommend,
    cautions=cautions,
    how_to_check="powerprofilesctl list-holds",
)
