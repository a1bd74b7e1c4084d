"""Signs that a measure is in place already: where each of them shows.

A step of a tip names the signs that it would bring about; a step whose signs are all
seen in a run is ticked off. A sign in a script says that the line is there, not that
it runs, so the place is always told along with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ANY = r"(?!(?:0|false|no|none|off)$).*"
"""A value that does not switch an option off."""
_NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Sign:
    """One measure, and what shows it. Any of these is enough."""

    name: str
    script: str = ""
    """Pattern in the text of the program or of a module beside it."""
    options: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Options of the command line, without dashes, and the pattern of their value."""
    variables: Mapping[str, str] = field(default_factory=lambda: _NONE)
    """Variables of the environment, and the pattern of their value."""
    mapped: tuple[str, ...] = ()
    """Parts of the path of a file that is mapped then."""
    is_workers: bool = False
    """Processes that load data are there."""


SIGNS = (
    Sign("workers", is_workers=True),
    Sign(
        "persistent_workers",
        r"\bpersistent_workers\s*=\s*True",
        {"persistent_workers": ANY, "dataloader_persistent_workers": ANY},
    ),
    Sign(
        "pin_memory",
        r"\bpin_memory\s*=\s*True",
        {"pin_memory": ANY, "pin_mem": ANY, "dataloader_pin_memory": ANY},
    ),
    Sign("parallel_map", r"\bnum_parallel_calls\s*="),
    Sign("interleave", r"\.interleave\s*\("),
    Sign("prefetch", r"\.prefetch\s*\("),
    Sign("cache", r"\.cache\s*\("),
    Sign(
        "mapped_data",
        r"\bmmap_mode\s*=\s*[\"']|\bmemmap\s*\(",
        mapped=(".npy", ".arrow", ".mdb"),
    ),
    Sign("shards", r"\bwebdataset\b|\bTFRecordDataset\b|\bStreamingDataset\b|\bffcv\b"),
    Sign(
        "fast_decode",
        r"\bdecode_(?:image|jpeg)\b|\bTurboJPEG\b|\btransforms\.v2\b",
        mapped=("/libturbojpeg.so",),
    ),
    Sign("gpu_transforms", r"\bkornia\b|\bnvidia\.dali\b", mapped=("/libdali",)),
    Sign(
        "bfloat16",
        r"\bbfloat16\b|[\"'](?:bf16|mixed_bfloat16)|\bbf16\s*=\s*True",
        {"bf16": ANY, "mixed_precision": "bf16", "precision": "bf16.*"},
    ),
    Sign("channels_last", r"\bchannels_last\b"),
    Sign(
        "compiled",
        r"\btorch\.compile\s*\(|\btorch_compile\s*=\s*True",
        {"torch_compile": ANY},
        # What Inductor made of the model is loaded from a cache of this name.
        mapped=("/torchinductor_",),
    ),
    Sign("xla", r"\bjit_compile\s*=\s*True"),
    Sign("jit", r"\bjax\.jit\b|@(?:nnx\.|eqx\.filter_)?jit\b"),
    Sign("hybridized", r"\.hybridize\s*\("),
    Sign("early_stopping", r"\bearly_stopping"),
    Sign("fewer_bins", r"\bmax_bins?\b|\bborder_count\b"),
    Sign("histograms", r"\bHistGradientBoosting"),
    Sign("all_cores", r"\bn_jobs\s*=\s*-1\b"),
    Sign(
        "passive_wait",
        variables={"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"},
    ),
    Sign(
        "opencv_alone",
        r"\bcv2\.setNumThreads\s*\(\s*[01]\s*\)",
        variables={"OPENCV_FOR_THREADS_NUM": "1"},
    ),
    Sign(
        "one_thread",
        r"\bset_num_threads\s*\(\s*1\s*\)",
        variables={"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"},
    ),
    Sign(
        "accumulation",
        r"\bgradient_accumulation_steps\s*=\s*(?!1\b)\d|\baccumulate_grad_batches\b",
        {
            "gradient_accumulation_steps": "(?!1$)[0-9]+",
            "accumulate_grad_batches": "(?!1$)[0-9]+",
        },
    ),
    Sign(
        "checkpointing",
        r"\bgradient_checkpointing|\butils\.checkpoint\b|\bcheckpoint_sequential\b",
        {"gradient_checkpointing": ANY},
    ),
    Sign("pool_closes", r"\bwith\s+[\w.]*Pool(?:Executor)?\s*\("),
    Sign("dynamic_shapes", r"\bmark_dynamic\b|\bdynamic\s*=\s*True"),
    Sign(
        "distributed",
        r"\bDistributedDataParallel\b|\bfully_shard\b|\bMirroredStrategy\b"
        r"|\bstrategy\s*=\s*[\"'](?:ddp|fsdp|deepspeed)",
        {"strategy": "(?:ddp|fsdp|deepspeed).*"},
        {"WORLD_SIZE": "(?!1$)[0-9]+"},
    ),
)


def mapped_signs(paths: frozenset[str]) -> dict[str, str]:
    """Return the signs that mapped files show, each with the file."""
    looked_for = [(sign.name, sign.mapped) for sign in SIGNS if sign.mapped]
    text = "\n".join(paths)
    return {
        name: next(path for path in sorted(paths) if any(p in path for p in parts))
        for name, parts in looked_for
        if any(part in text for part in parts)
    }
