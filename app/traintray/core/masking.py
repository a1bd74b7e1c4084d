"""Hides secrets in command lines and variables, before anything else sees them.

It is called where a command line is read, so that nothing behind it can show, store,
export or log one. What is hidden is never kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from traintray.core.secret_names import (
    form_under,
    is_setting,
    names_query_secret,
    names_secret,
    takes_several,
    words_of,
)
from traintray.core.secret_programs import secret_parts, secret_spans
from traintray.core.secret_values import HIDDEN, is_random, without_secrets

__all__ = ["HIDDEN", "masked", "masked_text", "masked_value", "masked_variables"]

_WHOLE = re.compile(r"([+~-]{0,2}[A-Za-z_][\w.:/-]{0,200})=(.*)", re.DOTALL)
"""An argument that is one setting: `--token=x`, `wandb.key=x`, `HF_TOKEN=x`."""
_OPTION = re.compile(r"--?[A-Za-z_][\w.-]{0,200}")
_INSIDE = re.compile(
    r"(?<!//)(?<![\w.-])(?P<name>[A-Za-z_-][\w.-]{0,200})"
    r"(?:(?:\\{0,3}[\"'])?\]?\s{0,3}"
    r"(?::\s{0,3}(?:str|bytes|Optional\[str\]|str ?\| ?None)\s{0,3}=|=|:(?!//))"
    r"|[\"']\s{0,3},(?=\s{0,3}[\"']))\s{0,3}"
)
"""The same somewhere in a text: JSON, YAML, a header, a line of code, where a name may
have a type, or stand before a comma as in `putenv("TOKEN", "x")`."""
_SPOKEN = re.compile(
    r"(?<![\w-])(?P<name>--?[A-Za-z_][\w.-]{0,200})"
    r"(?:\s{0,3}\\\n\s{0,40}|\s{1,3})(?!-)"
)
"""An option and its value in a text, as in `bash -c "train.py --token x"`; the line
may go on behind a backslash."""
_SET = re.compile(
    r"(?<![\w.$-])(?P<name>[A-Za-z]\w{0,60}(?:\.\w{1,60}){0,8})(?P<gap>\s{1,3}[\"']?)"
    r"(?P<value>(?=[^\s\"']{0,200}\d)[^\s\"';|&-][^\s\"';|&]{5,400})"
)
"""A name without a dash and its value: `LOGGER.API_KEY x`. In a text that may be a
sentence the value has a digit."""
_VALUE = re.compile(
    r"(?:\$|[bfruBFRU]{1,2})?(?P<quote>\\{0,3}[\"'])(?P<quoted>.{0,2000}?)(?P=quote)"
    r"|\$\{\w{0,200}\}|\[[^\[\]]{0,2000}\]|\{[^{}]{0,2000}\}"
    r"|(?:\\ |[^\s\"',;&}\])]){1,2000}(?:\"[^\s\"]{0,200}\"|'[^\s']{0,200}')?",
    re.DOTALL,
)
"""In quotes, a variable, a list, an object, or a word, which a shell lets go on in
quotes or behind an escaped space."""
_QUERY = re.compile(
    r"(?P<mark>[?&])(?P<name>[\w.-]{1,100})=(?P<value>[^&#\s\"']{1,2000})"
)

_NO_SECRETS = frozenset(
    ("true", "false", "yes", "no", "on", "off", "none", "null", "nil", "auto")
)
_PLACEHOLDER = re.compile(
    r"\$[A-Za-z_]{1,40}\d?|\$\{[^}]*\}|\$\([^)]*\)|\*+|<[^<>]{0,40}>|\[[A-Z_]{0,40}\]|</s>|<s>"
)
"""A variable that the shell did not fill in; a special token of a tokenizer."""
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_FILE = re.compile(r"(?:~|\.{0,2})/[\w./ ~@+-]*\.\w{1,10}|/(?:run|var/run)/secrets/\S+")
_ANYTHING = "password"
"""A name under which everything may be a secret."""
_WEAK = frozenset({"key", "keys", "tokens", "signature", "cookies"})
"""Names under which a plain number is rather a setting than a secret."""
_MOST_DIGITS = 11
"""A setting has fewer: a trillion tokens are written `1e12`."""


def masked(command: Sequence[str]) -> tuple[str, ...]:
    """Return a command line with the values of its secrets replaced by `***`.

    What is masked once stays as it is when it is masked again.
    """
    shown: list[str] = []
    name, is_list, is_login = "", False, False
    for word in command:
        if name and not _is_option(word):
            shown.append(HIDDEN if _is_secret(name, word) else _masked_word(word))
            name = name if is_list else ""
            continue
        shown.append(HIDDEN if is_login and is_random(word) else _masked_word(word))
        is_login = is_login or word == "login"
        is_named = _OPTION.fullmatch(word) is not None and _may_name_secret(word)
        is_named = is_named or is_setting(word)
        name, is_list = (word if is_named else ""), takes_several(word)
    for at, letter in secret_parts(command):
        if _may_be_secret(_ANYTHING, command[at][letter:]):
            shown[at] = f"{command[at][:letter]}{HIDDEN}"
    return tuple(shown)


def masked_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Return environment variables with the values of the secret ones replaced."""
    return {name: masked_value(name, value) for name, value in variables.items()}


