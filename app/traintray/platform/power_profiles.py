"""The power-profile service: `power-profiles-daemon`, or tuned in its place.

On the system bus. A hold ends with our connection, so nothing outlives us.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import count
from typing import Any

from jeepney import DBusAddress, Properties, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import prep_socket

from traintray.core.live_knobs.live_knob import Power
from traintray.core.sentence import Sentence
from traintray.platform.bus_question import answer
from traintray.platform.session_bus import (
    CONNECT_TIMEOUT_S,
    BusConnection,
    Message,
)
from traintray.settings.folders import APP_ID

_SERVICES = (
    DBusAddress(
        "/org/freedesktop/UPower/PowerProfiles",
        bus_name="org.freedesktop.UPower.PowerProfiles",
        interface="org.freedesktop.UPower.PowerProfiles",
    ),
    DBusAddress(
        "/net/hadess/PowerProfiles",
        bus_name="net.hadess.PowerProfiles",
        interface="net.hadess.PowerProfiles",
    ),
)
"""The name since 0.20, then the older one, which newer versions answer to as well."""

_NUMBERS = count(1)
_USUAL_SOCKET = "/run/dbus/system_bus_socket"


class PowerProfiles:
    """Asks the service and holds profiles. For one thread: it waits for answers."""

    def __init__(self) -> None:
        self._bus: BusConnection | None = None
        self._service: DBusAddress | None = None
        self._reasons: dict[int, str] = {}
        """By cookie: how the service lists each hold of ours."""

    def power(self) -> Power | Sentence:
        """Return what the service says; a sentence when there is none here."""
        try:
            found = self._properties()
        except OSError:
            return Sentence("LiveKnobs", "no power-profile service answers here")
        return Power(
            active=str(_value(found, "ActiveProfile", "")),
            profiles=tuple(
                str(_value(one, "Profile", "")) for one in _value(found, "Profiles", [])
            ),
            degraded=str(_value(found, "PerformanceDegraded", "")),
        )

    def hold(self, profile: str, reason: str) -> int:
        """Hold `performance` or `power-saver`; return the cookie. OSError."""
        self._properties()  # finds out which service there is
        # Nothing else tells in the list of holds which of ours is which.
        reason = f"{reason} (PID {os.getpid()}, {next(_NUMBERS)})"
        (cookie,) = self._call("HoldProfile", "sss", (profile, reason, APP_ID))
        self._reasons[int(cookie)] = reason
        return int(cookie)

    def release(self, cookie: int) -> None:
        """Let go of a hold; nothing where it is gone. OSError without an answer."""
        if self.is_held(cookie):
            self._call("ReleaseProfile", "u", (cookie,))
        self._reasons.pop(cookie, None)

    def is_held(self, cookie: int) -> bool:
        """Tell whether the service lists the hold. OSError without an answer."""
        reason = self._reasons.get(cookie)
        if reason is None:
            return False
        holds = _value(self._properties(), "ActiveProfileHolds", [])
        return any(_value(one, "Reason", "") == reason for one in holds)

    def close(self) -> None:
        """End the connection, and with it all holds."""
        if self._bus is not None:
            self._bus.close()
        self._bus, self._service = None, None
        self._reasons.clear()

    def _properties(self) -> Mapping[str, tuple[str, Any]]:
        services = _SERVICES if self._service is None else (self._service,)
        for service in services:
            try:
                (found,) = self._asked(Properties(service).get_all())
            except (TimeoutError, ConnectionError):
                raise
            except OSError:
                self._service = None
                if service is services[-1]:
                    raise
            else:
                self._service = service
                break
        return dict(found)

    def _call(
        self, method: str, signature: str, body: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        return self._asked(new_method_call(self._service, method, signature, body))

    def _asked(self, message: Message) -> tuple[Any, ...]:
        if self._bus is None:
            self._bus = _open_system_bus()
        try:
            return answer(self._bus, message)
        except ConnectionError:
            self.close()
            raise


def _value(found: Mapping[str, tuple[str, Any]], name: str, default: Any) -> Any:
    """Return a property without its type."""
    return found[name][1] if name in found else default


def _open_system_bus() -> BusConnection:
    """Connect to the system bus; OSError when there is none or it refuses us."""
    configured = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", "")
    try:
        address = str(get_bus(configured)) if configured else _USUAL_SOCKET
        return BusConnection(prep_socket(address, timeout=CONNECT_TIMEOUT_S))
    except (RuntimeError, ValueError) as error:  # no address, or not authenticated
        raise OSError(f"the system bus cannot be used: {error}") from error
