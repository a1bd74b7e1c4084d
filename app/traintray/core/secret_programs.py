"""Knows where some programs take a secret that no name announces: `mysql -pSECRET`.

The same letters mean something harmless to a training (`-p 8`, `-a resnet50`), so that
each rule counts only behind the name of its program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from traintray.core.secret_habits import BY_NAME, Habit, option_of
from traintray.core.secret_names import ends_as_secret

_MOST_WRAPPERS = 64
"""Words among which the program behind `sudo`, `docker exec` is looked for."""
_BUDGET_WORDS = 20_000
"""Words of one text that are looked at; what is behind them is hidden as a whole. No
person writes so many, and it bounds what a made-up text of a megabyte costs."""
_LOGIN = re.compile(r"[\"']?[^:%,]{0,100}[:%,](?=[\"']?[^\"']).+", re.DOTALL)
"""A user and what lets him in: `ada:x` for curl, `ada%x` for Samba."""

_WRAPPERS = frozenset(
    [
        "sudo",
        "doas",
        "env",
        "nohup",
        "nice",
        "ionice",
        "chrt",
        "time",
        "timeout",
        "stdbuf",
        "setsid",
        "exec",
        "xargs",
        "watch",
        "flock",
        "strace",
        "ltrace",
        "perf",
        "sshpass",
        "tini",
        "dumb-init",
        "su",
        "runuser",
        "chroot",
        "unshare",
        "systemd-run",
        "parallel",
        "singularity",
        "apptainer",
        "docker",
        "podman",
        "nerdctl",
        "kubectl",
        "ssh",
        "srun",
        "mpirun",
        "mpiexec",
        "numactl",
        "taskset",
        "uv",
        "uvx",
        "pipx",
        "poetry",
        "conda",
        "mamba",
        "micromamba",
        "command",
        "eval",
        "then",
        "do",
        "else",
        "!",
        "screen",
        "tmux",
        "script",
        "catchsegv",
        "proxychains",
    ]
)
"""Programs and words of a shell that run the program named behind them."""
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*")
_ASSIGNED = re.compile(r"\w{1,200}=")
_TAKES_NEXT = frozenset(("-X", "-W", "--check-hash-based-pycs"))

_ANY = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(map(re.escape, sorted(BY_NAME, reverse=True)))})\s"
)
_BEGINS = re.compile(r"(?:\A|[;|&(`\n\"'{!])\s{0,80}(?=[\w./$!])")
"""Where a command may begin in a text."""
_FIRST = re.compile(r"[^\s;|&()`\"'\\]{1,400}")
_WORD = re.compile(
    r"(?:[^\s;|&()`\"'\\]{1,400}|\\[^\n]|\"[^\"]{0,1000}\"|'[^']{0,1000}'){1,40}"
)
_BETWEEN = re.compile(r"(?:[ \t]|\\\n){1,80}")

Part = tuple[int, int]
"""Which word of a command, and from which of its letters on."""


def secret_parts(words: Sequence[str]) -> Iterator[Part]:
    """Yield what the program of a command takes as a secret, wrappers left out."""
    for at, habit in _programs(words):
        yield from _parts(habit, words, at + 1)


def secret_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of the same in a text that may hold commands of a shell."""
    if _ANY.search(text) is None:
        return
    done = looked_at = 0
    for begin in _BEGINS.finditer(text):
        spans = _command_at(text, begin.end(), _BUDGET_WORDS + 1 - looked_at)
        looked_at += len(spans)
        if looked_at > _BUDGET_WORDS:
            yield max(done, begin.end()), len(text)
            return
        for at, letter in secret_parts([text[start:end] for start, end in spans]):
            start, end = spans[at]
            if start + letter >= done:
                yield start + letter, end
                done = end


def _command_at(text: str, at: int, most: int) -> list[tuple[int, int]]:
    """Return begin and end of each word of the command that begins at a place."""
    spans: list[tuple[int, int]] = []
    first = _FIRST.match(text, at)
    if first is None or not _may_begin(first[0]):
        return spans
    word = _WORD.match(text, at)
    while word is not None and len(spans) < most:
        spans.append(word.span())
        between = _BETWEEN.match(text, word.end())
        word = _WORD.match(text, between.end()) if between is not None else None
    return spans


def _may_begin(word: str) -> bool:
    name = _bare_name(word)
    return (
        name in BY_NAME
        or name in _WRAPPERS
        or _PYTHON.fullmatch(name) is not None
        or _ASSIGNED.match(word) is not None
    )


def _bare_name(word: str) -> str:
    return word[-200:].strip("\"'").rpartition("/")[2]


def _programs(words: Sequence[str]) -> Iterator[tuple[int, Habit]]:
    """Yield the programs that a command runs, each with its place."""
    is_wrapped = False
    for at, word in enumerate(words[:_MOST_WRAPPERS]):
        name = _bare_name(word)
        if _PYTHON.fullmatch(name):
            at = _script_at(words, at + 1)
            name = _bare_name(words[at]) if at < len(words) else ""
            is_wrapped = False
        habit = BY_NAME.get(name)
        if habit is not None:
            yield at, habit
        is_wrapped = is_wrapped or name in _WRAPPERS or bool(_ASSIGNED.match(word))
        if not is_wrapped or name.endswith(".py"):
            return


def _script_at(words: Sequence[str], at: int) -> int:
    """Return where the script or module stands that an interpreter runs."""
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _TAKES_NEXT else 1
    return at


def _parts(habit: Habit, words: Sequence[str], begin: int) -> Iterator[Part]:
    told, bare = not habit.behind, 0
    is_value = False
    for at in range(begin, len(words)):
        word = words[at]
        if is_value and not word.startswith("-"):
            yield at, 0
            is_value = False
            continue
        is_value = habit.in_pairs and ends_as_secret(word)
        if not told:
            told = word in habit.behind.split()
            continue
        found = option_of(habit).match(word)
        if found is not None:
            is_value = found.lastgroup == "next"
            yield from _in_option(found, words, at)
        elif not word.startswith("-") and "://" not in word:
            if habit.bare_from is not None and bare >= habit.bare_from:
                yield at, 0
            bare += 1


def _in_option(found: re.Match[str], words: Sequence[str], at: int) -> Iterator[Part]:
    """Yield what an option holds at once, and a login that follows it."""
    letter = found.end()
    if found.lastgroup in ("set", "at_once", "joined"):
        yield at, letter
    elif found.lastgroup == "user":
        if letter == len(words[at]) and at + 1 < len(words):
            at, letter = at + 1, 0
        if _LOGIN.fullmatch(words[at], letter):
            yield at, letter
