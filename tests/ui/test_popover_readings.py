"""Which rows the popover shows, and what stands in them."""

import math
from dataclasses import replace

import pytest

from traintray.core.diagnosis.verdict import Resource
from traintray.core.history.store import Store
from traintray.core.readings import Gap, GapReason, GpusReading
from traintray.ui.popover_parts.readings import rows_for
from traintray.ui.popover_parts.shown_gpus import known_gpus
from traintray.ui.popover_parts.words import words_for
from traintray.ui.tray_look import loads_of
from ui import frames
from ui.stores import store_for


def rows(shown, known=None, store=None):
    gpus = shown.gpus.gpus if shown.gpus is not None else ()
    return rows_for(shown, store or store_for(shown), gpus if known is None else known)


def texts(row):
    reading = row.reading
    return tuple(
        text.replace("\u00a0", " ")
        for text in (reading.name, reading.size, reading.value, reading.detail)
    )


def test_the_rows_of_the_design_in_their_order():
    assert [texts(row) for row in rows(frames.attention_frame())] == [
        ("CPU", "16 cores", "97%", "load 41"),
        ("GPU 0", "RTX 4090", "41%", "61 °C · 212 W"),
        ("GPU memory", "of 24 GiB", "9.8 GiB", "41%"),
        ("Memory", "of 64 GiB", "38.2 GiB", "60%"),
        ("Swap", "of 8 GiB", "102 MiB", "1%"),
    ]


def test_a_machine_without_gpu_and_swap_has_no_rows_for_them():
    found = rows(frames.small_attention_frame())

    assert [row.reading.resource for row in found] == [Resource.CPU, Resource.MEMORY]
    assert texts(found[0])[1] == "2 cores"


def test_a_card_whose_library_is_missing_has_a_row_with_a_dash():
    gpu = rows(frames.gpu_unreadable_frame())[1]

    assert texts(gpu) == ("GPU", "not readable", "–", "")
    assert gpu.reading.tip
    assert list(gpu.times) == []


def test_a_lost_card_keeps_its_rows_and_tells_the_last_values():
    shown = frames.gpu_lost_frame()
    found = rows(shown)

    assert texts(found[1])[2] == "–"
    assert texts(found[1])[3].startswith("last ")
    assert texts(found[2])[2:] == ("–", "last 18.7 GiB")
    assert found[1].reading.tip == "the device stopped answering"
    assert math.isnan(found[1].shares[-1])


def test_while_paused_every_row_tells_its_last_value():
    shown = frames.paused_frame()
    known = frames.attention_frame().gpus.gpus

    found = rows(shown, known)

    assert [texts(row)[2] for row in found] == ["–"] * 5
    assert all(texts(row)[3].startswith("last ") for row in found)


def test_without_any_past_a_missing_value_tells_nothing():
    shown = frames.paused_frame()

    assert texts(rows(shown, (), Store(10))[0])[2:] == ("–", "")


def test_a_past_is_a_share_of_the_whole():
    shown = frames.attention_frame()
    by_resource = {row.reading.resource: row for row in rows(shown)}

    assert by_resource[Resource.CPU].shares[-1] == pytest.approx(0.97, abs=0.005)
    assert by_resource[Resource.GPU_MEMORY].shares[-1] == pytest.approx(9.8 / 24)
    assert by_resource[Resource.MEMORY].shares[-1] == pytest.approx(38.2 / 64)
    assert by_resource[Resource.SWAP].shares[-1] == pytest.approx(0.1 / 8, abs=1e-4)
    assert all(len(row.times) == len(row.shares) for row in by_resource.values())


def two_gpus():
    first = frames.gpu_reading(0.9, 20, 70, 300)
    second = replace(frames.gpu_reading(0.1, 4, 40, 60), uuid="GPU-2")
    return replace(frames.attention_frame(), gpus=GpusReading((first, second)))


def test_several_gpus_are_one_row_with_mean_and_sum():
    shown = two_gpus()
    store = Store(10)
    store.append(
        shown.at_s,
        {
            f"gpu.{frames.GPU_UUID}.busy_fraction": 0.9,
            "gpu.GPU-2.busy_fraction": 0.1,
            f"gpu.{frames.GPU_UUID}.memory_used_bytes": 20.0 * frames.GIB,
            "gpu.GPU-2.memory_used_bytes": 4.0 * frames.GIB,
        },
    )

    busy, memory = rows(shown, store=store)[1:3]

    assert texts(busy) == ("2 GPUs", "RTX 4090", "50%", "70 °C · 360 W")
    assert texts(memory) == ("GPU memory", "of 48 GiB", "24.0 GiB", "50%")
    assert list(busy.shares) == [pytest.approx(0.5)]
    assert list(memory.shares) == [pytest.approx(0.5)]


def bursts(shown, values):
    """A store in which the GPU was busy as `values` say, the last one now."""
    store = Store(60)
    key = f"gpu.{frames.GPU_UUID}.busy_fraction"
    for n, busy in enumerate(values):
        store.append(shown.at_s - (len(values) - 1 - n), {key: busy})
    return store


def test_a_gpu_that_works_in_bursts_is_told_by_its_mean_of_10_s():
    shown = frames.attention_frame()
    store = bursts(shown, [0.9] * 20 + [0.0, 1.0] * 5)

    gpu = rows(shown, store=store)[1].reading

    assert gpu.value == "50%"
    assert gpu.tip == "Busy: mean of the last 10\u00a0s"


