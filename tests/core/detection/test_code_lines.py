"""The line of a script that sets a thread count is found, and nothing else is."""

import pytest

from traintray.core.detection.code_lines import find_code_lines


def lines_of(tmp_path, text, command=("python", "train.py")):
    (tmp_path / "train.py").write_text(text)
    found = find_code_lines(command, str(tmp_path))
    return [(line.line_number, line.text) for line in found]


@pytest.mark.parametrize(
    "line",
    [
        "torch.set_num_threads(16)",
        "cv2.setNumThreads(0)",
        "with threadpool_limits(limits=4):",
        "tf.config.threading.set_intra_op_parallelism_threads(8)",
        "os.environ['OMP_NUM_THREADS'] = '8'",
        'os.environ["MKL_NUM_THREADS"]="8"',
    ],
)
def test_every_usual_way_to_set_threads_is_found(tmp_path, line):
    assert lines_of(tmp_path, f"import torch\n    {line}\n") == [(2, line)]


@pytest.mark.parametrize(
    "line",
    [
        "# torch.set_num_threads(16)",
        "print(torch.get_num_threads())",
        "x = 1  # set_num_threads(4) is not needed",
        "threads = os.environ.get('OMP_NUM_THREADS')",
    ],
)
def test_comments_and_reads_are_not_taken_for_it(tmp_path, line):
    assert lines_of(tmp_path, f"{line}\n") == []


def test_a_script_that_is_gone_or_no_text_gives_no_lines(tmp_path):
    assert find_code_lines(("python", "gone.py"), str(tmp_path)) == ()
    (tmp_path / "train.py").write_bytes(b"\xff\xfe\x00torch.set_num_threads(3)")
    assert len(find_code_lines(("python", "train.py"), str(tmp_path))) == 1


def test_without_a_working_folder_a_relative_script_is_not_guessed():
    assert find_code_lines(("python", "train.py"), None) == ()


def test_a_huge_script_is_not_read(tmp_path):
    (tmp_path / "train.py").write_text("torch.set_num_threads(2)\n" + "#" * 2**20)

    assert find_code_lines(("python", "train.py"), str(tmp_path)) == ()
