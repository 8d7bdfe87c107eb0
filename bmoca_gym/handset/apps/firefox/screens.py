"""Firefox's screens: the page of a new tab, web pages, the address bar, tabs, bookmarks, history, the menu."""

from __future__ import annotations

from bmoca_gym.handset.apps.firefox import handlers
from bmoca_gym.handset.apps.firefox.state import (
    ERRORS,
    HOME,
    ID,
    Bookmark,
    Firefox,
    Tab,
    Visit,
)
from bmoca_gym.handset.kits import find_in_page, sites, web
from bmoca_gym.handset.kits.browser import Entry, Suggestion, page_of, scroll_key, suggested
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.kits.sites import site_mark
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    filled_button,
    icon_button,
    page,
    popup_card,
    scrolling,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.linked_text import matches
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do
from bmoca_gym.handset.web.view import Shown, web_view

_VIOLET, _PALE, _PRIVATE = 0xFF592ACB, 0xFFAB71FF, 0xFF25003E
_BUTTON = "android.widget.ImageButton"
_GROUP = "android.view.ViewGroup"
#: Of an element that Compose draws.
_VIEW = "android.view.View"
_IMAGE = "android.widget.ImageView"
_SHORTCUTS, _SUGGESTIONS = 8, 8


def violet(res: Resources) -> int:
    """Firefox's violet, lighter in a dark theme."""
    return _PALE if res.dark else _VIOLET


# A new tab


def _home(res: Resources, bookmarks: tuple[Bookmark, ...], last: tuple[Visit, ...]) -> Element:
    c = res.colors
    sites = [
        (f"https://{name}", known.site) for name, known in web.pages(res.locale).items() if name.endswith("/")
    ]
    tiles = [
        Column(
            Stack(site_mark(address, 36), width=60, height=60, radius=8, background=c.surface, border=c.divider,
                  align="center", justify="center", class_name=""),
            Text(name, 12, c.text, lines=2, align="center", width=FILL, id=ID + "top_site_title"),
            width=FILL, pad=(2, 8), gap=6, align="center", tap=do(handlers.load, address), id=ID + "top_site_item",
            class_name=_GROUP,
        )
        for address, name in sites[:_SHORTCUTS]
    ]  # fmt: skip
    parts: list[Element] = [
        Row(Icon("local_fire_department", 36, 0xFFFF7139, id=ID + "wordmarkLogo"),
            Text("Firefox", 24, c.text, 700, class_name=""),  # a picture without a description
            width=FILL, pad=(16, 20), gap=10, align="center", id=ID + "wordmark"),
        Grid(*tiles, columns=4 if res.width < 600 else 8, width=FILL, id=ID + "top_sites_list",
             class_name="androidx.recyclerview.widget.RecyclerView"),
    ]  # fmt: skip
    for key, rows in (
        ("jump_back", [(visit.address, visit.title) for visit in last]),
        ("recent_bookmarks", [(mark.address, mark.title) for mark in reversed(bookmarks[-4:])]),
    ):
        if rows:
            parts.append(
                Text(res.string(f"firefox.{key}"), 16, c.text, 700, lines=2, width=FILL, pad=(16, 20, 16, 8))
            )
            parts += [_site(res, address, title) for address, title in rows]
    return scrolling(*parts, Spacer(height=24, width=1), key="home", id=ID + "sessionControlRecyclerView",
                     background=c.background)  # fmt: skip


def _private_home(res: Resources) -> Element:
    return Column(
        Icon("theater_comedy", 64, 0xFFFFFFFF),
        Text(res.string("firefox.private_title"), 20, 0xFFFFFFFF, 700, lines=3, align="center", width=FILL),
        Text(res.string("firefox.private_text"), 16, 0xFFE0D0F5, lines=8, align="center", width=FILL),
        width=FILL, grow=1, gap=16, pad=(32, 60), align="center", background=_PRIVATE,
    )  # fmt: skip


def _site(res: Resources, address: str, title: str, end: Element | None = None, id: str = "") -> Element:
    """A page row: with an element at its end in a library list, without one on the new-tab page, which Compose
    draws."""
    c = res.colors
    ids = (ID + "title", ID + "url") if end is not None else ("", "")
    return Row(
        site_mark(address, 32),
        Column(Text(title, 16, c.text, lines=2, id=ids[0]),
               Text(web.short_address(address) or address, 14, c.secondary, id=ids[1]), grow=1, gap=1),
        *(() if end is None else (end,)), width=FILL, pad=(16, 8, 16 if end is None else 4, 8), gap=14, align="center",
        tap=do(handlers.load, address), id=id, class_name=_VIEW if end is None else _GROUP,
    )  # fmt: skip


