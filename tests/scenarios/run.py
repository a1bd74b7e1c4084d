"""Start the score without setting PYTHONPATH: `python tests/scenarios/run.py`."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    sys.path[0] = str(TESTS)
    sys.path.insert(1, str(TESTS.parent / "app"))
    from scenarios.__main__ import main

    raise SystemExit(main())
