"""What each live knob does to a thread, offers, recommends and warns of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.detection.runs import member, run
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import Role
from traintray.core.detection.traits import Traits
from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.cpu_sets import read_cpus, written
from traintray.core.live_knobs.live_knob import Place, Power, Site, Suggestion
from traintray.core.live_knobs.live_plan import LiveKnobError
from traintray.core.live_knobs.place import read_place
from traintray.core.live_knobs.shelf import all_live_knobs, find_live
from traintray.core.sensors.topology import cores_of, fast_cpus
from traintray.core.sentence import Sentence

AFFINITY = find_live("cpu_affinity")
IO = find_live("io_priority")
NICE = find_live("nice")
POWER = find_live("power_profile")
PAIRS = tuple((n, n + 16) for n in range(16))
"""16 cores of two hardware threads each, numbered as Intel does."""
HYBRID = Place(
    cores=((0, 1), (2, 3), (4,), (5,)),
    fast_cpus=frozenset({0, 1, 2, 3}),
    starter_cpus=tuple(range(6)),
)
BIG = Place(cores=PAIRS, starter_cpus=tuple(range(32)), has_desktop=True)


def site(place=BIG, cpus=32, finding="", demand=8.0, **changes):
    made = replace(member(7, Role.MAIN, demand), allowed_cpus=tuple(range(cpus)))
    return Site(run(made, cpus=cpus, **changes), place, finding)


def mask(value, before, there, present=None):
    return AFFINITY.target(AFFINITY.rule(value, there, present or [before]), before)


# --- CPU affinity


def test_the_first_core_with_both_its_threads_is_left_to_the_desktop():
    assert mask("leave-1", "0-31", site()) == "1-15,17-31"
    assert mask("leave-2", "0-31", site()) == "2-15,18-31"


def test_a_slow_core_is_left_where_there_are_two_speeds():
    assert mask("leave-1", "0-5", site(HYBRID, 6)) == "0-3,5"
    assert mask("leave-3", "0-5", site(HYBRID, 6)) == "2-3"


def test_cores_that_the_run_leaves_alone_already_count():
    assert mask("leave-2", "0-13,16-29", site()) == "0-13,16-29"
    assert mask("leave-3", "0-13,16-29", site()) == "1-13,17-29"


def test_threads_keep_their_own_masks_less_what_is_left():
    there, present = site(), ["0-31", "0,16", "4"]

    assert mask("leave-1", "4", there, present) == "4"
    assert mask("leave-1", "0,16", there, present) == "1-15,17-31"


def test_performance_keeps_to_the_fast_cores():
    there = site(HYBRID, 6)

    assert mask("performance", "0-5", there) == "0-3"
    assert mask("performance", "2,4", there, ["0-5", "2,4"]) == "2"
    assert mask("performance", "5", there, ["0-5", "5"]) == "0-3"


def test_all_gives_every_thread_what_the_starter_has():
    assert mask("all", "0", site(cpus=1), ["0"]) == "0-31"


def test_cpus_that_are_named_are_for_every_thread():
    assert mask("3,1,2", "0", site(), ["0", "0-31"]) == "1-3"


@pytest.mark.parametrize(
    "value",
    [
        *("", "leave", "leave-0", "leave--1", "leave-16", "leave-9999", "fast", "1-"),
        *("a", "-1", "0-32", "99999", "1,,2", "3-1", "0 1", "0x1", "１", "performance"),
    ],
)
def test_cpus_that_are_not_there_and_nonsense_are_refused(value):
    with pytest.raises(IllegalValueError, match=r"leave-N.* up to 15.*CPUs of 0-31"):
        AFFINITY.rule(value, site(), ["0-31"])


def test_a_single_core_is_never_taken_from_the_run():
    alone = Place(cores=((0,),), starter_cpus=(0,))

    with pytest.raises(IllegalValueError):
        AFFINITY.rule("leave-1", site(alone, 1), ["0"])
    assert AFFINITY.choices(site(alone, 1)) == ()


def test_what_is_offered_fits_the_machine():
    assert AFFINITY.choices(site()) == ("leave-1", "leave-2", "leave-4")
    assert AFFINITY.choices(site(HYBRID, 6)) == ("leave-1", "leave-2", "performance")
    assert AFFINITY.choices(site(cpus=2))[-1] == "all"
    for there in (site(), site(HYBRID, 6), site(cpus=2)):
        for value in AFFINITY.choices(there):
            AFFINITY.rule(value, there, [written(there.run.usable_cpus.logical_cpus)])


def test_collapsed_masks_are_widened_to_what_the_starter_has():
    found = AFFINITY.recommend(site(cpus=1, finding="pinned_workers"))

    assert isinstance(found, Suggestion)
    assert found.value == "all"
    assert found.arithmetic.startswith("all 32 CPUs")
    assert "instead of the 1 that" in found.arithmetic


def test_a_run_that_is_too_wide_leaves_a_core_to_a_desktop():
    found = AFFINITY.recommend(site(finding="too_many_threads"))

    assert isinstance(found, Suggestion)
    assert found.value == "leave-1"
    assert found.arithmetic.startswith("15 = 16 cores − 1")


@pytest.mark.parametrize(
    ("place", "finding"),
    [
        (BIG, ""),
        (BIG, "input_bound"),
        (replace(BIG, has_desktop=False), "too_many_threads"),
        (replace(BIG, cores=PAIRS[:3]), "too_many_threads"),
        (replace(BIG, cores=(*PAIRS, (40, 41))), "too_many_threads"),
        (BIG, "pinned_workers"),
    ],
    ids=["clear", "other", "no desktop", "three cores", "one is free", "not narrow"],
)
def test_otherwise_no_affinity_is_recommended(place, finding):
    assert isinstance(AFFINITY.recommend(site(place, finding=finding)), Sentence)


def test_threads_that_would_have_to_share_are_warned_of():
    wide, narrow = site(demand=31.5), site(demand=12.0)

    (told,) = AFFINITY.cautions("leave-1", wide)
    assert "31.5 threads are ready and have 32 CPUs; of 30" in told
    assert AFFINITY.cautions("leave-1", narrow) == ()
    assert AFFINITY.cautions("leave-1", site(demand=64.0)) == (), "they share already"


def test_a_mask_that_may_be_meant_is_warned_of():
    (told,) = AFFINITY.cautions("all", site(cpus=2))

    assert "on purpose" in told


# --- the others


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("idle", "idle:0"),
        ("none", "none:0"),
        ("best-effort-0", "best-effort:0"),
        ("best-effort-7", "best-effort:7"),
    ],
)
def test_io_priority_takes_classes_that_need_no_root(value, after):
    there = site()

    assert IO.target(IO.rule(value, there, []), "best-effort:4") == after
    assert IO.target(IO.rule(value, there, []), "realtime:2") == "realtime:2"


@pytest.mark.parametrize("value", ["realtime", "best-effort", "best-effort-8", "7", ""])
def test_other_io_priorities_are_refused(value):
    with pytest.raises(IllegalValueError, match="best-effort-0"):
        IO.rule(value, site(), [])


def test_a_disk_that_does_not_look_at_it_is_said():
    heeded = site(replace(BIG, heeding_disks=("sda",)))

    assert "no disk here" in IO.recommend(site())
    assert len(IO.cautions("idle", site())) == 1
    assert "no disk" not in IO.recommend(heeded)
    assert IO.cautions("idle", heeded) == ()


@pytest.mark.parametrize("value", ["0", "20", "-5", "5.0", "", "05", "nice"])
def test_nice_takes_1_to_19(value):
    with pytest.raises(IllegalValueError, match="1 to 19"):
        NICE.rule(value, site(), [])


def test_nice_is_never_lowered():
    assert NICE.target(NICE.rule("5", site(), []), "0") == "5"
    assert NICE.target(NICE.rule("5", site(), []), "12") == "12"
    assert NICE.target(NICE.rule("19", site(), []), "-3") == "19"


def power(active, *, profiles=("power-saver", "balanced", "performance"), **more):
    battery = more.pop("battery", False)
    told = Power(active, profiles, **more)
    return site(replace(BIG, power=told, is_on_battery=battery))


def test_performance_is_recommended_where_power_is_saved_on_mains():
    found = POWER.recommend(power("power-saver"))

    assert isinstance(found, Suggestion)
    assert found.value == "performance"


@pytest.mark.parametrize(
    "there",
    [
        power("balanced"),
        power("performance"),
        power("power-saver", battery=True),
        power("power-saver", profiles=("power-saver", "balanced")),
        site(),
    ],
)
def test_otherwise_no_profile_is_recommended(there):
    assert isinstance(POWER.recommend(there), Sentence)


def test_only_profiles_that_are_there_are_offered_and_never_balanced():
    few = power("balanced", profiles=("power-saver", "balanced"))
    assert POWER.choices(few) == ("power-saver",)
    for value in ("performance", "balanced", ""):
        with pytest.raises(IllegalValueError):
            POWER.rule(value, few, [])
    with pytest.raises(LiveKnobError):
        POWER.rule("performance", site(), [])


def test_heat_and_battery_are_warned_of():
    hot = power("balanced", degraded="high-operating-temperature", battery=True)

    assert len(POWER.cautions("performance", hot)) == 2
    assert POWER.cautions("power-saver", hot) == ()
    assert POWER.cautions("performance", power("balanced")) == ()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_live_knob_has_its_words_in_every_language(language):
    pages = Texts(language).page("live_knobs")

    keys = {"title", "sets", "default", "cost", "effect", "undo"}
    assert {name: set(page) for name, page in pages.items()} == {
        knob.name: keys for knob in all_live_knobs()
    }
    assert all(text for page in pages.values() for text in page.values())


def test_what_cannot_be_undone_is_last_and_never_recommended():
    *_, last = all_live_knobs()

    assert last is NICE
    for finding in ("", "too_many_threads", "contended", "pinned_workers"):
        assert isinstance(NICE.recommend(site(finding=finding)), Sentence)


def test_programs_that_were_not_recognised_are_not_touched(world):
    serving = world.site(traits=Traits(is_serving=True))
    unknown = world.site(framework="unknown")

    for there in (serving, unknown):
        with pytest.raises(LiveKnobError, match="no training run"):
            world.desk.plan("cpu_affinity", "1-3", there)


def test_programs_that_were_not_recognised_are_told_so_and_offered_nothing(world):
    power = Power("power-saver", ("power-saver", "balanced", "performance"))
    world.place = replace(world.place, power=power)
    recognised = world.site(finding="too_many_threads")
    unknown = world.site(finding="too_many_threads", framework="unknown")
    offered = [row.suggestion for row in world.desk.rows(recognised)]

    rows = world.desk.rows(unknown)

    assert any(offered)
    assert [row.suggestion for row in rows] == [None] * len(rows)
    assert all("no training run" in row.why for row in rows)
    assert rows[0].now


# --- lists of CPUs, and the machine


@pytest.mark.parametrize(
    ("cpus", "text"),
    [([], ""), ([3], "3"), ([1, 0], "0-1"), ([0, 1, 2, 8, 5, 6], "0-2,5-6,8")],
)
def test_lists_are_written_as_the_kernel_does(cpus, text):
    assert written(cpus) == text
    assert read_cpus(text) == (frozenset(cpus) or None)


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    cpu = "sys/devices/system/cpu"
    siblings = {f"{cpu}/cpu{n}/topology/core_cpus_list": "0-1" for n in (0, 1)}
    write(
        tmp_path,
        **{
            f"{cpu}/online": "0-2\n",
            **siblings,
            f"{cpu}/cpu2/topology/core_cpus_list": "2",
            "sys/devices/cpu_core/cpus": "0-1\n",
            "sys/block/sda/queue/scheduler": "none [mq-deadline] kyber\n",
            "sys/block/sdb/queue/scheduler": "[none] mq-deadline kyber bfq\n",
            "sys/block/loop0/queue/scheduler": "[mq-deadline] none\n",
            "sys/class/power_supply/AC/type": "Mains\n",
            "sys/class/power_supply/AC/online": "0\n",
            "proc/9/stat": "9 (a) b) S 8 0 0 0\n",
            "proc/9/status": "Cpus_allowed_list:\t0\n",
            "proc/9/cgroup": "0::/\n",
            "proc/8/status": "Cpus_allowed_list:\t0-2\n",
        },
    )
    return tmp_path


def test_the_machine_is_read_as_it_is(root):
    told = Power("balanced", ())

    place = read_place(9, told, {"WAYLAND_DISPLAY": "wayland-0"}, root)

    assert place == Place(
        cores=((0, 1), (2,)),
        fast_cpus=frozenset({0, 1}),
        starter_cpus=(0, 1, 2),
        has_desktop=True,
        is_on_battery=True,
        heeding_disks=("sda",),
        power=told,
    )


def test_what_cannot_be_read_is_the_plainest_machine(root):
    gone = read_place(77, Sentence("LiveKnobs", "no"), {}, root)

    assert gone.starter_cpus == ()
    assert not gone.has_desktop


def test_cores_and_fast_cpus_are_told_within_a_mask(root):
    assert cores_of([2, 1], root) == ((1,), (2,))
    assert fast_cpus([0, 1], root) == frozenset(), "all alike"
    assert fast_cpus([1, 2], root) == frozenset({1})
