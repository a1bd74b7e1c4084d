"""Which library drives the loop of a run is read off its program and its command."""

from __future__ import annotations

import pytest

from core.detection.fake_world import FakeProcess, FakeWorld
from traintray.core.detection import frameworks
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.detection.run import ScriptSign
from traintray.core.detection.script_signs import find_script_signs
from traintray.core.detection.trainer import all_trainers, trainer_of
from traintray.core.discovery import collect

PLAIN = ("python", "train.py")
PROGRAMS = {
    "transformers": "from transformers import AutoModel, Trainer\nTrainer(m).train()",
    "transformers, of trl": "from trl import SFTTrainer\nSFTTrainer(model).train()",
    "lightning": "import lightning as L\nL.Trainer(devices=1).fit(model)",
    "lightning, its old name": "from pytorch_lightning import Trainer\nTrainer()",
    "accelerate": "from accelerate import Accelerator\na = Accelerator()",
    "keras": "import keras\nmodel.fit(x, y)",
    "keras, of tensorflow": "import tensorflow as tf\nm = tf.keras.Model()\nm.fit(x)",
    "keras, imported": "from tensorflow import keras\nmodel.fit(data)",
}


def trainer_in(tmp_path, text, framework="pytorch", command=PLAIN):
    (tmp_path / "train.py").write_text(text)
    signs = {sign.name for sign in find_script_signs(command, str(tmp_path))}
    return trainer_of(framework, signs, command)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_trainer_is_known_by_its_import_and_its_call(tmp_path, name):
    expected, _, about = name.partition(",")
    framework = "tensorflow" if expected == "keras" and about else "pytorch"

    assert trainer_in(tmp_path, PROGRAMS[name], framework) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("from transformers import AutoModel\nloss.backward()", id="model"),
        pytest.param("from lightning.fabric import Fabric\nFabric()", id="fabric"),
        pytest.param("# import lightning\nTrainer()", id="in a comment"),
        pytest.param("import accelerate\nlaunch()", id="without its loop"),
        pytest.param("import keras\nfor x in data: step(x)", id="a loop of one's own"),
    ],
)
def test_a_library_that_does_not_run_the_loop_is_no_trainer(tmp_path, text):
    assert trainer_in(tmp_path, text) is None


def test_what_is_built_on_another_trainer_comes_before_it(tmp_path):
    text = "\n".join((PROGRAMS["accelerate"], PROGRAMS["transformers"]))

    assert trainer_in(tmp_path, text) == "transformers"


def test_a_trainer_of_another_framework_is_not_told(tmp_path):
    assert trainer_in(tmp_path, PROGRAMS["lightning"], "jax") is None
    assert trainer_in(tmp_path, PROGRAMS["keras"], "jax") == "keras"


@pytest.mark.parametrize(
    "command",
    [
        ("/venv/bin/python", "/venv/bin/accelerate", "launch", "train.py"),
        ("python", "-m", "accelerate.commands.launch", "train.py"),
    ],
)
def test_a_launcher_tells_where_the_program_cannot_be_read(command):
    assert trainer_of("pytorch", (), command) == "accelerate"


def test_every_trainer_drives_frameworks_that_exist():
    known = {f.name for f in collect(frameworks, "FRAMEWORK", Framework)}

    assert {name for t in all_trainers() for name in t.drives} <= known
    assert len({t.rank for t in all_trainers()}) == len(all_trainers())


def test_a_run_carries_what_its_program_shows():
    class Readable(FakeWorld):
        def script_signs(self, facts):
            return (ScriptSign("lightning", "/home/a/train.py", 1),)

    world = Readable(FakeProcess(10, mapped=MAPPED))
    found = collect(frameworks, "FRAMEWORK", Framework)
    detector = Detector(world, found, boot_offset_s=lambda: 0.0)

    runs = [detector.update(world.table(float(s)), float(s)) for s in range(12)][-1]

    assert runs[0].trainer == "lightning"
    assert [sign.name for sign in runs[0].script_signs] == ["lightning"]
    assert dict(runs[0].traits.mapped_signs) == {"compiled": COMPILED}


COMPILED = "/tmp/torchinductor_ada/xy/cxyz.so"
MAPPED = frozenset({"/venv/lib/libtorch_cpu.so", COMPILED})
