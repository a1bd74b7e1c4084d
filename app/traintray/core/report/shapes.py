"""State shapes as SVG, and chips: the shape says it, the colour repeats it."""

from __future__ import annotations

from traintray.core.report.markup import Markup, joined, tag
from traintray.core.report.wording import Wording

OK, ATTENTION, CRITICAL, WAITING = "ok", "attention", "critical", "waiting"


def shape(state: str, size: float = 12) -> Markup:
    """Return the shape of a state, `size` pixels wide."""
    inside = {
        ATTENTION: _triangle,
        CRITICAL: _octagon,
        OK: _check,
    }.get(state, _clock)()
    box: dict[str, str | float] = {
        "width": size,
        "height": size,
        "viewBox": "0 0 16 16",
    }
    return tag("svg", inside, class_=f"shape {state}", aria_hidden="true", **box)


def chip(state: str, text: str) -> Markup:
    """Return a shape with two or three words, tinted where something needs doing."""
    return tag("span", shape(state), text, class_=f"chip {state}")


def state_of(severity: str) -> str:
    """Return the state that a severity is shown as."""
    return severity if severity in (ATTENTION, CRITICAL) else WAITING


def verdict_chip(kind: str, severity: str | None, words: Wording) -> Markup:
    """Return the chip of a verdict; `severity` is None for one that is no finding."""
    if severity is not None:
        return chip(state_of(severity), words.chip(kind))
    return chip(OK if kind == "clear" else WAITING, words.chip(kind))


def mark() -> Markup:
    """Return the program's sign: two bars standing in a tray."""
    bars = (
        ("tray", 2, 28, 28, 2),
        ("tray", 2, 20, 2, 8),
        ("tray", 28, 20, 2, 8),
        ("track", 6, 3, 9, 3),
        ("cpu", 6, 6, 9, 20),
        ("track", 17, 3, 9, 8),
        ("gpu", 17, 11, 9, 15),
    )
    drawn = (
        tag("rect", class_=kind, x=x, y=y, width=width, height=height)
        for kind, x, y, width, height in bars
    )
    box: dict[str, str | float] = {"width": 20, "height": 20, "viewBox": "0 0 32 32"}
    return tag("svg", *drawn, class_="mark", aria_hidden="true", **box)


def _triangle() -> Markup:
    body = tag("path", class_="body", d="M8 1.6L15 14.2H1Z", stroke_linejoin="round")
    return joined(body, _call("M8 6V10", 12.2))


def _octagon() -> Markup:
    body = tag(
        "path", class_="body", d="M5.1 1H10.9L15 5.1V10.9L10.9 15H5.1L1 10.9V5.1Z"
    )
    return joined(body, _call("M8 4.2V8.8", 11.5))


def _call(stroke: str, dot_y: float) -> Markup:
    """Return the exclamation mark inside a shape."""
    line = tag("path", class_="on", d=stroke, stroke_linecap="round")
    return joined(line, tag("circle", class_="dot", cx=8, cy=dot_y, r=1))


def _check() -> Markup:
    return joined(_ring(), tag("path", class_="ring", d="M5 8.3L7.2 10.4L11 5.9"))


def _clock() -> Markup:
    return joined(_ring(), tag("path", class_="ring", d="M8 4.8V8L10 9.3"))


def _ring() -> Markup:
    return tag("circle", class_="ring", cx=8, cy=8, r=6.3)
