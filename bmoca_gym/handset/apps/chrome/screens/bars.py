"""Bars of the browser: the address bar with its buttons, tabs above it on tablets, search in a page."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.state import ID, NEW_TAB, Tab
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, popup_card
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

EDIT_TEXT = "android.widget.EditText"


def is_tablet(res: Resources) -> bool:
    """Whether the app has its layout for large screens."""
    return min(res.width, res.height) >= 600


def menu_button(res: Resources, name: str = "menu") -> Element:
    """The three dots."""
    return icon_button("more_vert", res.string("common.more_options"), do(open_overlay, name), res.colors.text,
                       id=ID + "menu_button", width=40)  # fmt: skip


def tab_switcher_button(res: Resources, count: int) -> Element:
    """The button with the number of open tabs. It opens the list of tabs."""
    c = res.colors
    shown = res.digits(str(count))
    box = Stack(
        Text(shown if count < 100 else ":D", 11, c.text, 700, align="center", class_name=""),
        width=20, height=20, radius=4, align="center", justify="center", class_name="", background=c.background,
    )  # fmt: skip
    frame = Stack(
        box, width=24, height=24, radius=6, background=c.text, align="center", justify="center", class_name=""
    )
    return Stack(
        frame, width=44, height=48, align="center", justify="center", tap=do(browsing.show_switcher),
        id=ID + "tab_switcher_button", description=res.string("chrome.open_tabs", count=count, shown=shown),
        class_name="android.widget.ImageButton",
    )  # fmt: skip


def _pill(res: Resources, *parts: Element) -> Element:
    return Row(
        *parts, grow=1, height=40, pad=(12, 0, 4, 0), gap=8, align="center", background=res.colors.raised, radius=20,
        id=ID + "location_bar", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def typing_bar(res: Resources, typed: str) -> Element:
    """The address bar while an address is typed."""
    c = res.colors
    clear: tuple[Element, ...] = ()
    if typed:
        clear = (
            icon_button("close", res.string("chrome.clear_input"), do(browsing.type_address, ""), c.secondary,
                        id=ID + "delete_button", size=20, width=40, height=40),
        )  # fmt: skip
    field = TextField(
        typed, "url", do(browsing.type_address), focused=True, hint=res.string("chrome.search_or_type"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=40,
        on_submit=do(browsing.submit), kind="uri", id=ID + "url_bar",
    )  # fmt: skip
    bar = _pill(res, Icon("search", 20, c.secondary, id=ID + "location_bar_status_icon"), field, *clear)
    return Row(
        bar,
        width=FILL,
        height=56,
        pad=(8, 0),
        align="center",
        id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )


def _address(res: Resources, tab: Tab) -> Element:
    """The bar with the address of the page that is shown."""
    c = res.colors
    address = tab.entry.address
    edit = do(browsing.edit_address)
    if address == NEW_TAB:
        hint = Text(res.string("chrome.search_or_type"), 16, c.secondary, grow=1, height=40, id=ID + "url_bar",
                    class_name=EDIT_TEXT, tap=edit)  # fmt: skip
        return _pill(res, Icon("search", 20, c.secondary, class_name=""), hint)
    insecure = tab.entry.error or tab.entry.web is not None or address.startswith("http:")
    glyph = "info_outline" if insecure else "lock"
    status = Icon(glyph, 18, c.secondary, id=ID + "location_bar_status_icon", tap=do(open_overlay, "info"), width=24,
                  height=40, description=res.string("chrome.page_info"))  # fmt: skip
    text = Text(
        addresses.short_address(address),
        16,
        c.text,
        grow=1,
        height=40,
        id=ID + "url_bar",
        class_name=EDIT_TEXT,
        tap=edit,
    )
    return _pill(res, status, text)


def toolbar(res: Resources, tab: Tab, count: int, homepage: bool, starred: bool) -> Element:
    """The tool bar over a page; ``count``: how many tabs are open."""
    c = res.colors
    new = tab.entry.address == NEW_TAB
    parts: list[Element] = []
    if is_tablet(res):
        parts += [
            _step(res, "arrow_back", "back", -1, tab.at > 0),
            _step(res, "arrow_forward", "forward", 1, tab.at + 1 < len(tab.entries)),
        ]
        if not new:
            parts.append(icon_button("refresh", res.string("chrome.reload"), do(browsing.reload), c.text,
                                     id=ID + "refresh_button"))  # fmt: skip
    if homepage and not new:
        parts.append(icon_button("home", res.string("chrome.home"), do(browsing.home), c.text, id=ID + "home_button",
                                 width=44))  # fmt: skip
    if is_tablet(res) or tab.incognito or not new:
        parts.append(_address(res, tab))
    else:  # the page itself has the search box
        parts.append(Spacer(grow=1, height=1))
    if is_tablet(res) and not new:
        parts.append(star(res, starred, ID + "bookmark_button"))
    return Row(
        *parts, tab_switcher_button(res, count), menu_button(res),
        width=FILL, height=56, pad=(8, 0, 4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def star(res: Resources, starred: bool, id: str, enabled: bool = True) -> Element:
    """The button that bookmarks the page."""
    c = res.colors
    glyph, name = ("star", "remove_bookmark") if starred else ("star_border", "bookmark")
    ink = c.accent if starred else c.text if enabled else c.disabled
    return icon_button(
        glyph, res.string(f"chrome.{name}"), do(browsing.switch_bookmark), ink, id=id, enabled=enabled
    )


def _step(res: Resources, glyph: str, name: str, step: int, able: bool) -> Element:
    c = res.colors
    return icon_button(glyph, res.string(f"chrome.{name}"), do(browsing.go, step), c.text if able else c.disabled,
                       id=ID + f"{name}_button", enabled=able)  # fmt: skip


def tab_strip(res: Resources, names: tuple[tuple[int, str], ...], front: int, incognito: bool) -> Element:
    """The tabs above the tool bar of a tablet: id and title of each."""
    c = res.colors
    tabs: list[Element] = []
    for id, name in names:
        chosen = id == front
        label = res.string("chrome.close_tab", title=name)
        close = icon_button(
            "close", label, do(browsing.close_tab, id), c.secondary, size=16, width=32, height=40
        )
        tap: Callback = do(browsing.choose_tab, id)
        tabs.append(
            Row(
                Text(name, 14, c.text, grow=1, pad=(12, 0, 0, 0), class_name=""), close,
                width=200, height=40, align="center", background=c.background if chosen else None, radius=8,
                tap=tap, selected=chosen, description=name, class_name="android.view.View",
            )
        )  # fmt: skip
    add = icon_button("add", res.string("chrome.new_tab"), do(browsing.new_tab, incognito), c.text, height=40)
    return Row(
        Scroll(Row(*tabs, add, class_name=""), key="strip", axis="x", grow=1, height=40,
               class_name="android.widget.HorizontalScrollView"),
        width=FILL, height=44, pad=(8, 4, 8, 0), background=c.raised, class_name="",
    )  # fmt: skip


def find_bar(res: Resources, text: str, focused: bool, at: int, count: int) -> Element:
    """The find-in-page bar: ``count`` matches, of which number ``at`` is the current one."""
    c = res.colors
    able = count > 0
    tone = c.text if able else c.disabled
    shown = res.digits(f"{at + 1 if count else 0}/{count}")
    return Row(
        TextField(text, "find", do(browsing.find), focused=focused, hint=res.string("chrome.find_in_page"),
                  hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48,
                  on_submit=do(browsing.find_next, 1), id=ID + "find_query"),
        Text(shown if text else "", 14, c.secondary, id=ID + "find_status", pad=(4, 0)),
        icon_button("keyboard_arrow_up", res.string("chrome.find_previous"), do(browsing.find_next, -1), tone,
                    enabled=able, id=ID + "find_prev_button", width=40),
        icon_button("keyboard_arrow_down", res.string("chrome.find_next"), do(browsing.find_next, 1), tone,
                    enabled=able, id=ID + "find_next_button", width=40),
        icon_button("close", res.string("chrome.close_find"), do(browsing.stop_finding), c.text,
                    id=ID + "close_find_button", width=40),
        width=FILL, height=56, pad=(16, 0, 4, 0), align="center", id=ID + "find_toolbar",
    )  # fmt: skip


def menu_item(res: Resources, label: str, glyph: str, tap: Callback, checked: bool | None = None) -> Element:
    """A row of the menu. ``checked``: its state, if it can be on or off."""
    c = res.colors
    mark: tuple[Element, ...] = ()
    if checked is not None:
        name = "check_box" if checked else "check_box_outline_blank"
        mark = (Icon(name, 22, c.accent if checked else c.secondary, id=ID + "menu_item_checkbox"),)
    return Row(
        *((Icon(glyph, 22, c.secondary, id=ID + "menu_item_icon"),) if glyph else ()),
        Text(label, 16, c.text, grow=1, lines=2, id=ID + "menu_item_text"), *mark,
        width=FILL, least=48, pad=(16, 0), gap=16, align="center", tap=tap, checked=bool(checked),
    )  # fmt: skip


def menu_card(res: Resources, *rows: Element, at: Literal["start", "end"] = "start") -> Element:
    """The menu under the three dots. It scrolls on a short screen. ``at``: "end" for dots at the foot of the screen."""
    card = popup_card(
        res,
        Scroll(Column(*rows, width=FILL, pad=(0, 8), class_name=""), key="menu", width=FILL,
               id=ID + "app_menu_list", class_name="android.widget.ListView"),
        width=min(256, res.width - 16), radius=8, class_name="",
    )  # fmt: skip
    return Stack(
        card, width=FILL, height=FILL, align="end", justify=at, tap=CLOSE, pad=(8, 28, 8, 8), class_name=""
    )
