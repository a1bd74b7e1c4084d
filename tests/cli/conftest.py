from __future__ import annotations

import pytest
from shellworld import Shell


@pytest.fixture
def shell(tmp_path) -> Shell:
    return Shell(tmp_path)
