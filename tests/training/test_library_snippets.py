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
    "pytorch": "torch",
    "ddp": "torch",
    "scikit_learn": "sklearn",
    "python": "json",
}
"""Modules of frameworks that are called otherwise."""


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
    module = MODULES.get(framework, framework)
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed here")
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
