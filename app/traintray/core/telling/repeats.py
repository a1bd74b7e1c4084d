"""Whether the same thing about the same run may be told again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from traintray.core.telling.daytime import is_lately

Topic = tuple[str, str]
"""Run key, kind of the finding."""

FIRST_COOL_S = 1800.0
"""Who has read a tip has it in mind for half an hour."""
LONGEST_COOL_S = 8 * 3600.0
"""It doubles with each telling; after a night it may be told again."""
GONE_S = 300.0
"""What comes back within this time was never gone for a person: a validation or a
checkpoint between two epochs lets most conditions rest for a few minutes."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of one topic. Times are seconds since 1970."""

    told_at_s: float | None = None
    times: int = 0
    """How often it was told."""
    stood_at_s: float = float("-inf")
    """When it was last seen to hold."""

    @property
    def cool_s(self) -> float:
        """For how long after the last telling it is not told again."""
        return float(min(FIRST_COOL_S * 2 ** max(0, self.times - 1), LONGEST_COOL_S))


class Repeats:
    """Remembers topics on the wall clock, which goes on while the computer sleeps."""

    def __init__(self) -> None:
        self._topics: dict[Topic, Memory] = {}

    def may_begin(self, topic: Topic, wall_s: float) -> bool:
        """Whether an episode that begins now may be told. Ask before `stand`."""
        known = self._topics.get(topic)
        if known is None or known.told_at_s is None:
            return True
        too_soon = is_lately(known.told_at_s, wall_s, known.cool_s)
        return not too_soon and not is_lately(known.stood_at_s, wall_s, GONE_S)

    def was_told_lately(self, topic: Topic, wall_s: float) -> bool:
        """Whether it was told less than its first cool-down ago."""
        known = self._topics.get(topic)
        if known is None or known.told_at_s is None:
            return False
        return is_lately(known.told_at_s, wall_s, FIRST_COOL_S)

    def stand(self, topic: Topic, wall_s: float) -> None:
        """Note that it holds now."""
        known = self._topics.get(topic, Memory())
        self._topics[topic] = replace(known, stood_at_s=wall_s)

    def tell(self, topic: Topic, wall_s: float) -> Memory:
        """Note that it is told now; return what was known before, for `restore`."""
        before = self._topics.get(topic, Memory())
        self._topics[topic] = replace(before, told_at_s=wall_s, times=before.times + 1)
        return before

    def restore(self, topic: Topic, before: Memory) -> None:
        """Forget a telling that did not count: it reached nobody, or was snoozed."""
        self._topics[topic] = before

    def runs(self) -> set[str]:
        """Return the runs of which something is known."""
        return {key for key, _ in self._topics}

    def forget(self, runs: Collection[str]) -> None:
        """Drop what is known of runs that have gone."""
        for topic in [topic for topic in self._topics if topic[0] in runs]:
            del self._topics[topic]

    def __iter__(self) -> Iterator[tuple[Topic, Memory]]:
        """Return what is known, topic by topic."""
        return iter(self._topics.items())

    def recall(self, topic: Topic, known: Memory) -> None:
        """Take up what was known before the app was started anew."""
        self._topics.setdefault(topic, known)
