"""Screen of the browser: new-tab page, web pages, suggestions while an address is typed, menu."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.handlers.translating import offer
from bmoca_gym.handset.apps.chrome.screens import bars, page, translating
from bmoca_gym.handset.apps.chrome.state import (
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    ID,
    NEW_TAB,
    SETTINGS,
    Bookmark,
    Chrome,
    Tab,
    Visit,
)
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.browser import Suggestion, suggested
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.sites import image, site_mark
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import dialog_card, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, memo
from bmoca_gym.handset.web.view import Shown

_TILES, _SUGGESTIONS = 8, 6
#: The pages that the new tab's page speaks of.
_STORIES = (
    "news.example/harbour-library", "recipes.example/lentil-soup", "trails.example/lighthouse-walk",
    "garden.example/bees",
)  # fmt: skip


# A new tab


@memo(64)
def top_sites(visits: tuple[Visit, ...], locale: str) -> tuple[tuple[str, str], ...]:
    """The (address, name) of the tiles: the most visited sites, then the app's default ones."""
    counts: dict[str, int] = {}
    for visit in visits:
        counts[visit.address] = counts.get(visit.address, 0) + 1
    titles = {visit.address: visit.title for visit in visits}
    most = sorted(counts, key=lambda address: -counts[address])
    found = [(address, titles[address]) for address in most if not web.query_of(address)]
    for name, known in web.pages(locale).items():
        if name.endswith("/"):  # the front pages
            found.append((f"https://{name}", known.site))
    by_address: dict[str, str] = {}
    for address, title in found:
        by_address.setdefault(address, title)
    return tuple(by_address.items())[:_TILES]


