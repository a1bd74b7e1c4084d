"""Which framework computes, where several are loaded."""

import pytest

from traintray.core.detection import frameworks
from traintray.core.detection.framework import Framework, by_threads, recognise_all
from traintray.core.discovery import collect

FRAMEWORKS = collect(frameworks, "FRAMEWORK", Framework)
TORCH, TF, JAX = (
    "/v/torch/lib/libtorch_cpu.so",
    "/v/tensorflow/libtensorflow_framework.so.2",
    "/v/jaxlib/libjax_common.so",
)


def chosen(mapped, **demand):
    found = by_threads(recognise_all(mapped, FRAMEWORKS), demand)
    return found.name if found else None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (TORCH, "pytorch"),
        (TF, "tensorflow"),
        (JAX, "jax"),
        ("/v/mxnet/libmxnet.so", "mxnet"),
        ("/v/paddle/base/libpaddle.so", "paddlepaddle"),
        ("/v/paddle/libs/libphi_core.so", "paddlepaddle"),
        ("/v/mindspore/_c_expression.cpython-39-x86_64-linux-gnu.so", "mindspore"),
        ("/v/mindspore/lib/libmindspore_core.so", "mindspore"),
        ("/v/xgboost/lib/libxgboost.so", "xgboost"),
        ("/v/lightgbm/lib/lib_lightgbm.so", "lightgbm"),
        ("/v/catboost/_catboost.so", "catboost"),
        ("/v/sklearn/tree/_tree.cpython-311-x86_64-linux-gnu.so", "scikit_learn"),
        ("/v/numpy/core/_multiarray_umath.so", None),
    ],
)
def test_each_is_known_by_its_library(path, name):
    assert chosen({path}, python=1.0) == name


@pytest.mark.parametrize(
    ("mapped", "demand", "name"),
    [
        pytest.param({TORCH, TF}, {"python": 2.0}, "pytorch", id="no names: by rank"),
        pytest.param(
            {TORCH, TF}, {"python": 1.0, "tf_Compute": 2.0}, "tensorflow", id="TF works"
        ),
        pytest.param(
            {TF, JAX}, {"python": 1.0, "tf_XLAEigen": 2.0}, "jax", id="JAX works"
        ),
        pytest.param(
            {TF, JAX}, {"tf_XLAEigen": 2.0, "tf_Compute": 0.2}, "jax", id="TF feeds JAX"
        ),
        pytest.param(
            {TORCH, TF}, {"python": 2.0, "tf_Compute": 0.1}, "pytorch", id="TF rests"
        ),
        pytest.param({TORCH, TF}, {}, "pytorch", id="nobody works yet"),
        pytest.param({TORCH}, {"tf_Compute": 2.0}, "pytorch", id="only one is loaded"),
        pytest.param(set(), {"tf_Compute": 2.0}, None, id="none is loaded"),
    ],
)
def test_busy_threads_tell_who_computes(mapped, demand, name):
    assert chosen(mapped, **demand) == name
