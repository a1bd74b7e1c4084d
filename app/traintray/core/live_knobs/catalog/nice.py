"""How much the run gives way to others. Only up: down again needs root.

Measured as a normal user: 0 -> 10 works, 10 -> 0 is refused (RLIMIT_NICE is 0 on the
usual distributions). So it is never recommended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.live_knob import LiveKnob, Site
from traintray.core.live_knobs.tasks import Attribute
from traintray.core.sentence import Sentence

_TAKES = Sentence("LiveKnobs", "a number from 1 to 19, the most courteous")


def rule(value: str, _site: Site, _present: Sequence[str]) -> str:
    """Return `least:N`."""
    if not re.fullmatch("[1-9]|1[0-9]", value):
        raise IllegalValueError(_TAKES)
    return f"least:{value}"


def target(rule: str, before: str) -> str:
    """Return the nice value; who gives way more already goes on doing so."""
    return str(max(int(rule.partition(":")[2]), int(before)))


def recommend(_site: Site) -> Sentence:
    """Never."""
    return Sentence("LiveKnobs", "without root it cannot be taken back")


KNOB = LiveKnob(
    name="nice",
    attribute=Attribute.NICE,
    rule=rule,
    target=target,
    takes=lambda _site: _TAKES,
    choices=lambda _site: ("5", "10"),
    recommend=recommend,
    how_to_check="ps -L -o nice= -p {pid} | sort | uniq -c",
)
