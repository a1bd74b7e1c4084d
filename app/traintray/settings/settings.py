"""What the user may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from traintray.core.sentence import Sentence
from traintray.settings import forms, jsonfile
from traintray.settings.fields import (
    Value,
    between,
    looks_like,
    one_of,
    option,
    options,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices. Label, unit and range: `fields.options(Settings)`.

    The thresholds bear here what a person compares with a screen: percents, hours,
    MiB. `settings.tuning` makes them what the rules use, and says why each range ends
    where it does.
    """

    language: str = option(
        "system", Sentence("Settings", "Language"), one_of("system", "en", "zh_CN")
    )
    theme: str = option(
        "system", Sentence("Settings", "Theme"), one_of("system", "light", "dark")
    )
    tray_icon: str = option(
        "colour",
        Sentence("Settings", "Tray icon"),
        one_of("colour", "monochrome"),
        hint=Sentence("Settings", "monochrome suits GNOME panels"),
    )
    panel_tone: str = option(
        "system",
        Sentence("Settings", "Panel behind the tray icon"),
        one_of("system", "light", "dark"),
        hint=Sentence("Settings", "where the desktop does not tell how dark it is"),
    )
    memory_units: str = option(
        "binary",
        Sentence("Settings", "Memory in"),
        one_of("binary", "decimal"),
        hint=Sentence("Settings", "binary: GiB of 1024³ bytes, decimal: GB of 1000³"),
    )
    close_to_tray: bool = option(
        True, Sentence("Settings", "Closing the window keeps traintray in the tray")
    )
    sampling_period_s: float = option(
        1.0,
        Sentence("Settings", "Interval"),
        one_of(1.0, 2.0, 5.0),
        Sentence("Settings", "s"),
    )
    expects_gpu: bool = option(
        True,
        Sentence("Settings", "This computer has a GPU to train on"),
        hint=Sentence("Settings", "off: a card that cannot be read is not missed"),
    )
    slow_on_battery: bool = option(
        False, Sentence("Settings", "Slow down to 5 s on battery")
    )
    cpu_full_percent: float = option(
        80.0,
        Sentence("Settings", "CPU counts as full at"),
        between(65, 95),
        "%",
        Sentence("Settings", "mean over the CPUs that the run may use"),
    )
    sustained_s: float = option(
        15.0,
        Sentence("Settings", "… for at least"),
        between(5, 600),
        Sentence("Settings", "s"),
        Sentence("Settings", "any condition; shorter peaks are normal"),
    )
    gpu_waiting_below_percent: float = option(
        80.0,
        Sentence("Settings", "GPU counts as waiting below"),
        between(60, 90),
        "%",
        Sentence("Settings", "busy time; the same for a process that feeds no GPU"),
    )
    ready_threads_per_cpu: float = option(
        1.5,
        Sentence("Settings", "Ready threads per CPU from"),
        between(1.4, 2.0),
        "×",
        Sentence("Settings", "threads that run or wait for a CPU"),
    )
    other_programs_percent: float = option(
        25.0,
        Sentence("Settings", "Other programs count from"),
        between(15, 60),
        "%",
        Sentence("Settings", "of the CPUs that the run may use"),
    )
    memory_full_within_h: float = option(
        12.0,
        Sentence("Settings", "Memory growth counts when full within"),
        between(1, 72),
        Sentence("Settings", "h"),
        Sentence("Settings", "at the pace of the last minutes"),
    )
    swap_megabytes_per_s: float = option(
        1.0,
        Sentence("Settings", "Swapping counts from"),
        between(0.5, 20),
        "MiB/s",
        Sentence("Settings", "pages that move to and from swap"),
    )
    notify: bool = option(
        True,
        Sentence("Settings", "Show a tip when training needs attention"),
        hint=Sentence("Settings", "at most one per diagnosis and run"),
    )
    notify_helped: bool = option(
        True, Sentence("Settings", "Tell me when a knob helped")
    )
    notify_finished: bool = option(
        True, Sentence("Settings", "Tell me when a run has finished")
    )
    notify_died: bool = option(True, Sentence("Settings", "Tell me when a run died"))
    muted_kinds: tuple[str, ...] = option(
        (), Sentence("Settings", "Never notify of"), looks_like(forms.names)
    )
    quiet_hours: bool = option(
        False,
        Sentence("Settings", "Quiet hours"),
        hint=Sentence("Settings", "critical tips still come through"),
    )
    quiet_from: str = option(
        "22:00", Sentence("Settings", "Quiet from"), looks_like(forms.clock)
    )
    quiet_until: str = option(
        "07:00", Sentence("Settings", "Quiet until"), looks_like(forms.clock)
    )
    tips_a_day: int = option(
        12,
        Sentence("Settings", "Tips, at most"),
        between(1, 100),
        Sentence("Settings", "a day"),
        Sentence("Settings", "critical ones are not counted"),
    )
    snooze_minutes: int = option(
        60,
        Sentence("Settings", "Snooze a tip for"),
        between(5, 1440),
        Sentence("Settings", "min"),
    )
    history_days: int = option(
        30,
        Sentence("Settings", "Keep history for"),
        between(1, 365),
        Sentence("Settings", "days"),
    )
    history_megabytes: int = option(
        200,
        Sentence("Settings", "Keep history below"),
        between(50, 10_000),
        "MB",
        Sentence("Settings", "MB of 1000² bytes, as disks are counted"),
    )
    env_file: str = option(
        "",
        Sentence("Settings", "File with the variables of the next run"),
        looks_like(forms.place),
    )


def load(path: Path) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings; what cannot be used is the default and is reported.

    Never raises: each problem is a sentence that names the file and says what is
    used instead.
    """
    return jsonfile.load(Settings, path)


def change(path: Path, wanted: Mapping[str, Value]) -> Sentence | None:
    """Write these fields in one step and nothing else; see `jsonfile.change`.

    Raises ValueError, with a sentence, for a value that a field cannot have (nothing
    is written then), KeyError for a field that does not exist, and OSError when the
    file cannot be written; the old one is then untouched.
    """
    declared = options(Settings)
    for name, value in wanted.items():
        complaint = declared[name].problem_with(value)
        if complaint is not None:
            raise ValueError(complaint)
    return jsonfile.change(Settings, path, wanted)
