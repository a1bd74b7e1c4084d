"""Advice says what was measured, in words that a test can hold it to."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.detection.runs import member, run
from traintray import assets
from traintray.core.advice.book import Book
from traintray.core.advice.words import Case
from traintray.core.detection.run import CodeLine, Role
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.rule import Rule
from traintray.core.diagnosis.verdict import (
    Comparison,
    Evidence,
    Finding,
    Severity,
    Unit,
)
from traintray.core.discovery import collect
from traintray.core.knobs.catalog.thread_cap import KNOB
from traintray.core.knobs.knob import NotHelpful, Obstacle
from traintray.core.readings import UsableCpus

LANGUAGES = sorted(p.name for p in assets.path("advice").iterdir() if p.is_dir())
LONGEST_NOTIFICATION = 110
CAUSES = (
    "one_process",
    "quota",
    "ranks",
    "nested",
    "worker_pools",
    "workers",
    "mixed",
    "several_runs",
)


def evidence(key, measured, threshold, unit=Unit.THREADS):
    return Evidence(key, measured, threshold, Comparison.AT_LEAST, unit, scale=64.0)


def threads_finding(cause="ranks", **facts):
    known = {
        "cause": cause,
        "ready_threads": 8.0,
        "main_ready_threads": 8.0,
        "worker_ready_threads": 0.0,
        "ranks": 4.0,
        "workers": 0.0,
        "runs": 1.0,
        "threads_per_process": 2.0,
        "set_in_code": 0.0,
    }
    return Finding(
        "too_many_threads",
        Severity.ATTENTION,
        (
            evidence("usable_busy_fraction", 0.97, 0.8, Unit.FRACTION),
            evidence("demand_threads", 8.0, 3.0),
            evidence("waiting_threads", 6.2, 1.0),
            evidence("all_runs_demand_threads", 8.0, 2.5),
        ),
        (evidence("swap_bytes_per_s", 0.0, 2.0**20, Unit.BYTES_PER_S),),
        {**known, **facts},
    )


def four_ranks(**changes):
    launcher = member(1, Role.LAUNCHER, 0.0)
    return run(launcher, *(member(n, Role.RANK, 2.0) for n in range(2, 6)), **changes)


def case(finding=None, a_run=None, **changes):
    a_run = a_run or four_ranks()
    known = {
        "finding": finding or threads_finding(),
        "run": a_run,
        "recommendation": KNOB.recommend(a_run, 1),
        "sustained_s": 15.0,
    }
    return Case(**{**known, **changes})


def test_the_headline_and_the_rows_show_what_was_measured():
    advice = Book().advise(case())

    assert advice.headline == "Too many threads for 2 CPUs"
    assert advice.title == "8 threads competing for 2 CPUs"
    rows = {row.evidence.key: row.threshold_text for row in advice.rows}
    assert rows["usable_busy_fraction"] == "≥ 80% for 15\N{NO-BREAK SPACE}s"
    assert rows["demand_threads"] == "≥ 3 (1.5 × CPUs)"
    assert advice.ruled_out == ("swap 0\N{NO-BREAK SPACE}MiB/s",)


@pytest.mark.parametrize(
    ("held_s", "told"),
    [
        pytest.param(248.0, "For 4\N{NO-BREAK SPACE}min, 8 threads", id="counted"),
        pytest.param(None, "For 15\N{NO-BREAK SPACE}s, 8 threads", id="at least"),
    ],
)
def test_how_long_it_has_held_is_told_and_else_how_long_at_least(held_s, told):
    advice = Book().advise(case(held_s=held_s))

    assert advice.popover_text.startswith(told)


def test_a_share_that_was_not_measured_leaves_no_gap_in_the_sentence():
    busy, *others = threads_finding().evidence
    finding = threads_finding(is_busy_unknown=1.0)
    finding = replace(finding, evidence=tuple(others))

    advice = Book().advise(case(finding))

    assert busy.key == "usable_busy_fraction"
    assert advice.popover_text.endswith("have taken turns on 2 CPUs.")
    assert "busy" not in advice.notification_text


def test_the_cap_is_proposed_with_its_arithmetic_and_its_lines():
    advice = Book().advise(case())

    (proposal,) = advice.proposals
    assert (proposal.knob, proposal.value) == ("thread_cap", 1)
    assert proposal.arithmetic == "1 = 2 cores ÷ 4 processes, at least 1"
    assert proposal.action == "Cap threads at 1 …"
    assert "export OMP_NUM_THREADS=1" in advice.steps[0].snippet


def test_a_number_in_code_is_shown_with_its_line_and_no_knob_is_offered():
    line = CodeLine("/home/a/train.py", 12, "torch.set_num_threads(16)")
    a_run = run(member(1, Role.MAIN, 13.0), code_lines=(line,))

    advice = Book().advise(case(threads_finding("one_process", set_in_code=1.0), a_run))

    assert advice.proposals == ()
    assert "Line 12 of train.py" in advice.steps[0].text
    assert "No environment variable overrides" in advice.steps[0].text
    assert advice.steps[0].snippet.splitlines()[1] == "torch.set_num_threads(16)"
    assert advice.steps[0].snippet.splitlines()[3] == "torch.set_num_threads(2)"


def test_a_line_that_sets_what_fits_does_not_take_the_knob_away():
    line = CodeLine("/home/a/train.py", 12, "torch.set_num_threads(1)")

    advice = Book().advise(case(a_run=four_ranks(code_lines=(line,))))

    assert advice.proposals
    assert any("sets a thread count in code" in note for note in advice.notes)


def test_a_number_in_code_that_was_not_found_is_not_claimed_to_be_on_a_line():
    a_run = run(member(1, Role.MAIN, 13.0))

    advice = Book().advise(case(threads_finding("one_process", set_in_code=1.0), a_run))

    assert advice.proposals == ()
    assert advice.steps[0].title == "Look for a number that is set in code."


def test_a_variable_that_the_run_has_already_is_told():
    a_run = four_ranks(thread_variables={"OMP_NUM_THREADS": "8"})

    advice = Book().advise(case(a_run=a_run))

    assert any("OMP_NUM_THREADS=8 is already set" in note for note in advice.notes)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "computes on 1 thread or fewer"), ("zh_CN", "本来就不超过 1 个线程")],
)
def test_a_knob_that_would_change_nothing_says_so_in_each_language(language, told):
    refusal = NotHelpful(Obstacle.WITHIN_ALREADY, 1)

    advice = Book(language).advise(case(recommendation=refusal))

    assert told in " ".join(advice.notes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("obstacle", Obstacle)
def test_every_obstacle_has_a_sentence(language, obstacle):
    advice = Book(language).advise(case(recommendation=NotHelpful(obstacle, 8)))

    assert any("8" in note for note in advice.notes)


def test_a_quota_that_the_run_does_not_see_is_told():
    quota = UsableCpus(1.5, (0, 1, 2, 3), 4, 1.5)

    advice = Book().advise(case(a_run=replace(four_ranks(), usable_cpus=quota)))

    assert any("allows this run 1.5 CPUs" in note for note in advice.notes)
    assert "although it sees 4" in " ".join(advice.notes)


def test_more_ranks_than_cpus_are_told_that_the_cap_is_not_enough():
    steps = Book().advise(case()).steps

    assert "There is room for 2 ranks." in " ".join(step.text for step in steps)


@pytest.mark.parametrize("name", ["<b>x</b>.py", "{evil}.py", "a\x1b[31m.py", "n" * 99])
def test_hostile_names_stay_plain_and_short(name):
    advice = Book().advise(case(a_run=four_ranks(name=name)))

    assert len(advice.notification_text) <= LONGEST_NOTIFICATION
    assert "\x1b" not in advice.notification_text
    if name.startswith("<b>"):
        assert "<b>x</b>.py" in advice.notification_text


def test_one_cpu_is_not_called_cpus():
    one = UsableCpus(1.0, (0,), 1, None)

    advice = Book().advise(case(a_run=replace(four_ranks(), usable_cpus=one)))

    assert advice.headline == "Too many threads for 1 CPU"


def test_an_unknown_language_comes_in_english():
    assert Book("tlh").advise(case()).chip == "Too many threads"


# Guards over every text of every language.


def pages():
    kinds = [rule.kind for rule in collect(rules, "RULE", Rule)]
    return [(language, kind) for language in LANGUAGES for kind in kinds]


@pytest.mark.parametrize(("language", "kind"), pages())
def test_every_kind_has_a_text_in_every_language(language, kind):
    assert Path(assets.path(f"advice/{language}/{kind}.toml")).stat().st_size > 500


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", CAUSES)
def test_every_cause_can_be_told(language, cause):
    workers = [member(n, Role.WORKER, 2.0) for n in range(2, 6)]
    a_run = run(member(1, Role.MAIN, 1.0), *workers)
    finding = threads_finding(cause, workers=4.0, worker_ready_threads=8.0)

    advice = Book(language).advise(case(finding, a_run))

    assert len(advice.headline) <= 42
    assert len(advice.notification_text) <= LONGEST_NOTIFICATION
    assert "{" not in advice.title + advice.summary + advice.why
    assert "–" not in advice.title + advice.summary
    assert advice.steps


HAN_BESIDE_LATIN = re.compile("[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]")


@pytest.mark.parametrize("cause", CAUSES)
def test_chinese_advice_has_a_space_between_han_and_latin(cause):
    workers = [member(n, Role.WORKER, 2.0) for n in range(2, 6)]
    a_run = run(member(1, Role.MAIN, 1.0), *workers)
    finding = threads_finding(cause, workers=4.0, worker_ready_threads=8.0)

    advice = Book("zh_CN").advise(case(finding, a_run))

    said = [advice.title, advice.headline, advice.popover_text, advice.summary]
    said += [advice.notification_text, advice.why, *advice.notes, *advice.ruled_out]
    said += [text for step in advice.steps for text in (step.title, step.text)]
    said += [row.label + row.threshold_text for row in advice.rows]
    said += [text for p in advice.proposals for text in (p.arithmetic, p.action)]
    assert not [text for text in said if HAN_BESIDE_LATIN.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_computing_on_the_cpu_can_be_told(language):
    finding = Finding(
        "cpu_compute",
        Severity.ATTENTION,
        (
            evidence("usable_busy_fraction", 0.99, 0.8, Unit.FRACTION),
            evidence("main_demand_threads", 2.0, 1.5),
            evidence("main_demand_fraction", 1.0, 0.6, Unit.FRACTION),
        ),
        (),
        {
            "ready_threads": 2.0,
            "main_ready_threads": 2.0,
            "worker_ready_threads": 0.0,
            "main_demand_fraction": 1.0,
        },
    )
    a_run = run(member(1, Role.MAIN, 2.0))

    plain = Book(language).advise(case(finding, a_run, recommendation=None))
    with_bf16 = Book(language).advise(
        case(finding, a_run, recommendation=None, has_bfloat16=True)
    )

    assert len(plain.headline) <= 42
    assert not any("bfloat16" in (s.snippet or "") for s in plain.steps)
    assert any("bfloat16" in (s.snippet or "") for s in with_bf16.steps)


def test_only_the_number_of_the_call_is_changed():
    line = CodeLine("/x/train.py", 3, "torch.manual_seed(42); torch.set_num_threads(8)")
    a_run = run(member(1, Role.MAIN, 8.0), code_lines=(line,))

    advice = Book().advise(case(threads_finding("one_process", set_in_code=1.0), a_run))

    fixed = advice.steps[0].snippet.splitlines()[3]
    assert fixed == "torch.manual_seed(42); torch.set_num_threads(2)"


def test_a_line_that_nothing_proves_to_run_leaves_the_knob():
    line = CodeLine("/x/train.py", 3, "torch.set_num_threads(64)")

    assert Book().advise(case(a_run=four_ranks(code_lines=(line,)))).proposals


def test_other_findings_are_named_by_their_chips_in_each_language():
    finding = replace(threads_finding(), also=("cpu_compute",))

    assert Book().advise(case(finding)).also == ("Computing on the CPU",)
    assert Book("zh_CN").advise(case(finding)).also == ("CPU 计算",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_estimate_is_told_and_a_measurement_needs_no_word(language):
    estimated = replace(threads_finding(), is_estimate=True)

    assert Book(language).advise(case(estimated)).estimate
    assert Book(language).advise(case()).estimate == ""


def test_every_number_comes_with_its_reason_and_its_source():
    a_run = four_ranks()
    advice = Book().advise(case(a_run=a_run))

    rows = {row.evidence.key: row for row in advice.rows}
    assert "1.46" in rows["demand_threads"].reason
    assert rows["demand_threads"].source.startswith("/proc/2/task/*/schedstat")
    (swap,) = advice.ruled_out_rows
    assert swap.label == "swap 0\N{NO-BREAK SPACE}MiB/s"
    assert swap.threshold_text == "≥ 1\N{NO-BREAK SPACE}MiB/s"
    assert swap.source.startswith("vmstat 1")


def test_a_kind_that_is_short_of_a_reason_takes_the_common_one():
    rows = {row.evidence.key: row for row in Book().advise(case()).rows}

    assert rows["usable_busy_fraction"].reason.startswith("From here on the CPUs are")


@pytest.mark.parametrize(
    ("threshold", "text"),
    [
        (1.25, "≥ 1.25 (0.62 × CPUs)"),
        (3.0, "≥ 3 (1.5 × CPUs)"),
        (10.5, "≥ 10.5 (5.25 × CPUs)"),
        (384.0, "≥ 384 (192 × CPUs)"),
    ],
)
def test_a_threshold_is_told_as_exactly_as_it_is(threshold, text):
    finding = replace(
        threads_finding(), evidence=(evidence("demand_threads", 999.0, threshold),)
    )

    (row,) = Book().advise(case(finding)).rows
    assert row.threshold_text == text


def test_below_one_cpu_a_threshold_is_not_explained_by_its_ratio():
    half = UsableCpus(0.5, (0,), 1, 0.5)
    finding = replace(
        threads_finding(), evidence=(evidence("demand_threads", 2.0, 1.5),)
    )

    (row,) = Book().advise(case(finding, replace(four_ranks(), usable_cpus=half))).rows
    assert row.threshold_text == "≥ 1.5"


def test_room_for_workers_is_shared_among_the_ranks():
    ranks = [member(n, Role.RANK, 2.0) for n in range(2, 6)]
    a_run = run(member(1, Role.LAUNCHER, 0.0), *ranks, cpus=16)
    finding = threads_finding("nested", workers=32.0, worker_ready_threads=8.0)

    steps = Book().advise(case(finding, a_run)).steps

    said = " ".join(step.text for step in steps)
    assert "With 16 CPUs for 4 ranks, there is room for 3 workers in each." in said


@pytest.mark.parametrize(
    ("framework", "told"),
    [
        ("pytorch", "torch.set_num_threads(1)"),
        ("tensorflow", "set_intra_op_parallelism_threads(1)"),
        ("xgboost", "params['nthread'] = 1"),
        ("lightgbm", "params['num_threads'] = 1"),
        ("catboost", "thread_count=1"),
        ("scikit_learn", "threadpool_limits(limits=1)"),
        ("jax", None),
    ],
)
def test_where_a_number_in_code_stands_is_told_for_the_framework(framework, told):
    advice = Book().advise(
        case(threads_finding(set_in_code=1.0), four_ranks(framework=framework))
    )

    (step,) = [s for s in advice.steps if s.title.startswith("Look for a number")]
    assert told is None if step.snippet is None else told in step.snippet


def test_one_thread_is_not_advised_to_try_one_thread():
    def steps(threads):
        finding = Finding(
            "cpu_compute",
            Severity.ATTENTION,
            (evidence("main_demand_fraction", 1.0, 0.6, Unit.FRACTION),),
            (),
            {"main_demand_fraction": 1.0, "threads_per_process": threads},
        )
        a_run = run(member(1, Role.MAIN, threads))
        return [s.title for s in Book().advise(case(finding, a_run)).steps]

    assert "If the model is tiny, try one thread." in steps(2.0)
    assert "If the model is tiny, try one thread." not in steps(1.0)


def test_half_of_the_cores_for_workers_is_followed_by_fewer_workers():
    workers = [member(n, Role.WORKER, 0.9) for n in range(2, 14)]
    a_run = run(member(1, Role.MAIN, 16.0), *workers, cpus=16)
    finding = threads_finding("mixed", workers=12.0, worker_ready_threads=11.0)

    steps = Book().advise(case(finding, a_run)).steps

    assert "room for 8 workers beside" in " ".join(step.text for step in steps)


@pytest.mark.parametrize(
    ("cpus", "main", "room"),
    [
        pytest.param(2, 0.05, "2 workers", id="a main process that waits"),
        pytest.param(2, 1.0, "1 worker", id="one that computes"),
        pytest.param(8, 0.05, "7 workers", id="room for both"),
        pytest.param(1, 0.05, "1 worker", id="one is the least"),
    ],
)
def test_the_room_for_workers_leaves_the_main_process_what_it_needs(cpus, main, room):
    workers = [member(n, Role.WORKER, 1.0) for n in range(2, 18)]
    a_run = run(member(1, Role.MAIN, main), *workers, cpus=cpus)
    finding = threads_finding(
        "workers", workers=16.0, worker_ready_threads=16.0, main_ready_threads=main
    )

    steps = Book().advise(case(finding, a_run)).steps

    assert f"{room} can load as much" in " ".join(step.text for step in steps)


def test_one_process_under_half_a_cpu_is_not_told_to_start_fewer():
    half = UsableCpus(0.5, (0,), 1, 0.5)
    finding = threads_finding("one_process", ranks=1.0)

    advice = Book().advise(case(finding, replace(four_ranks(), usable_cpus=half)))

    assert "Start fewer processes." not in [step.title for step in advice.steps]
