"""Makes the pages that few windows show; they are imported when they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from traintray.core.history.store import Store
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import Theme

if TYPE_CHECKING:
    from traintray.ui.window.pages.history import HistoryPage
    from traintray.ui.window.pages.runs import RunsPage


def history_page(desk: ArchiveDesk | None, theme: Theme) -> HistoryPage:
    """Return the page of the past."""
    from traintray.ui.window.pages.history import HistoryPage

    return HistoryPage(theme, desk)


def runs_page(
    store: Store,
    desk: ArchiveDesk | None,
    show_advice: Callable[[str], None],
    show_live: Callable[[], None],
    theme: Theme,
) -> RunsPage:
    """Return the page of the runs, which leads to the advice on one and to Live."""
    from traintray.ui.window.pages.runs import RunsPage

    page = RunsPage(theme, store, desk)
    page.advice_requested.connect(show_advice)
    page.live_requested.connect(show_live)
    return page
