"""LightGBM, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="lightgbm",
    label="LightGBM",
    mapped_fragments=("/lib_lightgbm.so",),
    pools_compute=True,
    rank=21,
)
