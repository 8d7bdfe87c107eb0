"""Browser tabs and the pages in them: what Chrome and Firefox share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from bmoca_gym.handset.kits import local_pages, web, web_dialogs
from bmoca_gym.handset.manifest import Layer, Next, and_then, split
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, radios
from bmoca_gym.handset.value import Callback, Value, replace, value
from bmoca_gym.handset.web import view as web_view
from bmoca_gym.handset.web.view import S, Web


@value
class Entry(Value):
    """A page in a tab's history.

    ``error``: why it could not be loaded, or ""; ``web``: for a page in a file, its view (`web.view.Web`); ``foot``:
    text added at the bottom of the page.
    """

    address: str
    error: str = ""
    web: Any = None
    foot: str = ""


E = TypeVar("E", bound=Entry)


@value
class Tab(Value, Generic[E]):
    """A tab. It shows ``entries[at]``; later entries are its forward history."""

    id: int
    entries: tuple[E, ...] = ()
    at: int = 0

    @property
    def entry(self) -> E:
        """The entry that is shown."""
        return self.entries[self.at]


T = TypeVar("T", bound=Tab[Any])


class Titled(Protocol):
    """A bookmark or a visit."""

    @property
    def title(self) -> str:
        """The page's title."""

    @property
    def address(self) -> str:
        """The page's address."""


class Errors(NamedTuple):
    """What a browser calls the reasons why a page could not be loaded."""

    offline: str
    unknown: str
    failed: str


# A tab's history


def scroll_key(tab: Tab[Any]) -> str:
    """The name of a page's scroll position: each page in a tab's history keeps its own."""
    return f"page:{tab.id}:{tab.at}"


def with_entry(tab: T, entry: Entry) -> T:
    """Replace the entry that the tab shows."""
    return replace(tab, entries=(*tab.entries[: tab.at], entry, *tab.entries[tab.at + 1 :]))


def followed_by(tab: T, entry: Entry) -> T:
    """The tab after going to another page. Its forward history is gone."""
    return replace(tab, entries=(*tab.entries[: tab.at + 1], entry), at=tab.at + 1)


def stepped(tab: T | None, step: int) -> T | None:
    """The tab after a step back (-1) or forward (1) in its history; None if nothing is there."""
    if tab is None or not 0 <= tab.at + step < len(tab.entries):
        return None
    return replace(tab, at=tab.at + step)


def alone(tab: T) -> T:
    """The tab without its history, so that Back leads to the app that opened the page."""
    return replace(tab, entries=(tab.entry,), at=0)


def with_tab(tabs: tuple[T, ...], tab: T) -> tuple[T, ...]:
    """Replace the tab that has the same id."""
    return tuple([tab if old.id == tab.id else old for old in tabs])


# Pages


def page_of(entry: Entry, locale: str) -> web.Page:
    """The page of an existing site, with the text added at its bottom."""
    page = web.page_at(entry.address, locale)
    return page._replace(blocks=(*page.blocks, web.Block("text", entry.foot))) if entry.foot else page


def loaded(
    context: Context, address: str, home: str, errors: Errors, leaves: Callback, owner: str, dark: bool
) -> tuple[str, Web | None]:
    """Load a page. Returns why there is none, or "", and for a page in a file its view in its current state.

    ``home``: address of a new tab's page. For ``leaves``, ``owner`` and ``dark`` see `local_pages.opened`.
    """
    phone = context.phone
    if local_pages.path_at(phone, address):
        if not local_pages.playable():
            return errors.failed, None
        return "", local_pages.opened(phone, address, context.uptime, leaves, owner, dark)
    if address == home:
        return "", None
    if not radios.connection(phone):
        return errors.offline, None
    return "" if web.is_known(address) else errors.unknown, None


def awake(state: S, context: Context, *effects: Callback) -> Next[S]:
    """Advance the page in front, if it is a file, to the phone's clock."""
    shown = state.web
    if shown is None:
        return and_then(state, *effects)
    after, more = split(web_view.changed(state, context, web_view.current(shown, context)))
    return and_then(after, *effects, *more)


# Suggestions


#: A glyph, a title and an address.
Suggestion = tuple[str, str, str]


def suggested(
    typed: str,
    bookmarks: Iterable[Titled],
    visits: Sequence[Titled],
    locale: str,
    first: tuple[Suggestion, ...] = (),
    in_english: bool = False,
) -> list[Suggestion]:
    """Return ``first``, then the bookmarks, visited pages (latest first) and known pages that match what was typed.

    ``in_english``: whether known pages also match by their English titles.
    """
    words = typed.lower().split()
    english = web.pages(web.ENGLISH) if in_english else {}
    known = [("star", mark.title, mark.address, "") for mark in bookmarks]
    known += [("history", visit.title, visit.address, "") for visit in reversed(visits)]
    known += [
        ("public", page.title, f"https://{name}", english[name].title if in_english else "")
        for name, page in web.pages(locale).items()
    ]
    found = {one[2]: one for one in first}
    for glyph, title, address, also in known:
        text = f"{title} {address} {also}".lower()
        if address and all(word in text for word in words):
            found.setdefault(address, (glyph, title, address))
    return [*found.values()]


# The app


def viewed(phone: Phone, package: str, activity: str, handler: Any, address: str) -> Phone:
    """Open an address from an intent. ``handler`` of the app loads it.

    Screens of the app above its first ``activity`` are closed.
    """
    phone = activities.start(phone, f"{package}/{activity}")
    while phone.top.name != activity:
        phone = activities.finish(phone)
    return phone.handled(package, handler, (address,))


def with_dialog(
    windows: tuple[Layer, ...], phone: Phone, shown: Web | None, activity: Activity, ids: web_dialogs.Ids | None = None
) -> tuple[Layer, ...]:  # fmt: skip
    """An activity's windows, plus the dialog of the page in a file that it shows."""
    if shown is None or not web_dialogs.is_open(shown):
        return windows
    return (*windows, *web_dialogs.layers(shown, Context(phone).now.toordinal(), activity.focus, ids))
