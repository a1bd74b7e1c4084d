"""What is said of the programs that read the env file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from traintray.core.knobs.loading import Loader
from traintray.core.knobs.precedence import Difference
from traintray.ui.joined import sentences
from traintray.ui.window.path_text import bash_line

translate = QCoreApplication.translate


def line_of(loader: Loader, path: Path) -> str:
    """Return what to copy; bash's line is the shorter one with `~` where that fits."""
    return bash_line(path) if loader.name == "bash" else loader.line


def place_text(loader: Loader) -> str:
    """Return where the line belongs."""
    return {
        "bash": translate(
            "Loader",
            "In the shell or job script that starts training, or in ~/.bashrc.",
        ),
        "run": translate("Loader", "Put it before the command that starts training."),
        "uv": translate("Loader", "Put it before the script."),
        "docker": translate("Loader", "Put it behind docker run or podman run."),
        "vscode": translate("Loader", "Put it into settings.json; debug runs read it."),
        "fish": translate(
            "Loader", "In the shell that starts training, or in config.fish."
        ),
        "direnv": translate("Loader", "Put it into the .envrc of the project."),
        "systemd": translate("Loader", "Put it under [Service] of the unit."),
        "pycharm": translate(
            "Loader", "Add it to the run configuration as a path to a .env file."
        ),
        "jupyter": translate(
            "Loader", "Start Jupyter with it; kernels that start from there have it."
        ),
        "dotenv": translate("Loader", "Put it before torch is imported."),
    }[loader.name]


def precedence_text(loader: Loader) -> str:
    """Return whose value counts where the shell has set one as well."""
    if loader.file_wins is None:
        return translate(
            "Loader", "Whether it beats a value of the shell was not measured."
        )
    if loader.file_wins:
        return translate("Loader", "The file wins over a value that the shell has set.")
    return translate("Loader", "A value that the shell has already set wins; unset it.")


def told(loader: Loader) -> str:
    """Return where the line belongs, and that a set value would win where it does."""
    if loader.file_wins is False:
        return sentences(place_text(loader), precedence_text(loader))
    return place_text(loader)


def difference_text(one: Difference, loader: Loader, run_name: str) -> str:
    """Return which value the next start gets of a variable that a run has set to
    another value than the file.
    """
    value = one.wins(loader)
    if value is None:
        template = translate(
            "Loader",
            "{run} was started with {name}={present}, and the file says {file}.",
        )
    elif value == one.file:
        template = translate(
            "Loader",
            "{run} was started with {name}={present}, and the file says {file}. "
            "Loaded like this, the next start gets {file}.",
        )
    else:
        template = translate(
            "Loader",
            "{run} was started with {name}={present}, and the file says {file}. "
            "If the shell sets it, the next start keeps {present}: unset it there.",
        )
    return template.format(
        run=run_name, name=one.name, present=one.present, file=one.file
    )