def _tile(res: Resources, address: str, name: str) -> Element:
    return Column(
        Stack(site_mark(address, 32), width=48, height=48, radius=24, background=res.colors.raised, align="center",
              justify="center", id=ID + "tile_view_icon_background",
              class_name="android.view.View"),
        Text(name, 12, res.colors.text, lines=2, align="center", id=ID + "tile_view_title"),
        width=FILL, pad=(2, 8), gap=6, align="center", tap=do(browsing.load, address), description=name,
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


@component(64)
def _story(res: Resources, name: str) -> Element:
    c = res.colors
    shown = web.pages(res.locale)[name]
    picture = (image(shown.image, width=96, height=72),) if shown.image else ()
    return Row(
        Column(
            Text(shown.title, 16, c.text, 500, lines=3, id=ID + "card_title"),
            Text(web.host_of("https://" + name), 12, c.secondary),
            grow=1, gap=6, class_name="",
        ),
        *picture,
        width=FILL, pad=(16, 12), gap=16, align="center", tap=do(browsing.load, f"https://{name}"),
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _new_tab(res: Resources, sites: tuple[tuple[str, str], ...]) -> Element:
    c = res.colors
    hint = res.string("chrome.search_or_type")
    # A text field to who reads the screen, as the app's own is.
    box = Row(
        Icon("search", 20, c.secondary, class_name=""),
        Text(hint, 16, c.secondary, grow=1, height=48, id=ID + "search_box_text", class_name=bars.EDIT_TEXT,
             tap=do(browsing.edit_address)),
        width=FILL, height=48, pad=(16, 0), gap=12, align="center", background=c.raised, radius=24,
        id=ID + "search_box",
    )  # fmt: skip
    columns = 4 if res.width < 600 else 8
    tiles = Grid(
        *[_tile(res, address, name) for address, name in sites], columns=columns, width=FILL,
        id=ID + "mv_tiles_layout",
    )  # fmt: skip
    stories = [_story(res, name) for name in _STORIES]
    parts = (tiles,) if bars.is_tablet(res) else (box, Spacer(width=1, height=12), tiles)
    return scrolling(
        Column(
            Column(*parts, width=FILL, pad=(16, 12), class_name=""),
            Text(res.string("chrome.discover"), 14, c.secondary, 500, pad=(16, 12, 16, 4), id=ID + "header_title"),
            *stories, Spacer(width=1, height=24),
            width=min(res.width, 720), class_name="",
        ),
        key="new_tab", pad=(max(0, (res.width - 720) / 2), 0), id=ID + "feed_stream_recycler_view",
    )  # fmt: skip


# The screen


def screen(
    res: Resources, dark: bool, tab: Tab, names: tuple[tuple[int, str], ...], homepage: bool, starred: bool,
    sites: tuple[tuple[str, str], ...], shown_page: Shown | None, finding: bool, find: str, at: int, matches: int,
    target: str, focus: str,
) -> Element:  # fmt: skip
    """The current tab. ``names``: id and title of all tabs; ``find``: the text to find in the page while ``finding``.

    ``shown_page``: of a page in a file; ``matches``: how often the text to find is in the page; ``target``: the
    language that the bar for translations offers; ``focus``: the field that has it.
    """
    res = look(res, dark)
    if tab.entry.address != NEW_TAB:
        shown = page.body(res, tab, find if finding else "", at, shown_page, focus)
    else:
        shown = page.incognito(res) if tab.incognito else _new_tab(res, sites)
    if finding:
        count = matches
        bar = bars.find_bar(res, find, focus == "find", at, count)
    else:
        bar = bars.toolbar(res, tab, len(names), homepage, starred)
    strip = (bars.tab_strip(res, names, tab.id, tab.incognito),) if bars.is_tablet(res) else ()
    if target and not finding:
        shown = Column(
            shown, translating.bar(res, tab.entry.language, target), width=FILL, grow=1, class_name=""
        )
    return _window(res, *strip, bar, shown, strip=bool(strip))


def _window(res: Resources, *parts: Element, strip: bool = False) -> Element:
    c = res.colors
    line = Spacer(width=FILL, height=1, background=c.divider)
    head, shown = parts[:-1], parts[-1]
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT, background=c.raised if strip else None),
        Column(*head, width=FILL, id=ID + "control_container", class_name="android.widget.FrameLayout"),
        line, shown,
        width=FILL, height=FILL, background=c.background, id=ID + "coordinator", class_name="android.view.ViewGroup",
    )  # fmt: skip


# While an address is typed


def suggestions(state: Chrome, locale: str) -> tuple[Suggestion, ...]:
    """(icon, title, address) of the suggestions below the address bar."""
    tab = state.tab
    visits = () if state.incognito else state.visits
    own = tab.entry.address if tab is not None else NEW_TAB
    return _suggestions(state.typed, state.engine, own, visits, state.bookmarks, locale)


@memo(256)
def _suggestions(
    typed: str, engine: str, own: str, visits: tuple[Visit, ...], bookmarks: tuple[Bookmark, ...], locale: str
) -> tuple[Suggestion, ...]:
    first: tuple[Suggestion, ...] = ()
    if typed.strip():
        address = addresses.address_of(typed, engine)
        query = web.query_of(address)
        first = (("search" if query else "public", typed.strip(), address),)
    elif own != NEW_TAB:
        first = (("edit", addresses.title_of(own, "", locale), own),)
    return tuple(suggested(typed, bookmarks, visits, locale, first, in_english=True)[:_SUGGESTIONS])


