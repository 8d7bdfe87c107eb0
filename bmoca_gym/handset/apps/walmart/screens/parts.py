"""Common parts of Walmart's screens: colours, the bar with search and cart, product tiles, and others."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.handlers import change, go, open_search, show_tab, view_item
from bmoca_gym.handset.apps.walmart.state import ID, QUANTITY_LIMIT, TABS, Cart, pieces, quantity, subtotal
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import LIGHT, Resources, in_colors
from bmoca_gym.handset.ui.components import bottom_tabs, divider, icon_button, page
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Grid,
    LeftToRight,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
)
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

BLUE, DEEP_BLUE, PALE_BLUE, YELLOW = 0xFF0071DC, 0xFF004F9A, 0xFFE6F1FC, 0xFFFFC220
WHITE = 0xFFFFFFFF
_COLORS = LIGHT._replace(
    raised=0xFFF1F1F2,
    text=0xFF2E2F32,
    secondary=0xFF5C5F63,
    divider=0xFFE3E4E5,
    accent=BLUE,
    positive=0xFF2A8703,
)
_GLYPHS = {
    "shop": "storefront", "my_items": "favorite_border", "search": "search", "services": "apps", "account": "person",
}  # fmt: skip


def branded(res: Resources) -> Resources:
    """``res`` in the app's colours: it has no dark theme."""
    return in_colors(res, _COLORS)


# Frames


