"""What is new since the answer before: most of what is measured stays as it was."""

from __future__ import annotations

from typing import Any

from traintray.core.replay.errors import TraceError

Json = Any
NOTHING: Any = object()
"""What there is before the first answer."""
SAME: dict[str, Json] = {}
"""The change of what stayed as it was."""

_WHOLE, _FIELDS, _GONE = "=", "~", "-"


def change(before: Json, now: Json) -> dict[str, Json]:
    """Return how to come from one JSON value to the next.

    `{}`: it is the same; `{"=": value}`: it is this now; `{"~": {...}, "-": [...]}`:
    these fields of the object are new, and these are gone.
    """
    if before is NOTHING or not (isinstance(before, dict) and isinstance(now, dict)):
        return SAME if before is not NOTHING and before == now else {_WHOLE: now}
    found: dict[str, Json] = {}
    fields = {k: v for k, v in now.items() if k not in before or before[k] != v}
    gone = [key for key in before if key not in now]
    if fields:
        found[_FIELDS] = fields
    if gone:
        found[_GONE] = gone
    return found


def changed(before: Json, how: Json) -> Json:
    """Return the value after a change; TraceError when it does not fit."""
    if not isinstance(how, dict):
        raise TraceError(f"{how!r:.60} is no change")
    if _WHOLE in how:
        return how[_WHOLE]
    if before is NOTHING:
        raise TraceError("a change of what was never said")
    if not how:
        return before
    fields, gone = how.get(_FIELDS, {}), how.get(_GONE, [])
    if not (isinstance(before, dict) and isinstance(fields, dict)):
        raise TraceError("a change of fields where there are none")
    if not (isinstance(gone, list) and all(isinstance(key, str) for key in gone)):
        raise TraceError(f"{gone!r:.60} are no fields")
    return {k: v for k, v in before.items() if k not in gone} | fields
