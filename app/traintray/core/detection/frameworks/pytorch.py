"""PyTorch, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="pytorch",
    label="PyTorch",
    mapped_fragments=(
        "/libtorch_cpu.so",
        "/libtorch_cuda.so",
    ),
    pools_compute=False,
    rank=10,
    gpu_fragments=("/libtorch_cuda.so", "/libtorch_hip.so", "/libtorch_xpu.so"),
)
