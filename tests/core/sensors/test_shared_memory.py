"""Memory by its part of what is shared."""

import pytest

from fakes import write_tree
from traintray.core.sensors.shared_memory import proportional_bytes

ROLLUP = (
    "55d0-7ffe ---p 00000000 00:00 0    [rollup]\nRss:  171000 kB\nPss:   44000 kB\n"
    "Pss_Dirty:  30 kB\n"
)


def test_shared_pages_count_by_their_part(tmp_path):
    write_tree(tmp_path, {"proc/42/smaps_rollup": ROLLUP})

    assert proportional_bytes(42, tmp_path) == 44000 * 1024


@pytest.mark.parametrize("text", ["", "Rss: 5 kB\n", "x\nPss: many kB\n"])
def test_what_makes_no_sense_is_unknown(tmp_path, text):
    write_tree(tmp_path, {"proc/42/smaps_rollup": text})

    assert proportional_bytes(42, tmp_path) is None


def test_a_kernel_without_the_file_tells_nothing(tmp_path):
    write_tree(tmp_path, {"proc/42/status": ""})

    assert proportional_bytes(42, tmp_path) is None


def test_a_process_that_is_gone_is_an_error(tmp_path):
    with pytest.raises(ProcessLookupError):
        proportional_bytes(42, tmp_path)
