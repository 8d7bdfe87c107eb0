"""The list of open tabs."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.screens import bars
from bmoca_gym.handset.apps.chrome.state import ID, NEW_TAB, SETTINGS, Tab
from bmoca_gym.handset.kits.sites import image, site_mark
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, scrolling
from bmoca_gym.handset.ui.components import page as window
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_CELL = 176  # dp: what a card is at least wide, but where two would not fit


def tab_title(res: Resources, tab: Tab) -> str:
    """A tab's title."""
    name = "new_incognito_tab" if tab.incognito else "new_tab"
    if tab.entry.web is not None:
        return tab.entry.title
    return addresses.title_of(tab.entry.address, res.string(f"chrome.{name}"), res.locale)


def _preview(res: Resources, tab: Tab, height: float) -> Element:
    """The upper part of the tab's page, small."""
    c = res.colors
    address = tab.entry.address
    if address == NEW_TAB or tab.entry.error:
        glyph = "cloud_off" if tab.entry.error else "policy" if tab.incognito else "apps"
        return Stack(Icon(glyph, 40, c.disabled, class_name=""), width=FILL, height=height, background=c.background,
                     align="center", justify="center", id=ID + "tab_thumbnail")  # fmt: skip
    shown = addresses.page_of(tab.entry, res.locale)
    words = " ".join(shown.texts)
    picture = (image(shown.image, width=FILL, height=height * 0.4),) if shown.image else ()
    return Column(
        Spacer(width=FILL, height=12, background=shown.color), *picture,
        Text(words, 9, c.text, lines=max(1, int(height * (0.45 if picture else 0.8) / 14)), pad=(8, 6), class_name=""),
        width=FILL, height=height, background=c.background, id=ID + "tab_thumbnail",
    )  # fmt: skip


def _card(res: Resources, tab: Tab, chosen: bool, height: float) -> Element:
    c = res.colors
    title = tab_title(res, tab)
    ink = c.on_accent if chosen else c.text
    mark: Element = Icon("public", 18, ink, class_name="")
    if tab.entry.address != NEW_TAB:
        mark = site_mark(tab.entry.address, 18)
    return Column(
        Row(
            mark,
            Text(title, 14, ink, 500, grow=1, id=ID + "tab_title"),
            icon_button("close", res.string("chrome.close_tab", title=title), do(browsing.close_tab, tab.id), ink,
                        size=18, width=40, height=44, id=ID + "action_button"),
            width=FILL, height=44, pad=(10, 0, 0, 0), gap=8, align="center", class_name="",
        ),
        Column(_preview(res, tab, height), width=FILL, pad=(4, 0, 4, 4), class_name=""),
        width=FILL, background=c.accent if chosen else c.raised, radius=10, tap=do(browsing.choose_tab, tab.id),
        selected=chosen, description=title, id=ID + "card_view", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _modes(res: Resources, incognito: bool, count: int) -> tuple[Element, ...]:
    """The switch between ordinary and incognito tabs. ``count``: number of ordinary ones."""
    c = res.colors
    tabs: list[Element] = []
    for name, glyph, mode in (("standard_tabs", "tab", False), ("incognito_tabs", "policy", True)):
        chosen = mode == incognito
        ink = c.accent if chosen else c.secondary
        mark: Element = Icon(glyph, 24, ink, class_name="")
        if not mode:
            number = Text(res.digits(str(count)), 11, ink, 700, class_name="")
            mark = Stack(number, width=24, height=24, radius=6, border=ink, align="center", justify="center",
                         class_name="")  # fmt: skip
        tabs.append(
            Column(
                Stack(mark, width=56, height=44, align="center", justify="center", class_name=""),
                Spacer(width=56, height=3, background=ink if chosen else None),
                tap=do(browsing.show_mode, mode), selected=chosen, description=res.string(f"chrome.{name}"),
                class_name="androidx.appcompat.app.ActionBar$Tab",
            )
        )  # fmt: skip
    return (Row(*tabs, id=ID + "incognito_toggle_tabs", class_name="android.widget.HorizontalScrollView"),)


def screen(
    res: Resources, dark: bool, tabs: tuple[Tab, ...], front: int, incognito: bool, both: bool, count: int
) -> Element:
    """The tab switcher. ``both``: whether there are also incognito tabs; ``count``: number of ordinary tabs."""
    res = look(res, dark)
    c = res.colors
    name = "new_incognito_tab" if incognito else "new_tab"
    bar = Row(
        icon_button("add", res.string(f"chrome.{name}"), do(browsing.new_tab, incognito), c.text,
                    id=ID + "new_tab_button"),
        Spacer(grow=1, height=1),
        *(_modes(res, incognito, count) if both else ()),
        Spacer(grow=1, height=1),
        bars.menu_button(res, "tabs_menu"),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "tab_switcher_toolbar",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    if not tabs:
        body: Element = Column(
            Icon("tab", 64, c.disabled, class_name=""),
            Text(res.string("chrome.no_tabs"), 16, c.secondary, align="center", lines=3,
                 id=ID + "empty_state_text_title"),
            width=FILL, grow=1, gap=12, align="center", justify="center", pad=24, class_name="",
        )  # fmt: skip
        return window(res, bar, body)
    columns = max(2, (res.width - 24) // _CELL) if res.width >= 290 else 1
    height = min(190, max(96, res.height * 0.28))
    cards = [_card(res, tab, tab.id == front, height) for tab in tabs]
    grid = Grid(*cards, columns=columns, width=FILL, gap=12, class_name="")
    return window(
        res, bar, scrolling(grid, key="tabs", pad=12, id=ID + "tab_list_recycler_view")
    )  # fmt: skip


def menu(res: Resources, dark: bool, any_tab: bool) -> Element:
    """The menu of the list."""
    res = look(res, dark)
    rows = [
        bars.menu_item(res, res.string("chrome.new_tab"), "", do(browsing.new_tab, False)),
        bars.menu_item(res, res.string("chrome.new_incognito_tab"), "", do(browsing.new_tab, True)),
    ]
    if any_tab:
        rows.append(bars.menu_item(res, res.string("chrome.close_all_tabs"), "", do(browsing.close_all)))
    rows.append(bars.menu_item(res, res.string("chrome.settings"), "", do(browsing.show, SETTINGS)))
    return bars.menu_card(res, *rows)
