"""Numbers to text: the only place that knows how a missing value looks.

Units are divided from their number by a no-break space, the percent sign by
nothing. Functions of their arguments, of the language and of the units of memory;
of Qt only the translator.
"""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QCoreApplication

from traintray.core.diagnosis.verdict import Unit
from traintray.core.memory_units import units

translate = QCoreApplication.translate

MISSING = "–"
MINUS = "−"
NBSP = "\u00a0"
DOT = "·"

_MINUTE_S = 60
_HOUR_S = 3600
_DAY_S = 86400


def percent(fraction: float | None) -> str:
    """`97%` for 0.97."""
    known = _known(fraction)
    return MISSING if known is None else f"{_whole(known * 100)}%"


def memory(size_bytes: float | None) -> str:
    """`38.2 GiB`, from 100 GiB on without a decimal; below 1 GiB `512 MiB`."""
    known = _known(size_bytes)
    if known is None:
        return MISSING
    told = units()
    _, mega, giga = told.names
    if abs(known) < told.giga - told.mega / 2:
        return f"{_whole(known / told.mega)}{NBSP}{mega}"
    return f"{_one_decimal_below(known / told.giga, 100)}{NBSP}{giga}"


def capacity(size_bytes: float | None) -> str:
    """Memory of a machine, without a decimal that says nothing: `24 GiB`."""
    return memory(size_bytes).replace(".0", "")


def on_disk(size_bytes: int) -> str:
    """Size of a file, `43 MB`: MB of 1000² bytes in both units of memory, as its
    limit is set and as `ls -l --si` and file managers tell it.
    """
    return f"{_one_decimal_below(size_bytes / 1e6, 10)}{NBSP}MB"


def growth(bytes_per_s: float | None) -> str:
    """Memory growth: `180 MiB/min`, below ten with one decimal."""
    known = _known(bytes_per_s)
    if known is None:
        return MISSING
    per_min = known * _MINUTE_S / units().mega
    template = translate("Number", "{number}\u00a0{unit}/min")
    number = _one_decimal_below(per_min, 10)
    return template.format(number=number, unit=units().names[1])


def transfer(bytes_per_s: float | None) -> str:
    """`0 MiB/s`, `2.4 MiB/s`, `1.2 GiB/s`; below 1 MiB `12 KiB/s`."""
    known = _known(bytes_per_s)
    if known is None:
        return MISSING
    told = units()
    kilo, mega, giga = told.names
    if known <= 0:
        return f"0{NBSP}{mega}/s"
    if known < told.mega:
        return f"{max(1, round(known / told.kilo))}{NBSP}{kilo}/s"
    if known < told.giga:
        return f"{_one_decimal_below(known / told.mega, 10)}{NBSP}{mega}/s"
    return f"{_one_decimal_below(known / told.giga, 10)}{NBSP}{giga}/s"


def rate(per_s: float | None) -> str:
    """Events: `850/s`, `9.5 k/s`, `148 k/s`, `1.2 M/s`."""
    known = _known(per_s)
    if known is None:
        return MISSING
    for factor, prefix in ((1e6, "M"), (1e3, "k")):
        if abs(known) >= factor * 0.9995:
            return f"{_one_decimal_below(known / factor, 10)}{NBSP}{prefix}/s"
    return f"{_whole(known)}/s"


def celsius(degrees: float | None) -> str:
    """`61 °C`."""
    known = _known(degrees)
    return MISSING if known is None else f"{_whole(known)}{NBSP}°C"


def watts(power_watts: float | None) -> str:
    """`212 W`."""
    known = _known(power_watts)
    return MISSING if known is None else f"{_whole(known)}{NBSP}W"


def gigahertz(frequency_hz: float | None) -> str:
    """`2.52 GHz`."""
    known = _known(frequency_hz)
    return MISSING if known is None else f"{known / 1e9:.2f}{NBSP}GHz"


def load(tasks: float | None) -> str:
    """Load average: `0.9`, from ten on `41`."""
    known = _known(tasks)
    return MISSING if known is None else _one_decimal_below(known, 10)


