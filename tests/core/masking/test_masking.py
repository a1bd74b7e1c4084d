"""No secret of a command line or a variable gets past; nothing else is lost."""

from __future__ import annotations

import shlex
import string
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from traintray.core.masking import (
    HIDDEN,
    masked,
    masked_text,
    masked_value,
    masked_variables,
)

URLSAFE = string.ascii_letters + string.digits + "-_"

# What passwords and tokens look like: random, at least as long as a weak password,
# and never like a word that a setting may have.
secrets = st.one_of(
    st.text(URLSAFE, min_size=12, max_size=64).filter(lambda s: s[0] not in "-_"),
    st.text("0123456789abcdef", min_size=32, max_size=64),
    st.text(string.ascii_letters + string.digits + "!#%+.^~", min_size=8, max_size=24),
).filter(lambda s: any(c.isdigit() for c in s) and any(c.isalpha() for c in s))

NAMES = [
    *("token", "api-key", "api_key", "apiKey", "apikey", "API_KEY", "password"),
    *("hf-token", "hf_token", "hub_token", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"),
    *("auth-token", "authToken", "access_token", "secret", "client-secret"),
    *("WANDB_API_KEY", "wandb-key", "wandb.api_key", "logger.wandb.api_key"),
    *("AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "AWS_SESSION_TOKEN"),
    *("OPENAI_API_KEY", "db_password", "DB_PASS", "passwd", "PGPASSWORD"),
    *("MLFLOW_TRACKING_PASSWORD", "COMET_API_KEY", "NEPTUNE_API_TOKEN", "GH_TOKEN"),
    *("secret_key", "private-key", "credentials", "ssh-passphrase", "token2"),
    *("AZURE_STORAGE_KEY", "slack_bot_token", "telegram-token", "KAGGLE_KEY"),
]
SPELLINGS = [
    lambda n, s: (f"--{n}={s}",),
    lambda n, s: (f"-{n}={s}",),
    lambda n, s: (f"--{n}", s),
    lambda n, s: (f"-{n}", s, "--lr", "0.1"),
    lambda n, s: (f"{n}={s}",),
    lambda n, s: (f"+{n}={s}",),
    lambda n, s: (f"++trainer.{n}={s}",),
    lambda n, s: ("-e", f"{n}={s}"),
    lambda n, s: (f"--config={{'{n}': '{s}', 'lr': 1}}",),
    lambda n, s: ("--opts", f'{{"{n}": "{s}"}}'),
    lambda n, s: ("--set", f"lr=1,{n}={s}"),
    lambda n, s: ("-c", f"import x\nx.login({n}={s!r})"),
    lambda n, s: ("-c", f"import os\nos.environ['{n}'] = '{s}'\n"),
    lambda n, s: ("-lc", f"{n}={s} python train.py --lr 0.1"),
    lambda n, s: ("-lc", f"export {n}='{s}'; python train.py"),
    lambda n, s: ("-lc", f"python train.py --{n} '{s}' --lr 0.1"),
    lambda n, s: ("-lc", f"python train.py --{n}={s} --lr 0.1"),
    lambda n, s: ("-H", f"{n}: {s}"),
    lambda n, s: (f"unrecognized arguments: --{n}={s}",),
    lambda n, s: (f"env:{n}={s}",),
    lambda n, s: (f"https://x.example/a?lr=1&{n}={s}",),
]
PLAIN_URL_LETTERS = string.ascii_letters + string.digits + "-_.~!$*+"


@given(secret=secrets, name=st.sampled_from(NAMES), spelled=st.sampled_from(SPELLINGS))
@settings(max_examples=1500, deadline=None)
def test_a_named_secret_is_gone_however_it_is_spelled(secret, name, spelled):
    command = ("python", "train.py", *spelled(name, secret))

    shown = masked(command)

    assert secret not in "\0".join(shown), (command, shown)
    assert shown[:2] == ("python", "train.py")
    assert len(shown) == len(command)


@given(
    secret=st.text(string.printable.strip(), min_size=6, max_size=30).filter(
        lambda s: (
            not s.startswith(("-", "$", "/", "~", ".", "<", "["))
            and any(c.isdigit() for c in s)
            and any(c.isalpha() for c in s)
        )
    ),
    name=st.sampled_from(NAMES),
    spelled=st.sampled_from(SPELLINGS[:8]),
)
@example(secret="%000A%", name="token", spelled=SPELLINGS[1])
@settings(max_examples=600, deadline=None)
def test_a_secret_may_hold_any_sign_where_no_shell_reads_it(secret, name, spelled):
    assert secret not in "\0".join(masked(("python", *spelled(name, secret))))


@given(
    user=st.text(string.ascii_lowercase, max_size=8),
    password=st.text(PLAIN_URL_LETTERS, min_size=6, max_size=40).filter(
        lambda p: not p.isdigit() and p != HIDDEN
    ),
    scheme=st.sampled_from(["https", "postgresql", "redis", "mongodb+srv", "s3"]),
)
@settings(deadline=None)
def test_a_password_in_a_url_is_gone(user, password, scheme):
    url = f"{scheme}://{user}:{password}@db.example:5432/runs?x=1"

    for command in ((url,), (f"--db={url}",), ("--db", url), ("-c", f"open('{url}')")):
        shown = "\0".join(masked(command))
        assert f":{password}@" not in shown
        assert f"{scheme}://{user}:{HIDDEN}@db.example:5432/runs" in shown


@given(secret=secrets, name=st.sampled_from(NAMES))
@settings(deadline=None)
def test_a_secret_variable_is_gone(secret, name):
    assert masked_variables({name: secret, "OMP_NUM_THREADS": "8"}) == {
        name: HIDDEN,
        "OMP_NUM_THREADS": "8",
    }


@given(secret=secrets, name=st.sampled_from(NAMES), spelled=st.sampled_from(SPELLINGS))
@settings(deadline=None)
def test_what_is_masked_stays_as_it_is(secret, name, spelled):
    once = masked(("python", *spelled(name, secret)))

    assert masked(once) == once


@pytest.mark.parametrize(
    "token",
    [
        "hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567",
        "sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12",
        "sk-ant-api03-Ab12Cd34Ef56Gh78Ij90Kl12-xyz",
        "ghp_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78",
        "github_pat_11ABCDEFG0Ab12Cd34Ef56",
        "glpat-Ab12Cd34Ef56Gh78Ij90",
        "xoxb-1234567890-Ab12Cd34Ef56",
        "AKIAIOSFODNN7EXAMPLE",
        "AIzaSyA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1v",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n",
        "nvapi-Ab12Cd34Ef56Gh78Ij90Kl12",
        "gsk_Ab12Cd34Ef56Gh78Ij90Kl12",
        "r8_Ab12Cd34Ef56Gh78Ij90Kl12Mn34",
        "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0x",
    ],
)
def test_a_token_of_a_known_form_is_gone_without_a_name(token):
    for word in (token, f"--run={token}", f"login('{token}')", f"https://{token}@h/x"):
        assert token not in masked_text(word)
        assert token not in "\0".join(masked(("python", word)))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("https://x.example/a?key=AbC123&lr=1", "https://x.example/a?key=***&lr=1"),
        ("s3://b/x?X-Amz-Signature=0f3c2d1b", "s3://b/x?X-Amz-Signature=***"),
        ("Authorization: Bearer abc123def456", "Authorization: Bearer ***"),
        ("authorization: Basic dXNlcjpwYXNz", "authorization: Basic ***"),
        ("curl -H 'Cookie: id=a1b2; s=c3d4' x", "curl -H 'Cookie: ***' x"),
        ("https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX1234", None),
        (
            "AccountName=a;AccountKey=Zm9vYmFyMTIz;X=1",
            "AccountName=a;AccountKey=***;X=1",
        ),
    ],
)
def test_what_lets_a_request_in_is_gone(text, kept):
    shown = masked_text(text)

    assert shown != text
    if kept is not None:
        assert shown == kept


