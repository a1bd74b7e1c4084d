from __future__ import annotations

import json
import os
import subprocess

import pytest


def test_the_path_is_printed_before_there_is_a_file(shell):
    out = shell.run("env", "path")

    assert (out.returncode, out.stdout, out.stderr) == (0, f"{shell.env_file}\n", "")
    assert not shell.env_file.exists()


def test_set_writes_shows_the_diff_and_says_when_it_counts(shell):
    out = shell.run("env", "set", "OMP_NUM_THREADS=8", "MKL_NUM_THREADS=8")

    assert (out.returncode, out.stderr) == (0, "")
    lines = out.stdout.splitlines()
    assert lines[0] == str(shell.env_file)
    assert "+ OMP_NUM_THREADS=8" in lines
    assert "+ MKL_NUM_THREADS=8" in lines
    assert "applies to the next run you start" in out.stdout
    assert f"  set -a; . {shell.env_file}; set +a" in lines
    assert shell.run("env", "show").stdout == "OMP_NUM_THREADS=8\nMKL_NUM_THREADS=8\n"


def test_the_line_it_prints_works_in_bash(shell):
    printed = shell.run("env", "set", "OMP_NUM_THREADS=8").stdout
    (line,) = [x for x in printed.splitlines() if "set -a" in x and x[0] == " "]

    out = subprocess.run(
        ["bash", "-c", f"{line}; printenv OMP_NUM_THREADS"], capture_output=True
    )

    assert out.stdout == b"8\n"


def test_setting_what_is_set_changes_nothing(shell):
    shell.run("env", "set", "A=1")

    out = shell.run("env", "set", "A=1")

    assert out.returncode == 0
    assert "is as wanted already" in out.stdout
    assert shell.run("env", "undo").returncode == 0
    assert not shell.env_file.exists()


def test_unset_takes_a_variable_out(shell):
    shell.run("env", "set", "A=1", "B=2")

    out = shell.run("env", "unset", "A")

    assert out.returncode == 0
    assert "- A=1" in out.stdout.splitlines()
    assert shell.run("env", "show").stdout == "B=2\n"


