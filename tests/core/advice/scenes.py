"""What a finding of each kind can look like: figures that make its rule hold.

One scene per variant of the text. `test_every_kind.py` puts each of them into words,
so a kind that is missing here, or a variant that lacks a text, fails there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.detection.runs import member, run
from core.diagnosis.test_rules import HEALTHY
from traintray.core.detection.run import Consumer, Role, TrainingRun
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule, Scene, Window
from traintray.core.history.store import Store

SECONDS = 20
POLICY = Policy()


@dataclass(frozen=True)
class Seen:
    """One run for some seconds: what differs from a healthy one."""

    numbers: dict[str, float] = field(default_factory=dict)
    """Figures by full name (`run.` for those of the run); None takes one away."""
    run: TrainingRun | None = None
    others: tuple[Consumer, ...] = ()

    @property
    def values(self) -> dict[str, float]:
        """All figures of a second."""
        known = {**HEALTHY, **self.numbers}
        return {name: value for name, value in known.items() if value is not None}

    def scene(self, rule: Rule) -> Scene:
        """What `rule` looks at when it explains itself."""
        a_run = self.run or run(member(1, Role.MAIN, 2.0))
        store = Store(2 * SECONDS)
        for at_s in range(SECONDS):
            store.append(
                float(at_s),
                {
                    name.replace("run.", f"run.{a_run.key}.", 1)
                    if name.startswith("run.")
                    else name: value
                    for name, value in self.values.items()
                },
            )
        window = Window(store, a_run.key, 0.0)
        return Scene(a_run, window, POLICY, rule.limits, self.others)


def of(framework, *members, **changes):
    """A run of another framework."""
    return run(*members, framework=framework, **changes)


def workers_run(workers, each, main=0.1, **changes):
    """A main process with loader workers."""
    loaders = [member(n + 2, Role.WORKER, each) for n in range(workers)]
    return run(member(1, Role.MAIN, main), *loaders, **changes)


def ranks_run(ranks, each, **changes):
    """A launcher with ranks."""
    computing = [member(n + 2, Role.RANK, each) for n in range(ranks)]
    return run(member(1, Role.LAUNCHER, 0.0), *computing, **changes)


SCENES: dict[str, list[Seen]] = {}
