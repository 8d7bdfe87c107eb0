"""Smaller activities: open tabs, the randomizer, a picture in full screen, and the log-in form."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.handlers import reading, saving
from bmoca_gym.handset.apps.wikipedia.handlers.arranging import random_key, throw
from bmoca_gym.handset.apps.wikipedia.handlers.choosing import type_name, type_password
from bmoca_gym.handset.apps.wikipedia.handlers.opening import offline, show_article
from bmoca_gym.handset.apps.wikipedia.screens.common import empty_message, picture, popup
from bmoca_gym.handset.apps.wikipedia.state import ID
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui import illustrations
from bmoca_gym.handset.ui.components import (
    divider,
    filled_button,
    floating_button,
    icon_button,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer, Stack
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do


def tabs_screen(res: Resources, keys: tuple[str, ...], current: int) -> Element:
    """The open tabs, each by the article it shows."""
    c = res.colors
    actions = (
        icon_button(
            "add", res.string("wikipedia.new_tab"), do(reading.add_tab), c.text, id=ID + "menu_new_tab"
        ),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "tabs_menu"), c.text),
    )
    bar = toolbar(res, res.string("wikipedia.tabs"), *actions, up=do(reading.tabs_up))
    if not keys:
        return page(res, bar, empty_message(res, "tab", res.string("wikipedia.no_tabs"), ""))
    cards: list[Element] = []
    for at, key in enumerate(keys):
        shown = articles.article(key)
        cards.append(
            Column(
                Row(
                    Text(shown.title, 16, c.text, 500, grow=1, lines=2, pad=(16, 0), id=ID + "tabArticleTitle"),
                    icon_button("close", res.string("wikipedia.close_tab"), do(reading.close_tab, at), c.secondary,
                                id=ID + "tabCloseButton"),
                    width=FILL, least=48, align="center",
                ),
                divider(res),
                Text(shown.extract, 14, c.secondary, lines=3, pad=(16, 10), id=ID + "tabArticleDescription"),
                width=FILL, background=c.surface, radius=8, border=c.accent if at == current else c.divider,
                tap=do(reading.choose_tab, at), selected=at == current, id=ID + "tabContainer",
                class_name="android.widget.FrameLayout",
            )
        )  # fmt: skip
    return page(res, bar, scrolling(*cards, key="tabs", gap=12, pad=(16, 8), id=ID + "tabRecyclerView"))


def tabs_menu(res: Resources) -> Element:
    """The menu of the list of tabs."""
    items = ((res.string("wikipedia.close_all_tabs"), ID + "menu_close_all_tabs", do(reading.close_all)),)
    return popup(res, items, 28)


def random_screen(res: Resources, code: str, day: date, dice: int, saved: bool) -> Element:
    """A random article as a card, and the die that shows another."""
    c = res.colors
    key = random_key(code, day, dice)
    shown = articles.article(key)
    card = Column(
        *picture(shown.subject, min(200, res.height * 0.3)),
        Text(shown.title, 24, c.text, 500, lines=2, pad=(16, 12, 16, 0),
             id=ID + "view_random_article_card_article_title"),
        Text(shown.description, 14, c.secondary, lines=2, pad=(16, 2),
             id=ID + "view_random_article_card_article_subtitle"),
        Text(shown.extract, 16, c.text, lines=10, pad=(16, 8, 16, 16), id=ID + "view_random_article_card_extract"),
        width=min(res.width - 32, 600), background=c.surface, radius=4, border=c.divider,
        tap=do(show_article, key), class_name="androidx.cardview.widget.CardView",
    )  # fmt: skip
    foot = Row(
        icon_button("bookmark" if saved else "bookmark_border", res.string("wikipedia.save"), do(saving.save, key),
                    c.accent, id=ID + "random_save_button", selected=saved),
        Spacer(width=48, height=1),
        floating_button(res, "casino", res.string("wikipedia.next_random_article"), do(throw),
                        ID + "random_next_button"),
        width=FILL, justify="center", align="center", pad=(0, 12),
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("wikipedia.randomizer"), up=do(leave_page)),
        Scroll(
            Column(card, width=FILL, align="center", pad=(16, 8), class_name=""),
            key="random",
            width=FILL,
            grow=1,
        ),
        foot,
    )


# Picture


def gallery_screen(res: Resources, code: str) -> Element:
    """The picture of the day, as large as the screen."""
    edition = articles.edition(code)
    white = 0xFFFFFFFF
    return Stack(
        Column(
            Spacer(width=FILL, height=24),
            Row(
                icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), white),
                width=FILL, height=56, pad=(4, 0), align="center",
            ),
            illustrations.picture(
                edition.picture, width=FILL, grow=1, id=ID + "imageView", description=edition.picture_text
            ),
            Text(edition.picture_text, 14, white, lines=4, width=FILL, pad=16, id=ID + "gallery_description_text"),
            Spacer(width=FILL, height=res.foot),
            width=FILL, height=FILL, class_name="",
        ),
        width=FILL, height=FILL, background=0xFF000000,
    )  # fmt: skip


def login_screen(res: Resources, name: str, password: str, focused: str) -> Element:
    """The login form, which there is no network to send over."""
    c = res.colors
    look: dict[str, Any] = {
        "hint_color": c.secondary, "accent": c.accent, "color": c.text, "size": 16, "height": 48,
        "on_submit": do(offline),
    }  # fmt: skip
    user, secret = res.string("wikipedia.username"), res.string("wikipedia.password")
    return page(
        res,
        toolbar(res, res.string("wikipedia.log_in"), up=do(leave_page)),
        scrolling(
            Text(res.string("wikipedia.log_in_to_wikipedia"), 20, c.text, 500, lines=3, pad=(0, 16)),
            TextField(name, "name", do(type_name), focused=focused == "name", hint=user, id=ID + "login_username_text",
                      **look),
            divider(res),
            PasswordField(password, "password", do(type_password), focused=focused == "password", hint=secret,
                          id=ID + "login_password_input", **look),
            divider(res),
            Row(
                Spacer(grow=1, height=1),
                filled_button(res, res.string("wikipedia.log_in"), do(offline), id=ID + "login_button"),
                width=FILL, pad=(0, 24),
            ),
            key="login", pad=(24, 0),
        ),
    )  # fmt: skip
