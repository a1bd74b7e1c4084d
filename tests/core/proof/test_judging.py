"""The verdict on a change, and what it rests on."""

from __future__ import annotations

import random

import pytest

from core.proof.proof_world import (
    CHANGED_AT_S,
    NEW,
    after,
    before,
    course,
    matched,
    wavering,
)
from traintray.core.knobs.effect import Effect, Outcome
from traintray.core.proof.judging import judge
from traintray.core.proof.outcome import proof_of


def speeds(level=10.0, count=72, seed=1):
    found = wavering(random.Random(seed), count, 0.3, 0.05)
    return [level / 10 * speed for speed in found]


def verdict(old, new, effect=None, match=None, **changes):
    kept = before(old)
    chosen = match or matched(kept)
    return judge(after(new, **changes), chosen, effect, 99.0)


def test_a_faster_run_was_helped_and_says_by_how_much():
    proof = verdict(course(speeds()), course(speeds(20.0, seed=2)))

    assert proof.verdict == "helped"
    assert proof.ratio[0] == pytest.approx(2.0, rel=0.05)
    assert proof.ratio[1] < proof.ratio[0] < proof.ratio[2]
    first = proof.measures[0]
    assert (first.key, first.unit, first.counts_first) == ("steps_per_s", "step", True)
    assert first.after / first.before == pytest.approx(proof.ratio[0])
    assert "steps a second instead of 10" in proof.why
    assert not proof.speed_is_stand_in


def test_a_slower_run_was_not_helped():
    proof = verdict(course(speeds()), course(speeds(5.4, seed=2)))

    assert proof.verdict == "slower"
    assert proof.ratio[0] == pytest.approx(0.54, rel=0.05)


@pytest.mark.parametrize("level", [9.6, 10.0, 10.4])
def test_a_few_percent_are_no_clear_change(level):
    assert verdict(course(speeds()), course(speeds(level, seed=2))).verdict == "unclear"


def test_a_change_within_the_spread_of_a_run_is_no_clear_change():
    source = random.Random(4)
    old, new = (wavering(source, 72, 0.0, 0.4) for _ in range(2))

    proof = verdict(course(old), course([1.2 * speed for speed in new]))

    assert proof.verdict == "unclear"


def test_the_warm_up_is_left_out_of_both():
    slow = [0.5] * 12

    proof = verdict(
        course(slow + speeds(count=60)), course(slow + speeds(count=60, seed=2))
    )

    assert proof.windows.warm_up_s == 60.0
    assert proof.measures[0].before == pytest.approx(10.0, rel=0.05)


def test_the_windows_are_equally_long_whatever_the_runs_were():
    proof = verdict(course(speeds(count=72)), course(speeds(count=40, seed=2)))

    windows = proof.windows
    spans = [w.until_s - w.since_s for w in (windows.before, windows.after)]
    assert spans == [150.0, 150.0]
    assert windows.warm_up_s == 50.0


def test_the_second_run_is_watched_for_as_long_as_the_first_was():
    old = course(speeds(count=40))
    running = {"ended_at_s": None}

    assert verdict(old, course(speeds(20.0, 39)), **running) is None
    assert verdict(old, course(speeds(20.0, 40)), **running).verdict == "helped"


def test_a_run_that_was_over_at_once_cannot_be_compared():
    proof = verdict(course(speeds()), course(speeds(20.0, 9)))

    assert proof.verdict == "not_comparable"
    assert "24 are needed" in proof.why


def test_a_slow_run_needs_fewer_pieces_than_a_fast_one():
    slow = course([0.05 * s for s in speeds(count=12)], piece_s=30.0)

    assert verdict(course(speeds()), slow).verdict == "slower"


def test_a_version_that_kept_nothing_cannot_be_compared_with():
    assert verdict(None, course(speeds())).verdict == "not_comparable"


def test_other_arguments_are_told():
    old = before(course(speeds()), command=("python", "train.py", "--batch", "64"))
    match = matched(old, is_same_command=False)

    proof = verdict(None, course(speeds()), match=match)

    assert proof.verdict == "not_comparable"
    assert "--batch 64" in proof.why


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"usable_cpus": 1.0}, "1 CPUs, the run before 2"),
        ({"roles": {"rank": 4}}, "4 processes, the run before with 1"),
        ({"variables": {**NEW, "OMP_PROC_BIND": "close"}}, "OMP_PROC_BIND was not set"),
        ({"variables": {}}, "without OMP_NUM_THREADS"),
        ({"variables": {"OMP_NUM_THREADS": "16"}}, "with OMP_NUM_THREADS=16"),
        ({"variables": None}, "may not be read"),
    ],
)
def test_what_else_differs_is_told_instead_of_a_verdict(changes, said):
    proof = verdict(course(speeds()), course(speeds(20.0)), **changes)

    assert proof.verdict == "not_comparable"
    assert said in proof.why


def test_a_script_that_was_edited_in_between_is_told():
    old = before(course(speeds()), script_changed_at_s=1.0)

    def edited(at_s):
        new = after(course(speeds(20.0)), script_changed_at_s=at_s)
        return judge(new, matched(old), None, 0.0).verdict

    assert (edited(2.0), edited(1.0)) == ("not_comparable", "helped")


