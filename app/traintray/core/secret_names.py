"""Tells by the name of an argument or variable whether its value is a secret."""

from __future__ import annotations

import re

from traintray.core.secret_values import RANDOM

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""`HF_TOKEN`, `hf-token`, `hfToken` and `wandb.api_key` all fall into their words."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ALWAYS = _set(
    "password passwords passwort passwd passphrase passcode pword secret secrets"
    " credential credentials apikey apikeys secretkey accesskey privatekey authtoken"
    " accesstoken apitoken hftoken bearer cookies mnemonic"
)
"""Words that make a secret of what they name, wherever they stand in the name."""

_ABOUT = _set(
    "file files path dir folder filename name names length len size min max num count"
    " type format ttl expiry policy version env var arn url uri endpoint provider"
    " manager backend store scope field column header mode timeout limit"
)
"""As the last word these say that the value tells about the secret, and is none."""

_KEY_OF = _set(
    "api access secret private account auth authentication encryption decryption"
    " encrypt master signing sign license licence subscription storage shared consumer"
    " service client app application deploy session webhook azure aws gcp google s3"
    " minio openai anthropic wandb comet neptune clearml mlflow hf huggingface hub"
    " github gitlab ngc nvidia kaggle cohere mistral groq gemini together replicate"
    " pinecone langchain langsmith tavily serpapi jwt ssh ssl tls gpg pgp user admin"
    " security roboflow datadog sentry fernet hmac swanlab dashscope zhipu moonshot"
)
"""A key is a secret only of these; there are dictionary, cache and sort keys too."""

_NO_SECRET_TOKEN = _set(
    "pad eos bos unk mask sep cls image img video audio vision speech text stop"
    " trigger placeholder initializer instance class special prompt lang language max"
    " min num n number per start end begin first last next prev previous new add added"
    " blank sos decoder encoder source target src tgt domain task soft virtual learned"
    " register query context visual modifier concept time object patch word sub draft"
    " answer question think thinking eot eom eod fim prefix suffix middle each by"
    " one multi single human assistant average avg mean total"
    " batch global local train eval loss reward pooling pool drop keep merge tome"
    " latent motion space newline separator sentence document doc extra forced"
)
"""What a token of text is called. Any other token opens a door."""

_TOKENS_OF = _set("api auth access secret bearer refresh hf hub github")

_PASS_OF = _set(
    "db database mysql postgres postgresql pg redis mongo smtp mail email imap ftp sftp"
    " proxy http ssh rabbitmq amqp root admin user vnc sudo key ldap login"
)

_GLUED = (
    *("apikey", "secretkey", "accesskey", "privatekey", "authtoken", "accesstoken"),
    *("apitoken", "bearertoken", "password", "passwd", "passphrase", "pgpass"),
    *("authkey", "secrettoken"),
)

_SIGNED = frozenset({"sig", "signature"})


_DEFINED = re.compile(r"-[DP](?=[a-z])")
"""What Java, Maven and Gradle put before a name: `-Dtoken=x`."""


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case: `WANDB_API_KEY` has three."""
    defined = _DEFINED.match(name)
    name = name[defined.end() :] if defined is not None else name
    return [word.lower() for word in _WORDS.findall(name[-200:])]


def names_secret(name: str) -> bool:
    """Tell whether a value under this name is a secret, whatever it looks like."""
    words = words_of(name)
    if not words:
        return False
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in _ABOUT:
        return False
    if last.isdigit():  # `token2`
        words = words[:-1]
        last, before = before, words[-2] if len(words) > 1 else ""
    if any(word in _ALWAYS for word in words) or "".join(words).endswith(_GLUED):
        return True
    return {
        "token": before not in _NO_SECRET_TOKEN,
        "tokens": before in _TOKENS_OF,
        "key": before in _KEY_OF,
        "keys": before in _KEY_OF,
        # AWS_ACCESS_KEY_ID, the half that names the account.
        "id": words[-3:-1] in (["access", "key"], ["secret", "key"]),
        "pass": before in _PASS_OF or len(words) == 1,
        "pw": before in _PASS_OF or len(words) == 1,
        "pwd": before in _PASS_OF,
        "pat": before in _KEY_OF or len(words) == 1,
        "signature": before in ("amz", "x", "goog"),
    }.get(last, False)


_LOGIN = re.compile(r"[^\s:/]{1,100}:(?!//|\d{0,10}\Z).{3,400}")
"""A user and a password, as `curl -u` takes them. `--user 1000:1000` is a group."""
_RANDOM_OR_LOGIN = re.compile(f"{RANDOM.pattern}|{_LOGIN.pattern}")
_LOGINS = _set("u user userpass userpwd auth")
_DOUBTFUL = _set("jwt creds cred sas otp cookie auth authorization")
_DOUBTFUL_ALONE = _set("key keys tokens pwd")


def form_under(name: str) -> re.Pattern[str] | None:
    """Return what a value must look like to be a secret under a name that promises
    none by itself, such as `--key` or `--user`; None for any other name.
    """
    words = words_of(name)
    last = words[-1] if words else ""
    if last in _DOUBTFUL or (last in _DOUBTFUL_ALONE and len(words) == 1):
        return _RANDOM_OR_LOGIN if last in _LOGINS else RANDOM
    is_login = last in _LOGINS and (last != "u" or len(words) == 1)
    return _LOGIN if is_login else None


def names_query_secret(name: str) -> bool:
    """Tell the same of a parameter in the query of a URL, where a key opens doors."""
    words = words_of(name)
    return names_secret(name) or bool(
        words and (words[-1] in _SIGNED or words == ["key"] or words[-1] == "token")
    )


_ENDS = frozenset(("token", "key", "pass", "pat", "id"))
_SPOKEN = re.compile(r"[A-Za-z]\w{0,60}(?:[.-]\w{1,60}){0,8}")


def ends_as_secret(word: str) -> bool:
    """Tell whether a word without a dash is a secret's name, as in `aws configure set
    aws_secret_access_key x`. What only holds such a name is a file: `secret.yaml`.
    """
    if _SPOKEN.fullmatch(word) is None:
        return False
    words = words_of(word)
    last = words[-1] if words else ""
    ends = last in _ENDS or last in _ALWAYS or last.endswith(_GLUED)
    return ends and names_secret(word)


def is_setting(word: str) -> bool:
    """Tell the same where no program's habit says that names come without a dash: of
    `LOGGER.API_KEY x` and `wandb.api_key x`, but not of `token x`.
    """
    is_dotted = "." in word or (word.isupper() and "_" in word)
    return is_dotted and ends_as_secret(word)


def takes_several(name: str) -> bool:
    """Tell whether all words up to the next option belong to this name."""
    words = words_of(name)
    return bool(words) and words[-1] in (
        *("tokens", "keys", "passwords", "secrets", "credentials"),
    )
