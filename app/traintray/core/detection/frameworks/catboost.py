"""CatBoost, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="catboost",
    label="CatBoost",
    mapped_fragments=(
        "/_catboost.so",
        "/_catboost.cpython",
    ),
    pools_compute=True,
    rank=22,
)
