"""An advice as plain texts by name, to be kept and shown again on another day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from traintray.core.advice.advice import Advice, Step


@dataclass(frozen=True, slots=True)
class Told:
    """An advice in the words of its day. A text that was not kept is empty."""

    title: str
    summary: str
    why: str
    steps: tuple[Step, ...]
    labels: Mapping[str, str]
    """Names of the evidence, by its key."""
    thresholds: Mapping[str, str]
    """Thresholds in words, by the key of the evidence."""
    ruled_out: tuple[str, ...]
    notes: tuple[str, ...]


def parts(advice: Advice) -> dict[str, str]:
    """Return the texts of an advice, each under a name: `title`, `label.<key>`,
    `step.1.snippet`; `told` reads them.
    """
    found = {"title": advice.title, "summary": advice.summary, "why": advice.why}
    for row in advice.rows:
        found[f"label.{row.evidence.key}"] = row.label
        found[f"threshold.{row.evidence.key}"] = row.threshold_text
    for number, step in enumerate(advice.steps, start=1):
        found[f"step.{number}.title"] = step.title
        found[f"step.{number}.text"] = step.text
        if step.snippet is not None:
            found[f"step.{number}.snippet"] = step.snippet
        if step.in_place:
            found[f"step.{number}.in_place"] = "yes"
        for at, (head, text) in enumerate(step.parts, start=1):
            found[f"step.{number}.part.{at}.head"] = head
            found[f"step.{number}.part.{at}.text"] = text
    found |= _numbered("ruled_out", advice.ruled_out)
    return found | _numbered("note", advice.notes)


def told(texts: Mapping[str, str]) -> Told:
    """Return what `parts` took apart; names that it does not know are left out."""
    return Told(
        texts.get("title", ""),
        texts.get("summary", ""),
        texts.get("why", ""),
        tuple(
            Step(
                title,
                texts.get(f"step.{n}.text", ""),
                texts.get(f"step.{n}.snippet"),
                f"step.{n}.in_place" in texts,
                _parts(texts, n),
            )
            for n, title in enumerate(_list(texts, "step", ".title"), start=1)
        ),
        _below(texts, "label."),
        _below(texts, "threshold."),
        tuple(_list(texts, "ruled_out")),
        tuple(_list(texts, "note")),
    )


def _parts(texts: Mapping[str, str], step: int) -> tuple[tuple[str, str], ...]:
    name = f"step.{step}.part"
    heads = _list(texts, name, ".head")
    return tuple(
        (head, texts.get(f"{name}.{n}.text", ""))
        for n, head in enumerate(heads, start=1)
    )


def _numbered(name: str, texts: tuple[str, ...]) -> dict[str, str]:
    return {f"{name}.{number}": text for number, text in enumerate(texts, start=1)}


def _list(texts: Mapping[str, str], name: str, end: str = "") -> list[str]:
    found: list[str] = []
    while (text := texts.get(f"{name}.{len(found) + 1}{end}")) is not None:
        found.append(text)
    return found


def _below(texts: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {
        name.removeprefix(prefix): text
        for name, text in texts.items()
        if name.startswith(prefix)
    }
