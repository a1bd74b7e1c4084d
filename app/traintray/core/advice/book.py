"""Puts a finding into words: the texts of its kind, filled with what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.advice import (
    Advice,
    EvidenceRow,
    Proposal,
    RoleShare,
    Step,
)
from traintray.core.advice.texts import Texts
from traintray.core.advice.words import Case, arithmetic, flags, words
from traintray.core.detection.run import Role
from traintray.core.diagnosis.verdict import Evidence

Page = Mapping[str, Any]


class Book:
    """Advice in one language."""

    def __init__(self, language: str = "en", texts: Texts | None = None) -> None:
        self._texts = texts or Texts(language)

    def advise(self, case: Case) -> Advice:
        """Return the advice for a finding. Raises FileNotFoundError for a kind that
        has no text, which a test rules out for every rule.
        """
        page = self._texts.page(case.finding.kind)
        known = words(case, self._texts)
        cause = str(case.finding.facts.get("cause", "any"))
        on = flags(case)
        return Advice(
            kind=case.finding.kind,
            severity=case.finding.severity,
            chip=page["chip"],
            headline=page["headline"].format_map(known),
            popover_text=page["popover"].format_map(known),
            notification_text=_notification(page, known),
            title=page["title"].format_map(known),
            summary=page["summary"][cause].format_map(known),
            rows=tuple(
                self._row(evidence, page, known, case)
                for evidence in case.finding.evidence
            ),
            ruled_out=tuple(self._ruled_out(e) for e in case.finding.ruled_out),
            why=page["why"][cause].format_map(known),
            roles=_roles(case, page),
            usable_cpus=case.run.usable_cpus.count,
            steps=tuple(_step(s, known) for s in _chosen(page.get("steps", ()), on)),
            notes=tuple(
                note["text"].format_map(known)
                for note in _chosen(page.get("notes", ()), on)
            ),
            proposals=self._proposals(case),
        )

    def _row(
        self, evidence: Evidence, page: Page, known: Mapping[str, str], case: Case
    ) -> EvidenceRow:
        template: str = page["thresholds"][evidence.key]
        ratio = evidence.threshold / case.run.usable_cpus.count
        text = template.format(
            sign=numerals.SIGNS[evidence.comparison.value],
            threshold=numerals.threshold(evidence),
            ratio=f"{ratio:.2f}".rstrip("0").rstrip("."),
            sustained=known["sustained"],
        )
        return EvidenceRow(page["labels"][evidence.key], evidence, text)

    def _ruled_out(self, evidence: Evidence) -> str:
        text: str = self._texts.page("terms")["ruled_out"][evidence.key]
        return text.format(measured=numerals.measured(evidence))

    def _proposals(self, case: Case) -> tuple[Proposal, ...]:
        cap = case.cap
        if cap is None:
            return ()
        terms = self._texts.page("terms")["knobs"][cap.knob]
        return (
            Proposal(
                knob=cap.knob,
                title=terms["title"],
                action=terms["action"].format(cap=cap.value),
                value=cap.value,
                minimum=cap.minimum,
                maximum=cap.maximum,
                arithmetic=arithmetic(cap, self._texts),
                variable_names=cap.variable_names,
                fixed=cap.fixed,
            ),
        )


def _notification(page: Page, known: Mapping[str, str]) -> str:
    kind = "notification_cap" if "cap" in known else "notification"
    text: str = page.get(kind, page["notification"])
    return text.format_map(known)


def _chosen(entries: Any, on: frozenset[str]) -> list[Mapping[str, Any]]:
    return [entry for entry in entries if on.issuperset(entry["when"])]


def _step(entry: Mapping[str, Any], known: Mapping[str, str]) -> Step:
    snippet = entry.get("snippet")
    return Step(
        entry["title"].format_map(known),
        entry["text"].format_map(known),
        snippet.format_map(known) if snippet is not None else None,
    )


def _roles(case: Case, page: Page) -> tuple[RoleShare, ...]:
    """Return who brings how many ready threads."""
    names = page["roles"]
    main = "ranks" if case.run.count(Role.RANK) else "main"
    shares = (
        (main, "main", float(case.finding.facts.get("main_ready_threads", 0.0))),
        (
            "workers",
            "workers",
            float(case.finding.facts.get("worker_ready_threads", 0.0)),
        ),
    )
    total = float(case.finding.facts.get("ready_threads", 0.0))
    other = total - sum(n for _, _, n in shares)
    return tuple(
        RoleShare(names[name].format(n=numerals.whole(threads)), threads, kind)
        for name, kind, threads in (*shares, ("other", "other", other))
        if threads >= 0.5
    )
