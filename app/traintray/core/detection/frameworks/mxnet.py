"""MXNet, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="mxnet",
    label="MXNet",
    mapped_fragments=("/libmxnet.so",),
    pools_compute=False,
    rank=13,
    gpu_fragments=("/libcudart.so",),
)
