"""Commits, packs, clones and archives a large repository, over and over."""

import os
import subprocess
from pathlib import Path

from tempo import Tempo, options

IDENTITY = ("-c", "user.name=a", "-c", "user.email=a@b")


def run(*words, cwd):
    subprocess.run(words, cwd=cwd, check=False, stdout=subprocess.DEVNULL)


def main():
    chosen = options(folder=".", files=300)
    tempo, folder = Tempo(), Path(chosen.folder)
    repository = folder / "repository"
    repository.mkdir()
    run("git", "init", "-q", cwd=repository)
    tempo.begin()
    while tempo.goes_on():
        for number in range(chosen.files):
            text = os.urandom(30000).hex()
            (repository / f"file_{number}.txt").write_text(text)
        run("git", "add", "-A", cwd=repository)
        run("git", *IDENTITY, "commit", "-qm", "next", cwd=repository)
        run("git", "repack", "-adqf", cwd=repository)
        run("rm", "-rf", "clone", cwd=folder)
        run("git", "clone", "-q", "--no-local", "repository", "clone", cwd=folder)
        run("tar", "czf", "clone.tar.gz", "clone", cwd=folder)


if __name__ == "__main__":
    main()
