"""JAX, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="jax",
    label="JAX",
    mapped_fragments=(
        "/libjax_common.so",
        "/xla_extension.so",
    ),
    pools_compute=False,
    rank=12,
)
