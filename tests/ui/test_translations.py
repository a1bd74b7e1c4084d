"""Every word of the screens has a Chinese one, and nothing slips by the translator."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ui.chinese import ROOT, SOURCE, compiled

APP = ROOT / "app/traintray"
TRANSLATED_BY = {"tr": 0, "translate": 1, "Sentence": 1}
"""Functions that lupdate looks for, and which of their arguments is the text."""
SHOWN_BY = {
    "setText",
    "setToolTip",
    "setAccessibleName",
    "setAccessibleDescription",
    "setWindowTitle",
    "setPlaceholderText",
    "addAction",
    "drawText",
    "show_text",
}
SHOWN_AS_IT_IS = {"traintray"}
HAN = "\u4e00-\u9fff"
TIGHT = re.compile(f"[{HAN}][A-Za-z0-9]|[A-Za-z0-9%][{HAN}]")
HALF_WIDTH = re.compile(f"[{HAN}][,;:!?()]|[,;:!?()][{HAN}]|[{HAN}]\\.(?!\\w)")


@dataclass(frozen=True)
class Message:
    """One entry of the file."""

    context: str
    text: str
    chinese: str
    state: str
    """Empty when it is done; else `unfinished`, `vanished` or `obsolete`."""


def read(path: Path) -> list[Message]:
    return [
        Message(
            context.findtext("name") or "",
            message.findtext("source") or "",
            message.findtext("translation") or "",
            message.find("translation").get("type", ""),
        )
        for context in ElementTree.parse(path).getroot().iter("context")
        for message in context.iter("message")
    ]


MESSAGES = read(SOURCE)


def names_of(messages: list[Message]) -> set[tuple[str, str]]:
    return {(message.context, message.text) for message in messages}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def calls(names: set[str]) -> Iterator[tuple[str, Path, ast.Call]]:
    """Yield every call in the app of a function or method with one of the names."""
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = getattr(called, "attr", getattr(called, "id", ""))
                if name in names:
                    yield name, path.relative_to(APP), node


def test_the_file_has_every_text_of_the_code_and_no_other(tmp_path):
    fresh = read(compiled(tmp_path, "--collect"))

    assert names_of(fresh) == names_of(MESSAGES), "run: make translations"


def test_every_text_is_translated():
    open_ones = [m.text for m in MESSAGES if m.state or not m.chinese.strip()]

    assert not open_ones
    assert len(MESSAGES) > 300


def test_a_translation_has_the_placeholders_of_its_text():
    differing = [
        (message.text, message.chinese)
        for message in MESSAGES
        if placeholders(message.text) != placeholders(message.chinese)
    ]

    assert not differing


def test_a_translation_keeps_what_must_not_break():
    """A no-break space stands between a number and its unit."""
    broken = [
        message.chinese
        for message in MESSAGES
        if "\u00a0" in message.text and "\u00a0" not in message.chinese
    ]

    assert not broken


def test_chinese_is_set_as_chinese():
    """Full-width signs, and a space between Han and Latin letters or digits."""
    texts = [message.chinese for message in MESSAGES]

    assert not [text for text in texts if TIGHT.search(text)]
    assert not [text for text in texts if HALF_WIDTH.search(text)]


def test_no_text_hides_from_the_collector():
    """lupdate sees no call inside an f-string and no text that is not a literal."""
    known = {message.text for message in MESSAGES}
    hidden = []
    for name, path, call in calls(set(TRANSLATED_BY)):
        at = TRANSLATED_BY[name]
        if name == "translate" and not _is_literal(call.args[:1]):
            continue  # moves a painter, or takes the words of another language
        text = call.args[at : at + 1]
        if not _is_literal(text) or text[0].value not in known:
            hidden.append(f"{path}:{call.lineno}")

    assert not hidden


def test_no_screen_shows_a_text_that_is_not_translated():
    raw = []
    for _, path, call in calls(SHOWN_BY):
        for argument in call.args:
            for node in _plain(argument):
                words = re.search("[A-Za-z]{2}", node)
                if words and node not in SHOWN_AS_IT_IS:
                    raw.append(f"{path}:{call.lineno}: {node}")

    assert not raw


def _is_literal(nodes: list[ast.expr]) -> bool:
    return bool(nodes) and isinstance(getattr(nodes[0], "value", None), str)


def _plain(node: ast.expr) -> list[str]:
    """Return the literals that a text is made of, those of other calls left out."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return [text for value in node.values for text in _plain(value)]
    if isinstance(node, ast.IfExp):
        return _plain(node.body) + _plain(node.orelse)
    if isinstance(node, ast.BinOp):
        return _plain(node.left) + _plain(node.right)
    return []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("CPU占用 3%", True),
        ("共 3个", True),
        ("占用 3%的时间", True),
        ("完成,重试", True),
        ("无法读取(权限)", True),
        ("完成.", True),
        ("在 ~/.bashrc 里", False),
        ("CPU 占用 3%，正常。", False),
        ("复制“{row}”的数值", False),
    ],
)
def test_the_guard_on_signs_knows_wrong_from_right(text, wrong):
    assert bool(TIGHT.search(text) or HALF_WIDTH.search(text)) is wrong
