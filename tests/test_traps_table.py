"""The table of traps names tests that exist, so that it stays true."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
TABLE = TESTS.parent / "docs/traps.md"


def test_every_test_that_the_table_of_traps_names_exists():
    named = set(re.findall(r"`(test_\w+)`", TABLE.read_text()))
    written = "\n".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    missing = {name for name in named if f"def {name}(" not in written}

    assert named
    assert missing == set()


def test_every_trap_has_a_test_or_says_why_it_has_none():
    rows = [r for r in TABLE.read_text().splitlines() if r.startswith("| ")]
    bare = [
        row
        for row in rows
        if not re.search(r"`test_\w+`|not on Linux|cannot be tested|held by", row)
    ]

    assert bare == []
