"""Which values a knob takes: bounded by what this machine and this run really have."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from traintray.core.readings import UsableCpus

Settings = Mapping[str, str | None]
_SHORTEST_UUID = 8
"""Signs of a GPU's UUID behind `GPU-`: the first group of it, which tells apart."""


class IllegalValueError(ValueError):
    """A value that a knob does not take; the message says what it takes."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What there is to be divided."""

    usable: UsableCpus
    """Of the run, or of this program where there is no run."""
    memory_bytes: int
    gpu_uuids: tuple[str, ...] | None = None
    """In the order of the PCI bus; None where GPUs could not be read."""
    present: Mapping[str, str] = field(default_factory=dict)
    """Variables that the run was started with."""
    find_library: Callable[[str], Path | None] = lambda _stem: None
    """Finds an installed library by how its file name begins."""

    @property
    def cpus(self) -> int:
        """CPUs that threads may run on at one instant, at least 1: a quota counts."""
        return max(1, math.floor(self.usable.count))


@dataclass(frozen=True, slots=True)
class Legal:
    """What is taken, in words and in code."""

    words: Callable[[Bounds], str]
    """Completes `NAME takes …`."""
    read: Callable[[str, Bounds], Settings]
    """Turns a value into variables. Raises IllegalValueError."""
    examples: tuple[str, ...]
    """Values that any machine with a CPU takes, for tests and help."""

    def settings(self, text: str, bounds: Bounds) -> Settings:
        """Return the variables that `text` stands for. Raises IllegalValueError."""
        return self.read(text.strip(), bounds)


def whole(text: str, low: int, high: int, what: str) -> int:
    """Read a whole number from `low` to `high`. Raises IllegalValueError."""
    number = int(text) if re.fullmatch(r"[0-9]{1,18}", text) else None
    if number is None or not low <= number <= high:
        raise IllegalValueError(f"{text!r} is not {what}")
    return number


def threads(*names: str) -> Legal:
    """Return one number of threads for all names, no more than there are CPUs."""

    def words(bounds: Bounds) -> str:
        cpus = f"{bounds.cpus} CPU{'' if bounds.cpus == 1 else 's'}"
        return f"a whole number from 1 to {bounds.cpus}: there are {cpus} to run on"

    def read(text: str, bounds: Bounds) -> Settings:
        number = whole(text, 1, bounds.cpus, words(bounds))
        return dict.fromkeys(names, str(number))

    return Legal(words, read, ("1",))


def number(name: str, low: int, high: int, what: str) -> Legal:
    """Return a whole number with bounds of the library, not of the machine."""

    def words(_bounds: Bounds) -> str:
        return f"a whole number of {what} from {low} to {high}"

    def read(text: str, bounds: Bounds) -> Settings:
        return {name: str(whole(text, low, high, words(bounds)))}

    return Legal(words, read, (str(low),))


def one_of(choices: Mapping[str, Settings]) -> Legal:
    """Return one word of several; each stands for what it sets."""
    named = " or ".join(choices)

    def read(text: str, _bounds: Bounds) -> Settings:
        if text not in choices:
            raise IllegalValueError(f"{text!r} is not {named}")
        return choices[text]

    return Legal(lambda _bounds: named, read, tuple(choices))


def cpu_list(name: str) -> Legal:
    """Return CPUs such as `0-3` or `0,2`, all of which the run may use."""

    def words(bounds: Bounds) -> str:
        cpus = ",".join(map(str, bounds.usable.logical_cpus))
        return f"a list such as 0-3 or 0,2 out of the CPUs {cpus}"

    def read(text: str, bounds: Bounds) -> Settings:
        part = r"[0-9]{1,5}(-[0-9]{1,5})?"
        if not re.fullmatch(rf"{part}(,{part})*", text):
            raise IllegalValueError(f"{text!r} is not {words(bounds)}")
        allowed = set(bounds.usable.logical_cpus)
        for piece in text.split(","):
            first, _, last = piece.partition("-")
            # Never laid out before it is known to be short.
            if not int(first) <= int(last or first) <= max(allowed) or not (
                set(range(int(first), int(last or first) + 1)) <= allowed
            ):
                raise IllegalValueError(f"{text!r} is not {words(bounds)}")
        return {name: text}

    return Legal(words, read, ("0",))


def gpus(uuids: Sequence[str], text: str) -> list[str]:
    """Return the UUIDs that a list of numbers or UUIDs stands for.

    Numbers count as `nvidia-smi` does, along the PCI bus. Raises IllegalValueError.
    """
    found = []
    for piece in text.split(","):
        is_number = re.fullmatch(r"[0-9]{1,4}", piece)
        begins = [u for u in uuids if u.startswith(piece)]
        if is_number and int(piece) < len(uuids):
            found.append(uuids[int(piece)])
        elif not is_number and len(piece) >= _SHORTEST_UUID and len(begins) == 1:
            found += begins
        else:
            raise IllegalValueError(f"{piece!r} is none of the {len(uuids)} GPUs here")
    if len(set(found)) < len(found):
        raise IllegalValueError(f"{text!r} names a GPU twice")
    return found
