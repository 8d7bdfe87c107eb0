"""The Google app's state: searches, saved pages, the open tab."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.value import Value, value

PACKAGE = "com.google.android.googlequicksearchbox"
ID = PACKAGE + ":id/"
MAIN = PACKAGE + ".SearchActivity"
#: Where a search is typed, and the text field there.
QUERY_ENTRY = (
    "com.google.android.googlequicksearchbox/com.google.android.apps.gsa.queryentry.QueryEntryActivity"
)
QUERY_FIELD = "query"
QUERY = QUERY_ENTRY.partition("/")[2]
#: The results of a search: its argument.
RESULTS = "com.google.android.apps.search.googleapp.activity.GoogleAppActivity"
SETTINGS = "com.google.android.apps.gsa.velvet.ui.settings.PublicSettingsActivity"
PageName = Literal["home", "search", "saved", "query", "results", "settings"]
OverlayName = Literal["", "clear", "forget", "account"]
TABS: tuple[PageName, ...] = ("home", "search", "saved")
RECENT_LIMIT, TEXT_LIMIT = 50, 200


@value
class Google(Value):
    """The app's state.

    Attributes:
        page: the tab of the first screen.
        query: the text in the search field.
        recent: searches, newest first.
        saved: addresses of saved pages, newest first.
        history: whether searches are kept.
        discover: whether the home tab has stories.
        about: the search in the open dialog.
    """

    page: PageName = "home"
    query: str = ""
    recent: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    history: bool = True
    discover: bool = True
    overlay: OverlayName = ""
    about: str = ""
