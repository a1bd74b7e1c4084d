"""`traintray advice` in a terminal."""

from __future__ import annotations

import os

import pytest

from traintray.cli.advice_here import NoRunError, here_of
from traintray.cli.parser import dispatch
from traintray.cli.wrapping import WIDTH, columns, wrapped


def no_app(background: bool) -> int:
    raise AssertionError("the app must not start")


def said(capsys, *words):
    assert dispatch(["advice", *words], no_app) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("word", ["threads", "3", "S3", "s3"])
def test_a_page_is_asked_for_by_name_or_number(capsys, word):
    text = said(capsys, word, "--lang", "en")

    assert text.startswith("3 Thread settings\n")
    assert "OMP_NUM_THREADS" in text
    assert "https://gcc.gnu.org/onlinedocs/libgomp/" in text


def test_a_tip_explains_what_a_run_would_fill_in(capsys):
    text = said(capsys, "swapping", "--lang", "en")

    assert text.startswith("Swapping: ")
    assert "‹bytes per second›" in text
    assert "{" not in text
    assert "How to undo" in text
    assert "traintray advice memory" in text
    assert "DataLoader(dataset, num_workers=‹half of the workers›" in text


def test_both_speak_chinese(capsys):
    assert said(capsys, "threads", "--lang", "zh_CN").startswith("3 线程设置\n")
    assert said(capsys, "swapping", "--lang", "zh_CN").startswith("内存换页: ")


def test_without_a_word_it_lists_kinds_and_strategies(capsys):
    text = said(capsys, "--lang", "en")

    assert "input_bound       Waiting for data\n" in text
    assert "distributed       6 Distributed training\n" in text


def test_an_unknown_word_is_answered_with_the_list(capsys):
    assert dispatch(["advice", "\x1b[31mnonsense"], no_app) == 2

    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.count("\n") == 1
    assert "\x1b" not in streams.err
    for word in ("swapping", "too_many_threads", "preprocessing", "monitor"):
        assert word in streams.err


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("one word after the other " * 20, id="words"),
        pytest.param("线程池按看到的 CPU 数来开，没有哪个库会看配额。" * 9, id="wide"),
    ],
)
def test_lines_fit_and_lose_nothing(text):
    lines = list(wrapped(text, "- ", "  "))

    assert len(lines) > 3
    assert all(columns(line) <= WIDTH + 2 for line in lines)
    assert not any(line[2] in "，。 " for line in lines)
    joined = "".join(line[2:] for line in lines)
    assert joined.replace(" ", "") == text.replace(" ", "")


def test_an_address_is_never_broken():
    address = "https://example.org/" + "a" * 100

    assert list(wrapped(f"See {address} there.")) == ["See", address, "there."]


def process(root, pid, *, mapped="", command=("python",), children=""):
    """A process in a folder that stands for /proc."""
    here = root / f"proc/{pid}"
    task = here / f"task/{pid}"
    task.mkdir(parents=True)
    task.joinpath("children").write_text(children)
    here.joinpath("comm").write_text("python\n")
    here.joinpath("cmdline").write_bytes(b"\0".join(map(str.encode, command)))
    here.joinpath("maps").write_text(f"7f00-7f01 r-xp 0 00:00 1 {mapped}\n")
    here.joinpath("environ").write_bytes(b"OMP_WAIT_POLICY=passive\0SECRET=x\0")
    here.joinpath("cwd").symlink_to(root)


def test_a_run_is_spoken_of_by_what_its_processes_show(tmp_path):
    (tmp_path / "train.py").write_text("import lightning\nlightning.Trainer().fit(m)\n")
    command = ("torchrun", "train.py")
    process(tmp_path, 10, command=command, children="11 12 ")
    process(tmp_path, 11, mapped="/venv/libtorch_cpu.so")
    process(tmp_path, 12)
    (tmp_path / "proc/12/comm").write_text("pt_data_worker\n")

    here = here_of(10, "en", tmp_path)

    assert here.speakers == ("lightning", "pytorch")
    assert here.places == {
        "workers": "its data comes from 1 worker",
        "passive_wait": "OMP_WAIT_POLICY=passive in its environment",
    }


def test_what_is_no_training_run_is_refused_in_one_line(tmp_path, capsys):
    process(tmp_path, 10, command=("bash",))

    with pytest.raises(NoRunError, match="no training library"):
        here_of(10, "en", tmp_path)
    with pytest.raises(NoRunError, match="there is no process 99"):
        here_of(99, "en", tmp_path)
    assert dispatch(["advice", "swapping", "--pid", str(os.getpid())], no_app) == 2
    assert capsys.readouterr().err.count("\n") == 1
