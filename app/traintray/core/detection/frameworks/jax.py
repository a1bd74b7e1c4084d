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
    thread_names=("tf_XLAEigen", "tf_XLATfrtCpu"),
    gpu_fragments=("/xla_cuda_plugin.so", "/xla_rocm_plugin.so", "/libcudart.so"),
)
