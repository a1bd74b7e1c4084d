"""A computer for the Settings page: folders of its own, made-up sources and cost."""

from __future__ import annotations

from pathlib import Path

from traintray.core.sensors.own_cost import OwnCost
from traintray.core.sentence import Sentence
from traintray.platform.autostart.linux import XdgAutostart
from traintray.platform.doctor.check import Check, Health
from traintray.settings.folders import Folders
from traintray.ui.chosen import Chosen
from traintray.ui.theme import LIGHT, Theme
from traintray.ui.window.pages.settings import Computer, SettingsPage

COST = OwnCost(0.004, 71 * 2**20, 96 * 2**20)


def folders(root: Path) -> Folders:
    return Folders(
        root / ".config/traintray",
        root / ".local/state/traintray",
        root / "run",
        root / ".config/autostart",
    )


def sources() -> tuple[Check, ...]:
    return (
        Check(
            "processes",
            Health.OK,
            Sentence("Doctor", "{count} processes").filled(count=412),
        ),
        Check("run_queue_wait", Health.OK, "/proc/<pid>/task/*/schedstat"),
        Check("pressure", Health.OK, "/proc/pressure"),
        Check("control_groups", Health.OK, Sentence("Doctor", "version 2")),
        Check("gpu.amd", Health.ABSENT, "no AMD GPU"),
        Check("gpu.intel", Health.ABSENT, "no Intel GPU"),
        Check(
            "gpu.nvidia.driver", Health.OK, "driver 560.35, /usr/lib/libnvidia-ml.so.1"
        ),
        Check("gpu.nvidia", Health.OK, "NVIDIA GeForce RTX 4090 (0000:01:00.0)"),
    )


def computer(root: Path, look=sources, cost=COST) -> Computer:
    where = folders(root)
    autostart = XdgAutostart(where.autostart_dir, ("/usr/bin/true",), {})
    return Computer(where, autostart, look, lambda _at_s: cost, root)


def lived_in(root: Path, size_bytes: int = 43_000_000) -> None:
    """Make it a computer that starts traintray at login and has a history on the
    disk: as long as that, and of no blocks.
    """
    computer(root).autostart.enable()
    file = folders(root).archive_file
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as made:
        made.truncate(size_bytes)


def page(root: Path, theme: Theme = LIGHT, **settings: object) -> SettingsPage:
    """A page whose user has chosen `settings`."""
    chosen = Chosen(folders(root).settings_file)
    if settings:
        chosen.change(settings)
    made = SettingsPage(theme, chosen, computer(root))
    chosen.setParent(made)
    return made