def threads(number: float | None) -> str:
    """Ready threads, a mean over some seconds: `41`, below ten `3.5`."""
    return cores(number)


def cores(number: float | None) -> str:
    """CPUs, which a quota can cut into parts: `16`, `2.5`."""
    known = _known(number)
    if known is None:
        return MISSING
    return _one_decimal_below(known, 10).removesuffix(".0")


def count(number: int | None, separator: str = ",") -> str:
    """`1,281,167`. `separator` stands between thousands, as the locale has it."""
    if number is None:
        return MISSING
    return _signed(f"{number:,}").replace(",", separator)


def points(fraction: float | None) -> str:
    """Difference of two percentages: `+37 points`, `−3 points`, `0 points`."""
    known = _known(fraction)
    if known is None:
        return MISSING
    number = round(known * 100)
    template = translate("Number", "{number}\u00a0points")
    if abs(number) == 1:
        template = translate("Number", "{number}\u00a0point")
    sign = "+" if number > 0 else ""
    return template.format(number=f"{sign}{_whole(number)}")


def duration(seconds: float | None) -> str:
    """Tell the two largest units: `12 s`, `4 min 8 s`, `2 h 46 min`, `3 d 4 h`."""
    known = _known(seconds)
    if known is None:
        return MISSING
    whole = max(0, int(known))
    for big_s, small_s, both, alone in _units():
        if whole >= big_s:
            rest = whole % big_s // small_s
            template = both if rest else alone
            return template.format(big=whole // big_s, small=rest)
    return translate("Number", "{number}\u00a0s").format(number=whole)


def _units() -> tuple[tuple[int, int, str, str], ...]:
    """Return large and small unit in seconds, and how both or one are told."""
    return (
        (
            _DAY_S,
            _HOUR_S,
            translate("Number", "{big}\u00a0d\u00a0{small}\u00a0h"),
            translate("Number", "{big}\u00a0d"),
        ),
        (
            _HOUR_S,
            _MINUTE_S,
            translate("Number", "{big}\u00a0h\u00a0{small}\u00a0min"),
            translate("Number", "{big}\u00a0h"),
        ),
        (
            _MINUTE_S,
            1,
            translate("Number", "{big}\u00a0min\u00a0{small}\u00a0s"),
            translate("Number", "{big}\u00a0min"),
        ),
    )


def clock(wall_s: float | None, seconds: bool = True) -> str:
    """Time of day here, for seconds since 1970: `14:33:02`, or `14:33`."""
    known = _known(wall_s)
    if known is None:
        return MISSING
    return time.strftime("%H:%M:%S" if seconds else "%H:%M", time.localtime(known))


def evidence_value(value: float | None, unit: Unit) -> str:
    """Tell a measured value or a threshold in the words of its unit."""
    return {
        Unit.FRACTION: percent,
        Unit.THREADS: threads,
        Unit.PER_S: rate,
        Unit.BYTES: memory,
        Unit.BYTES_PER_S: transfer,
        Unit.CORES: cores,
        Unit.COUNT: cores,
        Unit.SECONDS: duration,
        Unit.CELSIUS: celsius,
        Unit.HERTZ: gigahertz,
    }[unit](value)


def gpu_name(name: str) -> str:
    """Return a GPU's name without its maker: `RTX 4090`."""
    short = name
    for word in ("NVIDIA ", "GeForce ", "Tesla "):
        short = short.removeprefix(word)
    return short


def _known(value: float | None) -> float | None:
    """Return the value, or None for NaN, which is how a series says None."""
    return None if value is None or math.isnan(value) else value


def _whole(value: float) -> str:
    return _signed(f"{round(value):d}")


def _one_decimal_below(value: float, limit: float) -> str:
    """One decimal, none from `limit` on, so that `9.96` is not told as `10.0`."""
    decimals = 1 if abs(round(value, 1)) < limit else 0
    return _signed(f"{value:.{decimals}f}")


def _signed(text: str) -> str:
    """Give a negative number its true minus, and a rounded-off one none."""
    digits = text.lstrip("-")
    if not digits.strip("0.,"):
        return digits
    return text.replace("-", MINUS)
