"""Stores and their services, and the account's pages: sign-in, notifications."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.handlers import choose_store, go, not_connected, switch, type_email
from bmoca_gym.handset.apps.walmart.screens.parts import (
    BLUE,
    PALE_BLUE,
    blue_page,
    branded,
    broad,
    button,
    plain_bar,
    row,
    title,
)
from bmoca_gym.handset.apps.walmart.state import ID, NOTIFICATIONS
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, list_row, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, TextField
from bmoca_gym.handset.value import do


def stores(res: Resources, mine: str) -> Element:
    """The stores nearby."""
    res = branded(res)
    parts: list[Element] = [title(res, res.string("walmart.stores_nearby"))]
    for key, store in assortment.stores().items():
        near = res.string("walmart.miles", miles=store.miles)
        below = f"{store.address}\n{near}"
        if key == mine:
            below += f" · {res.string('walmart.my_store')}"
        parts += [
            row(res, "storefront", store.name, below, do(go, "store", key), ID + "store_item"),
            divider(res, 56),
        ]
    return blue_page(res, plain_bar(res, res.string("walmart.store_finder")), scrolling(*parts, key="stores"))


def _fact(res: Resources, glyph: str, name: str, text: str) -> Element:
    c = res.colors
    return Row(
        Icon(glyph, 24, c.text),
        Column(Text(name, 13, c.secondary), Text(text, 16, c.text, lines=3), grow=1, gap=2, class_name=""),
        width=FILL, pad=(16, 10), gap=16, align="center",
    )  # fmt: skip


def store(res: Resources, key: str, mine: bool) -> Element:
    """A store: its address, opening hours and map."""
    res = branded(res)
    about = assortment.stores()[key]
    own = (
        Row(Icon("check_circle", 20, res.colors.positive),
            Text(res.string("walmart.my_store"), 15, res.colors.positive, 700, id=ID + "my_store_label"), gap=8,
            align="center", pad=(16, 4))
        if mine
        else Column(button(res.string("walmart.make_my_store"), do(choose_store, key), filled=False,
                           id=ID + "make_my_store"), pad=(16, 4), class_name="")
    )  # fmt: skip
    body = scrolling(
        Text(about.name, 22, res.colors.text, 700, lines=3, pad=(16, 18, 16, 8), width=FILL, id=ID + "store_title"),
        own,
        _fact(res, "place", res.string("walmart.address"), about.address),
        _fact(res, "access_time", res.string("walmart.hours"), about.hours),
        broad(res, button(res.string("walmart.store_map"), do(go, "map", key, ""), width=FILL,
                          id=ID + "store_map_button")),
        divider(res),
        title(res, res.string("walmart.in_this_store")),
        *[row(res, service.glyph, service.name, service.hours, do(go, "service", service.key), ID + "store_service")
          for service in assortment.services().values()],
        Spacer(width=1, height=16), key="store", id=ID + "store_details",
    )  # fmt: skip
    return blue_page(res, plain_bar(res, res.string("walmart.store_details")), body)


def service(res: Resources, key: str, store: str) -> Element:
    """A service of the shopper's store."""
    res = branded(res)
    about = assortment.services()[key]
    mark = Stack(Icon(about.glyph, 48, BLUE), width=104, height=104, radius=52, background=PALE_BLUE, align="center",
                 justify="center", class_name="")  # fmt: skip
    body = scrolling(
        Column(mark, Text(about.name, 22, res.colors.text, 700, lines=2, align="center", id=ID + "service_title"),
               width=FILL, align="center", gap=12, pad=(16, 24, 16, 12), class_name=""),
        Text(about.details, 16, res.colors.text, lines=None, pad=(16, 0, 16, 8), width=FILL),
        _fact(res, "access_time", res.string("walmart.hours"), about.hours),
        _fact(res, "storefront", res.string("walmart.my_store"), assortment.stores()[store].name),
        broad(res, button(res.string("walmart.find_on_map"), do(go, "map", store, key), width=FILL,
                          id=ID + "find_on_map")),
        key="service",
    )  # fmt: skip
    return blue_page(res, plain_bar(res, res.string("walmart.services")), body)


def notifications(res: Resources, off: tuple[str, ...]) -> Element:
    """The notification settings."""
    res = branded(res)
    rows: list[Element] = []
    for name in NOTIFICATIONS:
        on = name not in off
        label = res.string(f"walmart.{name}")
        mark = Switch(
            on, res.string("common.on" if on else "common.off"), color=BLUE, id=ID + "notification_switch"
        )
        rows += [
            list_row(res, label, res.string(f"walmart.{name}_text"), tap=do(switch, name), end=mark,
                     id=ID + f"notification_{name}"),
            divider(res, 16),
        ]  # fmt: skip
    return blue_page(
        res, plain_bar(res, res.string("walmart.notifications")), scrolling(*rows, key="notifications")
    )


def sign_in(res: Resources, email: str, focused: bool) -> Element:
    """The page to open an account, which can't work because the shop's servers can't be reached."""
    res = branded(res)
    c = res.colors
    field = TextField(
        email, "email", do(type_email), focused=focused, hint=res.string("walmart.email"), hint_color=c.secondary,
        accent=BLUE, color=c.text, size=16, width=FILL, height=52, pad=(12, 0), border=BLUE if focused else c.secondary,
        radius=4, on_submit=do(not_connected) if email.strip() else None, kind="email",
        id=ID + "email_field",
    )  # fmt: skip
    form = Column(
        Text(res.string("walmart.sign_in_title"), 22, c.text, 700, lines=3, align="center"),
        Text(res.string("walmart.sign_in_text"), 15, c.secondary, lines=5, align="center"),
        field,
        button(res.string("walmart.continue"), do(not_connected), width=FILL, enabled=bool(email.strip()),
               id=ID + "continue_button"),
        width=min(res.width, 480), gap=16, align="center", pad=(20, 28), class_name="",
    )  # fmt: skip
    body = scrolling(Column(form, width=FILL, align="center", class_name=""), key="sign_in")
    return blue_page(res, plain_bar(res, res.string("walmart.sign_in")), body)