# Web pages


def _body(res: Resources, tab: Tab, shown: Shown | None, focus: str, wanted: str, at: int) -> Element:
    """The page of a tab. ``wanted``: the text to find in it; ``at``: the match that is looked at."""
    entry = tab.entry
    if entry.error or (shown is None and not web.is_known(entry.address)):
        return _failure(res, entry)
    if shown is not None:
        return Column(web_view(shown, focus, grow=1), width=FILL, grow=1, id=ID + "engineView",
                      class_name="android.widget.FrameLayout")  # fmt: skip
    page = page_of(entry, res.locale)
    found = matches(page.texts, wanted)
    scale = sites.DESKTOP if tab.desktop else 1.0
    blocks: list[Element] = []
    number = 0
    for one in page.blocks:
        tap = do(handlers.load, one.to) if one.to else None
        marks = find_in_page.spans(res, number, found, at)
        blocks.append(sites.block(res, one, violet(res), tap, None, marks, scale, indent=16, item_class=""))
        number += one.kind in sites.TEXTS
    return sites.site_page(res, page, blocks, scale, key=scroll_key(tab), id=ID + "engineView")


def _failure(res: Resources, entry: Entry) -> Element:
    c = res.colors
    error = entry.error or ERRORS.failed
    glyph = "cloud_off" if error == ERRORS.offline else "sentiment_dissatisfied"
    retry = filled_button(res, res.string("firefox.try_again"), do(handlers.reload), id="errorTryAgain")
    retry.background = violet(res)
    return scrolling(
        Icon(glyph, 64, c.secondary), Text(res.string(f"firefox.{error}_title"), 22, c.text, 700, lines=4, width=FILL),
        Text(res.string(f"firefox.{error}_text", host=web.host_of(entry.address) or entry.address), 16, c.secondary,
             lines=None, width=FILL),
        Row(retry, width=FILL), key="failure", gap=16, pad=(24, 40, 24, 24),
    )  # fmt: skip


def _bar(res: Resources, tab: Tab, tabs: int) -> Element:
    """The bottom toolbar: the address, the number of tabs, the menu."""
    c, address = res.colors, tab.entry.address
    ink = 0xFFFFFFFF if tab.private else c.text
    home = address == HOME
    words = Text(
        res.string("firefox.search_or_type") if home else web.short_address(address) or address, 16,
        (0xFFBFA8E0 if tab.private else c.secondary) if home else ink, grow=1, id=ID + "mozac_browser_toolbar_url_view",
    )  # fmt: skip
    lock = (
        "search"
        if home
        else "lock"
        if address.startswith("https:") and not tab.entry.error
        else "info_outline"
    )
    pill = Row(
        Icon(lock, 18, ink, id=ID + "mozac_browser_toolbar_security_indicator"), words,
        grow=1, height=40, pad=(12, 0), gap=8, align="center", radius=8,
        background=0xFF3D1A5E if tab.private else c.raised,
        tap=do(handlers.edit), id=ID + "toolbar", class_name=_GROUP,
    )  # fmt: skip
    counter = Stack(
        Text(res.digits(str(tabs)) if tabs < 100 else "∞", 12, ink, 700, class_name="", align="center", width=22,
             height=22, border=ink, radius=4, pad=(0, 3), id=ID + "counter_text"),
        width=44, height=48, align="center", justify="center", tap=do(handlers.show, "tabs"), id=ID + "counter_root",
        description=res.string("firefox.open_tabs", count=res.digits(str(tabs))),
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Row(
        pill, counter,
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), ink,
                    id=ID + "mozac_browser_toolbar_menu", class_name="android.widget.FrameLayout"),
        width=FILL, height=56, pad=(8, 0, 0, 0), align="center", background=_PRIVATE if tab.private else c.surface,
        id=ID + "toolbarLayout", class_name=_GROUP,
    )  # fmt: skip