def masked_value(name: str, value: str) -> str:
    """Return the value of an argument or a variable, `***` if it is a secret."""
    return HIDDEN if _is_secret(name, value) else masked_text(value)


def masked_text(text: str) -> str:
    """Return a text with the secrets in it replaced: a shell line, code, a URL."""
    text = _without_habits(text) if " " in text else text
    text = _QUERY.sub(_hide_parameter, text) if "=" in text else text
    if "=" in text or ":" in text or "," in text:
        text = _without_values(text, _INSIDE)
    if "-" in text:
        text = _without_values(text, _SPOKEN)
    if "." in text or "_" in text:
        text = _SET.sub(_hide_setting, text)
    return without_secrets(text)


def _masked_word(word: str) -> str:
    """Mask one argument: the whole value of a setting, or what is inside a text."""
    whole = _WHOLE.fullmatch(word)
    if whole is not None and not word[:200].startswith(("http:", "https:")):
        name, value = whole[1], whole[2]
        if names_secret(name) and not _is_shell_line(value):
            return f"{name}={masked_value(name, value)}"
    return masked_text(word)


def _is_shell_line(value: str) -> bool:
    """Whether more than one value follows: `A=x python train.py --lr 1`."""
    return bool(re.search(r"\s(?:--?[a-z]|python|[A-Z_]{2,}=)", value))


def _is_option(word: str) -> bool:
    """Whether a word after an option is the next one and not its value."""
    if not word.startswith("-") or _NUMBER.fullmatch(word):
        return False
    is_random = len(word) >= 16 and sum(c.isdigit() for c in word) >= 3
    return word.startswith("--") or not is_random


def _may_name_secret(name: str) -> bool:
    return names_secret(name) or form_under(name) is not None


def _is_secret(name: str, value: str) -> bool:
    if names_secret(name):
        return _may_be_secret(name, value)
    form = form_under(name)
    return form is not None and form.fullmatch(value.strip("\\\"'[]")) is not None


def _may_be_secret(name: str, value: str) -> bool:
    """Tell whether a value under a secret's name can be one."""
    bare = value.strip("\"'")
    if not bare or bare.lower() in _NO_SECRETS or _PLACEHOLDER.fullmatch(bare):
        return False
    if words_of(name)[-1] in _WEAK and _NUMBER.fullmatch(bare):
        return sum(letter.isdigit() for letter in bare) > _MOST_DIGITS
    return _FILE.fullmatch(bare) is None


def _without_habits(text: str) -> str:
    """Hide what programs take as a secret that no name announces."""
    kept: list[str] = []
    done = 0
    for begin, end in secret_spans(text):
        value = text[begin:end]
        if _may_be_secret(_ANYTHING, value):
            quote = value[0] if value[0] in "\"'" and value[0] == value[-1] else ""
            kept.append(f"{text[done:begin]}{quote}{HIDDEN}{quote}")
            done = end
    return "".join((*kept, text[done:]))


def _without_values(text: str, named: re.Pattern[str]) -> str:
    """Hide the value after each secret's name. What comes after another name is
    looked at again: it may be a name itself, as in `arguments: --token=x`.
    """
    kept: list[str] = []
    done = at = 0
    while (found := named.search(text, at)) is not None:
        at = found.end()
        value = _VALUE.match(text, at) if _may_name_secret(found["name"]) else None
        if value is not None and _is_secret(found["name"], value[0]):
            quote = value["quote"] or ""
            kept.append(f"{text[done:at]}{quote}{HIDDEN}{quote}")
            done = at = value.end()
    return "".join((*kept, text[done:]))


def _hide_parameter(match: re.Match[str]) -> str:
    name, value = match["name"], match["value"]
    hidden = names_query_secret(name) and value.lower() not in _NO_SECRETS
    return f"{match['mark']}{name}={HIDDEN if hidden else value}"


def _hide_setting(match: re.Match[str]) -> str:
    name, value = match["name"], match["value"]
    hidden = is_setting(name) and _may_be_secret(name, value)
    return f"{name}{match['gap']}{HIDDEN}" if hidden else match[0]
