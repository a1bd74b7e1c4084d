"""The table of knobs: what each is now, what fits, and what there is to do about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from traintray.core.advice.offers import Offer, Seen, offer
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import TrainingRun
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs import shelf
from traintray.core.knobs.effect import Effect, Outcome, outcome
from traintray.core.knobs.knob import Knob, Obstacle

Values = Mapping[str, str]


class Standing(Enum):
    """Where a knob stands; chooses what its row offers."""

    APPLY = "apply"
    """A value is recommended, and the file does not hold it."""
    TOGETHER = "together"
    """Another knob sets it in the same change: alone it would fight that one."""
    WAITING = "waiting"
    """The file holds the value; the run was started without it."""
    APPLIED = "applied"
    """The file holds a value, and the run was started with it, or none computes."""
    FITS = "fits"
    """The run computes by what would be recommended."""
    NOT_LOADED = "not_loaded"
    """The run has not loaded what reads it."""
    NOT_NEEDED = "not_needed"
    """Nothing asks for it; its reason says what is known."""


_NOT_YET = frozenset((Effect.NOT_LOADED, Effect.NOT_SET, Effect.LAUNCHER))
_FITTING = frozenset(
    (Obstacle.WITHIN_ALREADY.value, Obstacle.SET_ALREADY.value, Obstacle.IN_FORCE.value)
)


@dataclass(frozen=True, slots=True)
class KnobRow:
    """One knob for one run, beside what the file says."""

    knob: Knob
    offer: Offer
    standing: Standing
    now: Values | None
    """Its variables in the environment of the run; None without a run, and where that
    may not be read."""
    file: Values
    """Its variables in the file."""
    recommended: Values
    """What would be written for it, also when another knob writes it."""
    why: str
    """The value as arithmetic, or why none is recommended."""
    leader: str = ""
    """The knob that sets it in the same change; empty where it stands alone."""
    outcome: Outcome | None = None
    """What became of the file's values in the run; None when the file has none."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its variables."""
        return names_of(self.knob)

    @property
    def is_wanted(self) -> bool:
        """Whether what is recommended for it is not in the file yet."""
        return self.standing in (Standing.APPLY, Standing.TOGETHER)

    @property
    def is_telling(self) -> bool:
        """Whether there is more to say of it than that nothing asks for it."""
        return bool(self.recommended or self.now or self.file or self.offer.fitting)


def table(
    scene: Scene, values: Values, texts: Texts, knobs: Sequence[Knob] | None = None
) -> tuple[KnobRow, ...]:
    """Return a row for every knob: those that go together first, then those that are
    recommended, then the rest as the catalogue has them. `values` are those of the
    env file.
    """
    shown = shelf.all_knobs() if knobs is None else knobs
    offers = [offer(knob, scene.seen, texts) for knob in shown]
    rows = [_row(one, offers, scene.seen, (values, texts)) for one in offers]
    first = rows[0].knob.name if rows else ""
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                first not in (row.knob.name, row.leader),
                not row.offer.value,
                not row.file,
            ),
        )
    )


def wanted(rows: Sequence[KnobRow]) -> dict[str, str]:
    """Return all variables that are recommended and not in the file, in one change."""
    return {
        name: value
        for row in rows
        if row.standing is Standing.APPLY
        for name, value in row.offer.variables.items()
    }


def names_of(knob: Knob) -> tuple[str, ...]:
    """Return the variables of a knob."""
    return tuple(variable.name for variable in knob.variables)


def _row(
    one: Offer,
    offers: Sequence[Offer],
    seen: Seen | None,
    told: tuple[Values, Texts],
) -> KnobRow:
    values, texts = told
    run = seen.run if seen else None
    is_unread = seen is not None and seen.uses(one.knob) is False
    names = names_of(one.knob)
    file = {name: values[name] for name in names if name in values}
    found = outcome(file, run) if run is not None and file else None
    leader = _leader(one, offers)
    recommended, why = dict(one.variables), one.why
    if leader is not None:
        known = leader.variables
        recommended = {name: known[name] for name in names if name in known}
        answers = texts.page("knobs")["answers"]
        why = answers["together"].format(name=_first_name(leader.knob))
    return KnobRow(
        knob=one.knob,
        offer=one,
        standing=_in_file(recommended, (values, file), (leader, found))
        or _without_file(one, is_unread),
        now=_now(names, run),
        file=file,
        recommended=recommended,
        why=why,
        leader="" if leader is None else leader.knob.name,
        outcome=found,
    )


def _first_name(knob: Knob) -> str:
    return knob.variables[0].name


def _leader(one: Offer, offers: Sequence[Offer]) -> Offer | None:
    """Return the offer of another knob that sets variables of this one."""
    if one.value is not None:
        return None
    names = set(names_of(one.knob))
    for other in offers:
        if other.knob is not one.knob and names & other.variables.keys():
            return other
    return None


def _now(names: Sequence[str], run: TrainingRun | None) -> Values | None:
    if run is None or run.thread_variables is None:
        return None
    present = run.thread_variables
    return {name: present[name] for name in names if name in present}


def _in_file(
    recommended: Values,
    files: tuple[Values, Values],
    beside: tuple[Offer | None, Outcome | None],
) -> Standing | None:
    """Return where a knob stands that is recommended or in the file."""
    (values, file), (leader, found) = files, beside
    all_of_it = recommended if leader is None else leader.variables
    if recommended and not all_of_it.items() <= values.items():
        return Standing.APPLY if leader is None else Standing.TOGETHER
    if file and found is not None and found.effect in _NOT_YET:
        return Standing.WAITING
    return Standing.APPLIED if file else None


def _without_file(one: Offer, is_unread: bool) -> Standing:
    if one.answer in _FITTING:
        return Standing.FITS
    return Standing.NOT_LOADED if is_unread else Standing.NOT_NEEDED
