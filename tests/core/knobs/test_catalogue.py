"""Every knob of the catalogue: what it takes, what it sets, and what it never sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from traintray import assets
from traintray.core.advice.texts import Texts
from traintray.core.knobs import lineform, shelf
from traintray.core.knobs.legal import Bounds, IllegalValueError
from traintray.core.readings import UsableCpus
from traintray.core.sensors.process_facts import THREAD_VARIABLES

KNOBS = {knob.name: knob for knob in shelf.all_knobs()}
LANGUAGES = sorted(p.name for p in assets.path("advice").iterdir() if p.is_dir())
SIXTEEN = Bounds(UsableCpus(16.0, tuple(range(16)), 8, None), 64 * 2**30)
HALF = replace(SIXTEEN, usable=UsableCpus(0.5, tuple(range(16)), 8, 0.5))
QUOTA = replace(SIXTEEN, usable=UsableCpus(5.5, tuple(range(16)), 8, 5.5))
COUNTS = [k.name for k in KNOBS.values() if k.name.endswith("_threads")] + [
    "thread_cap",
    "joblib_cpus",
    "compile_workers",
]
ASKED_FOR = {
    *("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    *("BLIS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS"),
    *("OPENCV_FOR_THREADS_NUM", "RAYON_NUM_THREADS", "TOKENIZERS_PARALLELISM"),
    *("POLARS_MAX_THREADS", "TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"),
    *("LOKY_MAX_CPU_COUNT", "TORCHINDUCTOR_COMPILE_THREADS", "OMP_WAIT_POLICY"),
    *("GOMP_SPINCOUNT", "KMP_BLOCKTIME", "OMP_PROC_BIND", "OMP_PLACES"),
    *("GOMP_CPU_AFFINITY", "KMP_AFFINITY", "MALLOC_ARENA_MAX", "LD_PRELOAD"),
    *("PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"),
    *("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"),
}


def settings(name: str, value: str, bounds: Bounds = SIXTEEN):
    return dict(KNOBS[name].settings(KNOBS[name].legal.settings(value, bounds)))


def test_what_was_asked_for_is_there():
    sets = {v.name for knob in KNOBS.values() for v in knob.variables}

    assert sets >= ASKED_FOR


def test_the_limit_that_aborts_programs_is_left_alone():
    touched = {v.name for k in KNOBS.values() for v in k.variables}
    touched |= {name for k in KNOBS.values() for name in k.clears}

    assert not touched & {"OMP_THREAD_LIMIT", "OMP_DYNAMIC", "XLA_FLAGS"}


@pytest.mark.parametrize("name", KNOBS)
def test_a_knob_has_the_name_of_its_file(name):
    assert shelf.find(name) is KNOBS[name]


@pytest.mark.parametrize("name", ["", "none", "../x", "Thread_cap", "a.b", "__init__"])
def test_what_is_no_knob_is_not_found(name):
    with pytest.raises(LookupError):
        shelf.find(name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", KNOBS)
def test_a_knob_is_described_in_every_language(name, language):
    page, knob = Texts(language).page("knobs")[name], KNOBS[name]

    assert all(page[key] for key in ("title", "sets", "default", "cost", "effect"))
    assert ("why_not" in page) == (knob.recommend is None)
    assert all(variable.reason for variable in knob.variables)
    assert knob.how_to_check.format(pid=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_word_of_english(language):
    english, other = (Texts(one).page("knobs") for one in ("en", language))

    assert {k: set(v) for k, v in english.items()} == {
        k: set(v) for k, v in other.items()
    }


@pytest.mark.parametrize("bounds", [SIXTEEN, HALF, QUOTA], ids=["16", "half", "quota"])
@pytest.mark.parametrize("name", KNOBS)
def test_what_a_legal_value_sets_can_be_written_and_is_its_own(name, bounds):
    knob = KNOBS[name]
    for value in knob.legal.examples:
        chosen = knob.legal.settings(value, bounds)
        assert chosen
        for variable, wanted in knob.settings(chosen).items():
            lineform.check(variable, wanted)
            assert wanted is None or variable in {v.name for v in knob.variables}
            assert variable in THREAD_VARIABLES, "or nobody can check that it counts"


@pytest.mark.parametrize("name", KNOBS)
@pytest.mark.parametrize(
    "value", ["", " ", "-1", "0x2", "1e3", "4,2", "²", "a b", "1\n2", "$(id)", "9" * 99]
)
def test_nonsense_is_refused_with_what_is_taken(name, value):
    if name == "cpu_list" and value == "4,2":
        return
    knob = KNOBS[name]
    with pytest.raises(IllegalValueError) as told:
        knob.legal.settings(value, SIXTEEN)

    assert knob.legal.words(SIXTEEN) in str(told.value)


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize(
    ("bounds", "most"), [(SIXTEEN, 16), (QUOTA, 5), (HALF, 1)], ids=["16", "5.5", "0.5"]
)
def test_no_more_threads_are_taken_than_there_are_cpus(name, bounds, most):
    assert settings(name, str(most), bounds)
    for absurd in (most + 1, 10_000, 0):
        with pytest.raises(IllegalValueError):
            settings(name, str(absurd), bounds)


def test_a_lone_zero_means_all_cpus_to_rayon_so_it_is_not_taken():
    with pytest.raises(IllegalValueError):
        settings("rayon_threads", "0")


def test_both_pools_of_tensorflow_are_set_together():
    assert settings("tensorflow_threads", "8") == {
        "TF_NUM_INTRAOP_THREADS": "8",
        "TF_NUM_INTEROP_THREADS": "2",
    }
    assert settings("tensorflow_threads", "1", HALF)["TF_NUM_INTEROP_THREADS"] == "1"


def test_what_would_overrule_the_wait_policy_goes_with_it():
    assert settings("wait_policy", "passive") == {
        "OMP_WAIT_POLICY": "passive",
        "GOMP_SPINCOUNT": None,
        "KMP_BLOCKTIME": None,
    }
    for other in ("spin_count", "block_time"):
        assert settings(other, "0")["OMP_WAIT_POLICY"] is None


def test_binding_off_clears_every_other_way_to_bind():
    off = settings("binding", "false")

    assert off.pop("OMP_PROC_BIND") == "false"
    assert off == dict.fromkeys(["OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"])


def test_binding_on_is_a_trap_and_off_is_none():
    assert KNOBS["binding"].is_trap("close")
    assert KNOBS["binding"].is_trap("spread")
    assert not KNOBS["binding"].is_trap("false")
    assert not KNOBS["wait_policy"].is_trap("passive")


@pytest.mark.parametrize("value", ["0-3", "0,2", "15"])
def test_a_list_of_cpus_that_are_there_is_taken(value):
    assert settings("cpu_list", value)["GOMP_CPU_AFFINITY"] == value


@pytest.mark.parametrize("value", ["16", "0-16", "3-1", "0-", ",", "0-99999", "1,,2"])
def test_cpus_that_are_not_there_are_refused(value):
    with pytest.raises(IllegalValueError):
        settings("cpu_list", value)


def test_memory_that_malloc_keeps_is_bounded_by_the_memory():
    eighth = 8 * 2**30
    found = settings("malloc_trim", str(eighth))

    assert found["MALLOC_TRIM_THRESHOLD_"] == found["MALLOC_MMAP_THRESHOLD_"]
    with pytest.raises(IllegalValueError):
        settings("malloc_trim", str(eighth + 1))


GPUS = replace(SIXTEEN, gpu_uuids=("GPU-aaaa1111-1", "GPU-aaaa2222-2", "GPU-bbbb"))


@pytest.mark.parametrize(
    ("value", "devices"),
    [
        ("0", "GPU-aaaa1111-1"),
        ("2,0", "GPU-bbbb,GPU-aaaa1111-1"),
        ("GPU-aaaa2", "GPU-aaaa2222-2"),
    ],
)
def test_gpus_are_written_by_uuid_and_counted_as_nvidia_smi_does(value, devices):
    assert settings("visible_gpus", value, GPUS) == {
        "CUDA_VISIBLE_DEVICES": devices,
        "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
    }


@pytest.mark.parametrize(
    "value", ["3", "GPU-aaaa", "GPU-", "0,0", "0,GPU-aaaa1111", ""]
)
def test_gpus_that_are_not_there_or_not_clear_are_refused(value):
    with pytest.raises(IllegalValueError):
        settings("visible_gpus", value, GPUS)
    with pytest.raises(IllegalValueError):
        settings("visible_gpus", "0", SIXTEEN)


def installed(*names: str, **present: str) -> Bounds:
    def find(stem: str) -> Path | None:
        return next((Path("/lib") / n for n in names if n.startswith(stem)), None)

    return replace(SIXTEEN, find_library=find, present=present)


def test_only_an_allocator_that_is_installed_is_taken():
    assert settings("allocator", "tcmalloc", installed("libtcmalloc_minimal.so.4"))
    with pytest.raises(IllegalValueError, match="neither is installed"):
        settings("allocator", "tcmalloc")
    with pytest.raises(IllegalValueError, match="tcmalloc, which is installed"):
        settings("allocator", "jemalloc", installed("libtcmalloc.so.4"))


def test_what_is_preloaded_already_stays_and_another_malloc_gives_way():
    there = "/a/libother.so:/b/libjemalloc.so.2"
    found = settings(
        "allocator", "tcmalloc", installed("libtcmalloc.so.4", LD_PRELOAD=there)
    )

    assert found["LD_PRELOAD"] == "/a/libother.so:/lib/libtcmalloc.so.4"
    assert found["MALLOC_CONF"] is None


def test_jemalloc_never_gets_what_was_measured_to_halve_the_speed():
    found = settings("allocator", "jemalloc", installed("libjemalloc.so.2"))

    assert "oversize_threshold" not in found["MALLOC_CONF"]
    assert "dirty_decay_ms:-1,muzzy_decay_ms:-1" in found["MALLOC_CONF"]
    assert KNOBS["allocator"].is_trap("jemalloc")
    lineform.check("MALLOC_CONF", found["MALLOC_CONF"])
