"""An advice that is kept as texts can be shown again on another day."""

from __future__ import annotations

import json

from traintray.core.advice.advice import Advice, EvidenceRow, Step
from traintray.core.advice.told import parts, told
from traintray.core.diagnosis.verdict import Comparison, Evidence, Severity, Unit

DEMAND = Evidence("demand_threads", 41, 24, Comparison.ABOVE, Unit.THREADS, 64)
BUSY = Evidence(
    "usable_busy_fraction", 0.97, 0.8, Comparison.AT_LEAST, Unit.FRACTION, 1
)
ADVICE = Advice(
    kind="too_many_threads",
    severity=Severity.ATTENTION,
    chip="Too many threads",
    headline="Too many threads for 16 cores",
    popover_text="",
    notification_text="",
    title="41 threads compete for 16 cores",
    summary="The main process keeps 32 ready.",
    rows=(
        EvidenceRow("Threads ready to run", DEMAND, "> 24 (1.5 × cores)"),
        EvidenceRow("CPU it may use", BUSY, "≥ 80% for 15 s"),
    ),
    ruled_out=("swap 0 MiB/s", "disk pressure 2%"),
    why="Threads only take turns.",
    roles=(),
    usable_cpus=16.0,
    steps=(
        Step("Cap the pools.", "Use the knob.", "export OMP_NUM_THREADS=8"),
        Step("Restart training.", "Pools are sized at start."),
        Step("Compile.", "Already in place.", None, True, (("Cost", "A wait."),)),
    ),
    notes=("OMP_NUM_THREADS is set already.",),
)


def test_what_was_told_comes_back_word_for_word_after_it_was_written_down():
    kept = json.loads(json.dumps(parts(ADVICE)))

    again = told(kept)

    assert (again.title, again.summary, again.why) == (
        ADVICE.title,
        ADVICE.summary,
        ADVICE.why,
    )
    assert again.steps == ADVICE.steps
    assert again.ruled_out == ADVICE.ruled_out
    assert again.notes == ADVICE.notes
    assert again.labels["demand_threads"] == "Threads ready to run"
    assert again.thresholds["usable_busy_fraction"] == "≥ 80% for 15 s"


def test_a_step_without_lines_to_copy_has_none_afterwards():
    assert told(parts(ADVICE)).steps[1].snippet is None


def test_of_an_episode_whose_words_were_not_kept_every_text_is_empty():
    nothing = told({})

    assert (nothing.title, nothing.why, nothing.steps) == ("", "", ())
    assert (nothing.labels, nothing.thresholds) == ({}, {})


def test_a_name_of_a_newer_version_does_no_harm():
    assert told({"title": "One", "moral": "Two"}).title == "One"
