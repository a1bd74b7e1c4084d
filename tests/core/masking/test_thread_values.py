"""A thread variable is shown when it looks like one, and anything else is not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traintray.core.sensors.process_facts import (
    THREAD_VARIABLES,
    read_thread_variables,
)
from traintray.core.sensors.thread_values import shown_value

PLAIN = {
    "OMP_NUM_THREADS": ("8", "8,2", "", " 16 ", "0", "-1"),
    "OMP_WAIT_POLICY": ("ACTIVE", "passive"),
    "OMP_PROC_BIND": ("spread,close", "TRUE", "false"),
    "OMP_PLACES": ("{0:4}:8:4", "cores(4)", "threads", "{0,1},{2,3}", "numa_domains"),
    "GOMP_CPU_AFFINITY": ("0-63:2", "0 3 1-2 4-15:2", " ".join(map(str, range(256)))),
    "KMP_AFFINITY": (
        "granularity=fine,compact,1,0",
        "noverbose,proclist=[0-3],explicit",
        "disabled",
    ),
    "KMP_BLOCKTIME": ("0", "200ms", "infinite"),
    "TOKENIZERS_PARALLELISM": ("false", "True", "0"),
    "CUDA_VISIBLE_DEVICES": (
        "0,1, 2",
        "",
        "-1",
        "NoDevFiles",
        "GPU-8f6d2b1c-0a1b-2c3d-4e5f-60718293a4b5",
        "MIG-GPU-8f6d2b1c-0a1b-2c3d-4e5f-60718293a4b5/1/0",
        "MIG-8f6d2b1c-0a1b-2c3d-4e5f-60718293a4b5",
    ),
    "CUDA_DEVICE_ORDER": ("PCI_BUS_ID", "FASTEST_FIRST"),
    "NVIDIA_VISIBLE_DEVICES": ("all", "none", "void"),
    "LD_PRELOAD": (
        "/usr/lib/x86_64-linux-gnu/libtcmalloc.so.4:libjemalloc.so",
        "libgomp-a34b3233.so.1 /opt/a/libiomp5.so",
    ),
    "MALLOC_CONF": ("oversize_threshold:1,background_thread:true,dirty_decay_ms:-1",),
    "PYTORCH_CUDA_ALLOC_CONF": (
        "expandable_segments:True,max_split_size_mb:128",
        "garbage_collection_threshold:0.8,roundup_power2_divisions:[256:1,512:2,>:4]",
        "backend:cudaMallocAsync",
    ),
    "MALLOC_TRIM_THRESHOLD_": ("131072",),
    "WORLD_SIZE": ("8",),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in PLAIN for value in PLAIN[name]]
)
def test_what_the_variable_is_made_for_is_shown(name, value):
    assert shown_value(name, value) == value


@given(
    name=st.sampled_from(sorted(THREAD_VARIABLES)),
    before=st.sampled_from(["", "8,", "max_split_size_mb:", "/lib/a.so:", "GPU-"]),
    secret=st.from_regex(r"[g-z]{3,8}[0-9]{1,4}[a-zA-Z0-9!_%-]{0,20}", fullmatch=True),
)
@settings(max_examples=400, deadline=None)
def test_a_secret_put_into_a_thread_variable_is_not_shown(name, before, secret):
    assert shown_value(name, f"{before}{secret}") == "***"


def test_a_known_form_of_a_token_is_not_shown_though_it_is_a_path():
    assert shown_value("LD_PRELOAD", "/a/hf_AbCdEfGhIjKlMnOpQrStUv/x.so") == "***"
    assert shown_value("LD_PRELOAD", "hunter2") == "***"


def test_what_a_trace_and_a_screen_get_is_read_like_that(tmp_path: Path):
    (tmp_path / "proc/7").mkdir(parents=True)
    (tmp_path / "proc/7/environ").write_bytes(
        b"OMP_NUM_THREADS=hunter2\0MKL_NUM_THREADS=4\0HF_TOKEN=hunter2\0"
    )

    assert read_thread_variables(7, tmp_path) == {
        "OMP_NUM_THREADS": "***",
        "MKL_NUM_THREADS": "4",
    }


@pytest.mark.parametrize("name", sorted(THREAD_VARIABLES))
@pytest.mark.parametrize("unit", ["a", "a_", "8,", ".so", "GPU-", "x:", " "])
def test_a_value_of_a_megabyte_costs_little(name, unit):
    began_s = time.process_time()

    shown_value(name, unit * (2**18 // len(unit)) + "!")

    assert time.process_time() - began_s < 1.0
