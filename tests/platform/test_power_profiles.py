"""Power profiles over a real bus, held by a service that follows a script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from traintray.core.live_knobs.live_knob import Power
from traintray.core.sentence import Sentence
from traintray.platform.power_profiles import PowerProfiles

SCRIPT = Path(__file__).with_name("power_service.py")
NEW = ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles")
OLD = ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles")


class Bus:
    """A bus of its own; services are started on it."""

    def __init__(self, folder):
        self.address = f"unix:path={folder}/bus"
        daemon = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        self._running = [
            subprocess.Popen(
                [*daemon, f"--address={self.address}"],
                stdout=subprocess.PIPE,
                text=True,
            )
        ]
        self._running[0].stdout.readline()

    def serve(self, name, path):
        service = subprocess.Popen(
            [sys.executable, str(SCRIPT), self.address, name, path],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._running.append(service)
        assert service.stdout.readline() == "ready\n"
        return service

    def choose_by_hand(self, name, path, profile):
        with open_dbus_connection(self.address) as connection:
            address = DBusAddress(path, bus_name=name, interface=name)
            call = new_method_call(address, "ChooseByHand", "s", (profile,))
            connection.send_and_get_reply(call, timeout=5)

    def end(self):
        for process in reversed(self._running):
            process.kill()
            process.communicate()


@pytest.fixture
def bus(tmp_path, monkeypatch):
    made = Bus(tmp_path)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", made.address)
    yield made
    made.end()


@pytest.fixture
def profiles():
    made = PowerProfiles()
    yield made
    made.close()


@pytest.mark.parametrize("service", [NEW, OLD], ids=["new name", "old name"])
def test_a_hold_changes_the_profile_until_it_is_released(bus, profiles, service):
    bus.serve(*service)
    everything = ("power-saver", "balanced", "performance")
    resting = Power("balanced", everything, "high-operating-temperature")
    assert profiles.power() == resting

    cookie = profiles.hold("performance", "Training: train.py")
    assert profiles.power().active == "performance"
    assert profiles.is_held(cookie)

    profiles.release(cookie)
    assert not profiles.is_held(cookie)
    assert profiles.power() == resting


def test_of_two_holds_each_is_released_alone(bus, profiles):
    bus.serve(*NEW)
    one = profiles.hold("performance", "Training: a.py")
    two = profiles.hold("performance", "Training: a.py")

    profiles.release(one)

    assert not profiles.is_held(one)
    assert profiles.is_held(two)
    assert profiles.power().active == "performance"


def test_a_profile_chosen_by_hand_ends_the_hold_and_stays(bus, profiles):
    bus.serve(*NEW)
    cookie = profiles.hold("performance", "Training: train.py")

    bus.choose_by_hand(*NEW, "power-saver")

    assert not profiles.is_held(cookie)
    profiles.release(cookie)
    assert profiles.power().active == "power-saver"


def test_the_hold_of_another_program_is_not_taken_for_ours(bus, profiles):
    bus.serve(*NEW)
    cookie = profiles.hold("performance", "Training: train.py")
    bus.choose_by_hand(*NEW, "balanced")
    other = PowerProfiles()
    other.hold("performance", "Training: train.py")

    assert not profiles.is_held(cookie)

    other.close()


def test_a_hold_ends_with_our_connection(bus, profiles):
    bus.serve(*NEW)
    other = PowerProfiles()
    other.hold("performance", "Training: train.py")
    assert profiles.power().active == "performance"

    other.close()

    assert profiles.power().active == "balanced"


def test_a_refusal_is_an_error_with_its_words(bus, profiles):
    bus.serve(*NEW)

    with pytest.raises(OSError, match="no such profile"):
        profiles.hold("balanced", "Training: train.py")


def test_a_service_that_ends_takes_its_holds_along_and_may_come_back(bus, profiles):
    service = bus.serve(*NEW)
    cookie = profiles.hold("performance", "Training: train.py")
    service.kill()
    service.wait()

    with pytest.raises(OSError, match="PowerProfiles"):
        profiles.is_held(cookie)
    assert isinstance(profiles.power(), Sentence)

    bus.serve(*OLD)
    assert profiles.power().active == "balanced"
    assert not profiles.is_held(cookie)


def test_without_a_service_or_a_bus_that_is_said(bus, profiles, monkeypatch, tmp_path):
    assert profiles.power() == "no power-profile service answers here"

    nowhere = PowerProfiles()
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert nowhere.power() == "no power-profile service answers here"
    with pytest.raises(FileNotFoundError):
        nowhere.hold("performance", "Training: train.py")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "nonsense")
    assert isinstance(PowerProfiles().power(), Sentence)
