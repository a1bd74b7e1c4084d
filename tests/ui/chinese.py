"""The app in Chinese: words compiled as packaging/setup does, advice by the core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QObject

from traintray.core.frame import Frame
from traintray.ui import language
from ui import written_advice

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "resources/translations/traintray_zh_CN.ts"


NAMES = {
    *(
        "CPU",
        "GPU",
        "PID",
        "RTX",
        "GiB",
        "MiB",
        "GHz",
        "Ctrl",
        "Esc",
        "traintray",
        "resnet",
    ),
    *(
        "worker",
        "rank",
        "batch",
        "export",
        "env",
        "cgroup",
        "PyTorch",
        "TensorFlow",
        "JAX",
    ),
    *("Python", "NVIDIA", "NVML", "Debian", "Ubuntu", "OpenCV", "OpenMP", "BLAS"),
    *("DataLoader", "bash", "zsh", "fish", "node", "dotenv", "Docker"),
    *("docker", "Podman", "VS", "Code", "shell", "run", "libnvidia", "compute"),
    *("python", "uv"),
    *("norm", "npz", "gzip"),  # a kind of layer, kinds of files
    *("mpstat", "ALL", "taskset", "cp", "vmstat", "pidstat", "cat", "undo"),  # commands
    *("pswpin", "pswpout", "si", "so", "some"),  # counters that they print
}
"""What is called the same in Chinese."""
CODE = re.compile(r"[\w~/-]*[._/=(][\w./=()~-]*")
"""Files, variables and calls."""


def english_in(text: str) -> set[str]:
    """Return the English words of a text, names and code left out."""
    words = re.findall("[A-Za-z]{2,}", CODE.sub(" ", text))
    return set(words) - NAMES


def compiled(folder: Path, *options: str) -> Path:
    """Compile a copy of the translations in `folder`; `--collect` takes up first
    what the code says now. Returns the copy.
    """
    copy = Path(shutil.copy(SOURCE, folder))
    subprocess.run(
        [ROOT / "packaging/translations", *options, folder],
        env={**os.environ, "TRAINTRAY_VENV": sys.prefix},
        check=True,
    )
    return copy


def speak(parent: QObject) -> None:
    """Let the app speak Chinese for as long as `parent` lives."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(Path(folder))
        language.install("zh_CN", parent, Path(folder))


def told(frame: Frame) -> Frame:
    """The frame with what the core says in Chinese of its findings."""
    return written_advice.told(frame, "zh_CN")
