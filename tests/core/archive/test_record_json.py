"""Records of an older or a newer version are read as far as they go."""

import json

import pytest

from core.archive.archive_files import episode_record, run_record
from core.proof.proof_world import course
from core.proof.proven_run import proof_record
from traintray.core.archive.record_json import decoded, encoded
from traintray.core.archive.records import EpisodeRecord, Outcome, RunRecord


@pytest.mark.parametrize(
    "record",
    [
        run_record(),
        run_record(outcome=Outcome.KILLED, signal=9, folder=None, variables=None),
        run_record(command=("caf\udce9", "\x00", "数据"), verdicts=(), profile={}),
        run_record(
            course=course([10.0] * 3, cpu_cores=(1.0, None)), proof=proof_record()
        ),
        episode_record(),
    ],
)
def test_a_record_comes_back_in_its_own_types(record):
    assert decoded(type(record), encoded(record)) == record


def test_what_an_older_version_did_not_write_has_its_default():
    raw = json.loads(encoded(episode_record()))
    for name in ("evidence", "headline", "told"):
        del raw[name]

    found = decoded(EpisodeRecord, json.dumps(raw))

    assert found == episode_record(evidence={}, headline="")


def test_what_only_a_newer_version_knows_is_left_out():
    raw = json.loads(encoded(run_record())) | {"colour": "blue"}

    assert decoded(RunRecord, json.dumps(raw)) == run_record()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "{}", '{"identity": "a"}', '"text"', "[" * 100_000],
)
def test_what_is_no_record_is_noticed(text):
    with pytest.raises(ValueError, match=r".*"):
        decoded(RunRecord, text)


def test_an_outcome_nobody_knows_is_noticed():
    raw = json.loads(encoded(run_record())) | {"outcome": "vanished"}

    with pytest.raises(ValueError, match="vanished"):
        decoded(RunRecord, json.dumps(raw))
