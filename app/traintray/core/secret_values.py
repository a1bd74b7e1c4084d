"""Finds secrets by what they look like, whatever they are called."""

from __future__ import annotations

import re

HIDDEN = "***"

_TOKENS = (
    r"hf_[A-Za-z0-9]{16,}",
    r"api_org_[A-Za-z0-9]{16,}",
    r"sk-(?:[A-Za-z0-9]{2,12}-){0,3}[A-Za-z0-9_]{16,}[A-Za-z0-9_-]{0,200}",
    r"[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}",
    r"gh[opusr]_[A-Za-z0-9]{16,}",
    r"github_pat_[A-Za-z0-9_]{16,}",
    r"gl(?:pat|ptt|rt|cbt)-[A-Za-z0-9_-]{16,}",
    r"xox[abeprs]-[A-Za-z0-9-]{10,}",
    r"xapp-[A-Za-z0-9-]{10,}",
    r"(?:AKIA|ASIA|AROA|AIDA|AGPA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"AIza[A-Za-z0-9_-]{30,}",
    r"ya29\.[A-Za-z0-9_-]{16,}",
    r"GOCSPX-[A-Za-z0-9_-]{16,}",
    r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?",
    r"npm_[A-Za-z0-9]{30,}",
    r"pypi-[A-Za-z0-9_-]{32,}",
    r"dckr_pat_[A-Za-z0-9_-]{16,}",
    r"do[opr]_v1_[a-f0-9]{32,}",
    r"dapi[a-f0-9]{32}",
    r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    r"r8_[A-Za-z0-9]{24,}",
    r"nvapi-[A-Za-z0-9_-]{16,}",
    r"gsk_[A-Za-z0-9]{20,}",
    r"pplx-[A-Za-z0-9]{20,}",
    r"wandb_v1_[A-Za-z0-9_]{16,}",
    r"lsv2_[a-z]{2}_[A-Za-z0-9_]{16,}",
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}",
    r"\d{8,10}:AA[A-Za-z0-9_-]{30,}",
    r"(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{16,}",
    r"[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])",
    r"(?<=/api/webhooks/)\d{8,}/[A-Za-z0-9_-]{16,}",
)
"""What the makers of these services document as the form of their tokens. Each is
long enough not to be a word of a file name."""

_KNOWN = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(_TOKENS)})")
_PRIVATE_KEY = re.compile(
    r"(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(.{1,20000}?)(?=-----END|\Z)", re.DOTALL
)
_HEADER = re.compile(
    r"\b(authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
    r"(?:(?:basic|bearer|token|key|digest)\s{1,3}|(?=[\w.~+/=-]{6}))|bearer\s{1,3}"
    r"(?=[\w.~+/=-]{6}))(?!basic\b|bearer\b|token\b)[\w.~+/=-]{1,2000}"
    r"|\b(cookie[\"']?\s{0,3}:\s{0,3}[\"']?)[^\"'\n]{1,4000}",
    re.IGNORECASE,
)
"""What a request says to be let in."""
_LOGIN = re.compile(
    r"(://[^\s:/?#@\"']{0,200}:)"
    r"(?!\d{1,5}(?:[/?#,\s]|\Z))"  # a port, and what follows it
    r"([^\s\"']{1,400})(?=@)"
)
"""Password of a URL; it may hold `@` and `/`, though it should not."""
_USER = re.compile(r"(://)([A-Za-z0-9_-]{20,400})(?=@)")
"""A token in place of a user. Names of people and buckets are shorter."""
_LEAST_DIGITS = 3


RANDOM = re.compile(
    r"(?=(?:[^0-9]{0,200}[0-9]){3})(?=[^A-Za-z]{0,200}[A-Za-z])"
    r"(?=.{0,200}[A-Za-z0-9]{16})[\w+/=.-]{16,400}",
    re.ASCII,
)
"""Letters and digits as a machine makes them up; a name that a person gives has no
sixteen of them in a row, three of which are digits."""
_GREETING = re.compile(
    r"(\blogin(?:\(\s{0,3}(?:\w{1,20}\s?=\s?)?[bru]?[\"']"
    r"|(?:\s{1,3}--?[\w-]{1,30}){0,3}\s{1,3}))([A-Za-z0-9_-]{16,400})"
)
"""`wandb login KEY` in a shell, `wandb.login("KEY")` in code."""


