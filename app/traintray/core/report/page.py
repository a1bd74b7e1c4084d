"""The whole report: one HTML page that needs nothing beside it."""

from __future__ import annotations

import time

from traintray import __version__, assets
from traintray.core.archive.reading import ArchiveReader
from traintray.core.archive.records import RunRecord
from traintray.core.export.order import UNWATCHED, Watch
from traintray.core.report.drawing import Drawing
from traintray.core.report.head import head
from traintray.core.report.markup import Markup, joined, tag
from traintray.core.report.panels import panels
from traintray.core.report.story import Story, gather
from traintray.core.report.tables import comparison, figures
from traintray.core.report.tips import tips
from traintray.core.report.wording import Wording, moment

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
"""A browser that reads this page loads nothing and runs no script, whatever a name
in it looks like.
"""


def report(
    reader: ArchiveReader,
    run: RunRecord,
    language: str,
    made_at_s: float,
    watch: Watch = UNWATCHED,
) -> str:
    """Return the report of a run as an HTML page, in `en` or `zh_CN`.

    `made_at_s`: seconds since 1970, shown at its foot. `watch` hears how far it is.
    Memory is told in the units that were chosen. Raises ArchiveError, CancelledError.
    """
    words = Wording(language)
    watch.step(0.0)
    story = gather(reader, run, watch)
    title = words.say("title", name=run.name, number=str(run.number))
    top = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content=f"traintray {__version__}"),
        tag("title", title),
        tag("style", Markup(assets.read_text("report/report.css"))),
    )
    parts = (
        head(story, words),
        _graphs(story, words),
        tips(story, words),
        comparison(story, words),
        figures(story, words),
        _foot(words, made_at_s),
    )
    body = tag("main", *(part for part in parts if part is not None))
    spoken = language.replace("_", "-")
    page = tag("html", top, tag("body", body), lang=spoken)
    watch.step(1.0)
    return f"<!doctype html>\n{page}\n"


def _graphs(story: Story, words: Wording) -> Markup:
    rows = panels(story, words)
    if not rows:
        about, drawn = words.say("graph.nothing"), joined()
    else:
        about, drawn = _resolution(story, words), Drawing(story, rows, words).markup()
    title = tag("h2", words.say("graph.head"))
    lead = tag("p", about, class_="about")
    return tag("section", title, lead, drawn, class_="over-time")


def _resolution(story: Story, words: Wording) -> str:
    bucket_s = max(part.bucket_s for part in story.slices.values())
    if bucket_s <= 0:
        return words.say("graph.about")
    return words.say("graph.about_buckets", length=words.duration(bucket_s))


def _foot(words: Wording, made_at_s: float) -> Markup:
    zone = time.strftime("%Z", time.localtime(made_at_s))
    program = f"traintray {__version__}"
    said = (
        words.say("made", program=program, when=moment(made_at_s)),
        words.say("times_of", zone=zone),
        words.say("complete"),
    )
    return tag("footer", tag("p", " ".join(said)))
