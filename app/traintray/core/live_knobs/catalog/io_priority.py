"""Who is served first at the disk: the run or the rest.

Nothing was measured: most disks have no scheduler that looks at it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.live_knob import LiveKnob, Site
from traintray.core.live_knobs.tasks import Attribute
from traintray.core.sentence import Sentence

_TAKES = Sentence(
    "LiveKnobs",
    "idle, best-effort-0 (first) to best-effort-7 (last), or none, which follows nice",
)


def rule(value: str, _site: Site, _present: Sequence[str]) -> str:
    """Return `to:CLASS:LEVEL`."""
    if value in ("idle", "none"):
        return f"to:{value}:0"
    if found := re.fullmatch(r"best-effort-([0-7])", value):
        return f"to:best-effort:{found[1]}"
    raise IllegalValueError(_TAKES)


def target(rule: str, before: str) -> str:
    """Return class and level; realtime stays, since only root could give it back."""
    return before if before.startswith("realtime") else rule.partition(":")[2]


def recommend(site: Site) -> Sentence:
    """Never: it gives the run less, and whose files are urgent only the user knows."""
    if not site.place.heeding_disks:
        return _UNHEEDED
    return Sentence("LiveKnobs", "only you know what else reads from the disk")


def cautions(_value: str, site: Site) -> tuple[Sentence, ...]:
    """Warn where nothing would come of it."""
    if site.place.heeding_disks:
        return ()
    return (
        Sentence(
            "LiveKnobs",
            "No disk here has a scheduler that looks at I/O priorities (BFQ or"
            " mq-deadline), so that nothing would change.",
        ),
    )


_UNHEEDED = Sentence("LiveKnobs", "no disk here has a scheduler that looks at it")

KNOB = LiveKnob(
    name="io_priority",
    attribute=Attribute.IO_PRIORITY,
    rule=rule,
    target=target,
    takes=lambda _site: _TAKES,
    choices=lambda _site: ("best-effort-7", "idle"),
    recommend=recommend,
    cautions=cautions,
    how_to_check="for t in $(ls /proc/{pid}/task); do ionice -p $t; done | sort"
    " | uniq -c",
)
