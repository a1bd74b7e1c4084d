"""What the popover says at its top and on its chips."""

from dataclasses import replace

import pytest

from traintray.core.advice.advice import PLANNER, Step
from traintray.core.advice.texts import Texts
from traintray.core.diagnosis.verdict import Clear, Severity, Unknown
from traintray.core.frame import State
from traintray.core.readings import Gap, GapReason, GpusReading
from traintray.ui.popover_parts.run_row import roles_text
from traintray.ui.popover_parts.verdict_words import Action
from traintray.ui.popover_parts.words import (
    Ready,
    chip_for,
    loudest,
    stale_words,
    words_for,
)
from traintray.ui.snooze_end import tomorrow_s
from traintray.ui.state_shape import Shape
from ui import frames


def test_a_finding_is_told_with_its_first_action():
    words = words_for(frames.attention_frame())

    assert words.shape is Shape.ATTENTION
    assert words.title == "Too many threads for 16 cores"
    assert words.text.startswith("41 threads are ready to run")
    assert words.action is Action.KNOB
    assert words.label == "Cap threads at 8 …"
    assert words.run_key == frames.training_run().key


def test_a_finding_without_a_knob_leads_to_the_advice():
    words = words_for(frames.critical_frame())

    assert words.shape is Shape.CRITICAL
    assert words.action is Action.ADVICE
    assert words.label == "Show advice"


def test_a_step_that_opens_the_planner_is_the_first_action():
    frame = frames.critical_frame()
    plan = Step("Compute first.", "The planner does.", opens=PLANNER)
    view = frame.runs[0]
    advice = replace(view.advice, proposals=(), steps=(plan,))

    words = words_for(replace(frame, runs=(replace(view, advice=advice),)))

    assert (words.action, words.target) == (Action.PAGE, "planner")
    assert words.label == "Open scale-out planner"
    assert words.other.action is Action.ADVICE


def tip(kind, *steps):
    """A frame with a tip without a knob."""
    frame = frames.critical_frame()
    view = frame.runs[0]
    advice = replace(view.advice, kind=kind, proposals=(), steps=steps)
    return replace(frame, runs=(replace(view, advice=advice),))


@pytest.mark.parametrize(
    ("kind", "lines", "label"),
    [
        (
            "input_bound",
            "DataLoader(dataset, num_workers=8, persistent_workers=True)",
            "Copy worker settings",
        ),
        (
            "gpu_unused",
            'python -c "import torch; print(torch.cuda.is_available())"',
            "Copy device check",
        ),
    ],
)
def test_the_lines_of_the_first_step_are_copied_by_the_button(kind, lines, label):
    done = Step("Done.", "It is.", "num_workers=2", in_place=True)

    words = words_for(tip(kind, done, Step("Do.", "It helps.", lines)))

    assert (words.action, words.label, words.target) == (Action.COPY, label, lines)
    assert words.other.action is Action.ADVICE


@pytest.mark.parametrize(
    ("kind", "lines", "label"),
    [
        ("input_bound", "image.draft('RGB', (256, 256))", "Show advice"),
        (
            "gpu_unused",
            "pip install torch\npython -c 'torch.cuda.is_available()'",
            "Show advice",
        ),
        ("memory_growth", "losses.append(loss.item())", "Show usual causes"),
        ("gpu_throttled", None, "Show cooling checks"),
        ("swapping", "DataLoader(dataset, num_workers=4)", "Show advice"),
    ],
)
def test_lines_that_need_a_word_before_are_on_the_page_only(kind, lines, label):
    words = words_for(tip(kind, Step("Do.", "It helps.", lines)))

    assert (words.action, words.label, words.other) == (Action.ADVICE, label, None)


def test_a_gpu_that_is_held_for_nothing_leads_to_its_run():
    words = words_for(tip("gpu_idle", Step("Free it.", "Others can use it.")))

    assert (words.action, words.label) == (Action.PAGE, "Show in Runs")
    assert words.target == "runs"


def test_the_shipped_tips_have_the_lines_that_the_buttons_copy():
    names = {"input_bound": "workers=", "gpu_unused": "is_available()"}
    for kind, lines in names.items():
        page = Texts("en").page(kind)
        found = [step.get("snippets", {}).get("pytorch", "") for step in page["steps"]]
        assert any(lines in each for each in found), kind


def test_a_critical_run_is_told_before_a_busier_one():
    calm, loud = frames.attention_frame(), frames.critical_frame()
    other = replace(loud.runs[0], run=frames.training_run("big.py", 7))
    both = replace(loud, runs=(*calm.runs, other))

    assert words_for(both).run_key == other.run.key


