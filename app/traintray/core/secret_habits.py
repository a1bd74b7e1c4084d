"""Where programs take a secret that no name announces, one habit for those alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Habit:
    """Where one program takes secrets."""

    names: str
    """Of the program, apart by spaces."""
    valued: str = ""
    """Options, the value of which is a secret; it may follow a short one at once."""
    spaced: str = ""
    """Those of which it may not."""
    joined: str = ""
    """Those that have it only at once: `7z -pSECRET`."""
    logins: str = ""
    """Options with a user and a password."""
    flags: str = ""
    """Letters without a value that may stand before one: `curl -su ada:x`."""
    behind: str = ""
    """One of these words comes before; empty: it counts from the program on."""
    bare_from: int | None = None
    """Which word that is no option is the first secret one, from 0, after `behind`."""
    in_pairs: bool = False
    """A secret's name is a word, and the next word is the secret."""


@cache
def option_of(habit: Habit) -> re.Pattern[str]:
    """Return what finds an option; its group says where the secret is."""
    every = _any_of(f"{habit.valued} {habit.spaced}".split())
    at_once = _any_of(o for o in habit.valued.split() if len(o) == 2 or o[0] == "/")
    short = _any_of(o[1:] for o in habit.logins.split() if len(o) == 2)
    long = _any_of(o for o in habit.logins.split() if len(o) > 2)
    flags = f"[{re.escape(habit.flags)}]{{0,12}}" if habit.flags else ""
    return re.compile(
        rf"(?P<next>{every})\Z|(?P<set>{every})=|(?P<at_once>{at_once})"
        rf"|(?P<joined>{_any_of(habit.joined.split())})"
        rf"|(?P<user>-{flags}{short}|{long}(?:=|\Z))"
    )


def _any_of(words: Iterable[str]) -> str:
    """Return what matches one of the words, and nothing at all when there is none."""
    return f"(?:{'|'.join(map(re.escape, words)) or '(?!)'})"


_HABITS = (
    Habit(
        "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlsh"
        " mysqlbinlog mysqlslap mariadb mariadb-dump mariadb-admin mycli",
        valued="-p",
    ),
    Habit("sshpass", valued="-p"),
    Habit("redis-cli valkey-cli keydb-cli redis-benchmark", valued="-a"),
    Habit(
        "mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat"
        " cypher-shell cqlsh rabbitmqadmin rdesktop ncftpget ncftpput",
        valued="-p",
    ),
    Habit(
        "curl",
        spaced="-b --cookie",
        logins="-u -U --user --proxy-user",
        flags="sSLkfvgiIG#0",
    ),
    Habit("http https xh xhs", logins="-a --auth"),
    Habit("lftp smbclient rpcclient", logins="-u -U --user"),
    Habit(
        "docker podman nerdctl buildah skopeo helm oras crane az oc",
        valued="-p",
        behind="login",
    ),
    Habit(
        "wandb wb huggingface-cli hf vault comet neptune kaggle modelscope ngc"
        " lightning dagshub swanlab prefect polyaxon clearml",
        valued="-k -t",
        behind="login",
        bare_from=0,
    ),
    Habit("ngrok", behind="authtoken add-authtoken", bare_from=0),
    Habit("mc mcli", behind="set add", bare_from=2),
    Habit("htpasswd", bare_from=1),
    Habit("zip unzip sqlcmd bcp mosquitto_pub mosquitto_sub ipmitool", valued="-P"),
    Habit("7z 7za 7zr 7zz rar unrar", joined="-p -hp"),
    Habit("openssl", spaced="-k -K -pass -passin -passout"),
    Habit("ssh-keygen", valued="-N -P"),
    Habit("ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami", valued="-w"),
    Habit("xfreerdp xfreerdp3", valued="/p:"),
    Habit(
        "aws dvc git pip pip3 npm yarn vastai gcloud rclone gh runpodctl",
        in_pairs=True,
    ),
)
BY_NAME = {name: habit for habit in _HABITS for name in habit.names.split()}
"""What is known of each program."""
