"""First screen: stories on the home tab, recent searches, saved pages; and common parts of all screens."""

from __future__ import annotations

from bmoca_gym.handset.apps.google.handlers import (
    ask,
    open_field,
    open_page,
    open_settings,
    search,
    switch_discover,
    switch_saved,
    type_query,
)
from bmoca_gym.handset.apps.google.state import ID, TABS, PageName
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.google_bars import NAME, account_disc, account_menu, letters
from bmoca_gym.handset.kits.navigation import go_to
from bmoca_gym.handset.kits.rails import bottom_bar
from bmoca_gym.handset.kits.sites import image, site_mark
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

#: The pages that the home tab speaks of.
STORIES = (
    "news.example/late-ferry", "recipes.example/lentil-soup", "trails.example/lake", "books.example/",
    "museum.example/",
)  # fmt: skip
_READ_WIDTH = 640  # dp: wider cards look empty
_GLYPHS = ("home", "search", "collections_bookmark")


def readable(res: Resources, *rows: Element, key: str, id: str = "") -> Element:
    """Rows that scroll, in the middle of a wide screen."""
    margin = max(0, (res.width - _READ_WIDTH) / 2)
    return scrolling(*rows, Spacer(width=1, height=16), key=key, pad=(margin, 0), id=id)


def search_row(res: Resources, lead: Element, name: str, *end: Element) -> Element:
    """A search row: icon, text, and an element at the end."""
    return Row(
        lead, Text(name, 18, res.colors.text, grow=1, id=ID + "text"), *end,
        width=FILL, height=56, pad=(20, 0, 4, 0), gap=20, align="center", class_name="",
    )  # fmt: skip


def centered(res: Resources, glyph: str, text: str, *below: Element) -> Element:
    """The message of an empty tab."""
    return Column(
        Icon(glyph, 56, res.colors.disabled, class_name=""),
        Text(text, 16, res.colors.secondary, lines=4, align="center", id=ID + "empty_text"),
        *below, width=FILL, gap=16, align="center", pad=(32, 40), class_name="",
    )  # fmt: skip


def save_button(res: Resources, address: str, saved: bool) -> Element:
    """The button that saves a page, or removes it from the saved ones."""
    c = res.colors
    return icon_button(
        "bookmark" if saved else "bookmark_border", res.string("google.unsave" if saved else "google.save"),
        do(switch_saved, address), c.accent if saved else c.secondary, selected=saved, id=ID + "save_button", size=22,
    )  # fmt: skip


@component(128)
def page_row(res: Resources, name: str, saved: bool) -> Element:
    """A web page: its site, its title and its beginning. ``name``: its address without the scheme."""
    c = res.colors
    shown = web.pages(res.locale)[name]
    address = f"https://{name}"
    words = next((block.text for block in shown.blocks if block.kind == "text"), "")
    site = Row(site_mark(address, 24), Text(web.short_address(address), 12, c.secondary, grow=1, id=ID + "url"),
               width=FILL, gap=12, align="center", class_name="")  # fmt: skip
    texts = Column(
        site, Text(shown.title, 18, c.accent, lines=2, id=ID + "title"),
        Text(words, 14, c.secondary, lines=2, id=ID + "snippet"), grow=1, gap=4, class_name="",
    )  # fmt: skip
    return Row(
        texts, save_button(res, address, saved),
        width=FILL, pad=(16, 12, 4, 12), gap=4, tap=do(open_page, address), id=ID + "result",
    )  # fmt: skip


