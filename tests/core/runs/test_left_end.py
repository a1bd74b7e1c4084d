"""What `traintray run` left of a command's end, where the kernel tells nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.runs.runs_world import Processes
from traintray.core.progress.published import Ending, Started, publish_end
from traintray.core.runs.ends import Ends
from traintray.core.runs.left_end import left_in
from traintray.core.runs.process_end import UNKNOWN_END, End


@pytest.fixture
def processes(tmp_path: Path) -> Processes:
    return Processes(tmp_path)


def ended(processes: Processes, left: Path | None) -> End:
    processes.start(7)
    ends = Ends(processes.root, open_process=lambda _pid: None, left=left_in(left))
    ends.watch(7, 5, is_root=True)
    processes.end(7)
    return ends.take(0.0)[7]


@pytest.mark.parametrize(
    ("ending", "end"),
    [
        (Ending(0, None), End(exit_status=0)),
        (Ending(3, None), End(exit_status=3)),
        (Ending(None, 9), End(signal=9)),
    ],
)
def test_what_was_left_is_how_it_ended(processes, tmp_path, ending, end):
    publish_end(tmp_path / "left", Started(7, 5), ending)

    assert ended(processes, tmp_path / "left") == end


def test_of_another_process_with_that_number_nothing_was_left(processes, tmp_path):
    publish_end(tmp_path / "left", Started(7, 4), Ending(0, None))

    assert ended(processes, tmp_path / "left") == UNKNOWN_END


def test_without_such_a_place_nothing_was_left(processes):
    assert ended(processes, None) == UNKNOWN_END