def _find_bar(res: Resources, text: str, focused: bool, at: int, count: int, private: bool) -> Element:
    """The search in the page, in place of the toolbar."""
    c = res.colors
    ink, faint = (0xFFFFFFFF, 0xFFBFA8E0) if private else (c.text, c.secondary)
    able = count > 0

    def button(glyph: str, name: str, id: str, tap: Callback, able: bool) -> Element:
        return icon_button(glyph, res.string(f"firefox.{name}"), tap, ink if able else faint, enabled=able, width=44,
                           id=ID + f"find_in_page_{id}_btn", class_name=_BUTTON)  # fmt: skip

    shown = res.digits(f"{at + 1 if able else 0}/{count}") if text else ""
    return Row(
        TextField(text, "find", do(handlers.find), focused=focused, on_submit=do(handlers.find_next, 1), size=16,
                  grow=1, hint=res.string("firefox.find_in_page"), hint_color=faint, color=ink,
                  accent=_PALE if private else violet(res), height=48, id=ID + "find_in_page_query_text"),
        Text(shown, 14, ink if able else 0xFFFF848B if private or res.dark else 0xFFC50042, pad=(6, 0),
             id=ID + "find_in_page_result_text"),
        button("keyboard_arrow_up", "find_previous", "prev", do(handlers.find_next, -1), able),
        button("keyboard_arrow_down", "find_next", "next", do(handlers.find_next, 1), able),
        button("close", "close_find", "close", do(handlers.stop_finding), True),
        width=FILL, height=56, pad=(16, 0, 0, 0), align="center", background=_PRIVATE if private else c.surface,
        id=ID + "findInPageView", class_name=_GROUP,
    )  # fmt: skip


def browser(
    res: Resources, tab: Tab, tabs: int, bookmarks: tuple[Bookmark, ...], last: tuple[Visit, ...], shown: Shown | None,
    focus: str, finding: bool, find: str, at: int, count: int,
) -> Element:  # fmt: skip
    """The tab in front. ``last``: the pages that were seen last; ``shown``: of a page in a file.

    ``find``: the text to find in the page while ``finding``; ``at``: which of its ``count`` matches is looked at.
    """
    if tab.entry.address != HOME:
        body = _body(res, tab, shown, focus, find if finding else "", at)
    else:
        body = _private_home(res) if tab.private else _home(res, bookmarks, last)
    bar = _find_bar(res, find, focus == "find", at, count, tab.private) if finding else _bar(res, tab, tabs)
    if tab.private:
        if tab.entry.address != HOME:  # a page keeps its paper
            body = Column(body, width=FILL, grow=1, background=res.colors.background, class_name="")
        return page(res, body, bar, background=_PRIVATE, bar=_PRIVATE)
    return page(res, body, divider(res), bar)


# The address bar


def suggestions(state: Firefox, locale: str) -> tuple[Suggestion, ...]:
    """Return (glyph, title, address) of each suggestion for the typed text."""
    if not state.typed.strip() or state.typed == state.tab.entry.address:
        return ()
    visits = () if state.private else state.visits
    return tuple(suggested(state.typed, state.bookmarks, visits, locale)[:_SUGGESTIONS])


def typing(res: Resources, typed: str, focused: bool, offered: tuple[Suggestion, ...]) -> Element:
    """The address bar while typing, with suggestions."""
    c = res.colors
    rows = [
        Row(
            Icon(glyph, 22, c.secondary),
            Column(Text(title, 16, c.text, lines=2), Text(web.short_address(address) or address, 14, c.secondary),
                   grow=1, gap=1),
            width=FILL, pad=(16, 10), gap=16, align="center", tap=do(handlers.load, address), class_name=_VIEW,
        )
        for glyph, title, address in offered
    ]  # fmt: skip
    entry = TextField(
        typed, "url", do(handlers.type_address), focused=focused, on_submit=do(handlers.submit), kind="uri",
        hint=res.string("firefox.search_or_type"), hint_color=c.secondary, color=c.text, accent=violet(res), size=16,
        grow=1, pad=(4, 10), id=ID + "mozac_browser_toolbar_edit_url_view",
    )  # fmt: skip
    clear: tuple[Element, ...] = ()
    if typed:
        clear = (icon_button("close", res.string("common.clear_search"), do(handlers.type_address, ""), c.text, size=20,
                             id=ID + "mozac_browser_toolbar_clear_view", class_name=_IMAGE),)  # fmt: skip
    bar = Row(Icon("search", 20, c.secondary), entry, *clear, width=FILL, height=56, pad=(16, 0, 4, 0), gap=10,
              align="center", background=c.surface, id=ID + "toolbar", class_name=_GROUP)  # fmt: skip
    offers = scrolling(*rows, key="suggestions", class_name=_VIEW)
    return page(
        res, bar, divider(res), Column(offers, width=FILL, grow=1, id=ID + "awesome_bar", class_name=_GROUP)
    )


