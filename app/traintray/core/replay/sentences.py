"""Sentences to JSON and back, with their parts, so that they can be translated."""

from __future__ import annotations

import re
from typing import Any

from traintray.core.replay.errors import TraceError
from traintray.core.sentence import Sentence

Json = Any
_PLAIN = re.compile(r"(?:[^{}]|\{\w*\}|\{\{|\}\})*")
"""A template in which names stand alone: a made-up trace shall not reach into the
values by a template such as `{a.__class__}`."""


def written(sentence: Sentence) -> Json:
    """Return a sentence as `[context, template, values]`."""
    values = {
        name: written(part) if isinstance(part, Sentence) else _plain(part)
        for name, part in sentence.values.items()
    }
    return [sentence.context, sentence.template, values]


def read(json: Json) -> Sentence:
    """Return the sentence that was written; TraceError when it is none."""
    if not (isinstance(json, list) and len(json) == 3 and isinstance(json[2], dict)):
        raise TraceError(f"{json!r:.60} is no sentence")
    context, template, parts = json
    if not (isinstance(context, str) and isinstance(template, str)):
        raise TraceError(f"{json!r:.60} is no sentence")
    if not _PLAIN.fullmatch(template):
        raise TraceError(f"{template!r:.60} is no sentence")
    values = {
        name: read(part) if isinstance(part, list) else part
        for name, part in parts.items()
    }
    try:
        return Sentence.again(context, template, values)
    except (LookupError, ValueError, TypeError) as error:
        raise TraceError(f"{template!r:.60} lacks {error}") from error


def _plain(value: object) -> Json:
    return value if isinstance(value, (int, float, str)) else str(value)
