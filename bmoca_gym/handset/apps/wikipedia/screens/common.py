"""Common parts of the app's screens: bottom sheets, menus at a button, article rows, the tabs button."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.handlers.opening import show_tabs
from bmoca_gym.handset.apps.wikipedia.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui import components, illustrations
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component, take_touch
from bmoca_gym.handset.ui.fitting import Held
from bmoca_gym.handset.ui.illustrations import has_drawing
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

WIDE = 700  # dp from which a screen has room for two columns


def sheet(
    res: Resources,
    *parts: Element,
    dismiss: Callback | None = None,
    id: str = "",
    pad: Any = 0,
    dim: bool = True,
    class_name: str = "android.widget.FrameLayout",
) -> Element:
    """A sheet at the bottom of a darkened (``dim``) screen; a tap above it calls ``dismiss``."""
    dismiss = dismiss or CLOSE
    return components.sheet(res, *parts, dismiss=dismiss, id=id, pad=pad, dim=dim, class_name=class_name)


def popup(
    res: Resources, items: tuple[tuple[str, str, Callback], ...], top: float, width: float = 240
) -> Element:
    """A menu at the end edge, ``top`` dp down (held inside the screen): (label, resource id, callback) each."""
    c = res.colors
    rows = [
        Row(
            Text(label, 16, c.text, lines=2, grow=1, id=ID + "title"),
            width=FILL, pad=(16, 13), tap=tap, id=id, class_name="android.widget.LinearLayout",
        )
        for label, id, tap in items
    ]  # fmt: skip
    card = Column(
        *rows, width=min(width, res.width - 16), pad=(0, 8), background=c.surface, radius=4, border=c.divider,
        tap=do(take_touch), class_name="android.widget.ListView",
    )  # fmt: skip
    return Held(
        card, 28, 32, width=FILL, height=FILL, align="end", tap=CLOSE, pad=(8, top, 8, 8), class_name=""
    )


def picture(subject: str, height: float, width: float = FILL, **options: Any) -> tuple[Element, ...]:
    """An article's picture, if it has one."""
    if not has_drawing("wikipedia", subject):
        return ()
    return (illustrations.picture(f"wikipedia/{subject}", width=width, height=height, **options),)


@component(256)
def article_row(
    res: Resources, key: str, tap: Callback, lead: str = "", note: str = "", end: Element | None = None,
) -> Element:  # fmt: skip
    """An article in a list: picture, title and description. ``lead``: a number before it; ``note``: a line below it."""
    c = res.colors
    found = articles.article(key)
    start: list[Element] = [Text(lead, 16, c.accent, 700, width=24, align="center")] if lead else []
    return Row(
        *start,
        Column(
            Text(found.title, 16, c.text, 500, lines=2, id=ID + "page_list_item_title"),
            Text(found.description, 14, c.secondary, lines=2, id=ID + "page_list_item_description"),
            *([Text(note, 12, c.positive, 500, id=ID + "view_list_card_item_pageviews")] if note else []),
            grow=1, gap=2,
        ),
        *picture(found.subject, 56, 56), *((end,) if end is not None else ()),
        width=FILL, pad=(16, 10), gap=12, align="center", tap=tap,
        id=ID + "page_list_item_container", class_name="android.view.ViewGroup",
    )  # fmt: skip


def tabs_button(res: Resources, count: int) -> tuple[Element, ...]:
    """The button with the number of open tabs, if there are any."""
    if not count:
        return ()
    c = res.colors
    box = Stack(
        Text(res.digits(str(count)), 12, c.text, 700, align="center", id=ID + "tabsCountText"),
        width=22, height=22, radius=4, border=c.text, align="center", justify="center", class_name="",
    )  # fmt: skip
    return (
        Stack(
            box, width=48, height=48, align="center", justify="center", tap=do(show_tabs), id=ID + "menu_tabs",
            description=res.string("wikipedia.show_tabs"), class_name="android.widget.FrameLayout",
        ),
    )  # fmt: skip


def empty_message(
    res: Resources, glyph: str, title: str, message: str, *buttons: Element, id: str = ""
) -> Element:
    """The message of an empty list."""
    c = res.colors
    return Column(
        Spacer(grow=1, height=1),
        Icon(glyph, 64, c.disabled),
        *([Text(title, 20, c.text, 500, lines=3, align="center", id=ID + "empty_title")] if title else []),
        *([Text(message, 14, c.secondary, lines=6, align="center", id=ID + "empty_message")] if message else []),
        *buttons,
        Spacer(grow=1, height=1),
        width=FILL, grow=1, gap=12, align="center", pad=(24, 16), id=id,
    )  # fmt: skip
