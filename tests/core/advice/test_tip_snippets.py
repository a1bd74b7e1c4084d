"""The snippets of tips, filled as a run fills them: Python that parses, or shell."""

from __future__ import annotations

import ast
import shlex
import textwrap

import pytest

from core.advice.test_every_kind import BOOKS, NAMES, RULES, SCENES, case_of
from traintray.cli.parser import _build, _parse
from traintray.core.detection.trainer import all_trainers

SPEAKERS = [(name, None) for name in NAMES] + [
    (framework, trainer.name)
    for trainer in all_trainers()
    for framework in sorted(trainer.drives)
]
SHELL = {
    "CUDA_VISIBLE_DEVICES=0",
    "JAX_LOG_COMPILES=1",
    "TORCH_LOGS=recompiles",
    "accelerate",
    "df",
    "export",
    "nvidia-smi",
    "pip",
    "powerprofilesctl",
    "ps",
    "py-spy",
    "python",
    "renice",
    "sudo",
    "taskset",
    "top",
    "torchrun",
    "traintray",
    "unset",
}
"""What a line of shell begins with; all else has to be Python."""


def snippets_of(kind):
    found = set()
    for seen in SCENES[kind]:
        for framework, trainer in SPEAKERS:
            case = case_of(RULES[kind], seen, framework, trainer)
            advice = BOOKS["en"].advise(case)
            found |= {step.snippet for step in advice.steps if step.snippet}
    return sorted(found)


@pytest.mark.parametrize("kind", RULES)
def test_every_snippet_is_python_that_parses_or_a_known_command(kind):
    parser = _build()
    for snippet in snippets_of(kind):
        for line in snippet.splitlines():
            words = line.split()
            if words and words[0] == "traintray":
                _parse(parser, shlex.split(line)[1:])
        if snippet.split()[0] not in SHELL:
            ast.parse(as_module(snippet))


def as_module(snippet):
    """Give the loops that end in `for ...:` a body: the reader's own."""
    last = snippet.splitlines()[-1]
    if last.rstrip().endswith(":"):
        indent = len(last) - len(last.lstrip()) + 4
        return textwrap.dedent(snippet) + "\n" + " " * indent + "pass"
    return textwrap.dedent(snippet)
