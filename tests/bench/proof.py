"""Does the app find a fault, does its click help, and does it say so itself?

    python tests/bench/run.py proof [--times 3] [--python PYTHON] [--only two_runs]

Real trainings, one story after the other: the app watches a run, what it recommends is
written to an env file, the same command is started again with that file, and the app
compares. Prints a table; exits with 1 when a verdict is wrong. `--ahead` (needs root)
puts the trainings before other work of a machine that is shared, `--lock` waits for
such a machine before each run.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from traintray.core.advice.advice import Advice
from traintray.core.archive.limits import Limits
from traintray.core.assembly import Wishes, build_pipeline
from traintray.core.knobs import shelf
from traintray.core.knobs.envfile import EnvFile
from traintray.core.knobs.legal import Bounds
from traintray.core.knobs.loading import bash_line
from traintray.core.memory import Memory
from traintray.core.proof.outcome import Proof
from traintray.core.sensors.usable_cpus import read_usable_cpus

TRAINING = Path(__file__).with_name("proof_training.py")
_PERIOD_S = 1.0
_SECONDS = 110.0
"""A quarter is warm-up; what is left holds little more than has to be compared."""
_START_S = 90.0
_OURS = ("_NUM_THREADS", "OMP_", "GOMP_", "KMP_", "MKL_")
_RECOMMENDED = "recommended"


@dataclass(frozen=True)
class Turn:
    """One change, and what is known to come of it."""

    knob: str
    value: str
    """`recommended`: what the app says of the run before."""
    expected: str


@dataclass(frozen=True)
class Story:
    """A command that runs once as it is, and again with each of the changes."""

    name: str
    kind: str
    copies: int
    turns: tuple[Turn, ...]


STORIES = (
    Story("two_runs", "network", 2, (Turn("thread_cap", _RECOMMENDED, "helped"),)),
    Story("loader", "loader", 1, (Turn("thread_cap", _RECOMMENDED, "helped"),)),
    Story(
        "alone",
        "network",
        1,
        (
            Turn("thread_cap", "1", "slower"),
            Turn("polars_threads", "1", "unclear"),
        ),
    ),
)


@dataclass
class Row:
    """One line of the table."""

    story: str
    turn: Turn
    found: str
    """What the app said of the run before; empty: nothing."""
    set_to: str
    proof: Proof | None

    @property
    def verdict(self) -> str:
        """What the app said of the change."""
        return self.proof.verdict if self.proof else "none"

    @property
    def is_wrong(self) -> bool:
        """Whether the opposite, or something out of nothing, was said."""
        told = self.verdict in ("helped", "slower")
        return told and self.verdict != self.turn.expected

    def cells(self) -> tuple[str, ...]:
        """Return what the table shows."""
        speed = self.proof.measures[:1] if self.proof else ()
        numbers = [f"{m.before or 0:.3g} | {m.after or 0:.3g}" for m in speed]
        ratio = self.proof.ratio if self.proof else None
        shown = "–" if ratio is None else "{:.2f} ({:.2f} to {:.2f})".format(*ratio)
        return (
            self.story,
            self.found or "–",
            f"{self.turn.knob}: {self.set_to}",
            *(numbers or ["– | –"]),
            shown,
            self.turn.expected,
            self.verdict,
        )


@dataclass
class Stage:
    """The app without its screens, and where it keeps things."""

    folder: Path
    options: argparse.Namespace
    advice: list[Advice] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.env_file = EnvFile(self.folder / "train.env", self.folder / "state")

    def watch(self, story: Story) -> tuple[Proof, ...]:
        """Run the command and watch it to its end; return what was proven."""
        self.advice.clear()
        archive = self.folder / "state/history.sqlite"
        memory = Memory(archive, Limits(), journal=self.env_file)
        pipeline = build_pipeline(Wishes(), memory.note)
        with _turn_of_ours(self.options.lock), contextlib.ExitStack() as open_ones:
            memory.begin(pipeline.store)
            open_ones.callback(memory.close)
            started = [self._start(story, n) for n in range(story.copies)]
            for one in started:
                open_ones.callback(one.wait)
                open_ones.callback(one.kill)
            end_s = time.monotonic() + self.options.seconds + _START_S
            next_s = time.monotonic()
            while any(p.poll() is None for p in started) and time.monotonic() < end_s:
                frame = pipeline.tick(time.monotonic(), time.time())
                self.advice += [v.advice for v in frame.runs if v.advice is not None]
                next_s += _PERIOD_S
                time.sleep(max(0.0, next_s - time.monotonic()))
            for _ in range(3):  # the ends are seen, and what was late is said
                pipeline.tick(time.monotonic(), time.time())
                time.sleep(_PERIOD_S)
            return memory.new_proofs()

    def turn(self, turn: Turn, advice: Sequence[Advice]) -> tuple[str, str]:
        """Do what the click does; return what was found and what was set."""
        if self.env_file.can_undo():
            self.env_file.undo()
        if turn.value != _RECOMMENDED:
            knob = shelf.find(turn.knob)
            bounds = Bounds(read_usable_cpus(os.getpid()), 2**34)
            wanted = knob.settings(knob.legal.settings(turn.value, bounds))
            self._apply(wanted)
            return "", turn.value
        for one in reversed(advice):
            for proposal in one.proposals:
                if proposal.knob == turn.knob:
                    self._apply(proposal.variables())
                    return one.kind, str(proposal.value)
        return "", "nothing"

    def _apply(self, wanted: Mapping[str, str | None]) -> None:
        time.sleep(1.1)  # the journal counts whole seconds
        self.env_file.apply(self.env_file.plan(wanted))
        time.sleep(1.1)

    def _start(self, story: Story, number: int) -> subprocess.Popen[bytes]:
        command = [self.options.python, str(TRAINING), story.kind]
        command.append(str(self.options.seconds))
        line = f"exec {shlex.join(command)}"
        if self.env_file.path.exists():
            line = f"{bash_line(self.env_file.path)}; {line}"
        variables = {
            name: value
            for name, value in os.environ.items()
            if not any(part in name for part in _OURS) and name != "PYTHONPATH"
        }
        with (self.folder / f"{story.name}-{number}.log").open("wb") as output:
            process = subprocess.Popen(
                ["bash", "-c", line],
                cwd=self.folder,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if self.options.ahead:
            _put_ahead(process.pid)
        return process


def _put_ahead(pid: int) -> None:
    """Put a session before the others; `nice` counts only inside of one."""
    Path(f"/proc/{pid}/autogroup").write_text("-20")


@contextlib.contextmanager
def _turn_of_ours(lock: Path | None) -> Iterator[None]:
    """Wait until nobody else who knows of the lock measures."""
    if lock is None:
        yield
        return
    with lock.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def play(story: Story, options: argparse.Namespace) -> Iterator[Row]:
    """Run a story `times` times, from an empty history on each time; yield a row for
    each change.
    """
    for _ in range(options.times):
        with tempfile.TemporaryDirectory(prefix="traintray-proof-") as name:
            stage = Stage(Path(name), options)
            stage.watch(story)
            advice = tuple(stage.advice)
            for turn in story.turns:
                found, set_to = stage.turn(turn, advice)
                proofs = stage.watch(story)
                yield Row(story.name, turn, found, set_to, next(iter(proofs), None))


def main() -> int:
    """Play the stories; print a row as soon as it is known."""
    options = _options()
    if options.ahead:
        os.setsid()
        _put_ahead(os.getpid())  # the app as well, or it would see too little
    rows: list[Row] = []
    print("| run | found | set | before /s | after /s | ratio | truth | said |")
    print("|---|---|---|---|---|---|---|---|")
    for story in STORIES:
        if options.only and story.name not in options.only:
            continue
        for row in play(story, options):
            rows.append(row)
            print(f"| {' | '.join(row.cells())} |", flush=True)
            if row.proof is not None and row.verdict != row.turn.expected:
                print(f"  {row.proof.why}", file=sys.stderr, flush=True)
    wrong = sum(row.is_wrong for row in rows)
    hit = sum(row.verdict == row.turn.expected for row in rows)
    print(f"\n{hit} of {len(rows)} as known, {wrong} called wrongly")
    return int(wrong > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=_SECONDS)
    parser.add_argument("--python", default=sys.executable, help="has torch and numpy")
    parser.add_argument("--only", action="append", choices=[s.name for s in STORIES])
    parser.add_argument("--ahead", action="store_true")
    parser.add_argument("--lock", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
