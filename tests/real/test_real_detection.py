"""The detector on real processes: what they are, who started them, what they do.

The processes are small Python programs that map a file with a framework's name, as
importing the framework would; torch itself is not needed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from traintray.core.detection import frameworks
from traintray.core.detection.consumers import Consumers
from traintray.core.detection.detector import Detector
from traintray.core.detection.framework import Framework
from traintray.core.detection.proc_world import ProcWorld
from traintray.core.detection.run import Role, TrainingRun
from traintray.core.discovery import collect
from traintray.core.sensors.process_facts import thread_group
from traintray.core.sensors.processes import ProcessTable

# Maps a file called like PyTorch's main library, and burns CPU in `work`.
LOADS = """
import mmap, os, sys, time
from pathlib import Path
library = Path(__file__).with_name("libtorch_cpu.so")
handle = open(library, "rb")
mapped = mmap.mmap(handle.fileno(), 0, prot=mmap.PROT_READ)
def work(seconds=600.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "libtorch_cpu.so").write_bytes(b"x" * 4096)
    return tmp_path


@contextlib.contextmanager
def started(folder: Path, code: str, *command: str) -> Iterator[subprocess.Popen[str]]:
    """Run a script that loads the framework; `command` comes before it."""
    script = folder / "train.py"
    script.write_text(LOADS + code)
    words = [*(command or (sys.executable,)), str(script)]
    process = subprocess.Popen(
        words, start_new_session=True, text=True, stdout=subprocess.PIPE, cwd=folder
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


class Watcher:
    """The real process table and detector, on the real clock."""

    def __init__(self, folder: Path, **options: float) -> None:
        self.table = ProcessTable()
        self.folder = str(folder)
        self.beside: set[int] = set()
        self.detector = Detector(
            ProcWorld(), collect(frameworks, "FRAMEWORK", Framework), **options
        )
        self.consumers = Consumers(self.detector.title, own_pid=-1)

    def look(self) -> tuple[TrainingRun, ...]:
        at_s = time.monotonic()
        reading = self.table.read(at_s)
        runs = self.detector.update(reading, at_s)
        # This test stands for a shell that has started a run too.
        members = {m.pid for run in runs for m in run.members} | self.beside
        self.others = self.consumers.update(reading, members, at_s)
        self.table.keep_hot(self.detector.member_pids)
        return tuple(r for r in runs if self._is_ours(r))

    def wait_for_run(self, seconds: float = 20.0, role: Role | None = None):
        """Look until there is a run of ours, with a member in `role` if given."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for run in self.look():
                if role is None or run.count(role):
                    return run
            time.sleep(0.5)
        raise TimeoutError("no run was seen")

    def _is_ours(self, run: TrainingRun) -> bool:
        return any(self.folder in word for word in run.command) or any(
            self.folder in _cwd(m.pid) for m in run.members
        )


def _cwd(pid: int) -> str:
    try:
        return os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def roles(run: TrainingRun) -> dict[str, int]:
    return {role.value: run.count(role) for role in Role if run.count(role)}


SHORT = {"min_active_s": 0.5}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("sh", "-c", '"$0" "$1"; true', sys.executable), id="a shell"),
        pytest.param(("env", "A=1", sys.executable), id="env"),
        pytest.param(("timeout", "60", sys.executable), id="timeout"),
        pytest.param(("nice", "-n", "1", sys.executable), id="nice"),
    ],
)
def test_a_wrapped_run_is_seen_as_its_python_process(folder, command):
    with started(folder, "work()", *command):
        run = Watcher(folder, **SHORT).wait_for_run()

    assert run.name == "train.py"
    assert roles(run) == {"main": 1}
    assert run.framework == "pytorch"


POOL = """
import multiprocessing
if __name__ == "__main__":
    context = multiprocessing.get_context("{method}")
    pool = [context.Process(target=work) for _ in range(2)]
    for one in pool: one.start()
    time.sleep(600)
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_the_workers_of_every_start_method_are_workers(folder, method):
    watcher = Watcher(folder, **SHORT)
    with started(folder, POOL.format(method=method)):
        end = time.monotonic() + 20
        run = watcher.wait_for_run(role=Role.WORKER)
        while run.count(Role.WORKER) < 2 and time.monotonic() < end:
            run = watcher.wait_for_run(role=Role.WORKER)

    found = roles(run)
    assert found.pop("support", 0) == {"fork": 0, "spawn": 1, "forkserver": 2}[method]
    assert found == {"main": 1, "worker": 2}


def test_what_a_run_reads_and_takes_is_told(folder):
    code = "data = bytearray(64 << 20)\nwork()"
    with started(folder, code):
        watcher = Watcher(folder, **SHORT)
        run = watcher.wait_for_run()
        for _ in range(3):
            time.sleep(1.0)
            (run,) = watcher.look()

    (main,) = run.with_roles(Role.MAIN)
    assert main.threads is not None
    assert main.threads.private_bytes > 64 << 20
    assert main.threads.read_bytes_per_s is not None
    assert main.threads.main_thread_cores == pytest.approx(
        main.threads.running_cores, abs=0.05
    )
    assert main.rates.user_cores is not None
    assert main.rates.user_cores > 0.2
    assert run.traits.maps_cuda is False
    assert run.traits.wider_cpus == len(os.sched_getaffinity(0))


NARROW = "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwork()"


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two CPUs")
def test_cpus_that_a_run_gave_up_are_told_as_those_it_could_have(folder):
    with started(folder, NARROW):
        run = Watcher(folder, **SHORT).wait_for_run()

    assert len(run.usable_cpus.logical_cpus) == 1
    assert run.traits.wider_cpus == len(os.sched_getaffinity(0))


SERVER = """
import http.server, threading
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        work(0.02)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")
    def log_message(self, *words): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
print(server.server_port, flush=True)
server.serve_forever()
"""


def _call(port: int, until: threading.Event) -> None:
    while not until.is_set():
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), timeout=2) as link,
        ):
            link.sendall(b"GET / HTTP/1.0\r\n\r\n")
            while link.recv(4096):
                pass


