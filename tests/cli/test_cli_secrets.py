"""What the command line prints holds no secret of the user."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SECRET = "Zq8-w0rd-41x-Kp"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    folders = {
        name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
    }
    env_file = tmp_path / "XDG_CONFIG_HOME/traintray/train.env"
    env_file.parent.mkdir(parents=True, mode=0o700)
    env_file.write_text(f"WANDB_API_KEY={SECRET}\n")
    env_file.chmod(0o600)
    return {**os.environ, **folders, "WANDB_API_KEY": f"old{SECRET}"}


def ask(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "traintray", *words],
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )


def test_the_env_file_is_shown_without_its_secrets(environment):
    said = ask(environment, "env", "show")
    for_programs = ask(environment, "env", "show", "--json")

    assert SECRET not in said.stdout + said.stderr + for_programs.stdout
    assert "WANDB_API_KEY" in said.stdout
    assert json.loads(for_programs.stdout)["variables"] == {"WANDB_API_KEY": "***"}


def test_a_started_command_gets_the_secret_that_is_not_told(environment):
    show = f"import os; print(os.environ['WANDB_API_KEY'] == {SECRET!r})"

    ran = ask(environment, "run", "--", sys.executable, "-c", show)

    assert ran.stdout == "True\n"
    assert "WANDB_API_KEY=*** (was ***)" in ran.stderr
    assert SECRET not in ran.stderr


def test_a_command_that_cannot_be_understood_is_not_repeated_with_its_secret(
    environment,
):
    said = ask(environment, "status", f"--api-key={SECRET}")
    missing = ask(environment, "run", "--", f"HF_TOKEN={SECRET}", "python")

    assert (said.returncode, missing.returncode) == (2, 127)
    assert SECRET not in said.stderr + missing.stderr
