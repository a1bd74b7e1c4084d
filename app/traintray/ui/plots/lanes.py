"""Training runs and episodes as blocks on the time axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from traintray.core.detection.run import Role, TrainingRun
from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Episode, Frame, State
from traintray.ui import format as fmt
from traintray.ui.joined import listed, with_detail
from traintray.ui.run_names import titled

translate = QCoreApplication.translate

MOST_LANES = 3
"""Lanes of one kind; what lies beyond is only counted."""
_KEPT_S = 3600.0


@dataclass(frozen=True, slots=True)
class Block:
    """One stretch of time with a name."""

    key: str
    start_s: float
    end_s: float | None
    """None while it goes on."""
    text: str
    severity: Severity | None = None
    """None for a run."""
    brief: str = ""
    """What is said where `text` has no room; empty where nothing shorter is known."""

    def until(self, now_s: float) -> float:
        """Where it ends, or how far it has come."""
        return now_s if self.end_s is None else self.end_s


class LaneBook:
    """Remembers runs that ended: a frame names only what goes on now."""

    def __init__(self) -> None:
        self._runs: dict[str, Block] = {}
        self._episodes: tuple[Episode, ...] = ()
        self._now_s = 0.0

    def update(self, frame: Frame) -> None:
        """Take note of the runs and episodes of `frame`."""
        self._now_s = frame.at_s
        self._episodes = frame.episodes
        for view in frame.runs:
            run = view.run
            self._runs[run.key] = Block(
                run.key, run.started_at_s, None, run_text(run), brief=run.name
            )
        if frame.state not in (State.PAUSED, State.NO_DATA):
            self._end_runs({view.run.key for view in frame.runs})

    def _end_runs(self, alive: set[str]) -> None:
        for key, block in list(self._runs.items()):
            if key not in alive and block.end_s is None:
                self._runs[key] = replace(block, end_s=self._now_s)
            elif self._now_s - block.until(self._now_s) > _KEPT_S:
                del self._runs[key]

    @property
    def is_empty(self) -> bool:
        """Whether no training was seen yet."""
        return not self._runs and not self._episodes

    def runs(self, start_s: float) -> list[Block]:
        """Return the runs that reach into the time from `start_s` on."""
        return _reaching(self._runs.values(), start_s, self._now_s)

    def episodes(self, start_s: float) -> list[Block]:
        """Return the episodes that reach into the time from `start_s` on."""
        blocks = [self._episode_block(episode) for episode in self._episodes]
        return _reaching(blocks, start_s, self._now_s)

    def _episode_block(self, episode: Episode) -> Block:
        end_s = self._now_s if episode.ended_at_s is None else episode.ended_at_s
        length = fmt.duration(end_s - episode.onset_at_s)
        return Block(
            str(episode.number),
            episode.onset_at_s,
            episode.ended_at_s,
            with_detail(episode.chip, length),
            episode.severity,
            episode.chip,
        )


def told_episode(block: Block, now_s: float, wall_s: float) -> str:
    """Return an episode in words for a screen reader: what, from when, how long, and
    whether it is over. `wall_s` is the time of `now_s` in seconds since 1970.
    """
    end_s = block.until(now_s)
    start = fmt.clock(wall_s - (now_s - block.start_s))
    parts = [
        block.brief or block.text,
        translate("Live", "from {time}").format(time=start),
        fmt.duration(end_s - block.start_s),
    ]
    if block.end_s is None:
        parts.append(translate("Live", "open"))
    return listed(parts)


def pack(blocks: Iterable[Block], now_s: float) -> list[list[Block]]:
    """Spread blocks over lanes so that none covers another, the first ones on top.

    At most `MOST_LANES`: what finds no room is left out.
    """
    lanes: list[list[Block]] = []
    for block in sorted(blocks, key=lambda each: each.start_s):
        for lane in lanes:
            if lane[-1].until(now_s) <= block.start_s:
                lane.append(block)
                break
        else:
            if len(lanes) < MOST_LANES:
                lanes.append([block])
    return lanes


def run_text(run: TrainingRun) -> str:
    """Name a run and its parts: `train.py · resnet50 · main + 8 workers`."""
    ranks, workers = run.count(Role.RANK), run.count(Role.WORKER)
    parts = [translate("Live", "main")]
    if ranks:
        text = translate("Live", "{count} ranks").format(count=ranks)
        parts = [text if ranks > 1 else translate("Live", "1 rank")]
    if workers:
        text = translate("Live", "{count} workers").format(count=workers)
        parts.append(text if workers > 1 else translate("Live", "1 worker"))
    return f"{titled(run)} {fmt.DOT} {' + '.join(parts)}"


def _reaching(blocks: Iterable[Block], start_s: float, now_s: float) -> list[Block]:
    return [block for block in blocks if block.until(now_s) > start_s]
