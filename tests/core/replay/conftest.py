from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from core.replay.recorded import Recorded


@pytest.fixture
def record(tmp_path) -> Iterator[Callable[..., Recorded]]:
    """Makes recordings of fake worlds, each in a file of its own."""
    numbers, made = count(), []

    def make(*processes, name="t", **how) -> Recorded:
        made.append(Recorded(tmp_path / f"{next(numbers)}-{name}", *processes, **how))
        return made[-1]

    yield make
    for one in made:
        one.close()
