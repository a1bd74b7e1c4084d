"""A fair scheduler: who gets how much CPU time when all cannot have what they want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_NOTHING = 1e-9


@dataclass
class Threads:
    """Threads that are alike: of one kind, in processes of one kind."""

    count: int
    wants: float
    """Share of the time in which each one would run if it were alone, 0..1."""
    mask: frozenset[int]
    group: str = ""
    """Its control group; a quota belongs to one."""
    got: float = 0.0
    """Share of the time in which each one ran, 0..1."""
    unserved: float = 1.0
    """Its demand when it does not get what it wants: below 1.0 for those who sleep
    until others have done their part."""

    @property
    def demand(self) -> float:
        """Share of the time in which each one ran or waited for a CPU.

        One that gets what it wants is served at once, as a sleeper is when it wakes;
        one that does not never sleeps.
        """
        return (
            self.wants
            if self.got >= self.wants - _NOTHING
            else max(self.got, self.unserved)
        )


def share_out(threads: Sequence[Threads], quotas: dict[str, float]) -> None:
    """Fill in what each one gets: the least served first, up to every limit.

    No set of CPUs can give more than it has to those who may run only there, and no
    control group gets more than its quota.
    """
    limits = [
        (
            [t for t in threads if t.mask <= mask],
            float(len(mask)),
        )
        for mask in {t.mask for t in threads}
    ]
    limits += [
        ([t for t in threads if t.group == group], quota)
        for group, quota in quotas.items()
    ]
    everywhere = frozenset().union(*(t.mask for t in threads))
    limits.append((list(threads), float(len(everywhere))))
    limits = [(who, most) for who, most in limits if who]
    open_ids = {id(t) for t in threads if t.count and t.wants > _NOTHING}
    for t in threads:
        t.got = 0.0
    while open_ids:
        levels = [_level(who, most, open_ids) for who, most in limits]
        level = min(levels)
        for t in threads:
            if id(t) in open_ids:
                t.got = min(t.wants, level)
        done = {id(t) for t in threads if id(t) in open_ids and t.wants <= level}
        for (who, _), one in zip(limits, levels, strict=True):
            if one <= level + _NOTHING:
                done |= {id(t) for t in who if id(t) in open_ids}
        open_ids -= done


def _level(who: Sequence[Threads], most: float, open_ids: set[int]) -> float:
    """Return the share up to which those who are still open can be filled together."""
    left = most - sum(t.got * t.count for t in who if id(t) not in open_ids)
    rest = sorted((t for t in who if id(t) in open_ids), key=lambda t: t.wants)
    count = sum(t.count for t in rest)
    for t in rest:
        if t.wants * count > left:
            return max(0.0, left) / count
        left -= t.wants * t.count
        count -= t.count
    return float("inf")
