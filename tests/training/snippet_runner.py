"""Runs snippets of the library, each with what a training script has at hand.

Reads `[[name, framework, code], ...]` as JSON and prints `[[name, trouble], ...]`;
trouble is empty where the lines ran. Needs the framework, and nothing of traintray, so
that it can be started with the Python of any environment.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Names = dict[str, Any]
GIVE_UP_S = 150
"""Then the place where it hangs is printed: before pytest's own limit says less."""


def torch_names() -> Names:
    """A small network with batch norm, and a loader of 64 small images."""
    import torch
    from torch.nn.parallel import DistributedDataParallel
    from torch.utils.data import DataLoader, TensorDataset

    def make_model() -> torch.nn.Module:
        return torch.nn.Sequential(
            torch.nn.Conv2d(3, 8, 3, padding=1),
            torch.nn.BatchNorm2d(8),
            torch.nn.AdaptiveAvgPool2d(1),
            torch.nn.Flatten(),
            torch.nn.Linear(8, 4),
        )

    model = make_model()
    images = torch.randint(0, 255, (64, 3, 8, 8)).float()
    labels = torch.randint(0, 4, (64,))
    dataset = TensorDataset(images, labels)
    return {
        "torch": torch,
        "DataLoader": DataLoader,
        "DistributedDataParallel": DistributedDataParallel,
        "make_model": make_model,
        "model": model,
        "teacher": make_model(),
        "criterion": torch.nn.CrossEntropyLoss(),
        "optimizer": torch.optim.SGD(model.parameters(), lr=0.01),
        "dataset": dataset,
        "loader": DataLoader(dataset, batch_size=16),
        "x": images[:8],
        "y": labels[:8],
        "epochs": 1,
        "n": 2,
        "block": model,
        "loss": torch.ones((), requires_grad=True) * 2,
        "losses": [],
        "output": images[:8],
        "outputs": [],
        "output_dir": "out",
    }


def ddp_names() -> Names:
    """The same, in a group of one process, for which no host name must be found."""
    import torch.distributed as dist

    names = torch_names()
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    names["model"] = names["DistributedDataParallel"](names["model"])
    names["rank"] = None
    return names


def table_names() -> Names:
    """A table with two classes."""
    import numpy

    generator = numpy.random.default_rng(0)
    x = generator.random((400, 5))
    return {"x": x, "y": (x[:, 0] > 0.5).astype(int), "params": {}}


def xgboost_names() -> Names:
    import xgboost

    names = table_names()
    data = xgboost.DMatrix(names["x"], names["y"])
    names["params"] = {"objective": "binary:logistic"}
    known = {"xgboost": xgboost, "xgb": xgboost, "data": data}
    return {**names, **known, "dtrain": data, "dvalid": data}


def lightgbm_names() -> Names:
    import lightgbm

    names = table_names()
    train = lightgbm.Dataset(names["x"], names["y"])
    names["params"] = {"objective": "binary", "verbose": -1}
    valid = lightgbm.Dataset(names["x"], names["y"], reference=train)
    known = {"lightgbm": lightgbm, "lgb": lightgbm, "data": train}
    return {**names, **known, "train": train, "valid": valid}


def scikit_learn_names() -> Names:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV

    return {
        **table_names(),
        "model": LogisticRegression(),
        "estimator": LogisticRegression(),
        "grid": {"C": [1.0, 2.0]},
        "GridSearchCV": GridSearchCV,
        "RandomForestClassifier": RandomForestClassifier,
    }


def _alone() -> None:
    """Take away what says that this is one rank of several."""
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
        os.environ.pop(name, None)


def lightning_names() -> Names:
    """Its Trainer, on the CPU whatever the lines ask for: there may be no GPU."""
    import lightning

    def trainer(**given: Any) -> Any:
        here = {"accelerator": "cpu", "devices": 1, "logger": False}
        return lightning.Trainer(**{**given, **here})

    return {**torch_names(), "lightning": lightning, "Trainer": trainer}