def test_the_value_that_the_run_before_had_already_proves_nothing():
    old = before(course(speeds()), variables=NEW)

    proof = judge(after(course(speeds(20.0))), matched(old), None, 0.0)

    assert proof.verdict == "not_comparable"
    assert "OMP_NUM_THREADS=2" in proof.why


def test_a_variable_that_should_be_gone_and_is_not_is_told():
    old = before(course(speeds()), variables={"GOMP_CPU_AFFINITY": "0"})
    match = matched(old)
    change = type(match.change)("binding", {}, {"GOMP_CPU_AFFINITY": None}, 0.0)
    new = after(course(speeds(20.0)), variables={"GOMP_CPU_AFFINITY": "0"})

    proof = judge(new, matched(old, change=change), None, 0.0)

    assert "GOMP_CPU_AFFINITY is still set to 0" in proof.why


def test_old_threads_in_the_new_run_say_why_only_where_nothing_has_changed():
    effect = Outcome(
        Effect.IN_CODE,
        {"demand": "16.0", "cap": "2", "line": "7", "text": "set_num_threads(16)"},
    )

    same = verdict(course(speeds()), course(speeds(seed=2)), effect)
    faster = verdict(course(speeds()), course(speeds(20.0, seed=2)), effect)

    assert same.verdict == "not_comparable"
    assert "Line 7 of its script" in same.why
    assert faster.verdict == "helped"


def test_a_launcher_that_set_the_value_itself_is_named():
    proof = verdict(course(speeds()), course(speeds()), Outcome(Effect.LAUNCHER))

    assert "torchrun" in proof.why


def test_other_load_that_may_have_made_the_difference_is_told():
    old = course(speeds(), foreign_cores=0.8)
    new = course(speeds(16.0, seed=2), foreign_cores=0.1)

    proof = verdict(old, new)

    assert proof.verdict == "not_comparable"
    assert "5% of its CPUs, and 40%" in proof.why


def test_a_gain_beyond_what_other_load_can_make_is_still_one():
    """From 0.4 to 0.1 cores of 2: (0.95 / 0.8)² = 1.41 at most."""
    old = course(speeds(), foreign_cores=0.4)
    new = course(speeds(40.0, seed=2), foreign_cores=0.1)

    assert verdict(old, new).verdict == "helped"


def test_a_gain_within_what_other_load_can_make_is_none():
    """The same load, which may bring 1.41 times, and two runs differ by a tenth."""
    old = course(speeds(), foreign_cores=0.4)
    new = course(speeds(14.5, seed=2), foreign_cores=0.1)

    assert verdict(old, new).verdict == "not_comparable"


def test_more_load_does_not_hide_a_gain_nor_excuse_a_loss_too_early():
    loaded = {"foreign_cores": 0.8}

    gain = verdict(course(speeds()), course(speeds(20.0, seed=2), **loaded))
    loss = verdict(course(speeds()), course(speeds(6.0, seed=2), **loaded))

    assert (gain.verdict, loss.verdict) == ("helped", "not_comparable")


FAST, SLOW = 200e-6, 376e-6
"""CPU time of the same arithmetic; the host of this machine has other work."""


def test_a_gain_that_the_machine_itself_may_have_made_is_none_and_is_told():
    """Seen on a real training: a knob it does not read "helped" 1.56 times."""
    old = course(speeds(), fixed_work_s=SLOW, cpu_cores=2.0)
    new = course(speeds(15.6, seed=2), fixed_work_s=FAST, cpu_cores=2.0)

    proof = verdict(old, new)

    assert proof.verdict == "not_comparable"
    assert "computed 1.88 times as fast" in proof.why


def test_a_gain_beyond_what_the_machine_itself_gained_is_still_one():
    old = course(speeds(), fixed_work_s=SLOW, cpu_cores=2.0)
    new = course(speeds(40.0, seed=2), fixed_work_s=FAST, cpu_cores=2.0)

    assert verdict(old, new).verdict == "helped"


def test_a_loss_that_the_machine_itself_may_have_made_is_none_and_is_told():
    old = course(speeds(), fixed_work_s=FAST, cpu_cores=2.0)
    new = course(speeds(6.0, seed=2), fixed_work_s=SLOW, cpu_cores=2.0)

    proof = verdict(old, new)

    assert proof.verdict == "not_comparable"
    assert "needed 1.88 times as long" in proof.why


def test_on_a_faster_machine_a_loss_is_one_all_the_more():
    old = course(speeds(), fixed_work_s=SLOW, cpu_cores=2.0)
    new = course(speeds(7.0, seed=2), fixed_work_s=FAST, cpu_cores=2.0)

    assert verdict(old, new).verdict == "slower"


