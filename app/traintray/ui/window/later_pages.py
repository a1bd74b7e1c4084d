"""Makes the pages that few windows show; they are imported when they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from traintray.core.history.store import Store
from traintray.ui.archive_desk import ArchiveDesk
from traintray.ui.theme import Theme
from traintray.ui.window.late_page import LatePage
from traintray.ui.window.page import (
    ADVICE,
    HISTORY,
    KNOBS,
    LIBRARY,
    LIVE,
    RUNS,
    SETTINGS,
    Page,
)

if TYPE_CHECKING:
    from traintray.ui.live_thread import LiveThread
    from traintray.ui.window.knobs.env_copy import EnvCopy
    from traintray.ui.window.pages.history import HistoryPage
    from traintray.ui.window.pages.knobs import KnobsPage
    from traintray.ui.window.pages.library import LibraryPage
    from traintray.ui.window.pages.runs import RunsPage


@dataclass(frozen=True, slots=True)
class LaterPages:
    """The pages, each made when it is first looked at."""

    runs: LatePage[RunsPage]
    library: LatePage[LibraryPage]
    knobs: LatePage[Page]
    history: LatePage[HistoryPage]
    settings: LatePage[Page]

    def open_planner(self, open_page: Callable[..., None]) -> None:
        """Go to the planner, which is a part of the library."""
        open_page(LIBRARY)
        self.library.made.open_strategy("distributed", planner=True)

    def open_article(self, open_page: Callable[..., None], strategy: str) -> None:
        """Go to a strategy of the library."""
        open_page(LIBRARY)
        self.library.made.open_strategy(strategy)

    def in_order(self, live: Page, advice: Page) -> dict[str, Page]:
        """Return all pages by their names, in the order of the sidebar."""
        return {
            LIVE: live,
            RUNS: self.runs,
            ADVICE: advice,
            LIBRARY: self.library,
            KNOBS: self.knobs,
            HISTORY: self.history,
            SETTINGS: self.settings,
        }


def later_pages(
    store: Store,
    desk: ArchiveDesk | None,
    open_page: Callable[..., None],
    theme: Theme,
) -> LaterPages:
    """Return the pages, which lead to others by `open_page`."""
    advice, live = partial(open_page, ADVICE), partial(open_page, LIVE)
    return LaterPages(
        LatePage(partial(runs_page, store, desk, advice, live), theme),
        LatePage(partial(library_page, store, partial(open_page, KNOBS)), theme),
        LatePage(lambda _: Page(), theme),
        LatePage(partial(history_page, desk), theme),
        LatePage(lambda _: Page(), theme),
    )


def history_page(desk: ArchiveDesk | None, theme: Theme) -> HistoryPage:
    """Return the page of the past."""
    from traintray.ui.window.pages.history import HistoryPage

    return HistoryPage(theme, desk)


def knobs_page(
    turned: tuple[EnvCopy, LiveThread | None],
    desk: ArchiveDesk | None,
    written: Callable[[], None],
    theme: Theme,
) -> KnobsPage:
    """Return the page of what can be changed: in the env file, and of a run by a
    thread; a recording has none. `written`: the page has changed the file.
    """
    from traintray.ui.window.pages.knobs import KnobsPage

    copy, live = turned
    page = KnobsPage(theme, copy, desk, live)
    page.file_changed.connect(written)
    return page


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


def library_page(
    store: Store, show_knobs: Callable[[], None], theme: Theme
) -> LibraryPage:
    """Return the page of the strategies, which leads to the knobs."""
    from traintray.ui.window.pages.library import LibraryPage

    page = LibraryPage(theme, store)
    page.knobs_requested.connect(show_knobs)
    return page
