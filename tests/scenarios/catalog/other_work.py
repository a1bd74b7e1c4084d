"""Heavy work that is no training: it must never bring a tip."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.scenario import NOTHING, Group, Scenario, workload

AGAIN = ("{here}/again.sh",)
SECONDS = 25.0


def other(
    name: str,
    why: str,
    command: tuple[str, ...],
    vary: Mapping[str, tuple[object, ...]] | None = None,
    **more: object,
) -> Scenario:
    """Return a scenario of work that is no training."""
    return Scenario(
        name,
        NOTHING,
        why,
        command,
        group=Group.OTHER,
        vary=vary or {},
        seconds=SECONDS,
        least_s=SECONDS,
        **more,  # type: ignore[arg-type]
    )


SCENARIOS = (
    other(
        "compiles_cpp",
        "make builds generated C++ sources",
        workload("cpp_build.py", "--folder", "{folder}"),
        {"jobs_per_cpu": (1, 2), "depth": (12, 16)},
        programs=("make", "g++"),
    ),
    other(
        "encodes_video",
        "ffmpeg encodes a test picture",
        (
            *AGAIN,
            *("ffmpeg", "-loglevel", "error", "-f", "lavfi"),
            *("-i", "testsrc2=size=1280x720:rate=30:duration=60"),
            *("-c:v", "libx264", "-preset", "medium", "-f", "null", "-"),
        ),
        programs=("ffmpeg",),
    ),
    other(
        "compresses_xz",
        "xz packs random bytes on all CPUs",
        (*AGAIN, "sh", "-c", "head -c 300M /dev/urandom | xz -T0 -6 >/dev/null"),
        programs=("xz",),
    ),
    other(
        "compresses_zstd",
        "zstd packs random bytes on all CPUs",
        (*AGAIN, "sh", "-c", "head -c 500M /dev/urandom | zstd -q -T0 -19 >/dev/null"),
        programs=("zstd",),
        in_full_only=True,
    ),
    other(
        "browses",
        "a browser without a window runs a page that computes",
        (
            *AGAIN,
            *("chromium", "--headless", "--no-sandbox", "--disable-gpu"),
            *("--user-data-dir={folder}/profile", "--remote-debugging-port=0"),
            "file://{here}/busy_page.html",
        ),
        programs=("chromium",),
    ),
    other(
        "stresses_cpu",
        "stress-ng runs its CPU methods",
        (*AGAIN, "stress-ng", "--cpu", "{cpus}", "--timeout", "60s", "--quiet"),
        programs=("stress-ng",),
    ),
    other(
        "stresses_memory",
        "stress-ng writes to memory that it maps anew",
        (
            *AGAIN,
            *("stress-ng", "--vm", "{cpus}", "--vm-bytes", "512M"),
            *("--timeout", "60s", "--quiet"),
        ),
        programs=("stress-ng",),
    ),
    other(
        "loops_in_python",
        "plain Python processes count",
        workload("python_loops.py"),
    ),
    other(
        "multiplies_with_numpy",
        "NumPy multiplies matrices on its pool of threads",
        workload("numpy_products.py"),
        {"side": (1024, 1536, 768)},
        modules=("numpy",),
    ),
    other(
        "groups_with_pandas",
        "pandas groups, joins and sorts",
        workload("group_by.py", "--library", "pandas"),
        {"rows": (1000000, 2000000)},
        modules=("pandas",),
    ),
    other(
        "groups_with_polars",
        "Polars groups, joins and sorts on its pool of threads",
        workload("group_by.py", "--library", "polars"),
        {"rows": (1000000, 2000000)},
        modules=("polars",),
        in_full_only=True,
    ),
    other(
        "idle_notebook",
        "a notebook's kernel has torch loaded and waits for its user",
        workload("notebook.py", "--busy-s", "0.5"),
        modules=("torch", "ipykernel", "jupyter_client"),
    ),
    other(
        "serves_inference",
        "an HTTP server answers requests with what a network says",
        workload("serve.py"),
        {"width": (32, 24, 48)},
        beside=workload("requests_sent.py"),
        modules=("torch",),
    ),
    other(
        "serves_from_a_module",
        "the same, started by a script that names no server itself",
        workload("starts_serving.py"),
        beside=workload("requests_sent.py"),
        modules=("torch",),
        in_full_only=True,
    ),
    other(
        "installs_packages",
        "pip installs packages and compiles their modules",
        (
            *AGAIN,
            *("{python}", "-m", "pip", "install", "-q", "--upgrade"),
            *("--force-reinstall", "--no-deps", "--disable-pip-version-check"),
            *("--target", "{folder}/site", "pandas", "networkx", "sympy"),
        ),
        modules=("pip",),
    ),
    other(
        "packs_a_repository",
        "git packs and clones, tar archives",
        workload("repository.py", "--folder", "{folder}"),
        programs=("git", "tar"),
    ),
)
