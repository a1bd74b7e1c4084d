"""Tells what a thread or device variable may look like when it is one.

Anything may stand in an environment. What has not the form that the variable is made
for is of no use to the diagnosis, and it may be a secret put where it does not belong.
"""

from __future__ import annotations

import re

from traintray.core.masking import HIDDEN, masked_text

_LONGEST = 4096
"""Characters of a value: a list of 256 CPUs has 900."""
_COUNTS = re.compile(
    r"\s{0,8}(?:[+-]?\d{1,9}(?:\s{0,8},\s{0,8}\d{1,9}){0,64}|true|false|yes|no|on|off|auto|none|all"
    r"|max|default|dynamic)?\s{0,8}",
    re.IGNORECASE,
)
"""`8`, and `8,2` for nested regions."""
_DEVICES = re.compile(
    r"(?:\s{0,8}(?:-?\d{1,4}|(?:(?:GPU|MIG)-){1,2}[0-9a-f-]{1,36}(?:/\d{1,3}){0,2}|all|none"
    r"|void|NoDevFiles)\s{0,8}(?:,|\Z)){0,256}"
)
_LIBRARY = re.compile(r"[\w./+@~-]{1,400}\.so[\w.]{0,40}")
_WORDS = re.compile(
    r"(?:[\s,:;=+*%(){}\[\]|!>.-]{0,5}"
    r"(?:roundup_power2_divisions|0x[0-9a-f]{1,64}|\d{1,9}[A-Za-z]{0,2}"
    r"|[A-Za-z]{1,24}(?:_[A-Za-z]{1,24}){0,5})(?![A-Za-z0-9_])){0,1024}"
    r"[\s,:;=+*%(){}\[\]|!>.-]{0,4}"
)
"""Numbers and words of letters between signs: `granularity=fine,compact,1,0`,
`{0:4}:8:4`, `max_split_size_mb:128`. A word of letters and digits is none of them."""
_COUNTED = re.compile(
    r"\w*(?:THREADS|PARALLELISM|COUNT|NPROC|RANK|SIZE|LIMIT|SPINCOUNT|DYNAMIC|MAX|NUM)"
)


def shown_value(name: str, value: str) -> str:
    """Return the value of a thread variable, `***` where it has not the form of one."""
    return value if _has_form(name, value) and masked_text(value) == value else HIDDEN


def _has_form(name: str, value: str) -> bool:
    if len(value) > _LONGEST:
        return False
    if name == "LD_PRELOAD":
        files = value.replace(":", " ").split()
        return all(_LIBRARY.fullmatch(file) for file in files)
    if name.endswith("VISIBLE_DEVICES"):
        return _DEVICES.fullmatch(value) is not None
    form = _COUNTS if _COUNTED.fullmatch(name) else _WORDS
    return form.fullmatch(value) is not None
