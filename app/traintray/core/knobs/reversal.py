"""Works out how a change of the env file is taken back. Pure: bytes in, bytes out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from traintray.core.knobs import edit, linediff
from traintray.core.knobs.document import lines_of, parse
from traintray.core.knobs.journal import Record, digest
from traintray.core.knobs.plan import Undone
from traintray.core.knobs.shown import Diff
from traintray.core.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Reversal:
    """What the file becomes."""

    after: bytes | None
    """None: the file is deleted."""
    undone: Undone


def reverse(
    path: Path, present: bytes | None, record: Record, original: bytes | None
) -> Reversal:
    """Take `record` back: exactly where the file is as we left it, else by name.

    `original` is the kept copy; None when the file did not exist before, or when
    the copy is lost. Raises TooLargeError.
    """
    lost = original is None and record.sha256_before is not None
    left: list[str] = []
    after: bytes | None
    untouched = digest(present) == record.sha256_after
    # Of a file that is gone or was emptied, the kept copy is all that there is.
    if not lost and (untouched or (not present and original)):
        after = original
    else:
        after, left = _by_name(path, present or b"", record)
        if not after and None in (present, record.sha256_before):
            after = None
    if lost:
        left.append(
            Sentence(
                "EnvFile",
                "The kept original is lost, so only variables were set back.",
            )
        )
    edit.require_readable(path, after or b"")
    undone = Undone(
        path=path,
        changes=edit.changes(parse(present or b""), parse(after or b"")),
        diff=_diff(present or b"", after or b""),
        file_deleted=after is None and present is not None,
        left=tuple(left),
    )
    return Reversal(after, undone)


def _by_name(path: Path, present: bytes, record: Record) -> tuple[bytes, list[str]]:
    """Set back the variables that still have our value; say what stays."""
    document = parse(present)
    now = document.values(in_block_only=True)
    outside = {
        name
        for entry in document.entries
        if not entry.in_block or entry.value is None
        for name in entry.names
    }
    wanted: dict[str, str | None] = {}
    left: list[str] = []
    for name, (old, new) in record.keys.items():
        if name in outside and now.get(name) in (None, new):
            by_hand = Sentence(
                "EnvFile", "{name} is set by hand now, so that line stays."
            )
            left.append(by_hand.filled(name=name))
        elif now.get(name) != new:
            left.append(_stays(name, now.get(name), new))
        else:
            wanted[name] = old
    after = edit.set_in_block(path, present, wanted)
    taken = outside | parse(after).values(in_block_only=True).keys()
    restored = [line for line in record.struck_lines() if not _names(line) & taken]
    return edit.insert_below_block(after, restored), left


def _stays(name: str, now: str | None, ours: str | None) -> str:
    if now is None:
        template = Sentence(
            "EnvFile",
            "{name} is not set now; traintray wrote {ours}, so it stays as it is.",
        )
    elif ours is None:
        template = Sentence(
            "EnvFile",
            "{name} is {now} now; traintray took it out, so it stays as it is.",
        )
    else:
        template = Sentence(
            "EnvFile",
            "{name} is {now} now; traintray wrote {ours}, so it stays as it is.",
        )
    return template.filled(name=name, now=now, ours=ours)


def _names(line: bytes) -> set[str]:
    return {name for entry in parse(line).entries for name in entry.names}


def _diff(before: bytes, after: bytes) -> Diff:
    return Diff(list(linediff.compared(lines_of(before), lines_of(after))))