# Tabs, bookmarks, history


def _top(res: Resources, title: str, *ends: Element) -> Element:
    c = res.colors
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.show, "browser"), c.text,
                    class_name=_BUTTON),
        Text(title, 20, c.text, 500, grow=1), *ends,
        width=FILL, height=56, pad=(4, 0), gap=4, align="center", background=c.surface, id=ID + "navigationToolbar",
        class_name=_GROUP,
    )  # fmt: skip


def tabs_tray(res: Resources, tabs: tuple[Tab, ...], current: int, private: bool) -> Element:
    """The list of tabs."""
    c = res.colors
    heads = [
        Column(
            Icon(glyph, 24, violet(res) if one == private else c.secondary, pad=(0, 12)),
            Spacer(width=48, height=3, background=violet(res) if one == private else None),
            grow=1, height=56, align="center", justify="end", tap=do(handlers.show_private, one),
            selected=one == private, description=res.string(f"firefox.{name}"),
        )
        for name, glyph, one in (("normal_tabs", "tab", False), ("private_tabs", "theater_comedy", True))
    ]  # fmt: skip
    rows = [
        Row(
            Icon("home", 28, c.secondary, width=40, height=40) if tab.entry.address == HOME
            else site_mark(tab.entry.address, 40),
            Column(
                Text(handlers.title_of(tab.entry.address, res.locale) or res.string("firefox.homepage"), 16, c.text,
                     lines=2, id=ID + "mozac_browser_tabstray_title"),
                *([] if tab.entry.address == HOME else [
                    Text(web.short_address(tab.entry.address), 14, c.secondary, id=ID + "mozac_browser_tabstray_url")]),
                grow=1, gap=2,
            ),
            icon_button("close", res.string("firefox.close_tab"), do(handlers.close_tab, tab.id), c.text,
                        id=ID + "mozac_browser_tabstray_close", class_name=_BUTTON),
            width=FILL, pad=(16, 10, 4, 10), gap=14, align="center", tap=do(handlers.choose_tab, tab.id),
            selected=tab.id == current, background=c.raised if tab.id == current else None, id=ID + "tab_item",
            class_name=_GROUP,
        )
        for tab in tabs
        if tab.private == private
    ]  # fmt: skip
    if not rows:
        none = res.string(f"firefox.no_{'private' if private else 'open'}_tabs")
        rows = [Row(Text(none, 16, c.secondary, lines=3, grow=1, align="center"), width=FILL, pad=(24, 60))]
    new = Row(
        Icon("add", 24, 0xFFFFFFFF), Text(res.string("firefox.new_tab"), 16, 0xFFFFFFFF, 500),
        height=56, pad=(18, 0, 22, 0), gap=10, radius=16, align="center", background=_VIOLET,
        tap=do(handlers.new_tab, private), id=ID + "new_tab_button", class_name="android.widget.Button",
        description=res.string("firefox.new_tab"),
    )  # fmt: skip
    return page(
        res,
        Row(icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.show, "browser"), c.text,
                        class_name=_BUTTON),
            Row(*heads, grow=1, align="center", id=ID + "tab_layout", class_name="android.widget.HorizontalScrollView"),
            Spacer(width=48, height=1), width=FILL, background=c.surface, align="center", class_name=_GROUP),
        Stack(scrolling(*rows, key="tabs", id=ID + "tray_list_item", pad=(0, 4, 0, 80), height=FILL),
              Row(Spacer(grow=1, height=1), new, width=FILL, pad=(16, 16), class_name=""), width=FILL, grow=1,
              justify="end", class_name=""),
    )  # fmt: skip


def bookmarks_page(res: Resources, bookmarks: tuple[Bookmark, ...]) -> Element:
    """The bookmarks."""
    c = res.colors
    rows = [
        _site(res, mark.address, mark.title,
              icon_button("delete_outline", res.string("firefox.remove"), do(handlers.unmark, mark.address),
                          c.secondary, id=ID + "overflow_menu", class_name=_BUTTON))
        for mark in bookmarks
    ]  # fmt: skip
    body = (
        scrolling(*rows, key="bookmarks", id=ID + "bookmark_list")
        if rows
        else _nothing(res, "no_bookmarks", ID + "bookmarks_empty_view")
    )
    return page(res, _top(res, res.string("firefox.bookmarks")), body)


