"""The words that fill the placeholders of a text."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from traintray.core.advice import numerals
from traintray.core.advice.case import NUMBER_IN_CALL, short_name
from traintray.core.advice.case import Case as Case
from traintray.core.advice.fact_words import fact_words
from traintray.core.advice.flags import flags as flags
from traintray.core.advice.flags import is_pooled
from traintray.core.advice.texts import Texts
from traintray.core.detection.naming import script_of
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.knobs.arithmetic import Formula
from traintray.core.knobs.knob import NotHelpful, Recommendation, Switch

_NOTHING_TOLD: Mapping[str, Any] = {}
_NONE = "–"
_WORKING_THREADS = 0.5
"""Demand of a main process that has work of its own: half of its time. One that only
waits for its workers has 0.21 at most (measured), one that computes 0.73 and more."""


def words(
    case: Case, texts: Texts, page: Mapping[str, Any] = _NOTHING_TOLD
) -> dict[str, str]:
    """Return every placeholder that a text may use, already written out.

    `page`: the text, whose `[counted]` table asks for counted nouns of its own.
    """
    run = case.run
    cpus = run.usable_cpus.count
    found = {
        "name": short_name(run.name),
        "command": shlex.join(run.command),
        "script": shlex.quote(script_of(run.command) or run.name),
        "pid": str(_computing_pid(run)),
        "cpus": texts.plural("cpus", cpus, numerals.short(cpus)),
        "cores": texts.plural("cores", case.core_budget, str(case.core_budget)),
        "logical": numerals.whole(len(run.usable_cpus.logical_cpus)),
        "sustained": numerals.duration(case.sustained_s, texts.units),
        "lasted": numerals.roughly(case.lasted_s, texts.units),
        "fits": str(case.fits),
        "fits_n": texts.plural("threads", case.fits, str(case.fits)),
    }
    found.update(fact_words(case, page, texts))
    found.update(_room(case, texts))
    found.update(_measured(case))
    found.update(_counted(case, texts))
    found.update(_code_words(case))
    found.update(_knob_words(case, texts))
    return found


def _computing_pid(run: TrainingRun) -> int:
    """Return the process that computes most: the one to look at."""
    computing = run.with_roles(Role.MAIN, Role.RANK) or run.members
    demands = {
        m.pid: (m.threads.demand_threads or 0.0) if m.threads else 0.0
        for m in computing
    }
    return max(demands, key=lambda pid: demands[pid], default=run.root_pid)


def _room(case: Case, texts: Texts) -> dict[str, str]:
    """Return how many workers and ranks the CPUs have room for."""
    cpus = case.run.usable_cpus.count
    ranks = max(1, case.run.count(Role.RANK))
    own_cpus = max(1, int(cpus // ranks))
    main_threads = case.fact("main_ready_threads") / ranks
    # A main process that computes needs a CPU beside its workers; one that only waits
    # for them leaves it to them where there are but two (measured: 2 workers on 2 CPUs
    # load twice as much as one).
    shares = own_cpus > 2 or main_threads >= _WORKING_THREADS
    workers_fit = max(1, own_cpus - 1 if shares else own_cpus)
    ranks_fit = max(1, int(cpus))
    workers_left = max(1, case.core_budget // ranks - case.fits)
    return {
        "workers_left": texts.plural("workers", workers_left, str(workers_left)),
        "workers_fit": texts.plural("workers", workers_fit, str(workers_fit)),
        "workers_fit_n": str(workers_fit),
        "fits_ranks": texts.plural(_rank_noun(case), ranks_fit, str(ranks_fit)),
    }


def _rank_noun(case: Case) -> str:
    """Return `processes` for a pool of joblib: only distributed training has ranks."""
    return "processes" if is_pooled(case) else "ranks"


def _measured(case: Case) -> dict[str, str]:
    values = {e.key: e for e in case.finding.evidence}
    found = {
        "ready": _fact(case, "ready_threads"),
        "per_process": _fact(case, "threads_per_process"),
        "explained": _fact(case, "explained_threads"),
        "ranks": _fact(case, "ranks"),
        "workers": _fact(case, "workers"),
        "runs": _fact(case, "runs"),
        "main_share": numerals.percent(case.fact("main_demand_fraction")),
    }
    workers, threads = case.fact("workers"), case.fact("worker_ready_threads")
    found["per_worker"] = numerals.short(threads / workers) if workers else _NONE
    busy = values.get("usable_busy_fraction")
    found["busy"] = numerals.measured(busy) if busy else _NONE
    for word, key in (
        ("waiting", "waiting_threads"),
        ("all_ready", "all_runs_demand_threads"),
    ):
        evidence = values.get(key)
        found[word] = numerals.whole(evidence.measured) if evidence else _NONE
    several = case.cause == "several_runs"
    found["contending"] = found["all_ready" if several else "ready"]
    found["loaders"] = found["workers"]
    return found


def _fact(case: Case, name: str) -> str:
    value = case.finding.facts.get(name)
    return _NONE if value is None else numerals.whole(float(value))


_COUNTED = (
    ("ready", "threads"),
    ("waiting", "threads"),
    ("all_ready", "threads"),
    ("per_process", "threads"),
    ("explained", "threads"),
    ("per_worker", "threads"),
    ("contending", "threads"),
    ("workers", "workers"),
    ("loaders", "loaders"),
    ("runs", "runs"),
)


def _counted(case: Case, texts: Texts) -> dict[str, str]:
    """Return the measured counts again, with their noun: `1 worker`, `2 workers`."""
    plain = _measured(case)
    nouns = (*_COUNTED, ("ranks", _rank_noun(case)))
    return {
        f"{word}_n": texts.plural(noun, 1 if plain[word] == "1" else 2, plain[word])
        for word, noun in nouns
    }


def _code_words(case: Case) -> dict[str, str]:
    lines = case.run.code_lines
    line = case.code_line or (lines[0] if lines else None)
    if line is None:
        return {}
    fixed = NUMBER_IN_CALL.sub(rf"\g<1>{case.fits})", line.text, count=1)
    if fixed == line.text:
        fixed = f"# {line.text}  → {case.fits}"
    return {
        "line_number": str(line.line_number),
        "line_file": short_name(Path(line.path).name),
        "line_text": line.text,
        "line_fix": fixed,
    }


def _knob_words(case: Case, texts: Texts) -> dict[str, str]:
    changed = case.variables_set
    found = {"variable": ", ".join(f"{n}={v}" for n, v in changed.items())}
    if case.cap is not None:
        found["cap"] = str(case.cap.value)
        found["arithmetic"] = arithmetic(case.cap, texts)
        wanted = case.cap.variables()
        found["exports"] = "\n".join(f"export {n}={v}" for n, v in wanted.items())
    if isinstance(case.recommendation, NotHelpful):
        found["not_helpful"] = not_helpful(case.recommendation, texts)
    return found


def not_helpful(refusal: NotHelpful, texts: Texts) -> str:
    """Return why the knob would change nothing, in a sentence."""
    sentence: str = texts.page("terms")["not_helpful"][refusal.obstacle.value]
    value = refusal.value
    threads = texts.plural("threads", value, str(value))
    return sentence.format(value=value, threads=threads)


def because(switch: Switch, texts: Texts) -> str:
    """Return why a setting fits, with its numbers: `2 processes share 2 cores`."""
    template: str = texts.page("terms")["knobs"][switch.knob]["because"]
    counted = {n: texts.plural(n, c, str(c)) for n, c in switch.counts.items()}
    return template.format(**counted)


def arithmetic(recommendation: Recommendation, texts: Texts) -> str:
    """Return the recommendation as a sum: `8 = 16 cores − 8 workers`."""
    terms = recommendation.terms
    sums: Mapping[str, str] = texts.page("terms")["arithmetic"]
    shares = terms.processes
    if terms.formula is Formula.MAIN_AND_WORKERS:
        shares *= 1 + terms.workers
    sum_text = sums[terms.formula.value].format(
        value=terms.value,
        cores=texts.plural("cores", terms.cores, str(terms.cores)),
        processes=texts.plural("processes", terms.processes, str(terms.processes)),
        workers=texts.plural("workers", terms.workers, str(terms.workers)),
        half=terms.own_cores // 2,
        rest=terms.value,
    )
    if terms.processes > 1 and terms.formula is not Formula.CORES_BY_PROCESSES:
        sum_text += sums["per_process"].format(processes=terms.processes)
    if terms.cores < shares:
        return sum_text + sums["at_least"]
    return sum_text + (sums["rounded_down"] if terms.cores % shares else "")
