"""Warnings before a knob is turned, and what became of it in the next run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.detection.runs import member, run
from traintray.core.advice.texts import Texts
from traintray.core.detection.run import CodeLine, Role
from traintray.core.knobs import shelf
from traintray.core.knobs.cautions import cautions
from traintray.core.knobs.effect import Effect, outcome
from traintray.core.knobs.installed import find_library
from traintray.core.knobs.legal import Bounds
from traintray.core.readings import UsableCpus

LINE = CodeLine("/home/me/train.py", 7, "torch.set_num_threads(16)")
CAP = {"OMP_NUM_THREADS": "4"}


def told(name, value, a_run=None, cpus=16, cores=8):
    knob = shelf.find(name)
    usable = UsableCpus(float(cpus), tuple(range(cpus)), cores, None)
    bounds = Bounds(usable, 2**34)
    settings = knob.settings(knob.legal.settings(value, bounds))
    found = cautions(knob, value, settings, bounds, a_run)
    for language in ("en", "zh_CN"):
        page = Texts(language).page("knobs")
        for one in found:
            text = page[name] if one.kind == "trap" else page["cautions"]
            assert "{" not in text[one.kind].format_map(one.words)
    return [one.kind for one in found]


@pytest.mark.parametrize(
    ("value", "kinds"),
    [("1", ["low"]), ("4", ["low"]), ("5", []), ("8", []), ("9", ["above_cores"])],
)
def test_too_low_and_too_high_a_cap_is_warned_of(value, kinds):
    """16 CPUs that are 8 cores: half of them wastes the machine."""
    assert told("thread_cap", value) == kinds


def test_one_thread_is_right_where_there_is_one_core():
    assert told("thread_cap", "1", cpus=1, cores=1) == []


def test_what_the_workers_need_does_not_count_as_wasted():
    workers = [member(n, Role.WORKER, 1.0) for n in range(2, 6)]
    a_run = run(member(1, Role.MAIN, 8.0), *workers, cpus=8)

    assert told("thread_cap", "4", a_run) == []
    assert told("thread_cap", "2", a_run) == ["low"]


def test_pools_inside_workers_may_well_have_one_thread():
    assert told("opencv_threads", "1") == []


def test_a_pool_that_beats_openmp_in_the_training_itself_is_warned_of_as_the_cap_is():
    """Measured: OMP 5 and MKL 1 give PyTorch one thread."""
    assert told("mkl_threads", "1") == ["low"]
    assert told("mkl_threads", "9") == ["above_cores"]


def test_a_launcher_that_sets_the_value_itself_is_named():
    a_run = run(member(1, Role.LAUNCHER, 0.0), member(2, Role.RANK, 1.0), cpus=8)

    assert told("thread_cap", "8", a_run) == ["launcher"]
    assert told("opencv_threads", "8", a_run) == []


def test_what_the_shell_has_set_is_shown_with_its_value():
    a_run = run(cpus=8, thread_variables={"OMP_NUM_THREADS": "2"})

    assert told("thread_cap", "8", a_run) == ["shell"]
    assert told("thread_cap", "2", a_run) == ["low"]


def test_what_the_shell_has_set_and_would_overrule_it_is_shown():
    a_run = run(cpus=8, thread_variables={"GOMP_SPINCOUNT": "1"})

    assert told("wait_policy", "passive", a_run) == ["overrules"]


def test_the_limit_is_left_alone_and_said_to_be_there():
    a_run = run(cpus=8, thread_variables={"OMP_THREAD_LIMIT": "4"})

    assert told("thread_cap", "8", a_run) == ["thread_limit"]


def test_a_number_in_code_is_warned_of():
    assert told("thread_cap", "8", run(cpus=8, code_lines=(LINE,))) == ["code"]


def test_traps_come_first():
    assert told("binding", "close") == ["trap"]
    assert told("wait_policy", "active") == ["trap"]
    assert told("cpu_list", "0-1") == ["trap"]


def became(wanted=CAP, **changes):
    found = outcome(wanted, run(*changes.pop("members", ()), cpus=8, **changes))
    for language in ("en", "zh_CN"):
        template = Texts(language).page("knobs")["effects"][found.effect.value]
        assert "{" not in template.format_map(found.words)
    return found


def main(demand, **names):
    one = member(1, Role.MAIN, demand)
    return (replace(one, threads=replace(one.threads, demand_by_name=names)),)


def test_a_run_that_has_it_and_computes_accordingly_has_it_in_force():
    found = became(thread_variables=CAP, members=main(4.2, python=4.2))

    assert found.effect is Effect.IN_FORCE


def test_an_environment_that_may_not_be_read_tells_nothing():
    assert became(thread_variables=None).effect is Effect.UNREADABLE


def test_a_run_without_the_value_was_started_without_the_file():
    assert became(thread_variables={}).effect is Effect.NOT_SET
    other = became(thread_variables={"OMP_NUM_THREADS": "16"})
    assert (other.effect, other.words["value"]) == (Effect.NOT_LOADED, "16")


def test_one_thread_behind_a_launcher_is_the_launchers():
    behind = (member(1, Role.LAUNCHER, 0.0), member(2, Role.RANK, 1.0))
    one = {"OMP_NUM_THREADS": "1"}

    assert became(thread_variables=one, members=behind).effect is Effect.LAUNCHER
    assert became(thread_variables=one).effect is Effect.NOT_LOADED
    two = {"OMP_NUM_THREADS": "2"}
    assert became(thread_variables=two, members=behind).effect is Effect.NOT_LOADED


def test_a_pool_of_a_worker_that_is_larger_than_the_number_is_seen():
    worker = replace(main(7.5, cv2=7.5)[0], pid=2, role=Role.WORKER)

    found = became(thread_variables=CAP, members=(*main(1.0, python=1.0), worker))

    assert (found.effect, found.words["demand"]) == (Effect.MORE_THREADS, "7.5")


@pytest.mark.parametrize(
    ("members", "lines", "effect"),
    [
        (main(16.0, python=16.0), (LINE,), Effect.IN_CODE),
        (main(12.0, python=4.0, tf_Compute=8.0), (), Effect.OTHER_POOL),
        (main(16.0, python=15.9, other=0.1), (), Effect.MORE_THREADS),
        (main(4.4, python=4.4), (LINE,), Effect.IN_FORCE),
    ],
)
def test_a_run_that_has_it_and_still_shows_more_threads_says_why(
    members, lines, effect
):
    found = became(thread_variables=CAP, members=members, code_lines=lines)

    assert found.effect is effect


def elf(path, machine=b"\x3e\x00", bits=b"\x02\x01"):
    path.write_bytes(b"\x7fELF" + bits + b"\0" * 12 + machine + b"rest")
    return path


def test_a_library_is_found_with_its_version_and_for_this_machine(tmp_path):
    program = elf(tmp_path / "python")
    for name in ("libjemalloc.so-old", "libjemalloc.so.2", "libjemalloc.sox"):
        elf(tmp_path / name)

    found = find_library("libjemalloc.so", [tmp_path / "none", tmp_path], str(program))

    assert found == tmp_path / "libjemalloc.so.2"


@pytest.mark.parametrize("wrong", [{"machine": b"\xb7\x00"}, {"bits": b"\x01\x01"}])
def test_a_library_for_another_machine_is_not_offered(tmp_path, wrong):
    program = elf(tmp_path / "python")
    elf(tmp_path / "libjemalloc.so.2", **wrong)

    assert find_library("libjemalloc.so", [tmp_path], str(program)) is None


def test_what_is_no_library_is_not_offered(tmp_path):
    program = elf(tmp_path / "python")
    (tmp_path / "libjemalloc.so").write_text("INPUT(libjemalloc.so.2)")
    (tmp_path / "libjemalloc.so.2").mkdir()

    assert find_library("libjemalloc.so", [tmp_path], str(program)) is None