def test_of_two_findings_the_busier_run_is_told():
    calm = frames.attention_frame()
    second = replace(calm.runs[0], run=frames.training_run("second.py", 7))

    assert words_for(replace(calm, runs=(*calm.runs, second))).run_key == (
        calm.runs[0].run.key
    )


def test_all_well_gives_the_numbers_and_no_action():
    words = words_for(frames.ok_frame())

    assert words.shape is Shape.OK
    assert words.title == "Training runs well"
    assert words.text == (
        "The GPU is busy 94% of the time and the CPU keeps up at 47%. "
        "Nothing to change."
    )
    assert words.action is Action.NONE


@pytest.mark.parametrize("gpus", [None, GpusReading(())])
def test_all_well_without_gpu_speaks_of_the_cpu_only(gpus):
    words = words_for(replace(frames.ok_frame(), gpus=gpus))

    assert words.text == "The CPU is busy 47% of the time. Nothing to change."


def test_without_runs_it_watches():
    words = words_for(frames.idle_frame())

    assert words.shape is Shape.NO_DATA
    assert words.title == "Watching for training"
    assert "PyTorch" in words.text


def test_paused_offers_to_resume_whatever_was_found():
    paused = replace(frames.attention_frame(), state=State.PAUSED)

    words = words_for(paused)

    assert words.shape is Shape.PAUSED
    assert words.action is Action.RESUME
    assert "Training is not affected" in words.text


def test_a_young_run_cannot_be_told_yet():
    words = words_for(frames.unknown_frame())

    assert words.shape is Shape.WAITING
    assert words.title == "Cannot tell yet"
    assert words.text.startswith("train.py started 12\u00a0s ago.")


def test_what_cannot_be_read_is_named():
    words = words_for(frames.unreadable_run_frame())

    assert words.shape is Shape.NO_DATA
    assert words.title == "train.py is only partly readable"
    assert "threads" in words.text
    assert "_" not in words.text


def test_one_run_that_cannot_be_told_keeps_the_others_from_being_called_well():
    calm, unsure = frames.ok_frame(), frames.unknown_frame()
    both = replace(calm, runs=(*calm.runs, *unsure.runs))

    assert words_for(both).shape is Shape.WAITING


def test_no_data_gives_the_reason():
    gap = Gap(GapReason.NO_PERMISSION, "proc is hidden")
    blind = replace(frames.idle_frame(), state=State.NO_DATA, cpu=None)

    assert words_for(replace(blind, gaps={"cpu": gap})).text == (
        "The CPU cannot be read: this user may not read it."
    )
    assert "on their way" in words_for(blind).text


def test_a_stale_screen_says_for_how_long():
    words = stale_words(12.4)

    assert words.shape is Shape.NO_DATA
    assert "12\u00a0s old" in words.text
    assert words.action is Action.NONE


def test_nothing_is_loud_without_findings():
    assert loudest(frames.ok_frame()) is None
    assert loudest(frames.idle_frame()) is None


def test_what_is_only_worth_knowing_is_less_loud_than_a_finding():
    (view,) = frames.attention_frame().runs[:1]
    note = replace(view, advice=replace(view.advice, severity=Severity.NOTE))

    assert loudest(replace(frames.ok_frame(), runs=(note, view))) is view
    assert loudest(replace(frames.ok_frame(), runs=(note,))) is note


@pytest.mark.parametrize(
    ("shown", "shape", "text"),
    [
        (frames.attention_frame(), Shape.ATTENTION, "Too many threads"),
        (frames.critical_frame(), Shape.CRITICAL, "Swapping"),
        (frames.ok_frame(), Shape.OK, "Healthy"),
        (frames.unknown_frame(), Shape.WAITING, "Watching"),
        (frames.unreadable_run_frame(), Shape.NO_DATA, "Cannot tell"),
    ],
    ids=["attention", "critical", "ok", "too early", "unreadable"],
)
def test_a_run_has_its_chip(shown, shape, text):
    assert chip_for(shown.runs[0]) == (shape, text)


@pytest.mark.parametrize(
    ("workers", "expected"),
    [(0, "main"), (1, "main + 1 worker"), (8, "main + 8 workers")],
)
def test_who_takes_part_is_counted(workers, expected):
    assert roles_text(frames.training_run(workers=workers)) == expected


def test_ranks_are_counted_and_their_launcher_is_not():
    assert roles_text(frames.small_attention_frame().runs[0].run) == "4 ranks"


def test_clear_and_unknown_are_different_answers():
    view = frames.ok_frame().runs[0]
    unsure = replace(view, verdict=Unknown("x", ("sustained_s",)))

    assert isinstance(view.verdict, Clear)
    assert chip_for(view) != chip_for(unsure)


