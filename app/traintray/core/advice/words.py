"""The words that fill the placeholders of a text, and the flags that choose steps."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from traintray.core.advice import numerals
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import CodeLine, Role, TrainingRun
from traintray.core.detection.thread_number import thread_number
from traintray.core.diagnosis.verdict import Finding
from traintray.core.knobs.arithmetic import Formula
from traintray.core.knobs.knob import NotHelpful, Recommendation

LONGEST_NAME = 24
_NUMBER = re.compile(
    r"((?:set_num_threads|setNumThreads|op_parallelism_threads)\s*\()\s*(\d+)\s*\)"
)


@dataclass(frozen=True, slots=True)
class Case:
    """What advice is asked for."""

    finding: Finding
    run: TrainingRun
    recommendation: Recommendation | NotHelpful | None
    sustained_s: float
    has_bfloat16: bool = False

    @property
    def fits(self) -> int:
        """Threads per process that fit the run's CPUs, knob or not."""
        if isinstance(self.recommendation, Recommendation):
            return self.recommendation.value
        ranks = max(1, self.run.count(Role.RANK))
        return max(1, int(self.run.usable_cpus.count) // ranks)

    @property
    def code_line(self) -> CodeLine | None:
        """The line of the script that sets too many threads, if one is sure to.

        The threads that were seen cannot come from anywhere else, and the line sets
        more than fit, or a number that cannot be read. A line alone proves nothing:
        it may never run.
        """
        if not self.is_set_in_code:
            return None
        for line in self.run.code_lines:
            number = number_in(line)
            if number is None or number > self.fits:
                return line
        return None

    @property
    def is_set_in_code(self) -> bool:
        """Whether neither variables nor defaults explain the threads."""
        return bool(self.finding.facts.get("set_in_code", 0.0))

    @property
    def cap(self) -> Recommendation | None:
        """The knob, unless a number in the code would make it useless."""
        if isinstance(self.recommendation, Recommendation) and not (
            self.is_set_in_code or self.code_line
        ):
            return self.recommendation
        return None


def number_in(line: CodeLine) -> int | None:
    """Return the plain number that a line passes, if it does."""
    found = _NUMBER.search(line.text)
    return int(found.group(2)) if found else None


def short_name(name: str) -> str:
    """Return a run's name, cut so that a sentence keeps its length."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return clean if len(clean) <= LONGEST_NAME else clean[: LONGEST_NAME - 1] + "…"


def flags(case: Case) -> frozenset[str]:
    """Return which conditions hold for the steps and notes of a text."""
    run, facts = case.run, case.finding.facts
    cause = str(facts.get("cause", "any"))
    line = case.code_line
    quota = run.usable_cpus.quota_cpus
    found = {
        f"{cause}_cause": True,
        run.framework: True,
        "cap": case.cap is not None,
        "ranks_over": run.count(Role.RANK) > run.usable_cpus.count,
        "set_in_code": case.is_set_in_code,
        "not_set_in_code": not case.is_set_in_code and line is None,
        "code_line": line is not None,
        "no_code_line": line is None,
        "code_line_unclear": line is None and bool(run.code_lines),
        "has_workers": run.count(Role.WORKER) > 0,
        "variable_set": bool(_variables_set(case)),
        "not_helpful": isinstance(case.recommendation, NotHelpful)
        and not (case.is_set_in_code or line),
        "quota": quota is not None and quota < len(run.usable_cpus.logical_cpus),
        "bf16": case.has_bfloat16,
    }
    return frozenset(name for name, holds in found.items() if holds)


def words(case: Case, texts: Texts) -> dict[str, str]:
    """Return every placeholder that a text may use, already written out."""
    run, facts = case.run, case.finding.facts
    cpus = run.usable_cpus.count
    workers_fit = max(1, int(cpus) - 1)
    ranks_fit = max(1, int(cpus))
    found = {
        "name": short_name(run.name),
        "command": shlex.join(run.command),
        "cpus": texts.plural("cpus", cpus, numerals.short(cpus)),
        "logical": numerals.whole(len(run.usable_cpus.logical_cpus)),
        "sustained": texts.plural(
            "seconds", case.sustained_s, numerals.whole(case.sustained_s)
        ),
        "fits": str(case.fits),
        "workers_fit": texts.plural("workers", workers_fit, str(workers_fit)),
        "workers_fit_n": str(workers_fit),
        "fits_ranks": texts.plural("ranks", ranks_fit, str(ranks_fit)),
        "explained": numerals.whole(_explained_threads(run)),
    }
    found.update(_measured(case, facts))
    found.update(_code_words(case))
    if case.cap is not None:
        found["cap"] = str(case.cap.value)
        found["arithmetic"] = arithmetic(case.cap, texts)
        wanted = case.cap.variables()
        found["exports"] = "\n".join(f"export {n}={v}" for n, v in wanted.items())
    if isinstance(case.recommendation, NotHelpful):
        found["not_helpful"] = _not_helpful(case.recommendation, texts)
    changed = _variables_set(case)
    found["variable"] = ", ".join(f"{n}={v}" for n, v in changed.items())
    return found


def _not_helpful(refusal: NotHelpful, texts: Texts) -> str:
    """Return why the knob would change nothing, in a sentence."""
    sentence: str = texts.page("terms")["not_helpful"][refusal.obstacle.value]
    value = refusal.value
    threads = texts.plural("threads", value, str(value))
    return sentence.format(value=value, threads=threads)


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


def _measured(case: Case, facts: Mapping[str, float | str]) -> dict[str, str]:
    values = {e.key: e for e in case.finding.evidence}
    found = {
        "ready": _fact(facts, "ready_threads"),
        "per_process": _fact(facts, "threads_per_process"),
        "ranks": _fact(facts, "ranks"),
        "workers": _fact(facts, "workers"),
        "runs": _fact(facts, "runs"),
    }
    workers = float(facts.get("workers", 0.0) or 0.0)
    worker_threads = float(facts.get("worker_ready_threads", 0.0) or 0.0)
    found["per_worker"] = numerals.short(worker_threads / workers) if workers else "–"
    found["main_share"] = numerals.percent(
        float(facts.get("main_demand_fraction", 0.0) or 0.0)
    )
    busy = values.get("usable_busy_fraction")
    found["busy"] = numerals.measured(busy) if busy else "–"
    for word, key in (
        ("waiting", "waiting_threads"),
        ("all_ready", "all_runs_demand_threads"),
    ):
        evidence = values.get(key)
        found[word] = numerals.whole(evidence.measured) if evidence else "–"
    return found


def _fact(facts: Mapping[str, float | str], name: str) -> str:
    value = facts.get(name)
    return numerals.whole(float(value)) if value is not None else "–"


def _code_words(case: Case) -> dict[str, str]:
    lines = case.run.code_lines
    line = case.code_line or (lines[0] if lines else None)
    if line is None:
        return {}
    fixed = _NUMBER.sub(rf"\g<1>{case.fits})", line.text, count=1)
    if fixed == line.text:
        fixed = f"# {line.text}  → {case.fits}"
    return {
        "line_number": str(line.line_number),
        "line_file": short_name(Path(line.path).name),
        "line_text": line.text,
        "line_fix": fixed,
    }


def _explained_threads(run: TrainingRun) -> float:
    for name in ("MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        number = thread_number((run.thread_variables or {}).get(name))
        if number is not None:
            return float(number)
    return float(len(run.usable_cpus.logical_cpus))


def _variables_set(case: Case) -> dict[str, str]:
    """Return variables of the knob that the run has set to another value."""
    if case.cap is None or case.run.thread_variables is None:
        return {}
    return {
        name: value
        for name, wanted in case.cap.variables().items()
        if (value := case.run.thread_variables.get(name)) is not None
        and value != wanted
    }
