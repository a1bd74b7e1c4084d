"""Works out a change of an env file. Pure: bytes and wishes in, a plan out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from traintray.core.knobs import lineform, loading
from traintray.core.knobs.document import END, START, Document, Entry, parse
from traintray.core.knobs.errors import DamagedFileError, TooLargeError
from traintray.core.knobs.plan import Change, Conflict, DiffKind, Plan
from traintray.core.knobs.shown import Diff, Edit, shown
from traintray.core.knobs.sizes import ENV_FILE_BYTES
from traintray.core.sentence import Sentence

_HEADER = b"# managed by traintray"
KEPT = (DiffKind.SAME, DiffKind.ADDED)


def make_plan(
    path: Path,
    before: bytes | None,
    wanted: Mapping[str, str | None],
    replace_outside: bool = False,
) -> Plan:
    """Say what giving the names these values changes. Raises EnvFileError."""
    for name, value in wanted.items():
        lineform.check(name, value)
    data = before or b""
    if data.startswith(b"\xef\xbb\xbf"):
        marked = Sentence(
            "EnvFile",
            "it begins with a byte order mark, which bash and uv take for a part of"
            " the first line. Save it as UTF-8 without one and try again.",
        )
        raise DamagedFileError(marked)
    document = parse(data)
    settings = _settings(document)
    open_names = {
        name
        for name, value in wanted.items()
        if not _is_met(document, settings.get(name, ()), (name, value))
    }
    pending = {name: wanted[name] for name in wanted if name in open_names}
    conflicts = _conflicts(document, pending)
    struck = {c.line_number - 1 for c in conflicts if c.obstacle is None}
    edits = list(_edits(document, pending, struck, path))
    after = b"".join(raw for kind, raw in edits if kind in KEPT)
    require_readable(path, after)
    return Plan(
        path=path,
        before=before,
        after=after,
        diff=Diff(edits),
        changes=changes(document, parse(after)),
        conflicts=conflicts,
        replace_outside=replace_outside,
    )


def _settings(document: Document) -> dict[str, list[Entry]]:
    """Return the entries that set each name."""
    found: dict[str, list[Entry]] = {}
    for entry in document.entries:
        for name in set(entry.names):
            found.setdefault(name, []).append(entry)
    return found


def _is_met(
    document: Document, entries: Sequence[Entry], wish: tuple[str, str | None]
) -> bool:
    """Whether the file needs no change for this name: one line, in our form."""
    name, value = wish
    if value is None or len(entries) != 1:
        return value is None and not entries
    written = document.lines[entries[0].first].removesuffix(b"\n")
    return written == lineform.line(name, value).removesuffix(b"\n")


def _conflicts(
    document: Document, pending: Mapping[str, str | None]
) -> tuple[Conflict, ...]:
    found = []
    for entry in document.entries:
        hit = next((name for name in entry.names if name in pending), None)
        obstacle = _obstacle(entry)
        if hit is not None and (obstacle or not entry.in_block):
            text = shown(document.lines[entry.first])
            is_unset = pending[hit] is None
            found.append(Conflict(hit, entry.line_number, text, obstacle, is_unset))
    return tuple(found)


def _obstacle(entry: Entry) -> str | None:
    if len(entry.names) > 1:
        return Sentence("EnvFile", "it sets several variables")
    if entry.line_count > 1 or entry.problem == "its quote is never closed":
        return Sentence("EnvFile", "its value spans several lines")
    return None


def _edits(
    document: Document,
    pending: dict[str, str | None],
    struck: set[int],
    path: Path,
) -> Iterator[Edit]:
    """Yield every line, old and new, in the order of the preview."""
    outside = [
        (DiffKind.STRUCK if i in struck else DiffKind.SAME, raw)
        for i, raw in enumerate(document.lines)
    ]
    if document.block is None:
        # At the top: nothing has to be added to a last line without line end, and
        # a quote that a hand left open cannot swallow the block.
        yield from _new_block(pending, path)
        yield from outside
        return
    start, end = document.block
    yield from outside[:start]
    yield from _block(document, pending, path)
    yield from outside[end + 1 :]


def _new_block(pending: Mapping[str, str | None], path: Path) -> Iterator[Edit]:
    values = {name: value for name, value in pending.items() if value is not None}
    if not values:
        return
    yield DiffKind.ADDED, START + b"\n"
    yield DiffKind.ADDED, _header(path)
    for name, value in values.items():
        yield DiffKind.ADDED, lineform.line(name, value)
    yield DiffKind.ADDED, END + b"\n"


def _block(
    document: Document, pending: dict[str, str | None], path: Path
) -> list[Edit]:
    """Return the block with its variables set; all of it goes when none is left."""
    start, end = document.block or (0, 0)
    lines = document.lines
    if not pending:
        return [(DiffKind.SAME, raw) for raw in lines[start : end + 1]]
    inner = _inner(document, pending, path)
    kept = [raw for kind, raw in inner if kind in KEPT and not _is_ours(raw)]
    if not kept:
        return [(DiffKind.REMOVED, raw) for raw in lines[start : end + 1]]
    return [(DiffKind.SAME, lines[start]), *inner, (DiffKind.SAME, lines[end])]


def _is_ours(raw: bytes) -> bool:
    return not raw.strip() or raw.startswith(_HEADER)


def _inner(
    document: Document, pending: dict[str, str | None], path: Path
) -> list[Edit]:
    start, end = document.block or (0, 0)
    entries = {e.first: e for e in document.entries if e.in_block}
    rest = dict(pending)
    edits: list[Edit] = []
    at = start + 1
    while at < end:
        entry = entries.get(at)
        count = entry.line_count if entry else 1
        old = document.lines[at : at + count]
        name = next((n for n in entry.names if n in pending), None) if entry else None
        if name is not None:
            value = rest.pop(name, None)  # a second line of the name goes
            edits += _replaced(old, None if value is None else (name, value))
        elif old[0].startswith(_HEADER):
            edits += _compared(old[0], _header(path))
        else:
            edits += [(DiffKind.SAME, raw) for raw in old]
        at += count
    added = [(n, v) for n, v in rest.items() if v is not None]
    return edits + [(DiffKind.ADDED, lineform.line(n, v)) for n, v in added]


def _replaced(old: Sequence[bytes], new: tuple[str, str] | None) -> list[Edit]:
    if new is not None and len(old) == 1:
        return _compared(old[0], lineform.line(*new))
    added = [] if new is None else [(DiffKind.ADDED, lineform.line(*new))]
    return [*((DiffKind.REMOVED, raw) for raw in old), *added]


def _compared(old: bytes, new: bytes) -> list[Edit]:
    if old == new:
        return [(DiffKind.SAME, old)]
    return [(DiffKind.REMOVED, old), (DiffKind.ADDED, new)]


def _header(path: Path) -> bytes:
    return _HEADER + b"; load it with: " + loading.bash_line(path).encode() + b"\n"


def require_readable(path: Path, data: bytes) -> None:
    """Raise TooLargeError when the file could not be read any more afterwards."""
    if len(data) > ENV_FILE_BYTES:
        large = Sentence(
            "EnvFile",
            "{path} would become larger than 10 MiB and could not be read any more."
            " Take lines out of it, or set less.",
        )
        raise TooLargeError(large.filled(path=path))


def set_in_block(path: Path, data: bytes, wanted: Mapping[str, str | None]) -> bytes:
    """Return the file with the names set or unset in our block, whatever stands
    outside it.
    """
    edits = _edits(parse(data), dict(wanted), set(), path)
    return b"".join(raw for kind, raw in edits if kind in KEPT)


def insert_below_block(data: bytes, lines: Sequence[bytes]) -> bytes:
    """Return the file with `lines` below our block, or at the top without one."""
    if not lines:
        return data
    document = parse(data)
    at = 0 if document.block is None else document.block[1] + 1
    above = b"".join(document.lines[:at])
    if above and not above.endswith(b"\n"):
        above += b"\n"
    added = b"".join(raw if raw.endswith(b"\n") else raw + b"\n" for raw in lines)
    return above + added + b"".join(document.lines[at:])


def changes(before: Document, after: Document) -> tuple[Change, ...]:
    """Return the variables whose value in the file differs."""
    old, new = before.values(), after.values()
    return tuple(
        Change(name, old.get(name), new.get(name))
        for name in dict.fromkeys([*old, *new])
        if old.get(name) != new.get(name)
    )
