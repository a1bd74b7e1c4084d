"""`traintray doctor`: what can be read, what cannot, and what to do about it."""

from __future__ import annotations

import json
import shutil
import subprocess
import time

import pytest
from terminals import Emulator

import fakenvml
from fakes import HOSTS, write_tree
from traintray.platform.doctor import desktop, files, gpus, kernel
from traintray.platform.doctor.check import Health


def checked(topic, root):
    return {check.name: check for check in topic.CHECKS.look(root)}


@pytest.fixture
def proc(tmp_path):
    """A machine on which all can be read."""
    return write_tree(
        tmp_path,
        {
            "proc/1/stat": "",
            "proc/mounts": "proc /proc proc rw,nosuid 0 0\n",
            "proc/self/schedstat": "500 20 3\n",
            "proc/pressure/cpu": "some avg10=0.00\n",
            "sys/fs/cgroup/cgroup.controllers": "cpu memory\n",
        },
    )


def test_a_machine_on_which_all_can_be_read_is_well(proc):
    found = checked(kernel, proc)

    assert {check.health for check in found.values()} == {Health.OK}
    assert found["processes"].found == "1 processes"


def test_hidden_processes_are_said_to_be_hidden(proc):
    write_tree(proc, {"proc/mounts": "proc /proc proc rw,hidepid=invisible 0 0\n"})

    assert "hidden" in checked(kernel, proc)["processes"].found


def test_a_kernel_without_pressure_is_told_from_one_that_has_it_off(proc):
    (proc / "proc/pressure/cpu").unlink()
    absent = checked(kernel, proc)["pressure"]
    assert (absent.health, absent.remedy) == (Health.ABSENT, None)

    (proc / "proc/pressure/cpu").mkdir()  # opening it fails, as with psi=0
    off = checked(kernel, proc)["pressure"]
    assert "psi=1" in off.remedy


def test_counters_that_stand_still_have_a_remedy(proc):
    write_tree(proc, {"proc/self/schedstat": "0 0 0\n"})

    assert "sched_schedstats" in checked(kernel, proc)["run_queue_wait"].remedy


def test_a_machine_without_gpus_is_well(proc):
    found = checked(gpus, proc)

    assert {check.health for check in found.values()} == {Health.ABSENT}
    assert found.keys() == {"gpu.nvidia", "gpu.amd", "gpu.intel"}


def test_a_gpu_of_amd_is_named_and_what_it_does_not_report():
    (found,) = (
        check
        for check in gpus.CHECKS.look(HOSTS / "workstation-amd")
        if check.name == "gpu.amd"
    )

    assert found.health is Health.OK
    assert found.found == "Radeon RX 7900 XT/7900 XTX (0000:03:00.0)"


@pytest.fixture
def doctor(shell, tmp_path):
    """Calls the command with GPUs as the fake library has them."""
    state = tmp_path / "gpus.txt"

    def call(gpu_state: str, timeout_s: float = 60):
        state.write_text(gpu_state)
        return subprocess.run(
            shell.command("doctor", "--json"),
            env={
                **shell.environ,
                "LD_LIBRARY_PATH": str(fakenvml.library_folder()),
                "FAKENVML_STATE": str(state),
            },
            capture_output=True,
            text=True,
            timeout=timeout_s,
        )

    return call


def by_name(result):
    return {check["name"]: check for check in json.loads(result.stdout)["checks"]}


def test_a_good_gpu_is_named_with_the_library_it_was_read_through(doctor):
    result = doctor("count=1\n0.name=NVIDIA RTX 4090\n")

    found = by_name(result)
    assert "NVIDIA RTX 4090 (00000000:01:00.0)" in found["gpu.nvidia"]["found"]
    assert "libnvidia-ml.so.1" in found["gpu.nvidia.driver"]["found"]
    assert (result.returncode, json.loads(result.stdout)["ok"]) == (0, True)


@pytest.mark.parametrize(
    ("state", "words", "remedy"),
    [
        ("init=18\n", "was updated", "Restart the computer"),
        ("init=4\n", "cannot be read", "/dev/nvidia"),
        ("count=1\n0.err=15\n", "does not answer", "restart"),
    ],
)
def test_a_gpu_that_cannot_be_read_says_why_and_what_to_do(
    doctor, state, words, remedy
):
    result = doctor(state)

    found = by_name(result)["gpu.nvidia"]
    assert words in found["found"]
    assert remedy in found["remedy"]
    assert (found["health"], result.returncode) == ("wrong", 1)


def test_a_driver_that_hangs_is_told_and_holds_nobody_up(doctor, tmp_path):
    (tmp_path / "hang").touch()
    began_s = time.monotonic()

    result = doctor(f"count=1\nhang={tmp_path / 'hang'}\n", timeout_s=30)

    assert "has not answered for 5 s" in by_name(result)["gpu.nvidia"]["found"]
    assert result.returncode == 1
    assert time.monotonic() - began_s < 20


