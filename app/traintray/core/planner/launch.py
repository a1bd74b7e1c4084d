"""The command line and the variables that carry a plan out."""

from __future__ import annotations

from dataclasses import dataclass

from traintray.core.planner.plan import Plan, number


@dataclass(frozen=True, slots=True)
class Launch:
    """What to type, for one computer or for each of several."""

    command: str
    variables: tuple[tuple[str, str], ...]
    """Names and values for the env file."""


def launch(plan: Plan, cores_per_node: int | None, rule: str = "linear") -> Launch:
    """Return a `torchrun` line for `train.py` and the variables that fit.

    `cores_per_node` are physical cores of one computer; None: not known, so that no
    thread cap is given. The options behind `train.py` are those that most scripts
    have; a script may call them otherwise. `rule` is `linear` or `sqrt`.
    """
    per_node, nodes = _layout(plan)
    words = ["torchrun"]
    if nodes == 1:
        words.append("--standalone")
    else:
        words += [f"--nnodes={nodes}", "--rdzv-backend=c10d"]
        words.append("--rdzv-endpoint=HOST:29500")
    words += [f"--nproc-per-node={per_node}", "train.py"]
    if plan.batch_per_gpu is not None:
        words.append(f"--batch-size={int(plan.batch_per_gpu.value)}")
    rate = plan.learning_rate_sqrt if rule == "sqrt" else plan.learning_rate_linear
    if rate is not None:
        words.append(f"--lr={rate.value:.6g}")
    if plan.request.epochs is not None:
        words.append(f"--epochs={number(plan.request.epochs).replace(',', '')}")
    variables: tuple[tuple[str, str], ...] = ()
    if cores_per_node is not None:
        threads = max(1, cores_per_node // per_node)
        variables = (("OMP_NUM_THREADS", str(threads)),)
    return Launch(" ".join(words), variables)


def _layout(plan: Plan) -> tuple[int, int]:
    """Return GPUs per computer and computers; the last one may have GPUs to spare."""
    gpus = plan.request.gpus
    per_node = min(plan.request.gpus_per_node or gpus, gpus)
    return per_node, -(-gpus // per_node)
