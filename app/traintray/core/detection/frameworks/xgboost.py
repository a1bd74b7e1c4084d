"""XGBoost, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="xgboost",
    label="XGBoost",
    mapped_fragments=("/libxgboost.so",),
    pools_compute=True,
    rank=20,
)
