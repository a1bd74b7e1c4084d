"""Start the bench without setting PYTHONPATH by hand: `python tests/bench/run.py`.

`python tests/bench/run.py proof ...` starts the bench of the knobs instead,
`live-knobs` in the place of `proof` that of the live knobs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parents[1])

if __name__ == "__main__":
    # This folder comes off the path: its modules go by the name of the package. The
    # programs that are started need the path as well.
    sys.path[0] = TESTS
    os.environ["PYTHONPATH"] = os.pathsep.join(
        part for part in (TESTS, os.environ.get("PYTHONPATH")) if part
    )
    if sys.argv[1:2] == ["proof"]:
        del sys.argv[1]
        from bench.proof import main
    elif sys.argv[1:2] == ["live-knobs"]:
        del sys.argv[1]
        from bench.live_knobs import main
    else:
        from bench.__main__ import main

    raise SystemExit(main())