_BARE_KEY = re.compile(r"(?<![\w/+=.-])[A-Za-z0-9/+]{40}(?![\w/+=.-])")
"""As long as the secret half of a key of AWS, which has no sign of its own."""
_LEAST_CHANGES = 15
"""From small to large letters, to digits and signs. Of forty signs drawn at random 25
follow one of another kind, with a spread of 3; a name made of words has 12 or so."""
_MOST_SMALL = 24
"""Small letters: drawn at random there are 16, with a spread of 3; names have more."""
_MOST_SLASHES = 3
"""Drawn at random it has one at most, mostly; a path has more."""
_KIND = re.compile(r"[a-z]+|[A-Z]+|[0-9]+|[/+]+")


def _hide_bare_key(match: re.Match[str]) -> str:
    word = match[0]
    is_mixed = len(_KIND.findall(word)) > _LEAST_CHANGES and not word.islower()
    is_name = sum(c.islower() for c in word) > _MOST_SMALL
    is_path = word.count("/") > _MOST_SLASHES
    return HIDDEN if is_mixed and not is_name and not is_path else word


_BARE_TOKEN = re.compile(
    r"(?<![\w/+=.@:-])(?:[A-Za-z0-9_-]{32,200}|[A-Za-z0-9+/]{30,200}={1,2})"
    r"(?![\w/+=.@:-])"
)
"""A word as long as 24 bytes in base64. Hexadecimal ones are left: they are commits,
checkpoints and runs a hundred times for one that is a key."""
_CHANGES_PER_SIGN = 0.38
"""Of large and small letters and digits drawn at random 0.62 follow one of another
kind, with a spread of 0.09 over 32 of them; names in CamelCase have 0.3 or so."""
_MOST_SMALL_IN_ROW = 6
"""What is longer is a word of a language; drawn at random it comes once in 25."""
_MOST_SIGNS = 3
"""`-` and `_`: drawn at random there is one in 32; names have more."""


def _hide_bare_token(match: re.Match[str]) -> str:
    word = match[0]
    bare = word.rstrip("=")
    letters = re.sub(r"[^A-Za-z0-9]", "", bare)
    kinds = _KIND.findall(letters)
    has_all = any(map(str.isupper, letters)) and any(map(str.islower, letters))
    has_all = has_all and sum(map(str.isdigit, letters)) >= 2
    is_mixed = len(kinds) > _CHANGES_PER_SIGN * len(letters)
    is_name = len(bare) - len(letters) > _MOST_SIGNS or any(
        kind.islower() and len(kind) > _MOST_SMALL_IN_ROW for kind in kinds
    )
    return HIDDEN if has_all and is_mixed and not is_name else word


def is_random(text: str) -> bool:
    """Tell whether a word is one that no person would think of."""
    return RANDOM.fullmatch(text) is not None


def without_secrets(text: str) -> str:
    """Return `text` with whatever looks like a secret by itself replaced."""
    if "-----BEGIN" in text:
        text = _PRIVATE_KEY.sub(rf"\1{HIDDEN}", text)
    if "://" in text:
        text = _LOGIN.sub(rf"\1{HIDDEN}", text)
        text = _USER.sub(_hide_user, text)
    if "login" in text:
        text = _GREETING.sub(_hide_greeting, text)
    text = _HEADER.sub(lambda found: f"{found[1] or found[2]}{HIDDEN}", text)
    text = _BARE_KEY.sub(_hide_bare_key, text) if len(text) >= 40 else text
    text = _BARE_TOKEN.sub(_hide_bare_token, text) if len(text) >= 32 else text
    return _KNOWN.sub(HIDDEN, text)


def _hide_user(match: re.Match[str]) -> str:
    digits = sum(letter.isdigit() for letter in match[2])
    return f"{match[1]}{HIDDEN if digits >= _LEAST_DIGITS else match[2]}"


def _hide_greeting(match: re.Match[str]) -> str:
    return f"{match[1]}{HIDDEN if is_random(match[2]) else match[2]}"