def transformers_names() -> Names:
    """The arguments of its Trainer, on the CPU where the lines do not say."""
    import transformers

    _alone()

    def arguments(output_dir: str, **given: Any) -> Any:
        return transformers.TrainingArguments(output_dir, **{"use_cpu": True, **given})

    return {
        "TrainingArguments": arguments,
        "Trainer": transformers.Trainer,
        "model": torch_names()["model"],
        "args": arguments("out"),
        "n": 2,
        "output_dir": "out",
    }


def accelerate_names() -> Names:
    from accelerate import Accelerator
    from accelerate.state import AcceleratorState

    _alone()
    AcceleratorState._reset_state(reset_partial_state=True)
    return {**torch_names(), "Accelerator": Accelerator}


def keras_names() -> Names:
    """On JAX, whose back end can spread a batch."""
    os.environ["KERAS_BACKEND"] = "jax"
    import keras

    return {"keras": keras, "optimizer": keras.optimizers.SGD()}


def jax_names() -> Names:
    import flax
    import grain
    import jax
    import jax.numpy as jnp
    import optax

    def apply(params: Any, x: Any) -> Any:
        return x @ params

    libraries = {"jax": jax, "jnp": jnp, "flax": flax, "grain": grain, "optax": optax}
    return {
        **libraries,
        "apply": apply,
        "train_step": apply,
        "params": jnp.ones((4, 2)),
        "x": jnp.ones((8, 4)),
        "batch": jnp.ones((8, 4)),
        "optimizer": optax.sgd(0.1),
        "source": list(range(100)),
        "prepare": lambda item: item,
    }


def tensorflow_names() -> Names:
    import keras
    import tensorflow as tf

    Path("shard-0.tfrecord").touch()

    def make_model() -> Any:
        return keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])

    images = tf.zeros((8, 256, 256, 3))
    return {
        "tf": tf,
        "keras": keras,
        "make_model": make_model,
        "model": make_model(),
        "optimizer": "sgd",
        "loss": "mse",
        "decode": lambda item: item,
        "augment": lambda item: item,
        "dataset": tf.data.Dataset.from_tensor_slices(images),
        "files": tf.data.Dataset.from_tensor_slices([b"a.tfrecord"]),
    }


def numpy_names() -> Names:
    import numpy

    numpy.save("data.npy", numpy.zeros((3, 3)))
    return {}


BEFORE_ALL = "tf.config.threading"
"""Lines with this count only before TensorFlow has computed anything."""


def untouched_names() -> Names:
    """TensorFlow as it is just after its import."""
    import tensorflow as tf

    return {"tf": tf}


NAMES: dict[str, Callable[[], Names]] = {
    "pytorch": torch_names,
    "ddp": ddp_names,
    "xgboost": xgboost_names,
    "lightgbm": lightgbm_names,
    "scikit_learn": scikit_learn_names,
    "lightning": lightning_names,
    "transformers": transformers_names,
    "accelerate": accelerate_names,
    "keras": keras_names,
    "jax": jax_names,
    "tensorflow": tensorflow_names,
    "numpy": numpy_names,
    "python": dict,
}


def run(framework: str, code: str) -> str:
    """Return what went wrong; empty when nothing did."""
    names = untouched_names() if BEFORE_ALL in code else NAMES[framework]()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, "snippet", "exec"), {"__name__": "snippet", **names})
    except Exception:  # noqa: BLE001 a snippet may fail in any way
        return traceback.format_exc(limit=-2)
    finally:
        if framework in ("pytorch", "ddp"):
            import torch.distributed as dist

            if dist.is_initialized():
                dist.destroy_process_group()
    return ""


def main() -> None:
    """Answer what stands on standard input."""
    faulthandler.dump_traceback_later(GIVE_UP_S, exit=True)
    os.environ.update(
        RANK="0",
        WORLD_SIZE="1",
        LOCAL_RANK="0",
        MASTER_ADDR="127.0.0.1",
        MASTER_PORT="0",
        GLOO_SOCKET_IFNAME="lo",
        CUDA_VISIBLE_DEVICES="",
    )
    asked = sorted(json.load(sys.stdin), key=lambda one: BEFORE_ALL not in one[2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = [[name, run(framework, code)] for name, framework, code in asked]
        os.chdir("/")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
