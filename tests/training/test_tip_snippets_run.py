"""The lines of tips run, where their framework is installed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from core.advice.test_every_kind import RULES
from core.advice.test_tip_snippets import SHELL, as_module
from training.test_library_snippets import MODULES, RUNNER
from traintray.core.advice.texts import Texts

FRAMEWORKS = ("pytorch", "scikit_learn", "xgboost", "lightgbm", "transformers")
LEFT_OUT = ("'cuda'", "torch.cuda", "Image.open", "trainer.")
"""Lines with these need a GPU, a picture or a run that is under way."""


class Twos(dict):
    """Fills every placeholder with a number that fits anywhere."""

    def __missing__(self, name):
        return "2"


def snippets_of(framework):
    found = []
    for kind in RULES:
        for step in Texts("en").page(kind)["steps"]:
            code = step.get("snippets", {}).get(framework, "")
            code = code.format_map(Twos())
            if not code or code.split()[0] in SHELL:
                continue
            if not any(word in code for word in LEFT_OUT):
                found.append((f"{kind}: {step['title']}", framework, as_module(code)))
    return found


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_lines_of_every_tip_run(framework):
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
