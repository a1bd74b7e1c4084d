"""The settings property as desktops write it; see the XSETTINGS specification 0.5."""

from __future__ import annotations

import struct

import pytest

from traintray.platform.xsettings import parse


def packed(settings, order="<"):
    """Write a property as a settings manager does."""
    body = b""
    for name, value in settings.items():
        kind = {int: 0, str: 1, tuple: 2}[type(value)]
        raw = name.encode()
        body += struct.pack(f"{order}BxH", kind, len(raw)) + raw + padding(raw)
        body += struct.pack(f"{order}I", 7)
        if kind == 0:
            body += struct.pack(f"{order}i", value)
        elif kind == 1:
            text = value.encode()
            body += struct.pack(f"{order}I", len(text)) + text + padding(text)
        else:
            body += struct.pack(f"{order}4H", *value)
    head = struct.pack(f"{order}B3xII", int(order == ">"), 3, len(settings))
    return head + body


def padding(raw):
    return b"\0" * (-len(raw) % 4)


SETTINGS = {
    "Net/ThemeName": "Greybird-dark",
    "Net/DoubleClickTime": -400,
    "Gtk/Colour": (1, 2, 3, 4),
    "Gtk/FontName": "Noto Sans 11",
}
READ = {name: value for name, value in SETTINGS.items() if name != "Gtk/Colour"}


@pytest.mark.parametrize("order", ["<", ">"])
def test_texts_and_numbers_are_read_in_either_byte_order(order):
    assert parse(packed(SETTINGS, order)) == READ


def test_what_is_cut_off_ends_the_settings():
    whole = packed(SETTINGS)
    for size in range(len(whole)):
        found = parse(whole[:size])
        assert found.keys() <= READ.keys()
    assert parse(packed(SETTINGS)[:60]) == {"Net/ThemeName": "Greybird-dark"}


def test_a_kind_that_nobody_knows_ends_the_settings():
    unknown = bytearray(packed(SETTINGS))
    unknown[12] = 9

    assert parse(bytes(unknown)) == {}


def test_an_empty_property_holds_nothing():
    assert parse(b"") == {}
