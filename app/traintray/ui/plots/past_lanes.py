"""Runs and episodes of the archive as blocks, joined with those that go on now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from traintray.core.archive.records import EpisodeRecord, RunRecord
from traintray.core.diagnosis.verdict import Severity
from traintray.core.frame import Episode, Frame
from traintray.ui import format as fmt
from traintray.ui.joined import with_detail
from traintray.ui.kind_words import chip
from traintray.ui.plots.lanes import Block
from traintray.ui.plots.timeline import Timeline
from traintray.ui.run_names import titled

_SAME_ONSET_S = 30.0
"""An episode is the same when it is told of the same run and cause, and its onset lies
so close: the wall clock may have been set in between."""


def run_key(identity: str) -> str:
    """Return the key by which frames know a run of the archive."""
    return identity.rpartition("/")[2]


def past_runs(
    records: Iterable[RunRecord], alive: Iterable[Block], now: Timeline
) -> list[Block]:
    """Return the runs as blocks, those of `alive` as the frames tell them.

    `now` says what the clock showed when: the instants of `alive` are monotonic.
    """
    live = [_on_wall(block, now) for block in alive]
    keys = {block.key for block in live}
    found = [
        Block(
            record.identity,
            record.started_at_s,
            _end(record.ended_at_s, record.last_seen_at_s),
            titled(record),
            brief=record.name,
        )
        for record in records
        if run_key(record.identity) not in keys
    ]
    return [*found, *live]


def past_episodes(
    records: Iterable[EpisodeRecord], frame: Frame, now: Timeline
) -> list[Block]:
    """Return the episodes as blocks, those of the frame as it tells them."""
    live = {
        (episode.run_key, episode.kind, now.wall_at(episode.onset_at_s)): episode
        for episode in frame.episodes
    }
    found = [
        _episode_block(record)
        for record in records
        if not any(_is_same(record, *key) for key in live)
    ]
    return [*found, *(_live_block(each, frame, now) for each in live.values())]


def _is_same(record: EpisodeRecord, key: str, kind: str, onset_s: float) -> bool:
    return (run_key(record.run_identity), record.kind) == (key, kind) and abs(
        record.onset_at_s - onset_s
    ) <= _SAME_ONSET_S


def _episode_block(record: EpisodeRecord) -> Block:
    end_s = _end(record.ended_at_s, record.last_seen_at_s)
    return Block(
        f"{record.run_identity}:{record.kind}:{record.onset_at_s}",
        record.onset_at_s,
        end_s,
        with_detail(chip(record.kind), fmt.duration(end_s - record.onset_at_s)),
        Severity(record.severity),
        chip(record.kind),
    )


def _live_block(episode: Episode, frame: Frame, now: Timeline) -> Block:
    end_s = frame.at_s if episode.ended_at_s is None else episode.ended_at_s
    block = Block(
        str(episode.number),
        episode.onset_at_s,
        episode.ended_at_s,
        with_detail(episode.chip, fmt.duration(end_s - episode.onset_at_s)),
        episode.severity,
        episode.chip,
    )
    return _on_wall(block, now)


def _on_wall(block: Block, now: Timeline) -> Block:
    end_s = None if block.end_s is None else now.wall_at(block.end_s)
    return replace(block, start_s=now.wall_at(block.start_s), end_s=end_s)


def _end(ended_at_s: float | None, last_seen_at_s: float) -> float:
    """Return the end; what was open when the app ended went on unseen."""
    return last_seen_at_s if ended_at_s is None else ended_at_s
