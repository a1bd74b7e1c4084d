"""What holds for every notification, whatever it says."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from core.telling.test_run_ends import died, proof, record
from traintray.core.archive.records import Outcome
from traintray.core.detection.gpu_losses import LostGpu
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.verdict import Severity
from traintray.core.runs import outcome
from traintray.core.telling.telling import Telling
from traintray.core.telling.wishes import Wishes
from traintray.platform.note import Urgency
from traintray.ui.notifier import Notifier
from ui.episode_frames import at, well
from ui.parts import WALL_S
from ui.test_notifier import FakeBus, FakeDaemon

NO_MEMORY = died(how=Outcome.OUT_OF_MEMORY, reason=outcome.OUT_OF_MEMORY)
LOST = LostGpu("GPU-1", "NVIDIA RTX Fake", "00000000:01:00.0", WALL_S, ("train.py",))
MOST_BUTTONS = 3


def shown(act):
    """Return the one note that comes of what `act` does to a notifier."""
    bus, daemon = FakeBus(), FakeDaemon()
    notifier = Notifier(Telling(Wishes()), bus, wire=daemon.wired)
    notifier.is_looked_at = lambda: False
    bus.connected.emit()
    notifier.show_frame(well(0))
    act(notifier)
    notifier.show_frame(well(1))
    (note,) = daemon.shown.values()
    return note


def of_a_tip(severity):
    bus, daemon = FakeBus(), FakeDaemon()
    notifier = Notifier(Telling(Wishes()), bus, wire=daemon.wired)
    bus.connected.emit()
    notifier.show_frame(at(0, kind="swapping", severity=severity))
    (note,) = daemon.shown.values()
    return note


def of_ends(*records):
    def end(notifier):
        for one in records:
            notifier._telling.end(one, is_looked_at=False)

    return shown(end)


def of_a_lost_gpu():
    bus, daemon = FakeBus(), FakeDaemon()
    notifier = Notifier(Telling(Wishes()), bus, wire=daemon.wired)
    bus.connected.emit()
    notifier.show_frame(replace(well(0), lost_gpus=(LOST,)))
    (note,) = daemon.shown.values()
    return note


NOTES = {
    "tip": lambda: of_a_tip(Severity.ATTENTION),
    "critical tip": lambda: of_a_tip(Severity.CRITICAL),
    "lost GPU": of_a_lost_gpu,
    "finished": lambda: of_ends(record()),
    "died": lambda: of_ends(died()),
    "no memory": lambda: of_ends(NO_MEMORY),
    "several": lambda: of_ends(record(key="1-1"), died(key="2-2")),
    "several, no memory": lambda: of_ends(
        record(key="1-1"), replace(NO_MEMORY, identity="boot/2-2")
    ),
    "helped": lambda: shown(lambda n: n.proved(proof("helped"))),
    "slower": lambda: shown(lambda n: n.proved(proof("slower"))),
    "notice": lambda: shown(lambda n: n.notify("close", "Still here", "In the tray.")),
}


@pytest.mark.parametrize("name", NOTES)
def test_a_click_on_the_text_has_a_button_that_does_the_same(qapp, name):
    """Some servers take no click on the text, others hide it behind a menu."""
    actions = NOTES[name]().actions
    default, *buttons = actions

    assert default.key == "default"
    assert default.label in [button.label for button in buttons]
    assert len(buttons) <= MOST_BUTTONS


@pytest.mark.parametrize("name", NOTES)
def test_only_want_of_memory_swapping_and_a_lost_gpu_are_critical(qapp, name):
    """Critical ones break through "do not disturb" and never go by themselves."""
    urgency = NOTES[name]().urgency
    if name in ("critical tip", "lost GPU", "no memory", "several, no memory"):
        assert urgency is Urgency.CRITICAL
    else:
        assert urgency is (Urgency.LOW if name == "notice" else Urgency.NORMAL)


def test_only_rules_about_memory_that_runs_out_can_be_critical():
    folder = Path(rules.__file__).parent
    loud = {f.stem for f in folder.glob("*.py") if "Severity.CRITICAL" in f.read_text()}

    assert loud == {"swapping", "memory_growth"}


APP = Path(rules.__file__).parents[2]
NEVER = [
    ("*.py", r"\.showMessage\(", "cannot be clicked; without a tray it says nothing"),
    ("*.py", r"QSound|QtMultimedia|sound-(name|file)", "no sounds of our own"),
    ("*.py", r"\"Inhibit", "servers hold back by themselves what they should"),
    ("ui/tray*.py", r"\.(popup|exec)\(", "the panel draws the menu, on Wayland too"),
    ("ui/tray.py", r"_icon\.isVisible\(", "it is True without a tray"),
]


@pytest.mark.parametrize(("files", "pattern", "why"), NEVER)
def test_what_does_not_work_on_desktops_is_not_called(files, pattern, why):
    guilty = [
        str(path.relative_to(APP))
        for path in sorted(APP.rglob(files))
        if re.search(pattern, path.read_text())
    ]

    assert guilty == [], why
