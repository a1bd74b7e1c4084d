"""More runnable threads than CPUs, in every way that it comes about."""

from __future__ import annotations

from scenarios.scenario import Cage, Scenario, workload

MANY = frozenset({"too_many_threads"})
TORCH = ("torch",)
BATCHES = {"batch": (64, 32, 128), "width": (32, 24, 48)}

SCENARIOS = (
    Scenario(
        "threads_in_code",
        MANY,
        "the script asks for 16 threads on a machine with far fewer CPUs",
        workload("threads_in_code.py"),
        vary={"net": ("cnn", "transformer"), **BATCHES},
        modules=TORCH,
        most_cpus=8,
    ),
    Scenario(
        "threads_doubled",
        MANY,
        "the script asks for twice as many threads as there are CPUs",
        workload("threads_doubled.py"),
        vary=BATCHES,
        modules=TORCH,
    ),
    Scenario(
        "workers_with_blas",
        MANY,
        "four workers per CPU, each with a BLAS pool as large as the machine",
        workload("loader.py", "--data", "whitened", "--side", "512"),
        vary={
            "workers_per_cpu": (4, 3),
            "batch": (8, 4, 16),
            "step_ms": (20.0, 10.0, 40.0),
        },
        modules=TORCH,
    ),
    Scenario(
        "workers_and_compute",
        MANY,
        "four busy single-threaded workers per CPU beside a network on all CPUs",
        workload("loader.py", "--compute", "2"),
        vary={"workers_per_cpu": (4, 3), "batch": (32, 16), "side": (320, 448)},
        also_true=frozenset({"input_bound"}),
        modules=(*TORCH, "PIL"),
    ),
    Scenario(
        "spawned_ranks",
        MANY,
        "two ranks per CPU, each with as many threads as there are CPUs",
        workload("ranks.py", "--folder", "{folder}"),
        vary={"batch": (32, 64), "width": (32, 48)},
        modules=TORCH,
    ),
    Scenario(
        "torchrun_ranks",
        MANY,
        "four ranks that were each given two threads",
        (
            *("{python}", "-m", "torch.distributed.run", "--standalone"),
            *("--nproc-per-node=4", "{here}/ddp.py"),
        ),
        vary={"batch": (32, 64), "width": (32, 48)},
        env={"OMP_NUM_THREADS": "2"},
        modules=TORCH,
        most_cpus=4,
    ),
    Scenario(
        "two_runs",
        MANY,
        "two independent runs, each with a thread for every CPU",
        workload("compute.py"),
        vary={"net": ("cnn", "mlp"), **BATCHES},
        copies=2,
        also_true=frozenset({"cpu_compute"}),
        modules=TORCH,
    ),
    Scenario(
        "three_runs",
        MANY,
        "three independent runs, each with a thread for every CPU",
        workload("compute.py"),
        vary=BATCHES,
        copies=3,
        also_true=frozenset({"cpu_compute"}),
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "loky_pool",
        MANY,
        "a joblib pool with four fitting processes per CPU",
        workload("loky_fits.py"),
        vary={"jobs_per_cpu": (4, 3), "rows": (3000, 5000)},
        modules=("sklearn",),
    ),
    Scenario(
        "quota_of_one",
        MANY,
        "two computing threads or more under a quota of one CPU",
        workload("compute.py"),
        vary=BATCHES,
        cage=Cage(quota_cpus=1.0),
        modules=TORCH,
    ),
    Scenario(
        "quota_of_half",
        MANY,
        "two computing threads or more under a quota of half a CPU",
        workload("compute.py"),
        vary=BATCHES,
        cage=Cage(quota_cpus=0.5),
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "forest_jobs",
        MANY,
        "a random forest that grows with eight threads per CPU",
        workload("tabular.py", "--library", "forest"),
        vary={"threads_per_cpu": (8.0, 6.0), "rows": (40000, 60000)},
        modules=("sklearn",),
    ),
    Scenario(
        "lightgbm_threads",
        MANY,
        "LightGBM was given eight threads per CPU",
        workload("tabular.py", "--library", "lightgbm"),
        vary={"threads_per_cpu": (8.0, 4.0), "rows": (60000, 100000)},
        modules=("lightgbm",),
    ),
)
