"""The page in a real browser: it draws, complains of nothing and fetches nothing."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from core.report.reported import rich_archive
from traintray.core.report.page import report

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.timeout(180),
]
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
    *("--no-first-run", "--disable-background-networking", "--disable-extensions"),
    *("--disable-component-update", "--disable-sync", "--enable-logging=stderr"),
)
_OWN = ("chrome:", "chrome-extension:", "devtools:", "data:", "about:")


class Visit:
    """What a browser did and said while it showed a page."""

    def __init__(self, page: str, folder, *more: str) -> None:
        path, log = folder / "page.html", folder / "net.json"
        path.write_text(page, encoding="utf-8")
        done = subprocess.run(
            [
                str(CHROMIUM),
                *QUIET,
                f"--user-data-dir={folder / 'profile'}",
                f"--log-net-log={log}",
                *more,
                path.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        self.dom = done.stdout
        self.console = [ln for ln in done.stderr.splitlines() if "CONSOLE" in ln]
        self.requests = _requests(json.loads(log.read_text()), path.as_uri())


def _requests(log, page):
    """Addresses that the page asked for; the browser asks some on its own account."""
    started = log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    found = set()
    for event in log["events"]:
        parameters = event.get("params", {})
        if event["type"] == started and "url" in parameters:
            url, initiator = parameters["url"], parameters.get("initiator", "")
            if "not an origin" not in initiator and not url.startswith(_OWN):
                found.add(url)
    return found - {page}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_browser_has_nothing_to_complain_of_and_fetches_nothing(tmp_path, language):
    archive = rich_archive()
    picture = tmp_path / "page.png"
    page = report(archive, archive.run(2), language, 1_780_009_999.0)

    visit = Visit(page, tmp_path, "--dump-dom")

    assert visit.console == []
    assert visit.requests == set()
    assert 'class="graphs"' in visit.dom
    Visit(page, tmp_path, f"--screenshot={picture}", "--window-size=1120,2000")
    assert picture.stat().st_size > 50_000


def test_a_page_that_does_so_would_be_noticed(tmp_path):
    page = (
        "<!doctype html><img src='http://127.0.0.1:9/x.png'>"
        "<script>console.error('oh')</script>"
    )

    visit = Visit(page, tmp_path, "--dump-dom")

    assert visit.requests == {"http://127.0.0.1:9/x.png"}
    assert any("oh" in line for line in visit.console)
