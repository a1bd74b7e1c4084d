"""The data does not come fast enough: it is prepared too slowly, or read too slowly."""

from __future__ import annotations

from scenarios.scenario import Cage, Scenario, workload

INPUT = frozenset({"input_bound"})
DISK = frozenset({"disk_bound"})
ONE_CORE = frozenset({"single_core"})
PICTURES = ("torch", "PIL")
VARIED = {"side": (320, 256, 448), "batch": (32, 16, 48), "step_ms": (40.0, 20.0, 60.0)}

SCENARIOS = (
    Scenario(
        "loader_fork",
        INPUT,
        "a worker per CPU never sleeps while the main process waits for batches",
        workload("loader.py"),
        vary=VARIED,
        modules=PICTURES,
    ),
    Scenario(
        "loader_spawn",
        INPUT,
        "the same with spawned workers",
        workload("loader.py", "--context", "spawn"),
        vary=VARIED,
        modules=PICTURES,
    ),
    Scenario(
        "loader_forkserver",
        INPUT,
        "the same with workers of a fork server",
        workload("loader.py", "--context", "forkserver"),
        vary=VARIED,
        modules=PICTURES,
        in_full_only=True,
    ),
    Scenario(
        "loader_spectra",
        INPUT,
        "workers that transform signals with NumPy never sleep",
        workload("loader.py", "--data", "spectra", "--side", "3000"),
        vary={"batch": (16, 32), "step_ms": (20.0, 10.0)},
        modules=("torch",),
        in_full_only=True,
    ),
    Scenario(
        "one_worker",
        INPUT,
        "one worker never sleeps, the other CPUs do",
        workload("one_worker.py"),
        vary={"side": (320, 448), "batch": (32, 16)},
        modules=PICTURES,
    ),
    Scenario(
        "pictures_in_main",
        INPUT,
        "the main process prepares every picture itself; its device waits",
        workload("loader.py", "--workers-per-cpu", "-1"),
        vary=VARIED,
        also_true=ONE_CORE,
        modules=PICTURES,
    ),
    Scenario(
        "tf_data",
        INPUT,
        "a tf.data pipeline on all CPUs decodes for a device that waits",
        workload("tf_data_bound.py"),
        vary={"side": (512, 384), "batch": (32, 16)},
        modules=("tensorflow",),
        in_full_only=True,
    ),
    Scenario(
        "uncached_reads",
        DISK,
        "the disk gives 60 MB/s, the workers read pieces that are never in the page "
        "cache, and do nothing else",
        workload("chunks.py", "--folder", "{folder}"),
        vary={"piece_kb": (512, 1024), "batch": (64, 32), "step_ms": (10.0, 5.0)},
        # A disk that gives 500 MB/s keeps a CPU busy with the copying alone.
        cage=Cage(read_bytes_per_s=60_000_000),
        modules=("torch",),
        in_full_only=True,
    ),
    Scenario(
        "slow_disk",
        DISK,
        "the disk gives 20 MB/s, the workers read past the cache and do nothing else",
        workload("chunks.py", "--folder", "{folder}", "--direct", "1"),
        vary={"piece_kb": (256, 512), "batch": (32, 16), "step_ms": (10.0, 20.0)},
        cage=Cage(read_bytes_per_s=20_000_000),
        modules=("torch",),
    ),
)
