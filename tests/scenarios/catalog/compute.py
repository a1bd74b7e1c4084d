"""The network itself fills the CPUs, and there is no GPU."""

from __future__ import annotations

from scenarios.scenario import Cage, Scenario, workload

COMPUTE = frozenset({"cpu_compute"})
TORCH = ("torch",)
BATCHES = {"batch": (64, 32, 128), "width": (32, 24, 48)}

SCENARIOS = (
    Scenario(
        "cnn",
        COMPUTE,
        "convolutions on as many threads as CPUs, data in memory",
        workload("compute.py", "--net", "cnn"),
        vary=BATCHES,
        modules=TORCH,
    ),
    Scenario(
        "transformer",
        COMPUTE,
        "attention on as many threads as CPUs, data in memory",
        workload("compute.py", "--net", "transformer"),
        vary={"batch": (16, 32), "width": (32, 48)},
        modules=TORCH,
    ),
    Scenario(
        "mlp",
        COMPUTE,
        "dense layers on as many threads as CPUs, data in memory",
        workload("compute.py", "--net", "mlp"),
        vary={"batch": (256, 512), "width": (32, 48)},
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "evaluation",
        COMPUTE,
        "forward passes alone fill the CPUs; the tool cannot tell them from training",
        workload("compute.py", "--evaluate", "1"),
        vary=BATCHES,
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "ddp_fits",
        COMPUTE,
        "as many ranks as CPUs with one thread each",
        workload("ranks.py", "--ranks-per-cpu", "1", "--folder", "{folder}"),
        vary={"batch": (32, 64), "width": (32, 48)},
        env={"OMP_NUM_THREADS": "1"},
        modules=TORCH,
    ),
    Scenario(
        "xgboost_fits",
        COMPUTE,
        "XGBoost with a thread for every CPU",
        workload("tabular.py", "--library", "xgboost"),
        vary={"rows": (60000, 100000), "rounds": (100, 200)},
        modules=("xgboost",),
    ),
    Scenario(
        "lightgbm_fits",
        COMPUTE,
        "LightGBM with a thread for every CPU",
        workload("tabular.py", "--library", "lightgbm"),
        vary={"rows": (60000, 100000), "rounds": (100, 200)},
        modules=("lightgbm",),
    ),
    Scenario(
        "forest_fits",
        COMPUTE,
        "a random forest that grows with a thread for every CPU",
        workload("tabular.py", "--library", "forest"),
        vary={"rows": (40000, 60000), "rounds": (100, 200)},
        modules=("sklearn",),
    ),
    Scenario(
        "tensorflow_fits",
        COMPUTE,
        "TensorFlow with its own default threads, data in memory",
        workload("tf_train.py"),
        vary={"batch": (64, 128), "width": (32, 48)},
        modules=("tensorflow",),
    ),
    Scenario(
        "jax_fits",
        COMPUTE,
        "JAX with its own default threads, data in memory",
        workload("jax_train.py"),
        vary={"batch": (256, 512), "width": (1024, 1536)},
        modules=("jax",),
    ),
    Scenario(
        "fits_its_quota",
        COMPUTE,
        "one computing thread under a quota of one CPU",
        workload("compute.py"),
        vary=BATCHES,
        env={"OMP_NUM_THREADS": "1"},
        cage=Cage(quota_cpus=1.0),
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "phases",
        COMPUTE,
        "training and evaluation take turns, both fill the CPUs; checkpoints are short",
        workload("phases.py", "--folder", "{folder}"),
        vary={"train_s": (14.0, 9.0), "evaluate_s": (5.0, 7.0)},
        modules=TORCH,
    ),
    Scenario(
        "slow_start",
        COMPUTE,
        "many imports and plain Python first, then a network that fills the CPUs",
        workload("slow_start.py"),
        vary={"prepare_s": (8.0, 12.0), **BATCHES},
        modules=(*TORCH, "pandas", "sklearn"),
    ),
    Scenario(
        "memory_that_settles",
        COMPUTE,
        "caches fill for 40 s and stay as they are; the network fills the CPUs",
        workload("slow_leak.py", "--mb-per-s", "8"),
        vary={"stop_after_s": (40.0, 30.0), **BATCHES},
        seconds=110.0,
        least_s=110.0,
        modules=TORCH,
    ),
)