def test_a_person_reads_one_line_a_source(shell, tmp_path):
    result = shell.run("doctor")

    lines = result.stdout.splitlines()
    assert result.stderr == ""
    short = [line.replace(str(tmp_path), "~") for line in lines]  # no path is broken
    assert max(map(len, short)) <= 88
    assert any(line.startswith("ok processes") for line in lines)


def test_without_a_screen_the_tray_is_absent_and_nothing_is_wrong(shell):
    result = shell.run("doctor", "--json")

    found = by_name(result)
    assert found["desktop.screen"]["health"] == "absent"
    assert "desktop.bus" not in found


def test_broken_settings_are_wrong_and_say_which_file(shell):
    path = shell.env_file.with_name("settings.json")
    path.parent.mkdir(parents=True)
    path.write_text("{")

    result = shell.run("doctor", "--json")

    found = by_name(result)["files.settings"]
    assert (found["health"], result.returncode) == ("wrong", 1)
    assert str(path) in found["remedy"]


def test_a_line_of_the_env_file_that_programs_read_differently_is_wrong(shell):
    shell.env_file.parent.mkdir(parents=True)
    shell.env_file.write_text("GOOD=1\nNOT A VARIABLE\n")

    result = shell.run("doctor", "--json")

    assert "line 2" in by_name(result)["files.env"]["found"]
    assert result.returncode == 1


def test_a_damaged_history_is_wrong_and_is_not_touched(shell):
    path = shell.state_dir / "history.sqlite"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nonsense" * 1000)

    result = shell.run("doctor", "--json")

    assert by_name(result)["files.history"]["health"] == "wrong"
    assert path.read_bytes() == b"nonsense" * 1000


def test_a_start_at_login_that_leads_nowhere_is_wrong(shell):
    assert shell.run("autostart", "enable").returncode == 0
    (entry,) = shell.autostart.iterdir()
    lines = entry.read_text().splitlines()
    moved = [
        "Exec=/nowhere/traintray --background" if line.startswith("Exec=") else line
        for line in lines
    ]
    entry.write_text("\n".join(moved) + "\n")

    result = shell.run("doctor", "--json")

    found = by_name(result)["files.autostart"]
    assert (found["health"], result.returncode) == ("wrong", 1)
    assert "autostart enable" in found["remedy"]


def test_a_list_that_may_not_be_read_is_said_not_to_be_permitted(doctor):
    result = doctor("count=1\n0.err.nvmlDeviceGetComputeRunningProcesses_v3=4\n")

    found = by_name(result)["gpu.nvidia"]["found"]
    assert found.endswith("not permitted: compute_processes")


def test_another_vendor_that_cannot_be_read_is_not_given_the_advice_for_nvidia(proc):
    card = "sys/bus/pci/devices/0000-03-00.0"
    files = {"vendor": "0x1002", "class": "0x030000", "gpu_busy_percent": "3"}
    write_tree(proc, {f"{card}/{name}": text for name, text in files.items()})
    shutil.rmtree(proc / "proc")

    found = checked(gpus, proc)["gpu.amd"]

    assert found.found.startswith("AMD GPU on 0000:03:00.0 cannot be read")
    assert found.health is Health.WRONG
    assert "libnvidia" not in found.remedy


def on_terminal(shell, state, answer_file, *words):
    """The doctor with its complaints on a terminal, its answer in a file."""
    more = {
        "LD_LIBRARY_PATH": str(fakenvml.library_folder()),
        "FAKENVML_STATE": str(state),
    }
    with answer_file.open("wb") as answer:
        emulator = Emulator(
            shell.command("doctor", *words),
            {**shell.environ, **more},
            others={"stdout": answer.fileno()},
        )
        with emulator:
            return emulator.end()


def test_a_check_that_takes_long_is_named_on_a_terminal_and_since_when(shell, tmp_path):
    (tmp_path / "hang").touch()
    state = tmp_path / "gpus.txt"
    state.write_text(f"count=1\nhang={tmp_path / 'hang'}\n")

    status, shown = on_terminal(shell, state, tmp_path / "answer", "--json")

    assert b"waiting for gpu.nvidia, 1 s" in shown
    assert b"waiting for gpu.nvidia, 4 s" in shown
    assert shown.endswith(b"\r" + b" " * 40 + b"\r")
    assert b"processes" not in shown
    assert status == 1
    found = json.loads((tmp_path / "answer").read_text())["checks"]
    assert [one["health"] for one in found if one["name"] == "gpu.nvidia"] == ["wrong"]


@pytest.mark.parametrize("topic", [kernel, gpus, files, desktop])
def test_each_check_is_named_before_it_begins(topic, proc):
    heard = []

    for check in topic.CHECKS.look(proc, heard.append):
        assert check.name.startswith(heard[-1]) or check.name == "desktop.screen"
    assert heard


def test_checks_that_are_quick_write_nothing_but_themselves(shell, tmp_path):
    state = tmp_path / "gpus.txt"
    state.write_text("count=1\n")

    _, shown = on_terminal(shell, state, tmp_path / "answer")

    assert shown == b""