def test_all_well_tells_the_mean_too():
    shown = frames.ok_frame()
    store = bursts(shown, [0.9] * 20 + [0.0, 1.0] * 5)

    assert "The GPU is busy 50% of the time" in words_for(shown, store=store).text


def test_of_two_gpus_one_lost_the_sum_is_not_told():
    shown = two_gpus()
    lost = replace(shown.gpus.gpus[1], memory_used_bytes=None, busy_fraction=None)
    half = replace(shown, gpus=GpusReading((shown.gpus.gpus[0], lost)))

    busy, memory = rows(half)[1:3]

    assert texts(busy)[2] == "90%"
    assert texts(memory)[2] == "–"


def test_heat_and_power_are_told_as_far_as_they_are_known():
    shown = frames.attention_frame()
    cool = replace(shown, gpus=GpusReading((frames.gpu_reading(watts=None),)))

    assert texts(rows(cool)[1])[3] == "61 °C"


def test_one_core_is_told_in_the_singular():
    machine = replace(frames.SMALL, physical_cores=1)

    assert texts(rows(frames.idle_frame(machine))[0])[1] == "1 core"


def test_load_that_cannot_be_read_is_left_out():
    assert texts(rows(replace(frames.idle_frame(), load=None))[0])[3] == ""


def test_a_sleeping_card_is_told_asleep_and_not_by_its_last_load():
    gap = Gap(GapReason.ASLEEP)
    asleep = replace(
        frames.gpu_reading(None, None, None, None),
        is_asleep=True,
        gaps={"busy_fraction": gap, "memory_used_bytes": gap},
    )
    shown = replace(frames.ok_frame(), gpus=GpusReading((asleep,)))

    gpu = rows(shown)[1]

    assert texts(gpu) == ("GPU 0", "RTX 4090", "asleep", "")


def test_memory_that_is_the_machines_is_said_to_be_shared():
    shared = replace(frames.gpu_reading(0.4, 60.0, 30.0, 10), memory_is_shared=True)
    shown = replace(frames.ok_frame(), gpus=GpusReading((shared,)))

    assert rows(shown)[2].reading.size == "shared with the CPU"


def test_a_driver_that_hangs_leaves_the_last_values_and_says_so():
    shown = frames.ok_frame()
    gap = Gap(GapReason.DEVICE_LOST, "the driver has not answered for 6 s")
    silent = replace(shown, gpus=None, gaps={"gpus": gap})

    gpu = rows(silent, known=shown.gpus.gpus, store=store_for(shown))[1]

    assert gpu.reading.size == "not answering"
    assert gpu.reading.value == "\N{EN DASH}"
    assert gpu.reading.detail.startswith("last ")


def hybrid(**nvidia):
    """A laptop with a part of the CPU that draws the desktop, and a card."""
    drawing = replace(
        frames.gpu_reading(0.04, 1.0, 30.0, None),
        uuid="pci-0000:00:02.0",
        vendor="intel",
        can_train=False,
        memory_is_shared=True,
        memory_used_bytes=None,
        memory_total_bytes=None,
    )
    card = replace(frames.gpu_reading(0.9, 20, 70, 300), **nvidia)
    return replace(frames.ok_frame(), gpus=GpusReading((drawing, card)))


def test_what_draws_the_desktop_does_not_water_down_the_card_that_trains():
    shown = hybrid()

    busy, memory = rows(shown, known=known_gpus(shown, ()))[1:3]

    assert texts(busy) == ("GPU 0", "RTX 4090", "90%", "70 °C · 300 W")
    assert texts(memory) == ("GPU memory", "of 24 GiB", "20.0 GiB", "83%")


def test_the_icon_shows_the_load_of_the_card_that_trains():
    shown = hybrid()
    drawing, card = shown.gpus.gpus
    store = Store(10)
    keys = [f"gpu.{gpu.uuid}.busy_fraction" for gpu in (drawing, card)]
    store.append(shown.at_s, {keys[0]: 0.04, keys[1]: 0.9})

    assert loads_of(shown, store).gpu == pytest.approx(0.9)


def test_a_machine_whose_only_gpu_draws_shows_it():
    shown = hybrid()
    (drawing, _) = shown.gpus.gpus
    alone = replace(shown, gpus=GpusReading((drawing,)))

    assert texts(rows(alone, known=known_gpus(alone, ()))[1])[2] == "4%"


def test_a_card_whose_driver_hangs_keeps_its_row_beside_another_vendor():
    shown = hybrid()
    drawing, card = shown.gpus.gpus
    gap = Gap(GapReason.DEVICE_LOST, "the driver has not answered for 6 s")
    silent = replace(shown, gpus=GpusReading((drawing,), {"nvidia": gap}))

    known = known_gpus(silent, known_gpus(shown, ()))
    busy = rows(silent, known=known, store=store_for(shown))[1]

    assert known == (card,)
    assert texts(busy)[1:3] == ("not answering", "–")
    assert busy.reading.detail.startswith("last ")


def test_a_card_that_was_taken_out_loses_its_row():
    shown = hybrid()
    gone = replace(shown, gpus=GpusReading(shown.gpus.gpus[:1]))

    (left,) = known_gpus(gone, known_gpus(shown, ()))

    assert left.vendor == "intel"


def test_while_nothing_is_read_the_gpus_seen_last_stand():
    shown = hybrid()
    before = known_gpus(shown, ())

    assert known_gpus(replace(shown, gpus=None), before) == before