@pytest.mark.parametrize(
    ("old_s", "new_s", "cores"),
    [
        pytest.param(SLOW, FAST, (2.0, 0.0), id="hyperthreads became free"),
        pytest.param(FAST, FAST / 4, (0.2, 2.0), id="an idle CPU was clocked low"),
    ],
)
def test_what_the_use_of_the_cpus_does_to_their_speed_is_left_to_the_knob(
    old_s, new_s, cores
):
    old = course(speeds(), fixed_work_s=old_s, cpu_cores=cores[0])
    new = course(speeds(15.0, seed=2), fixed_work_s=new_s, cpu_cores=cores[1])

    assert verdict(old, new).verdict == "helped"


def test_a_machine_that_is_slow_half_of_the_time_in_both_runs_is_the_same_machine():
    """Medians would jump from one to the other."""
    halves = [FAST, SLOW] * 18
    old = course(speeds(), fixed_work_s=[*halves[1:], SLOW], cpu_cores=2.0)
    new = course(speeds(15.0, seed=2), fixed_work_s=halves, cpu_cores=2.0)

    assert verdict(old, new).verdict == "helped"


def test_a_busier_gpu_on_a_faster_machine_is_no_stand_in():
    old = course(gpu_busy_fraction=0.4, fixed_work_s=SLOW)
    new = course(gpu_busy_fraction=0.8, fixed_work_s=FAST)

    assert "as fast" in verdict(old, new).why


def test_another_run_beside_one_of_them_is_told():
    old = course(speeds(), active_runs=2.0)
    new = course(speeds(20.0), active_runs=1.0)

    proof = verdict(old, new)

    assert proof.verdict == "not_comparable"
    assert "1 training runs shared" in proof.why
    assert "2 in the run before" in proof.why


def test_figures_of_the_machine_go_with_the_speed_and_never_decide():
    old = course(speeds(), cpu_cores=2.0, switches_per_s=9000.0)
    new = course(speeds(seed=2), cpu_cores=1.0, switches_per_s=100.0)

    proof = verdict(old, new)

    by_key = {measure.key: measure for measure in proof.measures}
    assert proof.verdict == "unclear"
    assert [m.key for m in proof.measures if m.counts_first] == ["steps_per_s"]
    assert by_key["cpu_s_per_step"].before == pytest.approx(0.2, rel=0.05)
    assert by_key["cpu_s_per_step"].after == pytest.approx(0.1, rel=0.05)
    assert by_key["switches_per_s"].better == "lower"


def test_without_steps_the_cpu_never_says_that_it_helped():
    old, new = course(cpu_cores=2.0), course(cpu_cores=0.5)

    proof = verdict(old, new)

    assert proof.verdict == "unclear"
    assert proof.speed_is_stand_in
    assert "how busy the CPUs are is no speed" in proof.why


def test_without_steps_a_busier_gpu_stands_in_and_says_so():
    proof = verdict(course(gpu_busy_fraction=0.41), course(gpu_busy_fraction=0.78))

    assert (proof.verdict, proof.ratio) == ("helped", None)
    assert proof.speed_is_stand_in
    assert "41%" in proof.why
    assert "stands in for the speed" in proof.why
    assert proof.measures[0].key == "gpu_busy_fraction"
    assert proof.measures[0].counts_first


@pytest.mark.parametrize(("busy", "said"), [(0.2, "slower"), (0.45, "unclear")])
def test_an_idler_gpu_was_not_helped(busy, said):
    proof = verdict(course(gpu_busy_fraction=0.41), course(gpu_busy_fraction=busy))

    assert proof.verdict == said


def test_a_gpu_held_back_by_heat_in_one_run_is_no_stand_in():
    old = course(gpu_busy_fraction=0.4, gpu_throttled_fraction=0.0)
    new = course(gpu_busy_fraction=0.9, gpu_throttled_fraction=0.8)

    assert verdict(old, new).verdict == "not_comparable"


def test_steps_that_two_logs_count_are_not_compared():
    old = course(speeds(), source="terminal")
    new = course(speeds(20.0), source="csv")

    proof = verdict(old, new)

    assert proof.verdict == "not_comparable"
    assert "terminal and csv" in proof.why


@pytest.mark.parametrize("alike", [4, 5])
def test_windows_of_a_few_independent_values_say_nothing(alike):
    """A speed that stays for some pieces, so that 15 hold two or three values."""
    slowly = [10.0 + n // alike % 2 for n in range(20)]

    proof = verdict(course(slowly), course([2 * speed for speed in slowly]))

    assert proof.verdict == "not_comparable"
    assert "wanders so slowly" in proof.why


def test_earlier_runs_that_differed_by_more_than_a_tenth_raise_what_counts():
    old = before(course(speeds()))
    earlier = before(course(speeds(14.0, seed=3)), identity="boot/0-0")
    new = after(course(speeds(13.0, seed=2)))

    alone = judge(new, matched(old), None, 0.0)
    among = judge(new, matched(old, alike=(earlier,)), None, 0.0)

    assert (alone.verdict, among.verdict) == ("helped", "unclear")


def test_a_proof_comes_back_from_the_record_of_the_run():
    proof = verdict(course(speeds()), course(speeds(20.0, seed=2)))

    again = proof_of(after(None, proof=proof.record()))

    assert again == proof
    assert again.why.template == proof.why.template
    assert again.change.at_s == CHANGED_AT_S
