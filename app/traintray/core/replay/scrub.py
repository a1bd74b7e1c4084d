"""What is measured without who it was measured of.

The names of the host and of the user, and paths, give way to stand-ins that are the
same wherever they stand. Verdicts stay as they are: what recognition looks for stays.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from traintray.core.detection.run import CodeLine, ScriptSign
from traintray.core.progress.progress import Progress
from traintray.core.readings import ProcessFacts, ProcessReading
from traintray.core.replay.scrub_paths import Paths
from traintray.core.replay.vocabulary import is_own_code, means_something
from traintray.core.sentence import Sentence

_PATH = r"""(?<![\w/.~-])(?:~|\.{1,2})?/[^\s"'<>|;,()\[\]{}:=*?]+"""
_OPTION = re.compile(r"-+[\w.-]*=?")
_SETTING = re.compile(r"[A-Za-z_][\w.]*=")
_SHORTEST_NAME = 2
_NOBODY = frozenset({"root", "user", "host", "localhost"})
"""Names that tell nothing; and the stand-ins themselves."""


class Scrubber:
    """Keeps one stand-in for each name, as long as a recording lasts."""

    def __init__(self, users: Collection[str], hosts: Collection[str]) -> None:
        stand_ins = {
            **dict.fromkeys(users, "user"),
            **dict.fromkeys(hosts, "host"),
        }
        self._stand_ins = {
            name: stand_in
            for name, stand_in in stand_ins.items()
            if len(name) >= _SHORTEST_NAME
            and name not in _NOBODY
            and not means_something(name)
        }
        names = "|".join(sorted(map(re.escape, self._stand_ins), key=len, reverse=True))
        named = rf"|(?<![A-Za-z0-9])(?:{names})(?![A-Za-z0-9])" if names else ""
        self._private = re.compile(_PATH + named)
        self._paths = Paths()
        self._codes: dict[str, str] = {}

    @classmethod
    def of_this_user(cls) -> Scrubber:
        """Return one that knows who is asking, and on which machine."""
        host = socket.gethostname()
        return cls(_user_names(), {host, host.partition(".")[0]})

    def clean(self, value: Any) -> Any:
        """Return a reading or an answer with stand-ins in all its texts."""
        if isinstance(value, str):
            if isinstance(value, Sentence):
                return self._sentence(value)
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.clean(k): self.clean(part) for k, part in value.items()}
        if isinstance(value, (tuple, frozenset)):
            return type(value)(map(self.clean, value))
        if is_dataclass(value) and not isinstance(value, (type, Enum)):
            return self._record(value)
        return value

    def text(self, text: str) -> str:
        """Return a text with stand-ins for the paths and names in it."""
        return self._private.sub(self._stand_in, text)

    def command(self, command: tuple[str, ...]) -> tuple[str, ...]:
        """Return a command line with stand-ins for files, names and code of `-c`."""
        before = ("", *command)
        return tuple(
            self._code(word) if last == "-c" else self._word(word)
            for last, word in zip(before, command, strict=False)
        )

    def _sentence(self, sentence: Sentence) -> Sentence:
        """Return a sentence whose values, such as the name of a file, are clean."""
        values = {
            name: self._value(part) if type(part) is str else self.clean(part)
            for name, part in sentence.values.items()
        }
        return sentence.filled(**values) if values else sentence

    def _facts(self, facts: ProcessFacts) -> ProcessFacts:
        folder = facts.working_folder
        return replace(
            facts,
            command=self.command(facts.command),
            mapped_files=frozenset(map(self._paths.scrubbed, facts.mapped_files)),
            thread_variables=self.clean(facts.thread_variables),
            working_folder=None if folder is None else self._paths.scrubbed(folder),
            gaps=self.clean(facts.gaps),
            owner_uid=0 if facts.owner_uid == 0 else None,
        )

    def _record(self, value: Any) -> Any:
        """Return a dataclass with clean fields. What is a path or a file by its meaning
        and not by its looks is known by the type.
        """
        if isinstance(value, ProcessFacts):
            return self._facts(value)
        if isinstance(value, CodeLine):
            path = self._paths.scrubbed(value.path)
            return replace(value, path=path, text=self.text(value.text))
        if isinstance(value, ScriptSign):
            return replace(value, path=self._paths.scrubbed(value.path))
        if isinstance(value, ProcessReading) and self._paths.is_file(value.name):
            return replace(value, name=self._paths.name(value.name))
        if isinstance(value, Progress):
            value = replace(value, where=self._paths.scrubbed(value.where))
        return self._cleaned(value)

    def _cleaned(self, value: Any) -> Any:
        """Return a dataclass with clean fields; itself if there was nothing to do."""
        changed = {}
        for field in fields(value):
            part = getattr(value, field.name)
            if isinstance(part, (int, float, type(None))):
                continue
            clean = self.clean(part)
            if clean != part:
                changed[field.name] = clean
        return replace(value, **changed) if changed else value

    def _word(self, word: str) -> str:
        if " " in word:
            # A program may have put a title in the place of its command line.
            return " ".join(map(self._word, word.split(" ")))
        head = _OPTION.match(word) or _SETTING.match(word)
        if head is not None:
            return head.group() + self._value(word[head.end() :])
        return self._value(word)

    def _value(self, word: str) -> str:
        if "/" in word:
            return self._paths.scrubbed(word)
        return self._paths.name(word) if self._paths.is_file(word) else self.text(word)

    def _code(self, text: str) -> str:
        if is_own_code(text):
            return self.text(text)
        return self._codes.setdefault(text, f"code{len(self._codes) + 1}")

    def _stand_in(self, found: re.Match[str]) -> str:
        text = found.group()
        return self._stand_ins.get(text) or self._paths.scrubbed(text)


def _user_names() -> set[str]:
    """Return the names that this user goes by: of the account and of its home."""
    import pwd

    names = {os.environ.get("USER", ""), Path(os.environ.get("HOME", "")).name}
    try:
        account = pwd.getpwuid(os.getuid())
    except KeyError:
        return names
    return {*names, account.pw_name, Path(account.pw_dir).name}