@component(64)
def _story(res: Resources, name: str, saved: bool) -> Element:
    c = res.colors
    shown = web.pages(res.locale)[name]
    address = f"https://{name}"
    below = Row(
        Text(shown.site, 12, c.secondary, grow=1, id=ID + "publisher"), save_button(res, address, saved),
        width=FILL, pad=(16, 0, 4, 0), align="center", class_name="",
    )  # fmt: skip
    return Column(
        image(res, shown.image, width=FILL, height=min(180, res.height * 0.24)),
        Text(shown.title, 18, c.text, 500, lines=3, pad=(16, 12, 16, 0), width=FILL, id=ID + "title"),
        below, Spacer(width=FILL, height=8, background=c.raised),
        width=FILL, tap=do(open_page, address), id=ID + "card", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def field_box(res: Resources, text: str, tap: Callback, *, hint: bool) -> Element:
    """A box that looks like the search field and opens it. ``hint``: whether ``text`` is a hint."""
    c = res.colors
    return Row(
        Icon("search", 22, c.secondary, class_name=""),
        Text(text, 16, c.secondary if hint else c.text, grow=1, id=ID + "googleapp_search_box_text"),
        width=FILL, height=48, pad=(16, 0), gap=12, align="center", background=c.raised, radius=24, tap=tap,
        id=ID + "googleapp_search_box", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _box(res: Resources) -> Element:
    box = field_box(res, res.string("google.search"), do(open_field), hint=True)
    return Column(box, width=FILL, pad=(16, 4, 16, 12), class_name="")


def _wordmark(res: Resources) -> Element:
    """The name in its colours, or in a single colour in the dark theme."""
    return LeftToRight(
        letters(res, 34), width=FILL, align="center", pad=(16, 8, 16, 12), id=ID + "wordmark",
        description=NAME, class_name="android.widget.ImageView",
    )  # fmt: skip


def home(res: Resources, saved: tuple[str, ...], discover: bool) -> Element:
    """The first tab: the search field, and stories."""
    c = res.colors
    parts: list[Element] = [
        _wordmark(res),
        _box(res),
    ]
    if discover:
        parts.append(Text(res.string("google.discover"), 14, c.secondary, 500, pad=(16, 8), id=ID + "header"))
        parts += [_story(res, name, f"https://{name}" in saved) for name in STORIES]
    else:
        turn_on = text_button(res, res.string("google.turn_on"), do(switch_discover), id=ID + "turn_on")
        parts.append(centered(res, "explore", res.string("google.discover_off"), turn_on))
    return _framed(res, "home", "", readable(res, *parts, key="home", id=ID + "stream"))


def searches(res: Resources, recent: tuple[str, ...], history: bool) -> Element:
    """The tab of past searches."""
    c = res.colors
    parts = [_box(res)]
    if recent:
        parts.append(
            Text(res.string("google.recent"), 14, c.secondary, 500, lines=2, pad=(16, 8), width=FILL)
        )
        parts += [recent_row(res, query, False) for query in recent]
    else:
        text = res.string("google.no_recent" if history else "google.history_off")
        parts.append(centered(res, "history", text))
    body = readable(res, *parts, key="recent", id=ID + "recent_searches")
    return _framed(res, "search", res.string("google.search"), body)


@component(128)
def recent_row(res: Resources, query: str, typing: bool) -> Element:
    """A past search: a tap repeats it, a long press asks whether to forget it. ``typing``: whether it can be edited."""
    c = res.colors
    end: tuple[Element, ...] = ()
    if typing:
        end = (icon_button("north_west", res.string("google.edit_search", query=query), do(type_query, query + " "),
                           c.secondary, size=20, id=ID + "query_builder"),)  # fmt: skip
    row = search_row(res, Icon("history", 22, c.secondary, class_name=""), query, *end)
    return Column(
        row, width=FILL, tap=do(search, query), long_press=do(ask, "forget", query), id=ID + "suggestion",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def saved_pages(res: Resources, saved: tuple[str, ...]) -> Element:
    """The tab of saved pages."""
    names = [address.partition("://")[2] for address in saved]
    rows = [page_row(res, name, True) for name in names]
    if not rows:
        rows = [centered(res, "bookmark_border", res.string("google.no_saved"))]
    body = readable(res, *rows, key="saved", id=ID + "saved_pages")
    return _framed(res, "saved", res.string("google.saved"), body)


def account_sheet(res: Resources) -> Element:
    """The menu of the account's disc."""
    return account_menu(res, ID, NAME)


def _framed(res: Resources, tab: PageName, title: str, body: Element) -> Element:
    """A tab between the title bar and the three tab buttons."""
    gear = icon_button("settings", res.string("google.settings"), do(open_settings), res.colors.secondary,
                       id=ID + "settings_button")  # fmt: skip
    bar = Row(
        Text(title, 20, res.colors.text, 500, grow=1), gear, *((account_disc(res, ID),) if res.material > 2 else ()),
        width=FILL, height=52, pad=(16, 0, 4, 0), align="center", id=ID + "toolbar",
    )  # fmt: skip
    tabs = tuple(
        (res.string(f"google.{name}"), glyph, f"{ID}googleapp_navigation_bar_{name}", do(go_to, name))
        for name, glyph in zip(TABS, _GLYPHS, strict=True)
    )
    return page(res, bar, body, bottom_bar(res, tabs, TABS.index(tab), id=ID + "googleapp_navigation_bar"))