def _cart_button(res: Resources, cart: Cart) -> Element:
    count, total = pieces(cart), assortment.price(subtotal(cart))
    badge = Text(
        str(count), 10, 0xFF000000, 700, align="center", width=18, height=18, radius=9, background=YELLOW,
        id=ID + "cart_badge",
    )  # fmt: skip
    icon = Stack(
        Column(Icon("shopping_cart", 24, WHITE), width=36, pad=(0, 4, 0, 0), align="center", class_name=""),
        *((badge,) if count else ()),
        width=36, height=30, align="end", class_name="",
    )  # fmt: skip
    return Column(
        icon,
        LeftToRight(Text(total, 11, WHITE, id=ID + "cart_total")),
        width=60, height=52, align="center", tap=do(go, "cart"), id=ID + "cart_button",
        description=res.string("walmart.cart_spoken", count=count, total=total),
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def header(res: Resources, cart: Cart, up: bool = False) -> Element:
    """The blue bar: the back arrow if ``up``, the search, the cart."""
    back = (icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, WHITE),) if up else ()
    search = Row(
        Icon("search", 22, _COLORS.text),
        Text(res.string("walmart.search_walmart"), 15, _COLORS.secondary, grow=1, id=ID + "search_view"),
        grow=1, height=40, pad=(12, 0), gap=8, align="center", background=WHITE, radius=20, tap=do(open_search),
        id=ID + "search_bar_container", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Row(
        *back, search, _cart_button(res, cart),
        width=FILL, height=60, pad=(0 if up else 12, 0, 2, 0), gap=2, align="center", background=BLUE,
        id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def plain_bar(res: Resources, title: str, title_id: str = "", *actions: Element) -> Element:
    """The blue bar of a screen without search: the back arrow and a title."""
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, WHITE),
        Text(title, 18, WHITE, 500, grow=1, id=title_id),
        *actions,
        width=FILL, height=60, pad=(0, 0, 8, 0), gap=4, align="center", background=BLUE, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def blue_page(res: Resources, *parts: Element, **options: Any) -> Element:
    """A window under a blue status bar."""
    return page(res, *parts, bar=BLUE, **options)


def tabbed(res: Resources, tab: str, *parts: Element) -> Element:
    """A window with the bottom navigation."""
    navigation = bottom_tabs(
        res,
        tuple([(res.string(f"walmart.{t}"), _GLYPHS[t], ID + f"navigation_{t}", do(show_tab, t)) for t in TABS]),
        TABS.index(tab), id=ID + "bottom_nav_view", background=WHITE,
    )  # fmt: skip
    return blue_page(res, *parts, divider(res), navigation)


# Parts


def photograph(key: str, **options: Any) -> Picture:
    """The photograph of a product, all of it, on white."""
    return Picture(Print(f"walmart/{key}", whole=True), **options)


def title(res: Resources, text: str, end: Element | None = None, **options: Any) -> Element:
    """The heading of a part of a page."""
    return Row(
        Text(text, 18, res.colors.text, 700, lines=2, grow=1, **options),
        *((end,) if end is not None else ()),
        width=FILL, pad=(16, 16, 8 if end is not None else 16, 8), gap=8, align="center", class_name="",
    )  # fmt: skip


def button(label: str, tap: Callback, *, filled: bool = True, id: str = "", **options: Any) -> Element:
    """A round-ended button."""
    ink, background, border = (WHITE, BLUE, None) if filled else (_COLORS.text, WHITE, _COLORS.text)
    options.setdefault("pad", (20, 11))
    if not options.get("enabled", True):
        background = _COLORS.disabled
    return Text(
        label, 15, ink, 700, align="center", background=background, border=border, radius=21, tap=tap, id=id,
        class_name="android.widget.Button", **options,
    )  # fmt: skip


def broad(res: Resources, *parts: Element) -> Element:
    """Full-width buttons, narrower on tablets."""
    inside = Column(*parts, width=min(res.width - 32, 480), class_name="")
    return Column(inside, width=FILL, pad=(16, 8), align="center", background=WHITE, class_name="")


def link(label: str, tap: Callback, id: str = "", pad: tuple[float, float] = (8, 12)) -> Element:
    """A word that leads somewhere or does something."""
    return Text(label, 14, BLUE, 500, pad=pad, tap=tap, id=id, class_name="android.widget.Button")


def stepper(res: Resources, key: str, number: int, wide: bool = False) -> Element:
    """A button that adds a product to the cart, or a stepper for its quantity."""
    name = assortment.products()[key].name
    if not number:
        label = res.string("walmart.add_to_cart" if wide else "walmart.add")
        return Row(
            *(() if wide else (Icon("add", 18, WHITE),)),
            Text(label, 15, WHITE, 700, id=ID + "textview_add_cart_cta"),
            width=FILL if wide else None, height=44 if wide else 34, pad=(20 if wide else 10, 0, 20 if wide else 14, 0),
            gap=4, align="center", justify="center", background=BLUE, radius=22 if wide else 17,
            tap=do(change, key, 1), id=ID + "quantitystepper_root",
            description=res.string("walmart.add_spoken", name=name), class_name="android.view.ViewGroup",
        )  # fmt: skip
    side = 44 if wide else 34
    less = "delete_outline" if number == 1 else "remove"
    return Row(
        Icon(less, 20, WHITE, width=side, height=side, tap=do(change, key, -1), id=ID + "quantitystepper_minus",
             description=res.string("walmart.less_spoken", name=name), class_name="android.widget.ImageButton"),
        Text(str(number), 15, WHITE, 700, align="center", grow=1 if wide else 0, width=None if wide else 22,
             id=ID + "quantitystepper_text"),
        Icon("add", 20, WHITE if number < QUANTITY_LIMIT else 0x80FFFFFF, width=side, height=side,
             tap=do(change, key, 1), enabled=number < QUANTITY_LIMIT, id=ID + "quantitystepper_plus",
             description=res.string("walmart.more_spoken", name=name), class_name="android.widget.ImageButton"),
        width=FILL if wide else None, height=side, align="center", background=BLUE, radius=side / 2,
        id=ID + "quantitystepper_root", class_name="android.view.ViewGroup",
    )  # fmt: skip


def stars(res: Resources, product: assortment.Product, size: float = 12) -> Element:
    """A product's rating and number of ratings."""
    text = f"{product.rating // 10}.{product.rating % 10}"
    spoken = res.string("walmart.rating_spoken", rating=text, count=product.reviews)
    return Row(
        Icon("star", size + 3, 0xFFE0A100),
        LeftToRight(Text(f"{text} ({product.reviews:,})", size, res.colors.secondary)),
        gap=3, align="center", description=spoken, id=ID + "product_rating",
    )  # fmt: skip


def price_line(res: Resources, product: assortment.Product, size: float) -> Element:
    """The price of a product, and its price by the pound or another unit."""
    unit = (
        (FittedText(product.unit_price, 12, res.colors.secondary, id=ID + "unit_price"),)
        if product.unit_price
        else ()
    )
    return LeftToRight(
        Row(Text(assortment.price(product.cents), size, res.colors.text, 700, id=ID + "price_text"), *unit, gap=6,
            align="center"),
    )  # fmt: skip


@component(256)
def tile(res: Resources, key: str, number: int, width: float) -> Element:
    """A product in a shelf or a grid. ``number``: in the cart; ``width``: in dp or `FILL`."""
    product = assortment.products()[key]
    return Column(
        photograph(key, width=FILL, height=120, id=ID + "product_image"),
        price_line(res, product, 17),
        # Always two lines high, so that the tiles of a row are level.
        Column(
            Text(product.name, 14, res.colors.text, lines=2, id=ID + "product_name"),
            width=FILL, height=38 * res.metrics.font / res.metrics.scale, class_name="",
        ),
        stars(res, product),
        stepper(res, key, number),
        width=width, gap=5, pad=(0, 0, 0, 10), tap=do(view_item, key), id=ID + "product_tile_list_view",
        description=product.name, class_name="android.view.ViewGroup",
    )  # fmt: skip


def shelf(res: Resources, heading: str, keys: tuple[str, ...], cart: Cart, key: str, more: Element | None = None,
          ) -> Element:  # fmt: skip
    """A row of products that scrolls sideways."""
    width = 136.0 if res.width < 600 else 168.0
    tiles = [tile(res, product, quantity(cart, product), width) for product in keys]
    row = Row(*tiles, gap=12, pad=(16, 0), class_name="")
    return Column(
        title(res, heading, more),
        Scroll(row, key=f"shelf-{key}", axis="x", width=FILL, id=ID + "carousel"),
        width=FILL,
    )  # fmt: skip


def product_grid(res: Resources, keys: tuple[str, ...], cart: Cart) -> Element:
    """Products in as many columns as fit on the screen."""
    columns = max(2, min(6, res.width // 176))
    tiles = [tile(res, key, quantity(cart, key), FILL) for key in keys]
    return Grid(*tiles, columns=columns, gap=12, width=FILL, pad=(12, 8), class_name="")


@component(128)
def row(
    res: Resources, glyph: str, name: str, below: str, tap: Callback, id: str = "", picture: str = ""
) -> Element:
    """A row that opens something: an icon or a product's photograph, a name, and a description."""
    c = res.colors
    lead: Element = (
        photograph(picture, width=48, height=48, id=ID + "category_image")
        if picture
        else Icon(glyph, 24, c.text)
    )
    second = (Text(below, 13, c.secondary, lines=3),) if below else ()
    return Row(
        lead,
        Column(Text(name, 16, c.text, lines=2, id=ID + "row_title"), *second, grow=1, gap=2, class_name=""),
        Icon("chevron_right", 24, c.secondary),
        width=FILL, pad=(16, 8 if picture else 14), gap=16, align="center", tap=tap, id=id,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def chips(options: tuple[tuple[str, str, str, Callback], ...], chosen: str) -> Element:
    """Chips to choose one of: (name, glyph or "", label, callback) each."""
    parts = []
    for name, glyph, label, tap in options:
        on = name == chosen
        ink = BLUE if on else _COLORS.text
        parts.append(
            Column(
                *((Icon(glyph, 22, ink),) if glyph else ()),
                Text(label, 13, ink, 700 if on else 400, align="center", lines=2),
                grow=1, pad=(4, 8), gap=2, align="center", background=PALE_BLUE if on else WHITE, radius=8,
                border=BLUE if on else _COLORS.divider, tap=tap, selected=on, checked=on, id=ID + f"chip_{name}",
                class_name="android.widget.RadioButton",
            )
        )  # fmt: skip
    return Row(*parts, width=FILL, gap=8, pad=(16, 12, 16, 4), class_name="")


def message(res: Resources, glyph: str, heading: str, text: str, *buttons: Element) -> Element:
    """The message of an empty page."""
    c = res.colors
    mark = Stack(Icon(glyph, 44, BLUE), width=96, height=96, radius=48, background=PALE_BLUE, align="center",
                 justify="center", class_name="")  # fmt: skip
    return Column(
        mark,
        Text(heading, 18, c.text, 700, lines=3, align="center", id=ID + "empty_state_title"),
        *((Text(text, 14, c.secondary, lines=6, align="center", id=ID + "empty_state_message"),) if text else ()),
        *buttons,
        Spacer(width=1, height=4),
        width=FILL, gap=10, align="center", pad=(24, 28, 24, 12),
    )  # fmt: skip
