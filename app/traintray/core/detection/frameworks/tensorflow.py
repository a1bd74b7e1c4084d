"""TensorFlow, seen by its libraries."""

from traintray.core.detection.framework import Framework

FRAMEWORK = Framework(
    name="tensorflow",
    label="TensorFlow",
    mapped_fragments=(
        "/libtensorflow_framework.so",
        "/_pywrap_tensorflow",
    ),
    pools_compute=False,
    rank=11,
    thread_names=("tf_Compute", "tf_numa", "tf_inter_op"),
    # Measured with 2.21: the pool for operations, tf_Compute, pools of pipelines.
    pools_come_first=True,
    gpu_fragments=("/libcudart.so", "/libamdhip64.so"),
)
