"""What runs: declarative models of training runs and of other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TORCH = frozenset({"/venv/lib/libtorch_cpu.so", "/venv/lib/libgomp.so.1"})
TORCH_CUDA = TORCH | {"/venv/lib/libtorch_cuda.so", "/usr/lib/libcuda.so.1"}
PICTURES = frozenset({"/venv/site-packages/PIL/_imaging.so"})
ALWAYS = ((1000.0, 1.0),)


@dataclass(frozen=True)
class Loader:
    """Worker processes of one rank, and what a batch costs one of them."""

    workers: int
    cpu_s: float
    """CPU time per batch on an idle core."""
    disk_s: float = 0.0
    """Time per batch in which the worker waits for storage."""
    threads: int = 1
    """Threads inside each worker."""
    mask: frozenset[int] | None = None
    """Affinity of the workers; None: that of the run."""

    def batches_per_s(self) -> float:
        """What all workers make with a core for each of their threads."""
        return self.workers / (self.cpu_s / self.threads + self.disk_s)


@dataclass(frozen=True)
class RunModel:
    """A training run: a consumer, what feeds it, and its habits."""

    name: str
    step_s: float = 0.1
    """Time per batch of the consumer: of its device, or of its pool at full speed."""
    threads: int = 1
    """Threads that compute in each main process or rank, the main one included."""
    gpus: tuple[int, ...] = ()
    """GPUs that compute for it; empty: the pool does."""
    launch_share: float = 0.2
    """With a GPU: how busy the main thread is while the GPU works (1.0: it polls)."""
    inline_s: float = 0.0
    """CPU time per batch that the main thread spends alone before the step."""
    loader: Loader | None = None
    ranks: int = 1
    by_socket: bool = False
    """Each rank is bound to the CPUs of a socket of its own (`numactl`)."""
    rhythm: tuple[tuple[float, float], ...] = ALWAYS
    """Phases of (seconds, activity 0..1), over and over."""
    loads_in_rhythm: bool = False
    """Workers rest in the pauses too; otherwise they fill their queue."""
    spins: bool = False
    """Threads of the pool burn CPU while they wait (OMP_WAIT_POLICY=active)."""
    compilers: tuple[int, float] = (0, 0.0)
    """(processes that compile for it, until when in seconds)."""
    variables: Mapping[str, str] = field(default_factory=dict)
    mapped: frozenset[str] = TORCH
    start_cpu_s: float = 60.0
    """CPU time it had used before we came."""
    rss_bytes: int = 2 * 2**30
    leak_bytes_per_s: float = 0.0
    warm_up_bytes: float = 0.0
    """What it takes more within its first 30 s."""
    worker_leak_bytes_per_s: float = 0.0
    swap_bytes: int = 0
    major_faults_per_s: float = 0.0
    new_workers_every_s: float = 0.0
    """As many workers again are started each time, and the former ones stay."""
    gpu_bytes: int = 4 * 2**30


@dataclass(frozen=True)
class ForeignModel:
    """Another program on the same CPUs, such as a build."""

    name: str
    processes: int
    wants: float = 1.0
    """How busy each one is when it is alone."""


@dataclass(frozen=True)
class Weather:
    """What the whole machine shows beside its processes."""

    swap_bytes_per_s: float = 0.0
    memory_stalled: float = 0.0
    io_stalled: float = 0.0
    iowait_cpus: float = 0.0
    """CPUs that idle while a task that ran there waits for storage."""
    stolen_share: float = 0.0
    """Of all CPU time that is used, what the host of a virtual machine takes back."""
    has_pressure: bool = True
    frequency_fraction: float | None = None
    throttle_events_per_s: float | None = None
    celsius: float | None = None
    available_share: float = 0.5
    gpu_slowed_by: tuple[str, ...] = ()
    hides_gpu_users: bool = False
    """As in a container: the driver lists no process, whatever runs."""
    has_driver: bool = True
    """Whether the GPUs answer at all."""


@dataclass(frozen=True)
class Workload:
    """All that happens on a machine, and what is wrong with its first run."""

    name: str
    runs: tuple[RunModel, ...]
    foreign: tuple[ForeignModel, ...] = ()
    weather: Weather = Weather()
    seconds: int = 27
