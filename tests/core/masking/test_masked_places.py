"""Where a command line or a line of a file comes in, its secrets stay out."""

from __future__ import annotations

from pathlib import Path

from traintray.core.detection.code_lines import find_code_lines
from traintray.core.knobs.edit import make_plan
from traintray.core.sensors.process_facts import read_command, read_process_facts

SECRET = "Zq8-w0rd-41x-Kp"


def _process(root: Path, *words: str) -> None:
    folder = root / "proc/7"
    folder.mkdir(parents=True)
    (folder / "cmdline").write_bytes(b"\0".join(w.encode() for w in words) + b"\0")
    (folder / "environ").write_bytes(f"HF_TOKEN={SECRET}\0OMP_NUM_THREADS=4\0".encode())


def test_a_command_line_is_masked_where_it_is_read(tmp_path):
    _process(tmp_path, "python", "train.py", "--api-key", SECRET, f"--token={SECRET}")

    command = read_command(7, tmp_path)

    assert command == ("python", "train.py", "--api-key", "***", "--token=***")


def test_nothing_that_is_known_of_a_process_holds_a_secret(tmp_path):
    _process(tmp_path, "python", "train.py", f"postgres://me:{SECRET}@host/db")

    facts = read_process_facts(7, tmp_path)

    assert SECRET not in repr(facts)
    assert facts.thread_variables == {"OMP_NUM_THREADS": "4"}


def test_a_line_of_the_script_is_shown_without_its_secret(tmp_path):
    line = f'torch.set_num_threads(8); login(api_key="{SECRET}")'
    (tmp_path / "train.py").write_text(line)

    (found,) = find_code_lines(("python", "train.py"), str(tmp_path))

    assert found.text == 'torch.set_num_threads(8); login(api_key="***")'


def test_a_preview_masks_the_lines_beside_ours_and_the_file_keeps_them(tmp_path):
    before = f"export WANDB_API_KEY={SECRET}\n".encode()

    plan = make_plan(tmp_path / "train.env", before, {"OMP_NUM_THREADS": "4"})

    assert SECRET not in "".join(line.text for line in plan.diff)
    assert before in plan.after
