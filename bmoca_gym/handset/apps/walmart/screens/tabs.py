"""The five tabs: Shop, My Items, Search, Services and Account."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.handlers import choose_my_items, choose_way, go, not_connected
from bmoca_gym.handset.apps.walmart.screens.parts import (
    BLUE,
    DEEP_BLUE,
    PALE_BLUE,
    WHITE,
    YELLOW,
    branded,
    button,
    chips,
    header,
    link,
    message,
    row,
    shelf,
    tabbed,
    title,
)
from bmoca_gym.handset.apps.walmart.state import ID, MY_ITEMS, WAYS, Cart
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

WAY_GLYPHS = {"shipping": "local_shipping", "pickup": "directions_car", "delivery": "shopping_bag"}
VERSION = "24.19"


def store_bar(res: Resources, store: str) -> Element:
    """The strip under the blue bar: the shopper's store, with a link to its page."""
    about = assortment.stores()[store]
    return Row(
        Icon("place", 18, WHITE),
        Text(about.name, 14, WHITE, 500, grow=1, id=ID + "store_name"),
        Icon("chevron_right", 20, WHITE),
        width=FILL, height=40, pad=(16, 0, 12, 0), gap=8, align="center", background=DEEP_BLUE,
        tap=do(go, "store", store), id=ID + "store_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def way_chips(res: Resources, way: str) -> Element:
    """Chips to choose how orders reach the shopper."""
    return chips(
        tuple(
            [(name, WAY_GLYPHS[name], res.string(f"walmart.{name}"), do(choose_way, name)) for name in WAYS]
        ),
        way,
    )


def _banner(res: Resources) -> Element:
    """An advertisement."""
    words = Column(
        Text(res.string("walmart.banner_title"), 20, 0xFF001E60, 700, lines=3),
        Text(res.string("walmart.banner_text"), 14, 0xFF001E60, lines=3),
        Spacer(width=1, height=4),
        button(res.string("walmart.shop_now"), do(go, "department", "grocery"), id=ID + "banner_button", pad=(16, 8)),
        width=FILL if res.width < 340 else None, grow=0 if res.width < 340 else 1, gap=4, pad=(16, 16, 8, 16),
        class_name="",
    )  # fmt: skip
    if res.width < 340:
        shot = picture("walmart/banner", width=FILL, height=110)
        banner: Element = Column(shot, words, width=FILL, background=YELLOW, id=ID + "banner")
    else:
        shot = picture("walmart/banner", width=min(320, res.width * 0.36), height=150)
        banner = Row(words, shot, width=FILL, align="center", background=YELLOW, id=ID + "banner")
    return Column(banner, width=FILL, pad=(16, 12, 16, 4), class_name="")


def shop(res: Resources, way: str, store: str, cart: Cart) -> Element:
    """The start page: the delivery chips, a banner, shelves."""
    res = branded(res)
    parts: list[Element] = [store_bar(res, store), way_chips(res, way), _banner(res)]
    for about in assortment.shelves():
        more = link(res.string("walmart.view_all"), do(go, "results", "department", about.department))
        parts.append(shelf(res, about.name, about.products, cart, about.key, more))
    body = scrolling(*parts, Spacer(width=1, height=16), key="shop", id=ID + "recycler_view")
    return tabbed(res, "shop", header(res, cart), body)


def my_items(res: Resources, part: str, viewed: tuple[str, ...], cart: Cart) -> Element:
    """My Items for a guest: what an account would keep, and recently viewed items."""
    res = branded(res)
    choice = chips(
        tuple([(name, "", res.string(f"walmart.{name}"), do(choose_my_items, name)) for name in MY_ITEMS]),
        part,
    )
    glyph = {"reorder": "repeat", "lists": "list", "registries": "card_giftcard"}[part]
    prompt = message(
        res, glyph, res.string(f"walmart.{part}_title"), res.string(f"walmart.{part}_text"),
        button(res.string("walmart.sign_in"), do(go, "sign_in"), id=ID + "sign_in_button"),
        button(res.string("walmart.start_shopping"), do(go, "results", "department", "grocery"), filled=False,
               id=ID + "start_shopping_button"),
    )  # fmt: skip
    seen = (shelf(res, res.string("walmart.recently_viewed"), viewed, cart, "viewed"),) if viewed else ()
    heading = Text(
        res.string("walmart.my_items_title"), 24, res.colors.text, 700, pad=(16, 16, 16, 4), width=FILL
    )
    body = scrolling(
        heading, choice, prompt, *seen, Spacer(width=1, height=16), key="my_items", id=ID + "my_items"
    )
    return tabbed(res, "my_items", header(res, cart), body)


def search(res: Resources, cart: Cart) -> Element:
    """The Search tab: all departments."""
    res = branded(res)
    rows = [
        row(res, "", about.name, "", do(go, "department", about.key), ID + "category_item", about.picture)
        for about in assortment.departments().values()
    ]
    columns = 2 if res.width >= 700 else 1
    body = scrolling(
        title(res, res.string("walmart.departments"), id=ID + "departments_title"),
        Grid(*rows, columns=columns, width=FILL, class_name=""),
        Spacer(width=1, height=16), key="search", id=ID + "category_list",
    )  # fmt: skip
    return tabbed(res, "search", header(res, cart), body)


def _service(res: Resources, name: str, glyph: str, tap: Callback, id: str) -> Element:
    mark = Stack(Icon(glyph, 28, BLUE), width=56, height=56, radius=28, background=PALE_BLUE, align="center",
                 justify="center", class_name="")  # fmt: skip
    return Column(
        mark,
        Text(name, 14, res.colors.text, 500, lines=2, align="center"),
        width=FILL, least=116, gap=8, pad=(6, 12, 6, 6), align="center", background=WHITE, radius=8,
        border=res.colors.divider, tap=tap, id=ID + id, class_name="android.view.ViewGroup",
    )  # fmt: skip


def services(res: Resources, store: str, cart: Cart) -> Element:
    """The services of the chosen store."""
    res = branded(res)
    tiles = [
        _service(res, res.string("walmart.store_map"), "map", do(go, "map", store, ""), "service_store_map"),
        _service(res, res.string("walmart.store_finder"), "place", do(go, "stores"), "service_store_finder"),
        *[
            _service(res, about.name, about.glyph, do(go, "service", about.key), f"service_{about.key}")
            for about in assortment.services().values()
        ],
    ]
    heading = Text(res.string("walmart.services_title"), 24, res.colors.text, 700, lines=2, pad=(16, 16, 16, 8),
                   width=FILL)  # fmt: skip
    grid = Grid(
        *tiles, columns=max(2, min(6, res.width // 130)), gap=10, width=FILL, pad=(16, 4), class_name=""
    )
    body = scrolling(
        store_bar(res, store),
        heading,
        grid,
        Spacer(width=1, height=16),
        key="services",
        id=ID + "services_list",
    )
    return tabbed(res, "services", header(res, cart), body)


def account(res: Resources, store: str, cart: Cart) -> Element:
    """The account of a guest."""
    res = branded(res)
    welcome = Column(
        Text(res.string("walmart.welcome"), 22, res.colors.text, 700, lines=2, id=ID + "account_title"),
        Text(res.string("walmart.welcome_text"), 14, res.colors.secondary, lines=4),
        Row(
            button(res.string("walmart.sign_in"), do(go, "sign_in"), grow=1, id=ID + "account_sign_in", lines=2,
                   pad=(8, 11)),
            button(res.string("walmart.create_account"), do(go, "sign_in"), filled=False, grow=1, lines=2,
                   id=ID + "account_create", pad=(8, 11)),
            width=FILL, gap=10, pad=(0, 8, 0, 0), class_name="",
        ),
        width=FILL, gap=4, pad=(16, 16, 16, 16), background=PALE_BLUE, id=ID + "account_header",
    )  # fmt: skip
    rows = (
        ("receipt", "purchase_history", "", do(go, "sign_in")),
        ("storefront", "my_store", assortment.stores()[store].name, do(go, "store", store)),
        ("place", "store_finder", "", do(go, "stores")),
        ("map", "store_map", "", do(go, "map", store, "")),
        ("notifications", "notifications", "", do(go, "notifications")),
        ("help", "help", "", do(not_connected)),
    )
    parts: list[Element] = [welcome]
    for glyph, key, below, tap in rows:
        parts += [
            row(res, glyph, res.string(f"walmart.{key}"), below, tap, ID + f"account_{key}"),
            divider(res, 56),
        ]
    version = Text(res.string("walmart.version", version=VERSION), 13, res.colors.secondary, pad=(16, 20), width=FILL,
                   id=ID + "app_version")  # fmt: skip
    return tabbed(
        res, "account", header(res, cart), scrolling(*parts, version, key="account", id=ID + "account_list")
    )
