"""MindSpore, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="mindspore",
    label="MindSpore",
    mapped_fragments=(
        "/mindspore/_c_expression",
        "/libmindspore_core.so",
        "/libmindspore_backend.so",
    ),
    pools_compute=False,
    rank=15,
    gpu_fragments=("/libmindspore_gpu.so", "/libcudart.so"),
)
