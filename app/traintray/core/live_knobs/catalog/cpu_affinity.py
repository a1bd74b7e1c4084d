"""On which CPUs the threads of the run may be.

Every thread has a mask of its own, and some have it on purpose (OpenMP's binding, a
rank that keeps to its socket). So CPUs are taken away from the masks that there are;
one mask for all only where the user names it, or where masks have collapsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traintray.core.knobs.legal import IllegalValueError
from traintray.core.live_knobs.cpu_sets import read_cpus, together, written
from traintray.core.live_knobs.live_knob import LiveKnob, Site, Suggestion
from traintray.core.live_knobs.tasks import Attribute
from traintray.core.sensors.topology import parse_cpu_list
from traintray.core.sentence import Sentence

_FULL = ("too_many_threads", "workers_pile_up")
"""Findings that say: it has more threads than CPUs. One core less then costs its share
and no more; where each thread has a CPU, two would share one and all wait for them."""
_FEWEST_CORES = 4
"""One core of so many is a quarter of the speed; of fewer it is a third or half."""
_OFFERED = (1, 2, 4)
_MOST_LEFT = 0.5
"""More than half of the cores is no courtesy to the desktop any more."""


def rule(value: str, site: Site, present: Sequence[str]) -> str:
    """Return `within:CPUS`, or `to:CPUS` for one mask for all."""
    run = together(present) or frozenset(site.run.usable_cpus.logical_cpus)
    if value == "all":
        return f"to:{written(_widest(site) | run)}"
    if value == "performance":
        if not run & site.place.fast_cpus:
            raise IllegalValueError(takes(site))
        return f"within:{written(run & site.place.fast_cpus)}"
    if leave := re.fullmatch(r"leave-([1-9][0-9]{0,3})", value):
        return f"within:{written(run - _left(int(leave[1]), site, run))}"
    cpus = read_cpus(value)
    if cpus is None or not cpus <= _widest(site) | run:
        raise IllegalValueError(takes(site))
    return f"to:{written(cpus)}"


def target(rule: str, before: str) -> str:
    """Return the mask of one thread; one that would have no CPU left gets them all."""
    kind, _, cpus = rule.partition(":")
    if kind == "to":
        return cpus
    chosen = set(parse_cpu_list(cpus))
    return written(chosen.intersection(parse_cpu_list(before)) or chosen)


def choices(site: Site) -> tuple[str, ...]:
    """Offer some cores to the desktop, the fast cores, and all CPUs."""
    cores = len(site.place.cores)
    found = [f"leave-{n}" for n in _OFFERED if n <= _MOST_LEFT * cores]
    if site.place.fast_cpus.intersection(site.run.usable_cpus.logical_cpus):
        found.append("performance")
    if len(_widest(site)) > _narrowest(site):
        found.append("all")
    return tuple(found)


def takes(site: Site) -> Sentence:
    """Say which values there are on this machine."""
    told = Sentence(
        "LiveKnobs",
        "leave-N (N cores to the desktop, up to {most}), performance (where cores have"
        " two speeds), all, or CPUs of {cpus} such as 0-3,8",
    )
    most = max(0, len(site.place.cores) - 1)
    return told.filled(most=most, cpus=written(_widest(site)))


def recommend(site: Site) -> Suggestion | Sentence:
    """All CPUs where masks collapsed; a core for the desktop of a run too wide."""
    wide, narrow = len(_widest(site)), _narrowest(site)
    if site.finding == "pinned_workers" and wide > narrow:
        widened = Sentence(
            "LiveKnobs",
            "all {wide} CPUs that its starter may use, instead of the {narrow} that"
            " processes share",
        )
        return Suggestion("all", widened.filled(wide=wide, narrow=narrow))
    cores = len(site.place.cores)
    if site.finding in _FULL and site.place.has_desktop and cores >= _FEWEST_CORES:
        if _outside(site, frozenset(site.run.usable_cpus.logical_cpus)):
            return Sentence("LiveKnobs", "there are cores that the run may not use")
        left = Sentence(
            "LiveKnobs",
            "{rest} = {cores} cores − 1 for the desktop",
        )
        return Suggestion("leave-1", left.filled(rest=cores - 1, cores=cores))
    return Sentence("LiveKnobs", "nothing that was found asks for it")


def cautions(value: str, site: Site) -> tuple[Sentence, ...]:
    """Warn of threads that would have to share, and of masks that are meant."""
    masks = [written(m.allowed_cpus) for m in site.run.members if m.allowed_cpus]
    before = together(masks) or frozenset(site.run.usable_cpus.logical_cpus)
    after = parse_cpu_list(rule(value, site, masks).partition(":")[2])
    found = []
    ready = site.run.demand_threads() or 0.0
    if len(after) < ready <= len(before):
        shared = Sentence(
            "LiveKnobs",
            "{ready} threads are ready and have {before} CPUs; of {after} some would"
            " share one, and where a loop waits for its slowest thread all wait.",
        )
        found.append(
            shared.filled(ready=f"{ready:.1f}", before=len(before), after=len(after))
        )
    if not before.issuperset(after):
        found.append(
            Sentence(
                "LiveKnobs",
                "Whoever started the run may have chosen its CPUs on purpose, as batch"
                " systems do for each job.",
            )
        )
    return tuple(found)


def _widest(site: Site) -> frozenset[int]:
    usable = site.run.usable_cpus.logical_cpus
    return frozenset(usable) | frozenset(site.place.starter_cpus)


def _narrowest(site: Site) -> int:
    masks = [len(m.allowed_cpus) for m in site.run.members if m.allowed_cpus]
    return min(masks, default=len(site.run.usable_cpus.logical_cpus))


def _outside(site: Site, run: frozenset[int]) -> int:
    """Return how many cores the run leaves alone already."""
    return sum(1 for core in site.place.cores if not run.intersection(core))


def _left(count: int, site: Site, run: frozenset[int]) -> frozenset[int]:
    """Return the CPUs to be given up so that `count` cores are free of the run.

    Slow cores where there are two speeds: a desktop needs no more. Otherwise the
    first ones, which the kernel's own work prefers.
    """
    cores = [core for core in site.place.cores if run.intersection(core)]
    wanted = count - _outside(site, run)
    if wanted >= len(cores):
        raise IllegalValueError(takes(site))
    cores.sort(key=lambda core: bool(site.place.fast_cpus.intersection(core)))
    return frozenset(cpu for core in cores[: max(0, wanted)] for cpu in core)


KNOB = LiveKnob(
    name="cpu_affinity",
    attribute=Attribute.CPUS,
    rule=rule,
    target=target,
    takes=takes,
    choices=choices,
    recommend=recommend,
    cautions=cautions,
    how_to_check="grep -h Cpus_allowed_list /proc/{pid}/task/*/status | sort | uniq -c",
)
