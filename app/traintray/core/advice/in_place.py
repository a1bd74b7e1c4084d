"""Which measures a run takes already, and where that was seen, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from traintray.core.advice.texts import Texts
from traintray.core.detection.run import Role, ScriptSign, TrainingRun
from traintray.core.detection.signs import SIGNS, Sign

_LONGEST_TEXT = 40


@dataclass(frozen=True, slots=True)
class Visible:
    """What of a run can bear signs. Nothing of it is trusted text."""

    script_signs: tuple[ScriptSign, ...] = ()
    mapped: Mapping[str, str] | None = None
    """Signs that a mapped file shows, each with the file."""
    command: tuple[str, ...] = ()
    variables: Mapping[str, str] | None = None
    worker_count: int = 0


def visible(run: TrainingRun) -> Visible:
    """Return what can be seen of a run."""
    return Visible(
        run.script_signs,
        dict(run.traits.mapped_signs),
        run.command,
        run.thread_variables,
        run.count(Role.WORKER),
    )


def places(seen: Visible, texts: Texts) -> dict[str, str]:
    """Return the measures that are in place, each with where that was seen."""
    found = ((sign.name, _place(sign, seen, texts)) for sign in SIGNS)
    return {name: place for name, place in found if place is not None}


def told_in_place(wanted: Iterable[str], found: Mapping[str, str], texts: Texts) -> str:
    """Return a sentence that says where all wanted measures were seen.

    Empty when one of them was not, or none is wanted.
    """
    where = [found.get(name) for name in wanted]
    known = [place for place in where if place is not None]
    if not where or len(known) < len(where):
        return ""
    terms = texts.page("terms")["in_place"]
    places_text = str(terms["and"]).join(dict.fromkeys(known))
    return str(terms["sentence"]).format(where=places_text)


def _place(sign: Sign, seen: Visible, texts: Texts) -> str | None:
    """Return the first place in which a sign shows: what surely holds comes first."""
    return next(_all_places(sign, seen, texts), None)


def _all_places(sign: Sign, seen: Visible, texts: Texts) -> Iterator[str]:
    terms = texts.page("terms")["in_place"]
    if sign.is_workers and seen.worker_count:
        count = seen.worker_count
        yield terms["workers"].format(n=texts.plural("workers", count, str(count)))
    variables = seen.variables or {}
    for name, pattern in sign.variables.items():
        if _fits(pattern, variables.get(name)):
            yield terms["variable"].format(text=_cut(f"{name}={variables[name]}"))
    if file := (seen.mapped or {}).get(sign.name):
        yield terms["mapped"].format(text=_cut(Path(file).name))
    given = options(seen.command)
    for name, pattern in sign.options.items():
        if _fits(pattern, given.get(name)):
            text = f"{name}={given[name]}" if given[name] else name
            yield terms["option"].format(text=_cut(text))
    for each in seen.script_signs:
        if each.name == sign.name:
            file = _cut(Path(each.path).name)
            yield terms["script"].format(file=file, line=each.line_number)


def options(command: Sequence[str]) -> dict[str, str]:
    """Return the options of a command line by their plain names.

    `--bf16`, `--dataloader-workers 4` and `trainer.precision=bf16` are understood; an
    option without a value has an empty one.
    """
    found = {}
    for word, after in zip_longest(command, command[1:], fillvalue=""):
        name, sign, value = word.partition("=")
        if not sign and not word.startswith("--"):
            continue
        plain = name.lstrip("-+").replace("-", "_").rpartition(".")[2]
        found[plain] = value if sign else "" if after.startswith("-") else after
    return found


def _fits(pattern: str, value: str | None) -> bool:
    return (
        value is not None and re.fullmatch(pattern, value.strip().lower()) is not None
    )


def _cut(text: str) -> str:
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return clean if len(clean) <= _LONGEST_TEXT else clean[: _LONGEST_TEXT - 1] + "…"
