"""scikit-learn, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="scikit_learn",
    label="scikit-learn",
    mapped_fragments=("/sklearn/",),
    pools_compute=True,
    rank=30,
)
