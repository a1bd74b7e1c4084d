"""What the mapped libraries of a run tell about its work."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from traintray.core.detection.framework import Framework
from traintray.core.readings import ProcessFacts

_OPENMP = ("/libgomp", "/libiomp5", "/libomp.so", "/libomp-")
_COMPUTES_BY_OPENMP = ("/libiomp5", "/libomp.so")
"""Builds of TensorFlow that compute with OpenMP bring these. libgomp comes along with
scikit-learn, which Keras imports, and says nothing."""
_DECODES = (
    *("/PIL/_imaging", "/cv2/cv2", "/cv2.abi3", "/cv2.cpython", "/libopencv_imgproc"),
    *("/torchvision/image.so", "/torchvision/_C.so", "/libturbojpeg", "/libjpeg"),
    *("/libav", "/av/", "/decord/", "/torchcodec/", "/libsndfile", "/_soundfile"),
    *("/torchaudio/lib/", "/tokenizers.abi3", "/tokenizers.cpython", "/tokenizers/"),
    *("/pyarrow/lib.", "/libarrow.so", "/h5py/", "/libhdf5"),
    *("/skimage/", "/SimpleITK/", "/rasterio/", "/zarr/"),
    *("/libnvimgcodec", "/libdali", "/libvips", "/pydicom/", "/lmdb/"),
)
_GPU_DRIVERS = ("/libcuda.so", "/libcudart.so", "/libcudart-", "/libamdhip64.so")
TELLING_PARTS = (*_OPENMP, *_DECODES, *_GPU_DRIVERS)
"""All that is looked for in the paths of libraries here."""


def has_openmp(facts: ProcessFacts) -> bool:
    """Tell whether an OpenMP runtime is mapped."""
    return _has_any(facts.mapped_files, _OPENMP)


def computes_by_openmp(facts: ProcessFacts) -> bool:
    """Tell whether a framework with pools of its own may compute with OpenMP here."""
    return _has_any(facts.mapped_files, _COMPUTES_BY_OPENMP)


def has_image_libraries(all_facts: Sequence[ProcessFacts]) -> bool | None:
    """Tell whether libraries that decode or transform samples are mapped anywhere.

    Images, video, sound, text and tables: what a loader turns into tensors. None
    when no process may be looked into.
    """
    known = [facts for facts in all_facts if "mapped_files" not in facts.gaps]
    if not known:
        return None
    return any(_has_any(facts.mapped_files, _DECODES) for facts in known)


def maps_gpu_build(
    all_facts: Sequence[ProcessFacts], framework: Framework | None
) -> bool | None:
    """Tell whether a build for GPUs is mapped; None when that may not be read."""
    known = [facts for facts in all_facts if "mapped_files" not in facts.gaps]
    if not known:
        return None
    parts = (*_GPU_DRIVERS, *(framework.gpu_fragments if framework else ()))
    return any(_has_any(facts.mapped_files, parts) for facts in known)


def _has_any(paths: Collection[str], parts: Sequence[str]) -> bool:
    text = "\n".join(paths)
    return any(part in text for part in parts)