def test_undo_restores_the_file_byte_for_byte(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_bytes(b"# mine\r\nX='a b'\nLAST=\xff")

    shell.run("env", "set", "A=1")
    out = shell.run("env", "undo")

    assert out.returncode == 0
    assert "- A=1" in out.stdout.splitlines()
    assert shell.env_file.read_bytes() == b"# mine\r\nX='a b'\nLAST=\xff"


def test_undo_with_nothing_to_undo_says_so(shell):
    out = shell.run("env", "undo")

    assert (out.returncode, out.stdout) == (1, "")
    assert "holds no change of traintray to undo" in out.stderr


def test_show_as_json(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("A='x y'\nB = 2\n")
    shell.run("env", "set", "C=3")

    shown = json.loads(shell.run("env", "show", "--json").stdout)

    assert shown == {
        "schema": 1,
        "path": str(shell.env_file),
        "exists": True,
        "variables": {"A": "x y", "C": "3"},
        "unreadable": [{"line": 6, "problem": "there is a space before the ="}],
        "can_undo": True,
    }


def test_show_without_a_file_prints_nothing_and_says_why(shell):
    out = shell.run("env", "show")

    assert (out.returncode, out.stdout) == (0, "")
    assert "does not exist yet" in out.stderr
    assert json.loads(shell.run("env", "show", "--json").stdout)["exists"] is False


def test_show_cannot_be_used_to_disturb_the_terminal(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_bytes(b"A='\x1b]0;evil\x07'\n")

    assert "\x1b" not in shell.run("env", "show").stdout


@pytest.mark.parametrize(
    ("pair", "part"),
    [
        ("a=1", "cannot be a name"),
        ("=1", "cannot be a name"),
        ("A=a b", "Spaces and quotes"),
        ("A=", "Unset it instead"),
        ("A=1\n", "A cannot be"),
    ],
)
def test_a_pair_outside_the_form_is_wrong_usage(shell, pair, part):
    out = shell.run("env", "set", pair)

    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.count("\n") == 1
    assert part in out.stderr
    assert not shell.env_file.exists()


def test_a_name_given_twice_is_wrong_usage(shell):
    out = shell.run("env", "set", "A=1", "A=2")

    assert out.returncode == 2
    assert "A is given twice" in out.stderr


def test_a_line_set_by_hand_stops_it_until_the_user_agrees(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("X=1\nexport A=5\n")

    out = shell.run("env", "set", "A=1")

    assert (out.returncode, out.stdout) == (1, "")
    assert "line 2: A is set by hand" in out.stderr
    assert "--replace" in out.stderr
    assert shell.env_file.read_text() == "X=1\nexport A=5\n"

    agreed = shell.run("env", "set", "--replace", "A=1")

    assert agreed.returncode == 0
    assert "- export A=5   (your own line)" in agreed.stdout.splitlines()
    assert shell.run("env", "show").stdout == "A=1\nX=1\n"
    shell.run("env", "undo")
    assert shell.env_file.read_text() == "X=1\nexport A=5\n"


def test_unset_of_a_line_set_by_hand_speaks_of_taking_it_out(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("X=1\nexport A=5\n")

    out = shell.run("env", "unset", "A")

    assert (out.returncode, out.stdout) == (1, "")
    assert out.stderr == (
        f"traintray: {shell.env_file}, line 2: A is set by hand. Delete that line, or"
        " agree to have it taken out. (The option --replace does that.)\n"
    )
    assert shell.run("env", "unset", "--replace", "A").returncode == 0
    assert shell.env_file.read_text() == "X=1\n"


def test_trouble_in_the_state_folder_names_that_folder(shell):
    lock = shell.state_dir / "env.lock"
    lock.mkdir(parents=True)

    out = shell.run("env", "set", "A=1")

    assert out.returncode == 1
    assert out.stderr.count("\n") == 1
    assert out.stderr.startswith(f"traintray: {lock}, which traintray needs")
    assert not shell.env_file.exists()


def test_replace_is_not_offered_where_it_would_not_help(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("export A=5 B=6\n")

    for more in ([], ["--replace"]):
        out = shell.run("env", "set", *more, "A=1")

        assert out.returncode == 1
        assert "it sets several variables" in out.stderr
        assert "--replace" not in out.stderr


def test_a_file_that_cannot_be_used_is_one_line(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("X=1\n")
    shell.env_file.chmod(0o444)

    out = shell.run("env", "set", "A=1")

    assert out.returncode == 1
    assert out.stderr.count("\n") == 1
    assert "is read-only. Run: chmod u+w" in out.stderr
    assert os.listdir(shell.env_file.parent) == ["train.env"]


def test_several_terminals_at_once_lose_nothing(shell):
    processes = [
        subprocess.Popen(
            shell.command("env", "set", f"A{number}={number}"),
            env=shell.environ,
            stdout=subprocess.DEVNULL,
        )
        for number in range(4)
    ]

    assert [process.wait(timeout=60) for process in processes] == [0] * 4
    shown = json.loads(shell.run("env", "show", "--json").stdout)
    assert shown["variables"] == {f"A{n}": str(n) for n in range(4)} | {}


def test_a_file_that_the_user_picks_gets_a_block_and_keeps_every_other_byte(shell):
    own = shell.env_file.parent.parent / "job.env"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_bytes(b"# mine\r\nexport X='a b'  # \xff\nLAST=1")

    out = shell.run("env", "set", "A=1", "--file", str(own))

    assert (out.returncode, out.stderr) == (0, "")
    assert own.read_bytes().endswith(b"# mine\r\nexport X='a b'  # \xff\nLAST=1")
    assert f"traintray env undo --file {own}" in out.stdout
    assert "traintray run" not in out.stdout
    assert not shell.env_file.exists()
    shell.run("env", "set", "B=2")
    back = shell.run("env", "undo", "--file", str(own))
    assert back.returncode == 0
    assert own.read_bytes() == b"# mine\r\nexport X='a b'  # \xff\nLAST=1"
    assert shell.run("env", "show").stdout == "B=2\n"


def test_a_name_outside_the_block_of_a_picked_file_is_a_conflict(shell, tmp_path):
    own = tmp_path / ".env"
    own.write_text("A=0\n")

    out = shell.run("env", "set", "A=1", "--file", str(own))

    assert out.returncode == 1
    assert "is set by hand" in out.stderr
    assert own.read_text() == "A=0\n"


def test_a_folder_that_is_not_there_is_not_made_for_a_picked_file(shell, tmp_path):
    out = shell.run("env", "set", "A=1", "--file", str(tmp_path / "typo/x.env"))

    assert (out.returncode, out.stdout) == (1, "")
    assert "there is no folder" in out.stderr
    assert not (tmp_path / "typo").exists()


def test_a_script_is_no_place_for_variables_and_gets_a_line_to_load_them(
    shell, tmp_path
):
    own = tmp_path / "job.sh"
    own.write_text("#!/bin/sh\npython train.py\n")

    out = shell.run("env", "set", "A=1", "--file", str(own))

    assert (out.returncode, out.stdout) == (1, "")
    assert f". {shell.env_file}" in out.stderr
    assert own.read_text() == "#!/bin/sh\npython train.py\n"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (".bashrc", "set -a; . {}; set +a"),
        ("job.sbatch", "set -a; . {}; set +a"),
        (".envrc", "dotenv {}"),
        ("config.fish", "< '{}'); set -gx "),
        ("train.py", "load_dotenv('{}')"),
    ],
)
def test_a_start_up_file_gets_a_line_of_its_language(shell, tmp_path, name, line):
    own = tmp_path / name
    own.write_text("umask 022\n")

    out = shell.run("env", "set", "A=1", "--file", str(own))

    assert (out.returncode, out.stdout) == (1, "")
    assert line.format(shell.env_file) in out.stderr
    assert own.read_text() == "umask 022\n"


def test_a_picked_pipe_is_refused_and_not_waited_for(shell, tmp_path):
    os.mkfifo(tmp_path / "pipe")

    out = shell.run("env", "set", "A=1", "--file", str(tmp_path / "pipe"))

    assert (out.returncode, out.stdout) == (1, "")
    assert "it is not a regular file" in out.stderr


def test_undo_of_all_leads_back_to_the_start(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_bytes(b"# mine\r\nLAST=\xff")
    for number in range(4):
        shell.run("env", "set", f"A{number % 2}={number}")

    out = shell.run("env", "undo", "--all")

    assert (out.returncode, out.stderr) == (0, "")
    assert shell.env_file.read_bytes() == b"# mine\r\nLAST=\xff"
    again = shell.run("env", "undo", "--all")
    assert again.returncode == 1