def history_page(res: Resources, visits: tuple[Visit, ...]) -> Element:
    """The visited pages, most recent first."""
    c = res.colors
    once = {visit.address: visit for visit in visits}
    rows = [
        _site(res, visit.address, visit.title,
              icon_button("close", res.string("firefox.remove"), do(handlers.forget, visit.address), c.secondary,
                          id=ID + "overflow_menu", class_name=_BUTTON), ID + "history_layout")
        for visit in sorted(once.values(), key=lambda one: -one.time)
    ]  # fmt: skip
    clear = icon_button("delete", res.string("firefox.clear_history"), do(open_overlay, "clear"),
                        c.text if rows else c.disabled, enabled=bool(rows), id=ID + "history_delete",
                        class_name=_BUTTON)  # fmt: skip
    body = (
        scrolling(*rows, key="history", id=ID + "history_list")
        if rows
        else _nothing(res, "no_history", ID + "history_empty_view")
    )
    return page(res, _top(res, res.string("firefox.history"), clear), body)


def _nothing(res: Resources, name: str, id: str) -> Element:
    return Column(
        Text(res.string(f"firefox.{name}"), 16, res.colors.secondary, lines=3, align="center", width=FILL, id=id),
        width=FILL, grow=1, pad=(24, 60), class_name="",
    )  # fmt: skip


# Menus and dialogs


def _desktop_switch(res: Resources, on: bool) -> Element:
    label = res.string("common.on" if on else "common.off")
    return Switch(
        on, label, color=violet(res), off_color=res.colors.secondary, id=ID + "switch_widget",
        description=res.string("firefox.desktop_site"),
    )  # fmt: skip


def menu(res: Resources, tab: Tab, marked: bool) -> Element:
    """The menu at the foot of the screen."""
    c, home = res.colors, tab.entry.address == HOME

    def button(glyph: str, name: str, tap: Callback, able: bool) -> Element:
        return icon_button(glyph, res.string(f"firefox.{name}"), tap, c.text if able else c.disabled, enabled=able,
                           class_name=_BUTTON)  # fmt: skip

    def item(glyph: str, name: str, tap: Callback, *end: Element) -> Element:
        words = Text(res.string(f"firefox.{name}"), 16, c.text, lines=2, grow=1, id=ID + "text")
        return Row(Icon(glyph, 24, c.text, id=ID + "image"), words, *end,
                   width=FILL, pad=(20, 14), gap=20, align="center", tap=tap)  # fmt: skip

    icons = Row(
        button("arrow_back", "back", do(handlers.go, -1), tab.at > 0), Spacer(grow=1, height=1),
        button("arrow_forward", "forward", do(handlers.go, 1), tab.at + 1 < len(tab.entries)),
        Spacer(grow=1, height=1), button("share", "share", do(handlers.share_page), not home),
        Spacer(grow=1, height=1), button("refresh", "refresh", do(handlers.reload), not home),
        width=FILL, pad=(12, 4), align="center",
    )  # fmt: skip
    about: tuple[Element, ...] = ()
    if not home:
        desktop = item(
            "desktop_windows", "desktop_site", do(handlers.switch_desktop), _desktop_switch(res, tab.desktop)
        )
        star, name = ("star", "remove_bookmark") if marked else ("star_border", "add_bookmark")
        about = (
            item(star, name, do(handlers.mark)),
            item("find_in_page", "find_in_page", do(handlers.start_finding)),
            desktop,
        )
    rows = Column(
        item("add", "new_tab", do(handlers.new_tab, False)),
        item("theater_comedy", "new_private_tab", do(handlers.new_tab, True)),
        item("bookmarks", "bookmarks", do(handlers.show, "bookmarks")),
        item("history", "history", do(handlers.show, "history")),
        *about, divider(res), icons, width=FILL, pad=(0, 8, 0, 0), class_name="",
    )  # fmt: skip
    card = popup_card(
        res,
        Scroll(rows, key="menu", width=FILL, id=ID + "mozac_browser_menu_recyclerView",
               class_name="androidx.recyclerview.widget.RecyclerView"),
        width=min(300, res.width - 24), radius=8, tap=do(take_touch), class_name="",
    )  # fmt: skip
    return Stack(card, width=FILL, height=FILL, align="end", justify="end", tap=CLOSE, pad=8, class_name="")


def clear_dialog(res: Resources) -> Element:
    """The question before the history is cleared."""
    return question(
        res, res.string("firefox.clear_text"), "firefox.delete", do(handlers.forget_all),
        title=res.string("firefox.clear_history"), lines=None, color=res.colors.secondary, ink=violet(res),
    )  # fmt: skip
