"""NAME=value lines go only where they neither break a file nor reach nobody."""

from __future__ import annotations

import pytest

from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.errors import EnvFileError

A = {"A": "1"}


def planned(tmp_path, name, data):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    return EnvFile(path, tmp_path / "state").plan(A)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (".bashrc", b"A=1\n"),
        (".zshenv", None),
        (".envrc", b"dotenv\n"),
        ("config.fish", b"set -gx A 1\n"),
        ("job.SH", None),
        ("job", b"#!/bin/sh\nA=1\n"),
    ],
)
def test_what_a_file_of_commands_sets_would_reach_nobody(tmp_path, name, data):
    with pytest.raises(EnvFileError, match="it holds commands"):
        planned(tmp_path, name, data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("settings.json", b"{}\n"),
        ("settings", b'{\n  "python.envFile": "/a"\n}\n'),
        ("a.service", None),
        ("a.conf", b"# mine\n\n[Service]\nType=simple\n"),
        ("pyproject.toml", b'a = "b"\n'),
        ("workspace", b"<project>\n</project>"),
    ],
)
def test_a_file_of_another_form_would_be_damaged(tmp_path, name, data):
    with pytest.raises(EnvFileError, match="would damage it"):
        planned(tmp_path, name, data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (".env", b"# [Service]\nB=2\n"),
        ("60-train.conf", b"B=[1]\n"),
        ("train.env.local", b"export B=2\n"),
        ("environment", b"B={a}\n"),
        (".env", None),
    ],
)
def test_an_env_file_of_any_name_is_taken(tmp_path, name, data):
    assert planned(tmp_path, name, data).after.count(b"A=1\n") == 1


def test_a_link_to_a_start_up_file_is_one(tmp_path):
    (tmp_path / ".profile").write_bytes(b"umask 022\n")
    (tmp_path / ".env").symlink_to(".profile")

    with pytest.raises(EnvFileError, match="it holds commands"):
        planned(tmp_path, ".env", None)


def test_what_was_written_into_such_a_file_before_can_be_taken_back(tmp_path):
    plain, state = tmp_path / "env", tmp_path / "state"
    plain.write_bytes(b"B=2\n")
    file = EnvFile(plain, state)
    file.apply(file.plan(A))
    plain.write_bytes(b"#!/bin/sh\n" + plain.read_bytes())

    file.undo()

    assert plain.read_bytes() == b"#!/bin/sh\nB=2\n"
