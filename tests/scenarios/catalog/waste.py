"""CPUs that are wasted, kept away from the run, or taken by somebody else."""

from __future__ import annotations

from scenarios.scenario import Scenario, workload

TORCH = ("torch",)
PICTURES = ("torch", "PIL")
COMPUTE = frozenset({"cpu_compute"})
BATCHES = {"batch": (64, 32, 128), "width": (32, 24, 48)}

SCENARIOS = (
    Scenario(
        "bound_by_openmp",
        frozenset({"pinned_workers"}),
        "OMP_PROC_BIND puts the main thread on one CPU, and with it the workers it "
        "forks: two or more for the one CPU that it may use then",
        workload("loader.py"),
        vary={"side": (320, 256), "batch": (32, 16), "workers_per_cpu": (2, 3)},
        env={"OMP_PROC_BIND": "close"},
        also_true=frozenset({"input_bound"}),
        modules=PICTURES,
    ),
    Scenario(
        "bound_in_code",
        frozenset({"pinned_workers"}),
        "the main process moves itself to one CPU before it forks its workers",
        workload("loader.py", "--pin-main", "1"),
        vary={"side": (320, 256), "batch": (32, 16), "step_ms": (40.0, 20.0)},
        also_true=frozenset({"input_bound"}),
        modules=PICTURES,
    ),
    Scenario(
        "python_environment",
        frozenset({"single_core"}),
        "an environment in plain Python takes one core, the network next to nothing",
        workload("env_loop.py"),
        vary={"work": (3000, 6000), "size": (20, 40)},
        modules=TORCH,
    ),
    Scenario(
        "forest_alone",
        frozenset({"single_core"}),
        "a random forest that grows with one thread, as scikit-learn does by default",
        workload("tabular.py", "--library", "forest", "--threads-per-cpu", "0"),
        vary={"rows": (40000, 60000), "rounds": (50, 100)},
        modules=("sklearn",),
    ),
    Scenario(
        "capped_by_variable",
        frozenset({"over_capped"}),
        "OMP_NUM_THREADS=1 on a network that would fill all CPUs",
        workload("compute.py"),
        vary=BATCHES,
        env={"OMP_NUM_THREADS": "1"},
        also_true=frozenset({"single_core"}),
        modules=TORCH,
    ),
    Scenario(
        "capped_in_code",
        frozenset({"over_capped"}),
        "a line of the script allows one thread to a network that would fill all CPUs",
        workload("capped_in_code.py"),
        vary=BATCHES,
        also_true=frozenset({"single_core"}),
        modules=TORCH,
    ),
    Scenario(
        "waits_actively",
        frozenset({"spinning"}),
        "OMP_WAIT_POLICY=active: OpenMP threads spin while the main thread sleeps",
        workload("spinning.py"),
        vary={"step_ms": (25.0, 15.0, 40.0), "size": (400000, 800000)},
        env={"OMP_WAIT_POLICY": "active"},
        modules=TORCH,
    ),
    Scenario(
        "spins_by_count",
        frozenset({"spinning"}),
        "GOMP_SPINCOUNT=infinite: OpenMP threads spin while the main thread sleeps",
        workload("spinning.py"),
        vary={"step_ms": (25.0, 15.0, 40.0), "size": (400000, 800000)},
        env={"GOMP_SPINCOUNT": "infinite"},
        modules=TORCH,
        in_full_only=True,
    ),
    Scenario(
        "beside_ffmpeg",
        frozenset({"contended"}),
        "a video encoder on all CPUs starts beside a run that would fit",
        workload("compute.py"),
        vary=BATCHES,
        beside=(
            *("ffmpeg", "-loglevel", "error", "-f", "lavfi"),
            *("-i", "testsrc2=size=1280x720:rate=30", "-c:v", "libx264"),
            *("-preset", "medium", "-f", "null", "-"),
        ),
        also_true=COMPUTE,
        modules=TORCH,
        programs=("ffmpeg",),
    ),
    Scenario(
        "beside_make",
        frozenset({"contended"}),
        "make builds C++ on all CPUs beside a run that would fit",
        workload("compute.py"),
        vary=BATCHES,
        beside=workload("cpp_build.py", "--folder", "{folder}"),
        also_true=COMPUTE,
        modules=TORCH,
        programs=("make", "g++"),
        in_full_only=True,
    ),
    Scenario(
        "compiles",
        frozenset({"compiling"}),
        "every step has another shape, so that each is compiled anew and run once",
        workload("compile_net.py"),
        vary={"depth": (3, 2, 4), "first_width": (17, 33)},
        env={"TORCHINDUCTOR_CACHE_DIR": "{folder}/inductor"},
        modules=TORCH,
        programs=("g++",),
    ),
)
