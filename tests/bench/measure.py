"""Runs monitors side by side and reads what each used, window by window."""

from __future__ import annotations

import contextlib
import json
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench import meters
from bench.peers import APP, Peer


@dataclass(frozen=True)
class Scene:
    """What else runs on the machine meanwhile."""

    name: str
    title: str
    sleepers: int = 0
    spinners: int = 0


SCENES = (
    Scene("idle", "hidden, nothing added"),
    Scene("plus1000", "+1,000 sleeping processes", sleepers=1000),
    Scene("plus4000", "+4,000 sleeping processes", sleepers=4000),
    Scene("busy", "both CPUs busy", spinners=2),
)


@dataclass(frozen=True)
class Plan:
    """How long to look."""

    windows: int = 6
    window_s: float = 10.0
    settle_s: float = 15.0


@dataclass
class Used:
    """What one monitor used, per window."""

    cpu_s_per_min: list[float] = field(default_factory=list)
    wakeups_per_s: list[float] = field(default_factory=list)
    memory: meters.Memory | None = None
    survived: bool = True
    has_numpy: bool = False


@dataclass
class Outcome:
    """What one scene showed."""

    scene: Scene
    process_count: int
    busy_fraction: list[float]
    used: dict[str, Used]
    cost_us: dict[str, float] = field(default_factory=dict)


@contextlib.contextmanager
def crowd(what: str, count: int) -> Iterator[None]:
    """Have `count` processes sleep or spin meanwhile."""
    if not count:
        yield
        return
    script = Path(__file__).with_name("crowd.py")
    process = subprocess.Popen(
        [sys.executable, "-I", str(script), what, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"could not start {count} processes")
        yield
    finally:
        process.stdin.close()
        process.wait(60)
        process.stdout.close()


@contextlib.contextmanager
def running(
    names: Sequence[str], env: Mapping[str, str], folder: Path
) -> Iterator[list[Peer]]:
    """Start monitors and drain their terminals; end them all."""
    peers: list[Peer] = []
    ended = threading.Event()
    drainer = threading.Thread(target=_drain, args=(peers, ended))
    try:
        peers.extend(Peer(name, env, folder) for name in names)
        drainer.start()
        yield peers
    finally:
        ended.set()
        if drainer.ident is not None:
            drainer.join()
        for peer in peers:
            peer.stop()


def look(
    scene: Scene, names: Sequence[str], env: Mapping[str, str], plan: Plan
) -> Outcome:
    """Run one scene."""
    folder = Path(env["HOME"]) / "bench" / scene.name
    with crowd("sleep", scene.sleepers), crowd("spin", scene.spinners):
        with running(names, env, folder) as peers:
            time.sleep(plan.settle_s)
            outcome = Outcome(scene, meters.process_count(), [], {})
            for peer in peers:
                outcome.used[peer.name] = Used()
            for _ in range(plan.windows):
                _window(peers, outcome, plan.window_s)
            _finish(peers, outcome)
        if not scene.spinners:
            outcome.cost_us = _cost(env)
    return outcome


def _window(peers: Sequence[Peer], outcome: Outcome, window_s: float) -> None:
    below = meters.children()
    machine = meters.busy_and_total_ticks()
    before = {}
    for peer in peers:
        pids = meters.tree(peer.pid, below)
        before[peer.name] = (
            time.monotonic(),
            meters.cpu_s(pids),
            meters.switches(pids),
        )
    time.sleep(window_s)
    below = meters.children()
    for peer in peers:
        pids = meters.tree(peer.pid, below)
        at_s, cpu_s, switches = before[peer.name]
        passed_s = time.monotonic() - at_s
        used = outcome.used[peer.name]
        used.cpu_s_per_min.append((meters.cpu_s(pids) - cpu_s) / passed_s * 60)
        woken = meters.switches(pids)[0] - switches[0]
        used.wakeups_per_s.append(woken / passed_s)
    busy, total = meters.busy_and_total_ticks()
    outcome.busy_fraction.append((busy - machine[0]) / max(1, total - machine[1]))


def _finish(peers: Sequence[Peer], outcome: Outcome) -> None:
    below = meters.children()
    for peer in peers:
        pids = meters.tree(peer.pid, below)
        used = outcome.used[peer.name]
        used.survived = peer.is_running
        used.memory = meters.memory(pids) if peer.is_running else None
        used.has_numpy = peer.name == APP and meters.has_mapped(pids, "/numpy/")


def _cost(env: Mapping[str, str]) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.cost"],
        env=dict(env),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    cost: dict[str, float] = json.loads(done.stdout)
    return cost


def _drain(peers: Sequence[Peer], ended: threading.Event) -> None:
    while not ended.is_set():
        waiting = {p.terminal: p for p in peers if p.terminal is not None}
        ready, _, _ = select.select(list(waiting), [], [], 0.5)
        for terminal in ready:
            waiting[terminal].drain()
