"""Which value a run gets where the shell and the env file differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from traintray.core.knobs.loading import Loader


@dataclass(frozen=True, slots=True)
class Difference:
    """A variable to which the environment and the file give different values."""

    name: str
    present: str
    """In the environment."""
    file: str

    def wins(self, loader: Loader) -> str | None:
        """Return the value that a program gets when `loader` reads the file; None
        where it was not measured which of the two wins.
        """
        if loader.file_wins is None:
            return None
        return self.file if loader.file_wins else self.present


def differences(
    values: Mapping[str, str], environment: Mapping[str, str]
) -> tuple[Difference, ...]:
    """Return the variables of the file that an environment sets otherwise; one that
    it does not set at all is no difference.
    """
    return tuple(
        Difference(name, environment[name], value)
        for name, value in values.items()
        if environment.get(name, value) != value
    )


def keeping(loaders: Sequence[Loader]) -> tuple[Loader, ...]:
    """Return those that keep the value of the environment."""
    return tuple(loader for loader in loaders if loader.file_wins is False)
