"""Which part each process of a run plays. Plain values in, a role out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from traintray.core.detection.naming import script_of
from traintray.core.detection.run import Role

LOADER_WORKER = "pt_data_worker"
"""What PyTorch 2.4 and newer calls the processes of a DataLoader."""
_LAUNCH_MODULES = frozenset(
    {
        "torch.distributed.run",
        "torch.distributed.launch",
        "torch.distributed.elastic.multiprocessing",
        "accelerate.commands.launch",
        "accelerate.commands.accelerate_cli",
        "deepspeed.launcher.runner",
        "deepspeed.launcher.launch",
        "horovod.runner.launch",
        "paddle.distributed.launch",
        "colossalai.cli",
    }
)
_LAUNCH_PROGRAMS = frozenset(
    {
        *("torchrun", "accelerate", "accelerate-launch", "deepspeed", "horovodrun"),
        *("mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prterun", "colossalai"),
        *("hydra_pmi_proxy", "srun", "slurmstepd", "msrun"),
    }
)
_COMPILERS = (
    *("cc1", "cc1plus", "cc", "c++", "gcc", "g++", "clang", "clang++", "icx", "icpx"),
    *("as", "ld", "ld.bfd", "ld.gold", "ld.lld", "lld", "mold", "collect2", "lto1"),
    *("nvcc", "cicc", "ptxas", "fatbinary", "cudafe++", "nvlink", "hipcc", "ninja"),
    *("lto-wrapper", "cmake", "make", "rustc", "ptxas-blackwell"),
)
_COMPILER_VERSIONS = ("gcc-", "g++-", "clang-")
INDUCTOR_WORKER = "torch/_inductor/compile_worker/"
COMPILE_THREADS = ("llvm-worker", "tf_xla-cpu-code", "xla-cpu-code", "tf_xla_compile")
"""How the names of threads begin with which XLA and LLVM compile inside a process."""
_COLLECTIVE_THREADS = ("gloo", "pt_gloo", "pt_nccl", "pt_tcpstore")
SUPPORT_MODULES = (
    "multiprocessing.resource_tracker",
    "multiprocessing.semaphore_tracker",
    "multiprocessing.forkserver",
    "joblib.externals.loky.backend.resource_tracker",
)


def is_launcher(command: Sequence[str]) -> bool:
    """Tell whether the command only starts others: torchrun and its kin.

    Only what is run counts, not the arguments of a user's script.
    """
    if not command:
        return False
    program, script = Path(command[0]).name, script_of(command)
    if program in _LAUNCH_PROGRAMS or (
        script and Path(script).name in _LAUNCH_PROGRAMS
    ):
        return True
    at = command.index("-m") + 1 if "-m" in command and script is None else 0
    return 0 < at < len(command) and command[at] in _LAUNCH_MODULES


def is_support(command: Sequence[str]) -> bool:
    """Tell whether it is one of multiprocessing's own processes."""
    return len(command) > 2 and any(
        module in command[at + 1]
        for at, word in enumerate(command[:-1])
        if word == "-c"
        for module in SUPPORT_MODULES
    )


def is_launch_program(name: str) -> bool:
    """Tell whether a process that is no Python starts ranks, by its short name."""
    return name in _LAUNCH_PROGRAMS


def is_compiler(name: str, command: Sequence[str]) -> bool:
    """Tell whether a process below a run compiles for it.

    Inductor starts Python workers that compile, and they and the framework start the
    compilers of C++, CUDA and Triton.
    """
    if any(INDUCTOR_WORKER in word for word in command[1:3]):
        return True
    return name in _COMPILERS or name.startswith(_COMPILER_VERSIONS)


def is_loky(command: Sequence[str]) -> bool:
    """Tell whether joblib's loky started it as a pool worker."""
    return any(
        word.startswith("joblib.externals.loky.backend.popen") for word in command
    )


def is_multiprocessing_child(command: Sequence[str], parent: Sequence[str]) -> bool:
    """Tell whether it is a spawned child, or a fork that still bears the command of
    its parent.
    """
    return "--multiprocessing-fork" in command or (
        bool(command) and tuple(command) == tuple(parent)
    )


def has_collectives(thread_names: Collection[str]) -> bool:
    """Tell whether it takes part in collective operations with other ranks."""
    return any(name.startswith(_COLLECTIVE_THREADS) for name in thread_names)


def starts_own_run(command: Sequence[str], ancestor: Sequence[str]) -> bool:
    """Tell whether a trainer below another process is a run of its own.

    So is the script that a notebook, a sweep agent or an editor started, even when
    that has a framework loaded itself. A launcher that starts the same script again,
    as Lightning does for its ranks, and the tools inside an installed package belong
    to the run.
    """
    script, above = script_of(command), script_of(ancestor)
    if script is None or "/site-packages/" in script or "/dist-packages/" in script:
        return False
    return above is None or Path(script).name != Path(above).name


@dataclass(frozen=True, slots=True)
class Child:
    """What is known of a process below the root of a run."""

    name: str
    """The kernel's short name."""
    command: Sequence[str]
    parent_command: Sequence[str]
    is_python: bool
    computes_in_parallel: bool
    """It was seen with several threads busy at once, or in collective operations."""


def role_of_child(child: Child, pools_compute: bool) -> Role:
    """Return the role of a process below the root of a run.

    PyTorch gives loader workers a name of their own and one thread, so a
    multiprocessing child that computes in parallel is a rank. `pools_compute`: with
    this framework a joblib pool does the fitting itself; beside a deep learning
    framework it prepares data.
    """
    if is_compiler(child.name, child.command):
        return Role.COMPILER
    if not child.is_python:
        return Role.SUPPORT
    if child.name.startswith(LOADER_WORKER):
        return Role.WORKER
    if is_support(child.command):
        return _forked_by_server(child, pools_compute)
    if is_launcher(child.command):
        return Role.LAUNCHER
    if is_loky(child.command):
        return Role.RANK if pools_compute else Role.WORKER
    if is_launcher(child.parent_command):
        return Role.RANK
    if is_multiprocessing_child(child.command, child.parent_command):
        return _of_pool(child, pools_compute)
    return Role.RANK


def _forked_by_server(child: Child, pools_compute: bool) -> Role:
    """Return the role of a process with a command of multiprocessing's own.

    What a fork server forks still bears the command of the server.
    """
    if tuple(child.command) == tuple(child.parent_command):
        return _of_pool(child, pools_compute)
    return Role.SUPPORT


def _of_pool(child: Child, pools_compute: bool) -> Role:
    return Role.RANK if child.computes_in_parallel or pools_compute else Role.WORKER