def _suggestion(res: Resources, glyph: str, title: str, address: str) -> Element:
    c = res.colors
    below = "" if glyph == "search" else addresses.short_address(address)
    lines = [Text(title, 16, c.text, id=ID + "line_1")]
    if below and below != title:
        lines.append(Text(below, 14, c.accent, id=ID + "line_2"))
    end: tuple[Element, ...] = ()
    if glyph == "edit":
        edit = do(browsing.type_address, address)
        end = (
            icon_button(
                "edit", res.string("chrome.edit_address"), edit, c.secondary, id=ID + "action_button", size=20
            ),
        )
    return Row(
        Icon("public" if glyph == "edit" else glyph, 22, c.secondary, class_name=""),
        Column(*lines, grow=1, gap=1, class_name=""), *end,
        width=FILL, height=56, pad=(20, 0, 8, 0), gap=20, align="center", tap=do(browsing.load, address, True),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def typing(res: Resources, dark: bool, typed: str, offered: tuple[Suggestion, ...]) -> Element:
    """The focused address bar with suggestions."""
    res = look(res, dark)
    rows = [_suggestion(res, *one) for one in offered]
    return _window(
        res,
        bars.typing_bar(res, typed),
        scrolling(*rows, key="suggestions", id=ID + "omnibox_suggestions_dropdown"),
    )


# What opens over it


def menu(res: Resources, dark: bool, tab: Tab, starred: bool) -> Element:
    """The menu of a page."""
    res = look(res, dark)
    c = res.colors
    new = tab.entry.address == NEW_TAB
    forward = tab.at + 1 < len(tab.entries)

    def button(number: str, glyph: str, name: str, tap: Callback, able: bool) -> Element:
        return icon_button(glyph, res.string(f"chrome.{name}"), tap, c.text if able else c.disabled, enabled=able,
                           id=ID + f"button_{number}")  # fmt: skip

    icons = Row(
        button("one", "arrow_forward", "forward", do(browsing.go, 1), forward),
        Spacer(grow=1, height=1),
        bars.star(res, starred, ID + "button_two", not new),
        Spacer(grow=1, height=1),
        button("three", "info_outline", "page_info", do(open_overlay, "info"), not new),
        Spacer(grow=1, height=1),
        button("four", "refresh", "reload", do(browsing.reload), not new),
        width=FILL, height=48, pad=(8, 0), class_name="android.widget.LinearLayout",
    )  # fmt: skip

    def item(name: str, glyph: str, tap: Callback) -> Element:
        return bars.menu_item(res, res.string(f"chrome.{name}"), glyph, tap)

    about_page = () if new else (
        bars.menu_item(res, f"{res.string('system_ui.share')}…", "share", do(browsing.share_page)),
        item("find_in_page", "find_in_page", do(browsing.start_finding)),
        item("translate", "translate", do(offer)),
        bars.menu_item(res, res.string("chrome.desktop_site"), "desktop_windows", do(browsing.switch_desktop),
                       tab.desktop),
    )  # fmt: skip
    return bars.menu_card(
        res,
        *(() if bars.is_tablet(res) else (icons,)),
        item("new_tab", "add_box", do(browsing.new_tab, False)),
        item("new_incognito_tab", "policy", do(browsing.new_tab, True)),
        item("history", "history", do(browsing.show, HISTORY)),
        item("downloads", "download", do(browsing.show, DOWNLOADS)),
        item("bookmarks", "star", do(browsing.show, BOOKMARKS)),
        *about_page,
        item("settings", "settings", do(browsing.show, SETTINGS)),
    )


def info_dialog(res: Resources, dark: bool, tab: Tab) -> Element:
    """A dialog about the connection to the page's site."""
    res = look(res, dark)
    c = res.colors
    secure = tab.entry.address.startswith("https:") and not tab.entry.error
    text = res.string("chrome.secure" if secure else "chrome.not_secure")
    return dialog_card(
        res,
        Text(web.host_of(tab.entry.address), 18, c.text, 500, lines=2, id=ID + "page_info_truncated_url"),
        Row(
            Icon("lock" if secure else "info_outline", 22, c.secondary, class_name=""),
            Text(text, 14, c.text, lines=4, grow=1, id=ID + "page_info_connection_row"),
            width=FILL, gap=16, align="center", pad=(0, 16, 0, 8), class_name="",
        ),
        dismiss=CLOSE, buttons=(text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1"),),
    )  # fmt: skip
