"""The top of a report: which run it was, and how it ended."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Iterator

from traintray.core.archive.records import Outcome, RunRecord
from traintray.core.detection import frameworks
from traintray.core.detection.framework import Framework
from traintray.core.discovery import collect
from traintray.core.report.markup import Markup, tag
from traintray.core.report.shapes import mark, verdict_chip
from traintray.core.report.story import Story
from traintray.core.report.wording import Wording, moment


def head(story: Story, words: Wording) -> Markup:
    """Return the head of the page."""
    run = story.run
    brand = tag(
        "div",
        mark(),
        tag("b", "traintray"),
        tag("span", words.say("run", number=str(run.number)), class_="quiet"),
        class_="brand",
    )
    title = tag(
        "div",
        tag("h1", run.name),
        tag("span", run.model, class_="quiet") if run.model else "",
        worst_chip(story, words),
        class_="title",
    )
    code = tag("pre", shlex.join(run.command), class_="code")
    facts = (
        tag("div", tag("dt", name), tag("dd", value))
        for name, value in _facts(story, words)
    )
    return tag(
        "header",
        brand,
        title,
        _outcome_line(story, words),
        code,
        tag("dl", *facts, class_="facts"),
    )


def worst_chip(story: Story, words: Wording) -> Markup:
    """Return the chip of what stood for longest, the most severe first."""
    if story.episodes:
        episode = max(
            story.episodes, key=lambda e: (e.severity == "critical", story.lasted_s(e))
        )
        return verdict_chip(episode.kind, episode.severity, words)
    return verdict_chip("clear" if was_judged(story.run) else "unknown", None, words)


def was_judged(run: RunRecord) -> bool:
    """Whether anything was said of the run but that it cannot be told."""
    return any(verdict.kind != "unknown" for verdict in run.verdicts)


def outcome(run: RunRecord, words: Wording) -> str:
    """Return how a run ended, in words."""
    if run.outcome is Outcome.FAILED and run.exit_status is not None:
        return words.say("outcome.failed_status", status=str(run.exit_status))
    if run.outcome is Outcome.KILLED and run.signal is not None:
        return words.say("outcome.killed_signal", signal=_signal_name(run.signal))
    return words.say(f"outcome.{run.outcome.value}")


def _framework(name: str) -> str:
    """Return a framework as its authors write it; one that is not known any more by
    the name under which it was kept.
    """
    known = collect(frameworks, "FRAMEWORK", Framework)
    return next((one.label for one in known if one.name == name), name)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _outcome_line(story: Story, words: Wording) -> Markup:
    run = story.run
    length = words.duration(story.until_s - run.started_at_s)
    state = "bad" if run.outcome in _BAD else ""
    return tag(
        "p",
        tag("b", outcome(run, words), class_=state or None),
        f" · {length} · {_framework(run.framework)} · ",
        words.say(
            "time.span", start=moment(run.started_at_s), end=moment(story.until_s)
        ),
        class_="lead",
    )


_BAD = (Outcome.FAILED, Outcome.KILLED, Outcome.OUT_OF_MEMORY)


def _facts(story: Story, words: Wording) -> Iterator[tuple[str, str]]:
    run = story.run
    yield words.say("head.cpus"), words.cpus(run.usable_cpus)
    yield words.say("head.processes"), _roles(run, words)
    yield words.say("head.pid"), str(run.root_pid)
    yield words.say("head.watched"), moment(run.seen_at_s)
    if run.verdicts:
        yield words.say("head.verdicts"), _verdicts(run, words)
    if run.folder is not None:
        yield words.say("head.folder"), run.folder
    yield words.say("head.variables"), _variables(run, words)
    if run.outcome_reason:
        yield words.say("head.outcome"), words.reason(run.outcome_reason)


def _verdicts(run: RunRecord, words: Wording) -> str:
    """Say for how long each verdict stood, in the order in which they came."""
    return "\n".join(
        f"{words.chip(verdict.kind)} {words.duration(verdict.stood_s)}"
        for verdict in run.verdicts
    )


def _roles(run: RunRecord, words: Wording) -> str:
    parts = []
    for role, most in run.roles.items():
        name = words.say(f"roles.{role}") if words.says(f"roles.{role}") else role
        many = words.say("roles.many", name=name, n=str(most))
        if most:
            parts.append(many if most > 1 or role != "main" else name)
    if run.workers_died:
        parts.append(words.say("head.workers_died", n=str(run.workers_died)))
    return " · ".join(parts) or "–"


def _variables(run: RunRecord, words: Wording) -> str:
    if run.variables is None:
        return words.say("head.hidden")
    if not run.variables:
        return words.say("head.none_set")
    return "\n".join(f"{name}={value}" for name, value in run.variables.items())