def test_a_server_that_is_called_is_no_run_but_a_program_that_uses_the_cpu(folder):
    watcher, done = Watcher(folder, **SHORT), threading.Event()
    with started(folder, SERVER) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        caller = threading.Thread(target=_call, args=(port, done))
        caller.start()
        sleep = subprocess.Popen(["sleep", "60"])
        watcher.beside = {sleep.pid}
        seen = ()
        for _ in range(10):
            seen = watcher.look()
            time.sleep(0.6)
        done.set()
        caller.join()
        sleep.kill()
        sleep.wait()

    assert seen == ()
    assert "train.py" in [one.name for one in watcher.others]


def test_a_program_outside_all_runs_is_named(folder):
    script = folder / "burn.py"
    script.write_text("while True: pass\n")
    burn = ["sh", "-c", f"exec {sys.executable} {script}"]
    sleep = subprocess.Popen(["sleep", "60"])
    with subprocess.Popen(burn, start_new_session=True) as process:
        watcher = Watcher(folder)
        watcher.beside = {sleep.pid}
        for _ in range(5):
            watcher.look()
            time.sleep(0.7)
        named = {one.name: one.cpu_cores for one in watcher.others}
        process.kill()
    sleep.kill()
    sleep.wait()

    assert named["burn.py"] > 0.2


def test_a_thread_stands_for_its_process():
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(threading.get_native_id()))
    thread.start()
    held = threading.Event()
    other = threading.Thread(target=held.wait)
    other.start()
    try:
        assert other.native_id is not None
        assert thread_group(other.native_id) == os.getpid()
    finally:
        held.set()
        other.join()
        thread.join()


def test_a_busy_process_of_another_user_is_told_and_not_called_idle(folder):
    if os.geteuid() != 0:
        pytest.skip("only root can start a process of another user, and read none")
    code = "while True: pass"
    spinning = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    watcher = _as_nobody(folder)
    try:
        said = watcher.communicate(timeout=30)[0]
    finally:
        spinning.kill()
        spinning.wait()

    assert f"{spinning.pid} 0" in said


def _as_nobody(folder: Path) -> subprocess.Popen[str]:
    """Watch for 4 s as a user who may not look into our processes."""
    code = (
        "import os, time\n"
        "from traintray.core.assembly import Wishes, build_pipeline\n"
        "pipeline = build_pipeline(Wishes())\n"
        # The first look imports what that user may not read here.
        "pipeline.tick(time.monotonic(), time.time())\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "for _ in range(5):\n"
        "    frame = pipeline.tick(time.monotonic(), time.time())\n"
        "    time.sleep(1)\n"
        "for one in frame.unreadable: print(one.pid, one.owner_uid)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )
