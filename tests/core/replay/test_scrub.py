"""A scrubbed trace names nobody, and gets the verdicts of the whole one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.detection.fake_world import FakeProcess
from core.replay.recorded import played
from traintray.core.detection import frameworks
from traintray.core.detection.code_lines import CodeLine
from traintray.core.detection.framework import Framework, recognise_all
from traintray.core.detection.naming import module_of, run_name, script_of
from traintray.core.detection.roles import (
    is_compiler,
    is_launcher,
    is_loky,
    is_multiprocessing_child,
    is_support,
    starts_own_run,
)
from traintray.core.detection.serving import is_tool, serves_by_name
from traintray.core.detection.traits_of import (
    has_image_libraries,
    has_openmp,
    maps_gpu_build,
)
from traintray.core.discovery import collect
from traintray.core.progress.progress import Absent, Progress
from traintray.core.readings import (
    Gap,
    GapReason,
    GpuReading,
    GpusReading,
    ProcessFacts,
)
from traintray.core.replay.scrub import Scrubber
from traintray.core.replay.vocabulary import telling_parts
from traintray.core.sentence import Sentence

FRAMEWORKS = collect(frameworks, "FRAMEWORK", Framework)
PRIVATE = ("ann", "ann_smith", "tumors", "deepthought", "secret-model", "my data")
FOLDERS = ("home", "usr", "lib", "lib64", "site-packages", "torch", "PIL", "av", "src")
FILES = (
    *("libtorch_cpu.so", "libgomp.so.1", "libgomp-a1b2.so.1", "_imaging.so", "libx.so"),
    *("libcuda.so.535", "cv2.abi3.so", "train.py", "weights.pt", "image.so", "data"),
)


def scrubber():
    return Scrubber({"ann", "ann_smith"}, {"deepthought"})


def facts(command=(), mapped=(), folder=None):
    return ProcessFacts(tuple(command), True, frozenset(mapped), {}, folder)


def seen_in(one):
    """All that recognition reads in the paths of libraries."""
    return (
        recognise_all(one.mapped_files, FRAMEWORKS),
        has_openmp(one),
        has_image_libraries([one]),
        [maps_gpu_build([one], framework) for framework in (None, *FRAMEWORKS)],
        any("/httptools/" in path for path in one.mapped_files),
    )


paths = st.builds(
    lambda parts, file: "/" + "/".join((*parts, file)),
    st.lists(st.sampled_from(PRIVATE + FOLDERS), max_size=4),
    st.sampled_from(FILES + PRIVATE),
) | st.builds(
    lambda before, part, after: f"/{before}{part}{after}",
    st.sampled_from(("", "home/ann", "opt/secret-model/lib")),
    st.sampled_from(telling_parts()),
    st.sampled_from(("", "x", "/tumors", ".py")),
)


@settings(max_examples=400, deadline=None)
@given(st.frozensets(paths, max_size=4))
def test_what_is_recognised_in_libraries_stays(mapped):
    whole = facts(mapped=mapped)

    assert seen_in(scrubber().clean(whole)) == seen_in(whole)


COMMANDS = [
    ("python", "train.py"),
    ("/home/ann/.venv/bin/python3.11", "-u", "-W", "ignore", "/home/ann/tumors/a.py"),
    ("python", "a.py", "--multiprocessing-fork"),
    ("python", "-m", "torch.distributed.run", "--nproc", "2", "tumors/train.py"),
    ("/usr/bin/python", "/home/ann/.local/bin/torchrun", "train.py"),
    ("/home/ann/bin/accelerate", "launch", "x.py"),
    ("python", "-m", "vllm.entrypoints.api", "--model", "/home/ann/m"),
    ("python", "/home/ann/bin/uvicorn", "app:app"),
    ("python", "/home/ann/bin/mlflow", "server"),
    ("python", "/home/ann/bin/mlflow", "run"),
    ("python", "setup.py", "install"),
    ("python", "/home/ann/proj/setup.py", "build"),
    ("pytest", "tests/x.py"),
    ("python", "model_server.py"),
    ("python", "flask.py"),
    ("python", "-c", "from multiprocessing.resource_tracker import main;main(4)"),
    ("python", "-c", "from multiprocessing.spawn import spawn_main; spawn_main(4)"),
    ("python", "-c", "import ann; ann.train('/home/ann/tumors')"),
    ("python", "-m", "joblib.externals.loky.backend.popen_loky_posix", "--x", "3"),
    ("python", "/home/ann/torch/_inductor/compile_worker/__main__.py", "--x"),
    ("/x/site-packages/ray/tumors.py",),
    ("bash", "-c", "python train.py"),
    ("bash", "/home/ann/run.sh"),
    ("./train", "--data=/home/ann/tumors"),
    ("-", "-x", "--", "a/b"),
    (),
]


def read_in(command):
    return (
        is_launcher(command),
        is_support(command),
        is_loky(command),
        is_compiler("python", command),
        serves_by_name(command),
        is_tool(command),
        module_of(command),
        script_of(command) is None,
        [part in " ".join(command) for part in ("ipykernel", "ray::", "dask")],
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_is_read_in_a_command_line_stays(command):
    assert read_in(scrubber().command(command)) == read_in(command)


@pytest.mark.parametrize("above", COMMANDS, ids=" ".join)
def test_what_two_command_lines_say_of_each_other_stays(above):
    one = scrubber()
    for below in COMMANDS:
        clean, parent = one.command(below), one.command(above)

        assert starts_own_run(clean, parent) == starts_own_run(below, above)
        assert is_multiprocessing_child(clean, parent) == is_multiprocessing_child(
            below, above
        )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_private_name_is_left_in_a_command_line(command):
    text = " ".join(scrubber().command(command))

    assert not [name for name in ("ann", "tumors", "proj") if name in text.split("/")]
    assert "/home/ann" not in text
    assert "import ann" not in text


def test_a_program_on_the_command_line_is_left_out_but_one_of_multiprocessing():
    own = "from multiprocessing.spawn import spawn_main; spawn_main(tracker_fd=5)"
    one = scrubber()

    assert one.command(("python", "-c", "import lungs")) == ("python", "-c", "code1")
    assert one.command(("python", "-c", "import lungs"))[2] == "code1"
    assert one.command(("python", "-c", "import liver"))[2] == "code2"
    assert one.command(("python", "-c", own)) == ("python", "-c", own)


def test_the_same_name_has_the_same_stand_in_everywhere():
    one = scrubber()

    first = one.command(("python", "/home/ann/tumors/train.py"))
    second = one.clean(CodeLine("/home/ann/tumors/train.py", 3, "x('/home/ann/d.csv')"))

    assert first[1] == second.path == "/home/d1/d2/f1.py"
    assert second.text == "x('/home/d1/f2.csv')"
    assert run_name(first) == "f1.py"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("ann's job on deepthought", "user's job on host"),
        ("ann@deepthought.uni:/data/x", "user@host.uni:/d1/d2"),
        ("channel annotate", "channel annotate"),
        ("kworker/0:1", "kworker/0:1"),
        ("pt_data_worker", "pt_data_worker"),
        ("/proc/77/maps: Permission denied", "/proc/77/maps: Permission denied"),
        ("~/tumors/x and ../y", "~/d1/d2 and ../d3"),
    ],
)
def test_texts_lose_names_and_paths_only(text, clean):
    assert scrubber().text(text) == clean


def test_a_name_that_tells_what_is_run_is_no_private_name():
    one = Scrubber({"python", "root", "pytest", "x"}, set())

    assert one.text("python root pytest x") == "python root pytest x"


def test_every_text_of_a_reading_is_cleaned_and_nothing_else():
    gpu = GpuReading(
        *("GPU-1", "NVIDIA ann", "0:1"), None, None, None, 40.0, 30.0, 450.0
    )
    gpu = replace(gpu, gaps={"ann": Gap(GapReason.FAILED, "/home/ann/x")})

    clean = scrubber().clean(GpusReading((gpu,)))

    assert clean.gpus[0] == replace(
        gpu,
        name="NVIDIA user",
        gaps={"user": Gap(GapReason.FAILED, "/home/d1/d2")},
    )


def test_files_of_the_progress_are_cleaned():
    one = scrubber()
    found = Progress(3, None, None, None, None, "csv", where="runs/tumors/log.csv")
    absent = Absent(Sentence("P", "It writes {file}.").filled(file="tumors.csv"))

    assert one.clean(found).where == "d1/d2/f1.csv"
    assert one.clean(absent).reason == "It writes f2.csv."


def test_numbers_of_users_go_except_that_of_root():
    one = scrubber()

    assert one.clean(replace(facts(), owner_uid=1000)).owner_uid is None
    assert one.clean(replace(facts(), owner_uid=0)).owner_uid == 0


def test_a_scrubbed_trace_names_nobody_and_gets_the_same_verdicts(record):
    command = ("python", "/home/ann/tumors/train.py", "--out=/home/ann/tumors/out")
    trainer = FakeProcess(
        10,
        command=command,
        mapped=frozenset({"/home/ann/v/lib/libtorch_cpu.so", "/home/ann/tumors/x.bin"}),
        demand=8.0,
        busy_threads=8,
        thread_demand={"ann-pool": 4.0},
    )
    other = FakeProcess(5, name="ann.py", is_python=False, parent=3, cores=1.0)
    recorded = record(trainer, other, clean=scrubber().clean)
    recorded.gpus.says = PermissionError(13, "no", "/home/ann/nvml")
    recorded.ticks(30)

    replay = recorded.replay()
    frames = played(replay)

    text = recorded.path.read_text()
    assert not [name for name in ("ann", "tumors") if name in text]
    assert replay.differences == []
    for live, again in zip(recorded.frames, frames, strict=True):
        for before, after in zip(live.runs, again.runs, strict=True):
            assert after.verdict == before.verdict
            assert after.run.members[0].role == before.run.members[0].role
    assert frames[-1].runs[0].verdict.kind == "too_many_threads"
    assert frames[-1].runs[0].run.name in ("f1.py", "f2.py")