def test_a_gpu_that_stopped_answering_comes_before_any_tip():
    words = words_for(lost_gpu(frames.attention_frame()))

    assert words.shape is Shape.CRITICAL
    assert words.title == "GPU 0 stopped answering"
    assert (words.action, words.target) == (Action.PAGE, "hardware")


def test_the_report_on_a_lost_gpu_names_it_its_gaps_and_who_ran_there():
    frame = lost_gpu(frames.attention_frame())
    gpu = frame.gpus.gpus[0]

    other = words_for(frame).other

    assert other.action is Action.COPY
    for told in (gpu.name, gpu.bus_id, "busy_fraction", "train.py, PID 41207"):
        assert told in other.target


def test_a_knob_that_is_written_offers_the_command_and_undo_instead_of_itself():
    frame = frames.attention_frame()
    key = frame.runs[0].run.key

    words = words_for(frame, Ready(key, "traintray run -- python train.py"))

    assert words.shape is Shape.WAITING
    assert (words.action, words.target) == (
        Action.COPY,
        "traintray run -- python train.py",
    )
    assert words.other.action is Action.UNDO
    assert words_for(frame, Ready("another run", "")).action is Action.KNOB


@pytest.mark.parametrize(
    ("make", "page"),
    [
        pytest.param(
            lambda: replace(
                frames.gpu_unreadable_frame(),
                runs=(),
                machine=replace(frames.WORKSTATION, gpu_names=(), gpu_expected=True),
            ),
            "live",
            id="a card that cannot be read",
        ),
    ],
)
def test_an_edge_state_offers_one_thing_to_do(make, page):
    words = words_for(make())

    assert (words.action, words.target) == (Action.PAGE, page)
    assert words.label
    assert words.other.action is Action.NO_GPU


def test_where_nothing_trains_a_process_may_be_picked():
    words = words_for(frames.idle_frame())

    assert (words.action, words.label) == (Action.PICK, "Pick a process …")
    assert (words.other.action, words.other.target) == (Action.PAGE, "first_run")


def test_a_pause_says_when_it_ends_and_offers_a_longer_one_only_once():
    endless = frames.paused_frame()
    assert words_for(endless).title == "Paused"
    assert words_for(endless).other.action is Action.REST

    tonight = words_for(replace(endless, paused_until_s=endless.wall_s + 3600))
    later = words_for(replace(endless, paused_until_s=tomorrow_s(endless.wall_s)))

    assert tonight.title == "Paused until 15:37"
    assert later.title == "Paused until tomorrow, 00:00"
    assert later.other is None


def test_of_several_gpus_the_one_that_is_lost_is_named_by_its_place():
    frame = lost_gpu(frames.attention_frame())
    other = frames.gpu_reading(0.4, 60.0, 200.0, 10)
    frame = replace(frame, gpus=GpusReading((*frame.gpus.gpus, other)))

    assert frame.gpus.gpus[0].bus_id in words_for(frame).title


def test_a_gpu_that_sleeps_is_not_lost():
    asleep = with_gaps(GapReason.ASLEEP)
    frame = replace(frames.ok_frame(), gpus=GpusReading((asleep,)))

    assert words_for(frame).shape is Shape.OK


def test_without_a_run_a_card_that_cannot_be_read_is_told():
    frame = replace(frames.gpu_unreadable_frame(), runs=(), state=State.IDLE)

    words = words_for(frame)

    assert words.title == "No GPU readings"
    assert "NVML) was not found" in words.text
    assert "CPU and memory are watched as usual" in words.text


def test_a_card_beside_that_of_another_vendor_is_told_too():
    gaps = {"nvidia": Gap(GapReason.FAILED, "the driver was updated")}
    gpus = GpusReading((frames.gpu_reading(0.4, 60.0, 200.0, 10),), gaps)
    frame = replace(frames.idle_frame(), gpus=gpus)

    assert "the driver was updated" in words_for(frame).text


def test_a_driver_that_hangs_is_told_when_nothing_else_is_wrong():
    gap = Gap(GapReason.DEVICE_LOST, "the driver has not answered for 6 s")
    healthy = replace(frames.ok_frame(), gpus=None, gaps={"gpus": gap})
    trouble = replace(frames.attention_frame(), gpus=None, gaps={"gpus": gap})

    assert words_for(healthy).title == "The GPU driver does not answer"
    assert words_for(trouble).title == "Too many threads for 16 cores"


def with_gaps(reason):
    gpu = frames.gpu_reading(None, None, None, None)
    gaps = dict.fromkeys(("busy_fraction", "memory_used_bytes"), Gap(reason))
    return replace(gpu, gaps=gaps)


def lost_gpu(frame):
    return replace(frame, gpus=GpusReading((with_gaps(GapReason.DEVICE_LOST),)))
