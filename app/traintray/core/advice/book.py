"""Puts a finding into words: the texts of its kind, filled with what was measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.advice import (
    Advice,
    EvidenceRow,
    Proposal,
)
from traintray.core.advice.after import after
from traintray.core.advice.case import Case
from traintray.core.advice.flags import flags, in_this_case, is_chosen
from traintray.core.advice.role_shares import role_shares
from traintray.core.advice.steps import steps
from traintray.core.advice.texts import Texts
from traintray.core.advice.words import arithmetic, because, words
from traintray.core.diagnosis.verdict import Evidence
from traintray.core.knobs.knob import Switch

Page = Mapping[str, Any]


class Book:
    """Advice in one language."""

    def __init__(self, language: str = "en", texts: Texts | None = None) -> None:
        self._texts = texts or Texts(language)

    def advise(self, case: Case) -> Advice:
        """Return the advice for a finding. Raises FileNotFoundError for a kind that
        has no text, which a test rules out for every rule.
        """
        finding = case.finding
        page = in_this_case(self._texts.page(finding.kind), finding.facts)
        known = words(case, self._texts, page)
        on = flags(case)
        ruled_out = tuple(self._ruled_out_row(e, known) for e in finding.ruled_out)
        return Advice(
            kind=finding.kind,
            severity=finding.severity,
            chip=page["chip"],
            headline=page["headline"].format_map(known),
            popover_text=page["popover"].format_map(known),
            notification_text=_notification(page, known),
            title=page["title"].format_map(known),
            summary=page["summary"][case.cause].format_map(known),
            rows=tuple(self._row(e, page, known, case) for e in finding.evidence),
            ruled_out=tuple(row.label for row in ruled_out),
            why=page["why"][case.cause].format_map(known),
            roles=role_shares(case, page),
            usable_cpus=case.run.usable_cpus.count,
            steps=steps(_chosen(page.get("steps", ()), on), case, known, self._texts),
            notes=tuple(
                note["text"].format_map(known)
                for note in _chosen(page.get("notes", ()), on)
            ),
            proposals=self._proposals(case),
            also=tuple(self.chip(kind) for kind in finding.also),
            estimate=self._terms["estimate"] if finding.is_estimate else "",
            after=after(page, self._texts),
            ruled_out_rows=ruled_out,
        )

    def chip(self, kind: str) -> str:
        """Return the two or three words that name a kind."""
        return str(self._texts.page(kind)["chip"])

    @property
    def _terms(self) -> Page:
        return self._texts.page("terms")

    def _row(
        self, evidence: Evidence, page: Page, known: Mapping[str, str], case: Case
    ) -> EvidenceRow:
        template: str = page["thresholds"][evidence.key]
        cpus = case.run.usable_cpus.count
        ratio = numerals.ratio(evidence.threshold / cpus)
        # Half a CPU is still one thread's place: no ratio to it explains a limit.
        times = self._terms["times"].format(ratio=ratio) if cpus >= 1 else ""
        text = template.format(
            sign=numerals.SIGNS[evidence.comparison.value],
            threshold=numerals.threshold(evidence, self._texts.units),
            ratio=ratio,
            core_ratio=numerals.ratio(evidence.threshold / case.core_budget),
            times=times,
            sustained=known["sustained"],
        )
        return EvidenceRow(
            page["labels"][evidence.key],
            evidence,
            text,
            reason=self._about("reasons", evidence.key, page, known),
            source=self._about("sources", evidence.key, page, known),
        )

    def _ruled_out_row(
        self, evidence: Evidence, known: Mapping[str, str]
    ) -> EvidenceRow:
        text: str = self._terms["ruled_out"][evidence.key]
        sign, units = numerals.SIGNS[evidence.comparison.value], self._texts.units
        return EvidenceRow(
            text.format(measured=numerals.measured(evidence, units)),
            evidence,
            f"{sign} {numerals.threshold(evidence, units)}",
            reason=self._about("reasons", evidence.key, self._terms, known),
            source=self._about("sources", evidence.key, self._terms, known),
        )

    def _about(self, what: str, key: str, page: Page, known: Mapping[str, str]) -> str:
        """Return what is said about a number; empty where nothing is, which a test
        rules out for every number of every rule.
        """
        text = page.get(what, {}).get(key) or self._terms.get(what, {}).get(key, "")
        return str(text).format_map(known)

    def _proposals(self, case: Case) -> tuple[Proposal, ...]:
        if case.switch is not None:
            return (self._switch(case.switch),)
        cap = case.cap
        if cap is None:
            return ()
        terms = self._terms["knobs"][cap.knob]
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

    def _switch(self, switch: Switch) -> Proposal:
        terms = self._terms["knobs"][switch.knob]
        return Proposal(
            knob=switch.knob,
            title=terms["title"],
            action=terms["action"],
            value=0,
            minimum=0,
            maximum=0,
            arithmetic=because(switch, self._texts),
            variable_names=(),
            fixed=switch.fixed,
        )


def _notification(page: Page, known: Mapping[str, str]) -> str:
    kind = "notification_cap" if "cap" in known else "notification"
    text: str = page.get(kind, page["notification"])
    return text.format_map(known)


def _chosen(entries: Any, on: frozenset[str]) -> list[Page]:
    return [entry for entry in entries if is_chosen(entry["when"], on)]
