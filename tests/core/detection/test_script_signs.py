"""Measures that a program takes are found in its text, with their place."""

from __future__ import annotations

import pytest

from traintray.core.detection.script_signs import find_script_signs
from traintray.core.detection.signs import SIGNS, mapped_signs

SHOWN = {
    "persistent_workers": "DataLoader(data, persistent_workers=True)",
    "pin_memory": "DataLoader(data, pin_memory=True)",
    "parallel_map": "data.map(f, num_parallel_calls=tf.data.AUTOTUNE)",
    "interleave": "files.interleave(read)",
    "prefetch": "data.prefetch(2)",
    "cache": "data.cache()",
    "mapped_data": "numpy.load('a.npy', mmap_mode='r')",
    "shards": "webdataset.WebDataset(urls)",
    "fast_decode": "torchvision.io.decode_image(path)",
    "gpu_transforms": "import kornia",
    "bfloat16": "torch.autocast('cpu', dtype=torch.bfloat16)",
    "channels_last": "x.to(memory_format=torch.channels_last)",
    "compiled": "model = torch.compile(model)",
    "xla": "model.compile(optimizer, loss, jit_compile=True)",
    "jit": "step = jax.jit(step)",
    "hybridized": "net.hybridize()",
    "early_stopping": "lgb.early_stopping(20)",
    "fewer_bins": "params['max_bin'] = 64",
    "histograms": "HistGradientBoostingClassifier()",
    "all_cores": "RandomForestClassifier(n_jobs=-1)",
    "opencv_alone": "cv2.setNumThreads(0)",
    "one_thread": "torch.set_num_threads(1)",
    "accumulation": "Trainer(accumulate_grad_batches=4)",
    "checkpointing": "model.gradient_checkpointing_enable()",
    "pool_closes": "with multiprocessing.Pool(4) as pool:",
    "dynamic_shapes": "torch.compile(model, dynamic=True)",
    "distributed": "DistributedDataParallel(model)",
}


def signs_in(tmp_path, text):
    (tmp_path / "train.py").write_text(text)
    found = find_script_signs(("python", "train.py"), str(tmp_path))
    return {sign.name: sign for sign in found}


def test_every_sign_that_shows_in_a_program_has_a_line_here():
    assert {sign.name for sign in SIGNS if sign.script} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_a_line_shows_its_sign_with_its_place(tmp_path, name):
    found = signs_in(tmp_path, f"import os\n\n{SHOWN[name]}\n")[name]

    assert (found.path, found.line_number) == (str(tmp_path / "train.py"), 3)


@pytest.mark.parametrize("name", SHOWN)
def test_a_line_in_a_comment_shows_nothing(tmp_path, name):
    assert name not in signs_in(tmp_path, f"# {SHOWN[name]}\n")


@pytest.mark.parametrize(
    "line",
    [
        "DataLoader(data, persistent_workers=False)",
        "torch.set_num_threads(16)",
        "TrainingArguments(gradient_accumulation_steps=1)",
        "cv2.setNumThreads(8)",
        "RandomForestClassifier(n_jobs=4)",
        "my_prefetch(x)",
    ],
)
def test_the_same_with_another_value_shows_nothing(tmp_path, line):
    assert signs_in(tmp_path, line) == {}


def test_a_module_beside_the_script_counts_and_what_is_installed_does_not(tmp_path):
    (tmp_path / "data.py").write_text("loader = DataLoader(d, persistent_workers=True)")

    found = signs_in(tmp_path, "import data, torchvision")

    assert found["persistent_workers"].path == str(tmp_path / "data.py")
    assert list(found) == ["persistent_workers"]


def test_a_command_without_a_script_shows_nothing(tmp_path):
    assert find_script_signs(("python", "-c", "import torch"), str(tmp_path)) == ()


def test_a_mapped_file_shows_what_was_compiled_or_mapped():
    paths = frozenset({"/a/libarrow.so.19", "/data/train/part-0.arrow", "/b/x.so"})

    assert mapped_signs(paths) == {"mapped_data": "/data/train/part-0.arrow"}
