"""`traintray status` on a machine with GPUs, through the real ctypes layer."""

from __future__ import annotations

import json
import subprocess

import pytest

import fakenvml

TWO = """count=2
0.name=NVIDIA GeForce RTX 4090
0.uuid=GPU-aaaa
0.util.gpu=87
0.mem.total=24576
0.mem.used=20000
0.temp=83
0.power=441000
0.pstate=2
0.compute=23898:18000
0.putil=23898:81:20:1000000
0.reasons=0x20
1.uuid=GPU-bbbb
1.util.gpu=3
"""


@pytest.fixture
def status(shell, tmp_path):
    """Calls the command with GPUs as the fake library has them."""
    state = tmp_path / "gpus.txt"

    def call(gpu_state: str, *words: str):
        state.write_text(gpu_state)
        return subprocess.run(
            shell.command("status", *words),
            env={
                **shell.environ,
                "LD_LIBRARY_PATH": str(fakenvml.library_folder()),
                "FAKENVML_STATE": str(state),
            },
            capture_output=True,
            text=True,
            timeout=120,
        )

    return call


def gpus(result):
    return json.loads(result.stdout)["gpus"]


def test_programs_get_every_figure_and_who_uses_the_gpu(status):
    first, second = gpus(status(TWO, "--json"))

    assert (first["uuid"], first["bus_id"]) == ("GPU-aaaa", "00000000:01:00.0")
    assert (first["busy_fraction"], first["performance_state"]) == (0.87, 2)
    assert first["compute_processes"] == [
        {"pid": 23898, "memory_bytes": 18000 * 2**20, "busy_fraction": 0.81}
    ]
    assert first["slowed_by"] == ["sw_thermal_slowdown"]
    assert second["compute_processes"] == []


def test_a_person_reads_a_line_for_each_gpu_with_name_and_bus_id(status):
    lines = [line for line in status(TWO).stdout.splitlines() if "GPU" in line]

    assert lines == [
        "GPU      NVIDIA GeForce RTX 4090 (00000000:01:00.0): 87% busy, 19.5 GiB used,"
        " 83 °C, 441 W, slowed by sw_thermal_slowdown",
        "GPU      NVIDIA GeForce RTX 0000 (fake) (00000000:02:00.0): 3% busy, 1 GiB"
        " used, 45 °C, 30 W",
    ]


def test_a_lost_gpu_is_said_not_to_answer_while_the_other_is_read(status):
    lines = status(TWO + "0.err=15\n").stdout.splitlines()

    found = [line.partition("): ")[2] for line in lines if line.startswith("GPU")]
    assert found[0] == "does not answer"
    assert found[1].startswith("3% busy")


def test_a_driver_updated_without_a_restart_says_what_to_do(status):
    lines = status("init=18\n").stdout.splitlines()

    (line,) = (line for line in lines if line.startswith("GPU"))
    assert "restart the computer to finish" in line


def test_a_gpu_without_memory_of_its_own_is_labelled(status):
    state = (
        "count=1\n0.name=NVIDIA GB10\n0.err.nvmlDeviceGetMemoryInfo=3\n"
        "0.err.nvmlDeviceGetMemoryInfo_v2=3\n"
    )

    (gpu,) = gpus(status(state, "--json"))
    text = status(state).stdout

    assert gpu["memory_is_shared"] is True
    assert gpu["memory_total_bytes"] > 2**28
    assert "of the RAM used" in text


def test_a_driver_that_hangs_delays_neither_the_cpu_nor_the_end(status, tmp_path):
    (tmp_path / "hang").touch()

    result = status(f"count=1\nhang={tmp_path / 'hang'}\n", "--json")

    # That it ends at all: the driver never answers.
    found = json.loads(result.stdout)
    assert result.returncode == 0
    assert found["cpu"]["total"] is not None
    assert found["gpus"] is None
    # Not silent for 5 s yet: it may be taking up its devices.
    assert found["gaps"]["gpus"]["reason"] == "first"
    assert "has not answered" in found["gaps"]["gpus"]["detail"]
