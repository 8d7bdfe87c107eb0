"""A product's page, and the cart."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.handlers import go, not_connected, remove, view_item
from bmoca_gym.handset.apps.walmart.screens.parts import (
    BLUE,
    blue_page,
    branded,
    broad,
    button,
    header,
    link,
    message,
    photograph,
    plain_bar,
    price_line,
    row,
    shelf,
    stars,
    stepper,
    title,
)
from bmoca_gym.handset.apps.walmart.screens.tabs import WAY_GLYPHS, way_chips
from bmoca_gym.handset.apps.walmart.state import ID, Cart, pieces, quantity, subtotal
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do


def aisle(res: Resources, zone: assortment.Zone) -> str:
    """The name of a product's aisle or zone."""
    return res.string("walmart.aisle", code=zone.code) if zone.code else zone.name


def item(res: Resources, key: str, way: str, store: str, cart: Cart) -> Element:
    """A product: picture, price, delivery, place in the store, description."""
    res = branded(res)
    c = res.colors
    product = assortment.products()[key]
    zone = assortment.zones()[product.zone]
    category = next(
        x for x in assortment.departments()[product.department].categories if x.key == product.category
    )
    others = tuple([other for other in assortment.in_department(product.department) if other != key])
    number = quantity(cart, key)
    body = scrolling(
        photograph(key, width=FILL, height=max(140, min(300, res.height * 0.36)), id=ID + "hero_image"),
        Column(
            Text(category.name, 13, BLUE, 500),
            Text(product.name, 20, c.text, 500, lines=4, id=ID + "item_title"),
            stars(res, product, 14),
            price_line(res, product, 26),
            width=FILL, gap=6, pad=(16, 14, 16, 4), class_name="",
        ),
        way_chips(res, way),
        row(res, WAY_GLYPHS[way], res.string(f"walmart.{way}_line"), "", do(go, "store", store), ID + "item_way"),
        row(res, "place", aisle(res, zone), assortment.stores()[store].name, do(go, "map", store, zone.key),
            ID + "item_aisle"),
        divider(res),
        title(res, res.string("walmart.about_item")),
        Text(product.details, 15, c.text, lines=None, pad=(16, 0, 16, 8), width=FILL, id=ID + "item_details"),
        *((shelf(res, res.string("walmart.similar"), others, cart, "similar"),) if others else ()),
        Spacer(width=1, height=16), key="item", id=ID + "item_page",
    )  # fmt: skip
    view = (
        (button(res.string("walmart.view_cart"), do(go, "cart"), filled=False, grow=1, pad=(8, 11),
                id=ID + "item_pac_view_cart_cta"),)
        if number
        else ()
    )  # fmt: skip
    foot = Row(
        *view, Column(stepper(res, key, number, wide=True), grow=1, class_name=""),
        width=FILL, gap=10, align="center", id=ID + "item_add_to_cart_bar",
    )  # fmt: skip
    return blue_page(res, header(res, cart, up=True), body, divider(res), broad(res, foot))


@component(128)
def _cart_row(res: Resources, key: str, number: int) -> Element:
    c = res.colors
    side = 72 if res.width >= 300 else 44
    product = assortment.products()[key]
    total = LeftToRight(
        Text(assortment.price(product.cents * number), 16, c.text, 700, id=ID + "cart_item_price")
    )
    words = Column(
        Row(
            Text(product.name, 15, c.text, lines=3, grow=1, id=ID + "cart_item_name"), total, width=FILL, gap=8,
            class_name="",
        ),
        Text(product.unit_price, 12, c.secondary) if product.unit_price else Spacer(width=1, height=1),
        Row(
            link(res.string("walmart.remove"), do(remove, key), ID + "cart_remove_button", (0, 12)),
            Spacer(grow=1, height=1), stepper(res, key, number),
            width=FILL, align="center", class_name="",
        ),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    return Row(
        photograph(key, width=side, height=side, id=ID + "cart_item_image"), words,
        width=FILL, pad=(16, 12), gap=12, tap=do(view_item, key), id=ID + "cart_item", description=product.name,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _sum_line(res: Resources, label: str, amount: str, strong: bool, id: str) -> Element:
    weight = 700 if strong else 400
    return Row(
        Text(label, 16, res.colors.text, weight, lines=2, grow=1),
        LeftToRight(Text(amount, 16, res.colors.text, weight, id=ID + id)),
        width=FILL, gap=8, class_name="",
    )  # fmt: skip


def cart_page(res: Resources, way: str, cart: Cart) -> Element:
    """The cart, with its items and their total."""
    res = branded(res)
    count = pieces(cart)
    name = res.string("walmart.cart_title", count=count) if count else res.string("walmart.cart")
    bar = plain_bar(res, name, ID + "cart_title")
    fresh = assortment.shelves()[0]
    if not cart:
        start = button(res.string("walmart.start_shopping"), do(go, "results", "department", "grocery"),
                       id=ID + "start_shopping_button")  # fmt: skip
        sign_in = button(
            res.string("walmart.sign_in"), do(go, "sign_in"), filled=False, id=ID + "sign_in_button"
        )
        parts: tuple[Element, ...] = (
            message(res, "shopping_cart", res.string("walmart.cart_empty"), res.string("walmart.cart_empty_text"),
                    start, sign_in),
            shelf(res, fresh.name, fresh.products, cart, "cart"),
        )  # fmt: skip
        foot: tuple[Element, ...] = ()
    else:
        total = assortment.price(subtotal(cart))
        rows = [part for key, number in cart for part in (_cart_row(res, key, number), divider(res, 16))]
        sums = Column(
            _sum_line(res, res.string("walmart.subtotal", count=count), total, False, "cart_subtotal"),
            _sum_line(res, res.string("walmart.taxes"), res.string("walmart.at_checkout"), False, "cart_taxes"),
            _sum_line(res, res.string("walmart.estimated_total"), total, True, "cart_total_price"),
            width=FILL, gap=8, pad=(16, 16), id=ID + "cart_summary",
        )  # fmt: skip
        parts = (way_chips(res, way), *rows, sums)
        checkout = button(res.string("walmart.checkout"), do(not_connected), width=FILL,
                          id=ID + "cart_continue_to_checkout_button")  # fmt: skip
        foot = (divider(res), broad(res, checkout))
    body = scrolling(*parts, Spacer(width=1, height=16), key="cart", id=ID + "cart_list")
    content = Column(body, *foot, width=FILL, grow=1, id=ID + "cart_fragment_constraint_layout",
                     class_name="android.view.ViewGroup")  # fmt: skip
    return blue_page(res, bar, content)
