"""The snippets of the library run, where their framework is installed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from training import snippet_runner
from traintray.core.advice.library import Library

RUNNER = Path(snippet_runner.__file__)
MODULES = {
    "pytorch": ("torch",),
    "ddp": ("torch",),
    "scikit_learn": ("sklearn",),
    "lightning": ("torch", "lightning"),
    "accelerate": ("torch", "accelerate"),
    "transformers": ("torch", "accelerate", "transformers"),
    "keras": ("jax", "keras"),
    "jax": ("jax", "flax", "grain", "optax"),
    "python": ("json",),
}
"""Modules that the lines of a framework need, where that is not one of its name."""


def snippets_of(framework):
    return [
        (f"{article.strategy}: {step.title}", framework, snippet.code)
        for article in Library("en").articles()
        for step in article.steps
        for snippet in step.snippets
        if snippet.framework == framework
    ]


@pytest.mark.parametrize("framework", sorted(snippet_runner.NAMES))
def test_every_snippet_runs(framework):
    modules = MODULES.get(framework, (framework,))
    lacking = [name for name in modules if importlib.util.find_spec(name) is None]
    if lacking:
        pytest.skip(f"{', '.join(lacking)} is not installed here")
    asked = snippets_of(framework)
    assert asked

    answer = subprocess.run(
        [sys.executable, str(RUNNER)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr
    assert [each for each in json.loads(answer.stdout) if each[1]] == []
