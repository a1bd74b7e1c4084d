"""What can be seen of a run by its PID, so that advice speaks of that run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from traintray.core.advice.general import Here
from traintray.core.advice.in_place import Visible, places
from traintray.core.advice.steps import speakers
from traintray.core.advice.texts import Texts
from traintray.core.detection import frameworks
from traintray.core.detection.framework import Framework, recognise_all
from traintray.core.detection.script_signs import find_script_signs
from traintray.core.detection.signs import mapped_signs
from traintray.core.detection.trainer import trainer_of
from traintray.core.discovery import collect
from traintray.core.readings import ProcessFacts
from traintray.core.sensors.process_facts import read_process_facts

_WORKER = "pt_data_worker"
"""Name that PyTorch gives to the processes of its loaders."""


class NoRunError(Exception):
    """Nothing of a training run can be seen there; the message says why."""


def here_of(pid: int, language: str, root: Path = Path("/")) -> Here:
    """Return what a process and those below it show; NoRunError where that is none."""
    if not (root / f"proc/{pid}").is_dir():
        raise NoRunError(f"there is no process {pid}")
    family = dict(_family(pid, root))
    known = collect(frameworks, "FRAMEWORK", Framework)
    for facts in family.values():
        used = recognise_all(facts.mapped_files, known)
        if used:
            return _here(used[0].name, facts, family, (Texts(language), root))
    raise NoRunError(
        f"process {pid} and those below it have no training library loaded, or may"
        " not be looked into"
    )


def _here(
    framework: str,
    telling: ProcessFacts,
    family: dict[int, ProcessFacts],
    where: tuple[Texts, Path],
) -> Here:
    texts, root = where
    first = next(iter(family.values()))
    signs = find_script_signs(first.command, first.working_folder)
    mapped = frozenset().union(*(facts.mapped_files for facts in family.values()))
    seen = Visible(
        signs,
        mapped_signs(mapped),
        first.command,
        telling.thread_variables,
        sum(_name(pid, root) == _WORKER for pid in family),
    )
    trainer = trainer_of(framework, {sign.name for sign in signs}, first.command)
    return Here(speakers(framework, trainer), places(seen, texts))


def _family(pid: int, root: Path) -> Iterator[tuple[int, ProcessFacts]]:
    """Yield a process and those below it that are still there."""
    waiting = [pid]
    while waiting:
        one = waiting.pop(0)
        try:
            yield one, read_process_facts(one, root)
            for file in (root / f"proc/{one}/task").glob("*/children"):
                waiting += map(int, file.read_text().split())
        except OSError:
            continue


def _name(pid: int, root: Path) -> str:
    try:
        return (root / f"proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""
