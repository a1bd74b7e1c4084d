"""Who brings how many of the threads that are ready to run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.advice import RoleShare
from traintray.core.advice.case import Case
from traintray.core.detection.run import Role

_LEAST_SHOWN_THREADS = 0.5


def role_shares(case: Case, page: Mapping[str, Any]) -> tuple[RoleShare, ...]:
    """Return the shares of the roles; those below half a thread are left out.

    Empty for a kind whose text has no names of roles: threads are not its matter.
    """
    names = page.get("roles")
    if names is None:
        return ()
    main = "ranks" if case.run.count(Role.RANK) else "main"
    shares = (
        (main, "main", case.fact("main_ready_threads")),
        ("workers", "workers", case.fact("worker_ready_threads")),
    )
    other = case.fact("ready_threads") - sum(threads for _, _, threads in shares)
    return tuple(
        RoleShare(names[name].format(n=numerals.whole(threads)), threads, kind)
        for name, kind, threads in (*shares, ("other", "other", other))
        if threads >= _LEAST_SHOWN_THREADS
    )
