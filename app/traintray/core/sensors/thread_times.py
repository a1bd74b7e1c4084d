"""What the threads of one process did in one interval."""

from __future__ import annotations

from dataclasses import dataclass, field

BUSY_SHARE = 0.05
"""A thread that ran for more than this share of an interval was busy."""


@dataclass(slots=True)
class ThreadTimes:
    """What all threads of a process did in one interval."""

    ran_s: float = 0.0
    wanted_s: float = 0.0
    """Ran or waited for a CPU."""
    busy_threads: int = 0
    main_ran_s: float = 0.0
    """What the first thread ran."""
    wanted_by_name_s: dict[str, float] = field(default_factory=dict)
    """What the threads of each name wanted; names that wanted nothing are left out."""
    wanted_in_order_s: list[tuple[str, float]] = field(default_factory=list)
    """What threads wanted in the order in which they were noted; neighbours of one
    name are one entry, also where they wanted nothing."""

    def note(self, name: str | None, ran_s: float, wanted_s: float) -> None:
        """Add what one thread did."""
        self._note_in_order(name or "", wanted_s)
        self.ran_s += ran_s
        self.wanted_s += wanted_s
        if name is not None and wanted_s > 0.0:
            before_s = self.wanted_by_name_s.get(name, 0.0)
            self.wanted_by_name_s[name] = before_s + wanted_s

    def _note_in_order(self, name: str, wanted_s: float) -> None:
        order = self.wanted_in_order_s
        if order and order[-1][0] == name:
            order[-1] = name, order[-1][1] + wanted_s
        else:
            order.append((name, wanted_s))
