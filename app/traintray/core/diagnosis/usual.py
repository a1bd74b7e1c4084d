"""The rules as they come, to tell which evidence rests on a threshold of the user's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene
from traintray.core.diagnosis.verdict import Evidence, Finding


@dataclass(frozen=True, slots=True)
class Usual:
    """What would be said of a scene had nobody moved a threshold."""

    policy: Policy
    rules: Mapping[str, Rule[Any]]
    """By their kind."""

    def explained(self, rule: Rule[Any], scene: Scene[Any]) -> Finding:
        """Return the finding of a rule, with its evidence marked."""
        finding = rule.explain(scene)
        usual = self._scene(scene, rule.kind)
        if usual is None:
            return finding
        rows = self.rules[rule.kind].explain(usual).evidence
        return replace(finding, evidence=_marked(finding.evidence, rows))

    def denied(self, rule: Rule[Any], scene: Scene[Any]) -> Evidence | None:
        """Return the number that rules a cause out, marked."""
        if rule.denies is None:
            return None
        found, usual = rule.denies(scene), self._scene(scene, rule.kind)
        if found is None or usual is None:
            return found
        row = rule.denies(usual)
        return _marked((found,), () if row is None else (row,))[0]

    def _scene(self, scene: Scene[Any], kind: str) -> Scene[Any] | None:
        """Return the same scene by the usual thresholds; None when it is that one."""
        limits = self.rules[kind].limits
        if scene.policy == self.policy and scene.limits == limits:
            return None
        return replace(scene, policy=self.policy, limits=limits)


def _marked(
    rows: Sequence[Evidence], usual: Sequence[Evidence]
) -> tuple[Evidence, ...]:
    """Mark the rows whose threshold is another one, or which would not be there."""
    thresholds = {row.key: row.threshold for row in usual}
    return tuple(
        replace(row, is_chosen=not _is_same(row.threshold, thresholds.get(row.key)))
        for row in rows
    )


def _is_same(threshold: float, usual: float | None) -> bool:
    return usual is not None and math.isclose(threshold, usual)
