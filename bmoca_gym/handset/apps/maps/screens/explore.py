"""The tabs, and the sheets of layers and of the account."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import frame, handlers, roads, town
from bmoca_gym.handset.apps.maps.screens.parts import (
    View,
    address_of,
    buttons,
    chip,
    distance,
    duration,
    mark_of,
    message,
    name_of,
    the_map,
    window,
)
from bmoca_gym.handset.apps.maps.state import COMPONENT, FIRST_TABS, ID, LISTS, TABS
from bmoca_gym.handset.kits.google_bars import (
    account_disc,
    account_face,
    account_menu,
    add_account,
    open_account,
)
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_page
from bmoca_gym.handset.kits.rails import bar_height, bottom_bar
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    bottom_tabs,
    divider,
    filled_button,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_TAB_LOOKS = {
    "explore": ("place", "explore_tab_strip_button"), "go": ("commute", "transportation_tab_strip_button"),
    "saved": ("bookmark_border", "saved_tab_strip_button"),
    "contribute": ("add_circle_outline", "contribute_tab_strip_button"),
    "updates": ("notifications_none", "updates_tab_strip_button"),
}  # fmt: skip
LIST_LOOKS = {
    "favorites": ("favorite", 0xFFE91E63), "want_to_go": ("flag", 0xFF34A853), "starred": ("star", 0xFFF9AB00),
}  # fmt: skip


def _tabs(res: Resources, tab: str) -> Element:
    modern = res.material > 2
    looks = tuple([
        (res.string(f"maps.{t}"), _TAB_LOOKS[t][0], ID + _TAB_LOOKS[t][1], do(handlers.show_tab, t))
        for t in (TABS if modern else TABS[:FIRST_TABS])
    ])  # fmt: skip
    at, id = TABS.index(tab), ID + "bottom_navigation"
    if modern:
        return bottom_bar(res, looks, at, id=id)
    return Column(
        divider(res), bottom_tabs(res, looks, at, id=id, background=res.colors.background),
        width=FILL, class_name="",
    )  # fmt: skip


def _search_bar(res: Resources) -> Element:
    c = res.colors
    disc = account_disc(res, ID)
    return Row(
        Icon("search", 22, c.secondary, class_name=""),
        Text(res.string("maps.search_here"), 16, c.secondary, grow=1, id=ID + "search_omnibox_text_box",
             tap=do(handlers.open_search), height=48, description=res.string("maps.search_here")),
        disc,
        width=FILL, height=48, pad=(14, 0, 8, 0), gap=10, align="center", background=c.surface, radius=24,
        border=c.divider, tap=do(handlers.open_search), id=ID + "search_omnibox_container",
    )  # fmt: skip


def _categories(res: Resources) -> Element:
    chips = [
        chip(res, town.CATEGORY_GLYPHS[key], res.string(f"maps.{key}"), do(handlers.show_results, "category", key),
             "category_chip")
        for key in town.CATEGORIES
    ]  # fmt: skip
    return Scroll(
        Row(*chips, gap=8, pad=(12, 2), class_name=""), key="categories", axis="x", width=FILL,
        id=ID + "below_search_omnibox_container",
    )  # fmt: skip


def explore(res: Resources, view: View) -> Element:
    """The map under the search bar."""
    map_ = the_map(res, view)
    if view.bare:
        return window(map_)
    bar = Column(_search_bar(res), width=FILL if res.width < frame.WIDE else 520, pad=(12, 0), class_name="")
    over = Column(bar, _categories(res), width=FILL, gap=8, pad=(0, STATUS_HEIGHT + 8, 0, 0), class_name="")
    foot = Column(_tabs(res, "explore"), width=FILL, height=FILL, justify="end", class_name="")
    return window(map_, buttons(res, STATUS_HEIGHT + 112, bar_height(res) + 16), over, foot)


# Going


def _trip(res: Resources, key: str, mode: str, units: str) -> Element:
    c = res.colors
    way = roads.route(town.HERE, key, mode)
    about = f"{duration(res, way.seconds)} ({distance(res, way.meters, units)})"
    glyph = {"drive": "directions_car", "transit": "directions_bus", "walk": "directions_walk"}[mode]
    return Row(
        mark_of(res, town.place(key).kind),
        Column(
            Text(name_of(res, key), 16, c.text, 500, lines=2, id=ID + "title"),
            Text(address_of(res, key), 13, c.secondary, lines=2),
            Row(Icon(glyph, 18, c.positive, class_name=""),
                Text(about, 14, c.positive, 500, lines=2, id=ID + "trip_time"), gap=6, align="center", class_name=""),
            grow=1, gap=3, class_name="",
        ),
        Icon("directions", 24, c.accent, class_name=""),
        width=FILL, pad=(16, 12), gap=16, align="center", tap=do(handlers.direct, key), id=ID + "trip_item",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def going(res: Resources, trips: tuple[str, ...], mode: str, units: str) -> Element:
    """The list of earlier trips, each with its duration from here."""
    rows = []
    for key in trips:
        rows += [_trip(res, key, mode, units), divider(res, 68)]
    title = Text(
        res.string("maps.recent_trips"), 20, res.colors.text, 500, lines=2, pad=(16, 16, 16, 8), width=FILL
    )
    find = Column(
        chip(res, "search", res.string("maps.choose_destination"), do(handlers.open_search), "choose_destination"),
        width=FILL, pad=(16, 8, 16, 24), class_name="",
    )  # fmt: skip
    return page(res, scrolling(title, *rows, find, key="go", id=ID + "recycler_view"), _tabs(res, "go"))


# What was saved


def _count(res: Resources, count: int) -> str:
    return res.digits(res.string("maps.places_count", count=count))


def saved(res: Resources, kept: tuple[tuple[str, str], ...]) -> Element:
    """The lists."""
    rows = [
        list_row(res, res.string(f"maps.{name}"), _count(res, sum(of == name for of, _ in kept)),
                 icon=LIST_LOOKS[name][0], icon_color=LIST_LOOKS[name][1], tap=do(open_page, COMPONENT, "list", name),
                 id=ID + "saved_list_item")
        for name in LISTS
    ]  # fmt: skip
    title = Text(
        res.string("maps.your_lists"), 20, res.colors.text, 500, lines=2, pad=(16, 16, 16, 8), width=FILL
    )
    return page(res, scrolling(title, *rows, key="saved", id=ID + "recycler_view"), _tabs(res, "saved"))


def saved_list(res: Resources, name: str, keys: tuple[str, ...]) -> Element:
    """The places of a list."""
    rows = [place_row(res, key, do(handlers.show_place, key)) for key in keys]
    body = rows or [message(res, LIST_LOOKS[name][0], res.string("maps.no_places"))]
    return page(
        res,
        toolbar(res, res.string(f"maps.{name}"), up=do(leave_page), title_id=ID + "title"),
        scrolling(*body, key="list", id=ID + "recycler_view"),
    )


# The account's own


def account_tab(res: Resources, tab: str) -> Element:
    """The tab of contributions or of updates: there are none yet, or nobody is signed in."""
    mark: Element = Icon(_TAB_LOOKS[tab][0], 56, res.colors.accent)
    title = res.string(f"maps.{tab}_title")
    if res.account is None:
        text = res.string(f"maps.{tab}_text")
        button = filled_button(res, res.string("maps.sign_in"), do(add_account), id=ID + "sign_in_button")
    else:
        text = res.string("maps.no_updates")
        if tab == "contribute":
            mark, title, text = account_face(res, 72), res.account.name, res.string("maps.no_contributions")
        button = filled_button(
            res, res.string("maps.search_here"), do(handlers.open_search), id=ID + "search_button"
        )
    body = Column(
        mark, Text(title, 22, res.colors.text, lines=3, align="center", id=ID + "title"),
        Text(text, 15, res.colors.secondary, lines=5, align="center", id=ID + "subtitle"), button,
        width=FILL, gap=16, align="center", pad=(32, 64, 32, 24), class_name="",
    )  # fmt: skip
    return page(res, scrolling(body, key=tab, id=ID + "recycler_view"), _tabs(res, tab))


def place_row(res: Resources, key: str, tap: Callback, id: str = "place_item") -> Element:
    """A place in a list that leads to it."""
    c = res.colors
    return Row(
        mark_of(res, town.place(key).kind),
        Column(
            Text(name_of(res, key), 16, c.text, lines=2, id=ID + "title"),
            Text(address_of(res, key), 13, c.secondary, lines=2, id=ID + "subtitle"),
            grow=1, gap=2, class_name="",
        ),
        width=FILL, pad=(16, 10), gap=16, align="center", tap=tap, id=ID + id, class_name="android.view.ViewGroup",
    )  # fmt: skip


# Sheets


def _bottom_sheet(res: Resources, title: str, *parts: Element, id: str) -> Element:
    c = res.colors
    head = Row(
        Text(title, 18, c.text, 500, grow=1, lines=2),
        icon_button("close", res.string("maps.close"), CLOSE, c.secondary, id=ID + "close_button"),
        width=FILL, pad=(20, 8, 8, 0), align="center", class_name="",
    )  # fmt: skip
    card = Column(
        head, Scroll(Column(*parts, width=FILL, pad=(0, 0, 0, 16), class_name=""), key=id, width=FILL),
        width=min(res.width, 480), background=c.surface, radius=16, tap=do(take_touch), id=ID + id,
    )  # fmt: skip
    return Stack(card, width=FILL, height=FILL, align="center", justify="end", background=c.scrim,
                 tap=CLOSE, class_name="")  # fmt: skip


def _tile(res: Resources, glyph: str, label: str, on: bool, tap: Callback, id: str) -> Element:
    c = res.colors
    mark = Stack(Icon(glyph, 28, c.accent if on else c.secondary, class_name=""), width=64, height=64, radius=12,
                 background=c.raised, border=c.accent if on else None, align="center", justify="center",
                 class_name="")  # fmt: skip
    return Column(
        mark, Text(label, 13, c.accent if on else c.text, 500 if on else 400, align="center", lines=2),
        grow=1, gap=6, pad=(4, 8), align="center", tap=tap, selected=on, checked=on, id=ID + id, description=label,
        class_name="android.widget.CheckedTextView",
    )  # fmt: skip


def layers_sheet(res: Resources, satellite: bool, traffic: bool, transit: bool) -> Element:
    """The sheet that sets the map's type and details."""

    def tiles(*parts: Element) -> Element:
        rest = (Spacer(grow=1, height=1),) if res.width >= 320 else ()
        return Row(*parts, *rest, width=FILL, pad=(16, 0), gap=8, class_name="")

    def heading(key: str) -> Element:
        return Text(res.string(f"maps.{key}"), 14, res.colors.secondary, 500, pad=(20, 8), width=FILL)

    return _bottom_sheet(
        res, res.string("maps.layers"),
        heading("map_type"),
        tiles(
            _tile(res, "map", res.string("maps.default"), not satellite, do(handlers.choose_type, False),
                  "layer_default"),
            _tile(res, "satellite", res.string("maps.satellite"), satellite, do(handlers.choose_type, True),
                  "layer_satellite"),
        ),
        heading("map_details"),
        tiles(
            _tile(res, "traffic", res.string("maps.traffic"), traffic, do(switch, "traffic"), "layer_traffic"),
            _tile(res, "directions_subway", res.string("maps.public_transport"), transit,
                  do(switch, "transit"),
                  "layer_transit"),
        ),
        id="layers_sheet",
    )  # fmt: skip


def account_sheet(res: Resources) -> Element:
    """The menu of the account's disc."""
    if res.material > 2:
        return account_menu(
            res, ID, res.string("maps.app_name"),
            ("bookmark_border", res.string("maps.saved"), do(handlers.show_tab, "saved"), "account_saved"),
            ("settings", res.string("maps.settings"), do(open_page, COMPONENT, "settings"), "account_settings"),
        )  # fmt: skip
    first = list_row(res, res.string("maps.sign_in"), icon="login", tap=do(handlers.not_connected),
                     id=ID + "account_sign_in")  # fmt: skip
    if res.account is not None:
        first = list_row(
            res, *res.account, icon="account_circle", tap=do(open_account), id=ID + "account_name"
        )
    rows = (
        ("bookmark_border", "saved", do(handlers.show_tab, "saved")),
        ("settings", "settings", do(open_page, COMPONENT, "settings")),
    )
    return _bottom_sheet(
        res, res.string("maps.app_name"), first,
        *[
            list_row(res, res.string(f"maps.{key}"), icon=glyph, tap=tap, id=ID + f"account_{key}")
            for glyph, key, tap in rows
        ],
        id="account_sheet",
    )  # fmt: skip