@pytest.mark.parametrize(
    "line",
    [
        "python train.py --tokenizer bert --num-tokens 512 --max_tokens=4096",
        "python train.py --pad-token <pad> --eos_token </s> --mask-token [MASK]",
        "python t.py --placeholder_token toy --initializer_token=cat --use-auth-token",
        "python train.py --use_auth_token True --push_to_hub --token_dropout 0.1",
        "python train.py --key image --sort-key=len --cache-key v2 --keypoints 17",
        "python train.py --tokens 1e9 --tokens-per-batch 4096 --token-type code",
        "python train.py --seed 7 --author Bob --passes 3 --num-pass 2 --monkey=1",
        "python train.py --revision 0f3c2d1b4a5968778695a4b3c2d1e0f9a8b7c6d5",
        "python train.py --url http://localhost:8080/a@2x.png --host 10.0.0.1:29500",
        "python train.py --data s3://bucket/keys/secret-santa --lr 3e-4 --amp",
        "python train.py --git git+ssh://git@github.com/a/b.git --api-key-file ~/.k",
        "torchrun --rdzv_endpoint=h:29400 --nproc-per-node=2 train.py model.key_dim=64",
        "python -m sk-learn-random-forest-number-12 --password-length 8",
        "python train.py --hf-token $HF_TOKEN --api-key=${KEY}",
        "python -c from multiprocessing.spawn import spawn_main; "
        "spawn_main(tracker_fd=5, pipe_handle=7) --multiprocessing-fork",
        "docker run --user 1000:1000 -u 0 --proxy localhost:8080 train",
        "python -u train.py login best_checkpoint_of_2024 --key train2017 --pwd /x",
        "python train.py --cookie yes --auth basic --user ada --keys image label",
        "python train.py --token-file /run/secrets/hf --private-key ~/.ssh/id.pem",
    ],
)
def test_what_is_no_secret_is_left_as_it_is(line):
    command = tuple(line.split(" "))

    assert masked(command) == command
    assert masked_text(line) == line


