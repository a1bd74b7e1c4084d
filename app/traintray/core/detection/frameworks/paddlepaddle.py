"""PaddlePaddle, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="paddlepaddle",
    label="PaddlePaddle",
    mapped_fragments=(
        "/paddle/base/libpaddle.so",
        "/paddle/fluid/libpaddle.so",
        "/paddle/fluid/core_avx.so",
        "/paddle/libs/libphi",
    ),
    pools_compute=False,
    rank=14,
    gpu_fragments=("/libphi_gpu.so", "/libcudart.so"),
)
