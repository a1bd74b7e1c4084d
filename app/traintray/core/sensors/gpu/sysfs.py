"""One number in one small file, or the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from traintray.core.readings import Gap, GapReason
from traintray.core.sensors.refusal import gap_of

Read = Callable[[], float]
"""OSError when the file is missing or refuses."""


def number(path: Path, scale: float = 1.0) -> float:
    """Return the number in a file times `scale`; OSError when there is none.

    A device that is just being powered down lets its files be opened, and answers
    with an error or with nothing.
    """
    text = path.read_text().strip()
    try:
        return float(int(text, 0)) * scale
    except ValueError:
        raise OSError(f"{path} does not hold a number") from None


def first(*paths: Path, scale: float = 1.0) -> float:
    """Return the number in the first file that is there; OSError when none is."""
    for path in paths:
        if path.exists():
            return number(path, scale)
    raise FileNotFoundError(2, f"{paths[0].name} is not reported")


def answers(reads: Mapping[str, Read]) -> tuple[dict[str, float], dict[str, Gap]]:
    """Read all; return what was found and why the rest was not, by name.

    What has no file is not supported by this chip or kernel: the driver makes files
    for what it can report.
    """
    found: dict[str, float] = {}
    gaps: dict[str, Gap] = {}
    for name, read in reads.items():
        try:
            found[name] = read()
        except FileNotFoundError as error:
            gaps[name] = Gap(GapReason.NOT_SUPPORTED, str(error))
        except OSError as error:
            gaps[name] = gap_of(error)
    return found, gaps


def chip(folder: Path, name: str) -> Path:
    """Return the hwmon folder of a device by the driver's name for it; one that does
    not exist when it has none. Its number changes from start to start.
    """
    for candidate in sorted((folder / "hwmon").glob("hwmon*")):
        try:
            if (candidate / "name").read_text().strip() == name:
                return candidate
        except OSError:
            continue
    return folder / "hwmon" / "none"