@pytest.mark.parametrize(
    "command",
    [
        ("wandb", "login", "--relogin", "KEY"),
        ("sh", "-c", "wandb login KEY && python train.py"),
        ("python", "-c", 'wandb.login(key="KEY")'),
        ("python", "-c", "wandb.login('KEY')"),
        ("python", "-c", "login(token=r'KEY')"),
        ("python", "-c", "api_key: str = 'KEY'"),
        ("python", "-c", "os.environ.setdefault('HF_TOKEN', 'KEY')"),
        ("train", "--config", '{"api_keys": ["none", "KEY"], "lr": 1}'),
        ("train", "--config", '{"credentials": {"user": "KEY"}}'),
        ("sh", "-c", 'train --config "{\\"api_key\\": \\"KEY\\"}"'),
        ("sh", "-c", "train \\\n  --token \\\n    KEY --lr 1"),
        ("sh", "-c", "HF_TOKEN=$'KEY' train"),
        ("sh", "-c", "train --token=abc'KEY'"),
        ("sh", "-c", "HF_TOKEN=abc\\ KEY train"),
        ("train", "--key", "KEY"),
        ("train", "--tokens", "KEY"),
        ("train", "--cookie", "sid=KEY"),
        ("train", "--auth", "KEY"),
        ("train", "--db-passwords", "a", "KEY"),
        ("curl", "-u", "ada:KEY", "https://x.example"),
        ("sh", "-c", "curl --user ada:KEY https://x.example"),
        ("train", "--password=$KEY"),
    ],
)
def test_spellings_that_people_use_hide_no_secret(command):
    secret = "Zq7pL9xWv3Tn5KbR2m"
    spelled = tuple(word.replace("KEY", secret) for word in command)

    shown = masked(spelled)

    assert secret not in "\0".join(shown), shown
    assert masked(shown) == shown


def test_a_key_of_many_digits_is_no_setting():
    assert masked(("x", "--api-key", "998877665544332211")) == (
        "x",
        "--api-key",
        HIDDEN,
    )


def test_several_values_of_one_option_all_go():
    shown = masked(("x", "--api-keys", "abc1234xyz", "def5678uvw", "--lr", "1"))

    assert shown == ("x", "--api-keys", HIDDEN, HIDDEN, "--lr", "1")


def test_a_number_is_a_password_but_no_key():
    assert masked(("x", "--password", "1234")) == ("x", "--password", HIDDEN)
    assert masked_value("api_keys", "3") == "3"


def test_a_very_long_command_line_is_masked_in_no_time():
    began_s = time.perf_counter()
    masked(("python", "-c", "://a:b token " * 20_000, "--" + "a" * 100_000, "=" * 9999))

    assert time.perf_counter() - began_s < 2.0


def test_a_masked_line_can_still_be_read_by_a_shell():
    assert shlex.split(shlex.join(masked(("x", "--api-key=a1b2c3d4")))) == [
        "x",
        f"--api-key={HIDDEN}",
    ]
