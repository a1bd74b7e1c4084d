"""Episodes open once, end once, and tell kinds apart."""

from types import SimpleNamespace

from traintray.core.diagnosis.verdict import Severity
from traintray.core.episodes import EpisodeLog

COMPUTE = SimpleNamespace(
    kind="cpu_compute", chip="Computing on the CPU", severity=Severity.ATTENTION
)
THREADS = SimpleNamespace(
    kind="too_many_threads", chip="Too many threads", severity=Severity.CRITICAL
)


def test_an_episode_keeps_what_its_advice_calls_it():
    episode = EpisodeLog().note("10-1", "train.py", THREADS, 5.0, 20.0)

    assert (episode.kind, episode.chip) == ("too_many_threads", "Too many threads")
    assert episode.severity is Severity.CRITICAL


def test_the_same_finding_is_one_episode_and_another_kind_is_a_new_one():
    log = EpisodeLog()
    first = log.note("10-1", "train.py", COMPUTE, 5.0, 20.0)

    assert log.note("10-1", "train.py", COMPUTE, 5.0, 21.0) is first
    assert log.note("10-1", "train.py", THREADS, 9.0, 22.0).number == 2
    assert log.note("20-1", "train.py", COMPUTE, 9.0, 23.0).number == 3


def test_an_episode_ends_once_and_keeps_its_end():
    log = EpisodeLog()
    log.note("10-1", "train.py", COMPUTE, 5.0, 20.0)
    log.end_others(set(), 30.0)
    log.end_others(set(), 40.0)

    assert [episode.ended_at_s for episode in log.all()] == [30.0]


def test_what_still_stands_stays_open():
    log = EpisodeLog()
    episode = log.note("10-1", "train.py", COMPUTE, 5.0, 20.0)
    log.end_others({episode.number}, 30.0)

    assert log.all() == (episode,)


def test_episodes_that_ended_an_hour_ago_are_dropped():
    log = EpisodeLog()
    log.note("10-1", "train.py", COMPUTE, 5.0, 20.0)
    log.end_others(set(), 30.0)
    log.end_others(set(), 3631.0)

    assert log.all() == ()
