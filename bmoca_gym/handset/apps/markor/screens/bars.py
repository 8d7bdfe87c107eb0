"""Markor's tool bars: the actions that fit are beside the title, the others in a menu."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.markor.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, menu
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import FittedText, Text
from bmoca_gym.handset.value import Callback, do

#: dp that a title takes at least: one of words, and the name of a note, which may be cut.
WORDS, NAME = 150, 96


class Offer(NamedTuple):
    """An action of a bar. ``name``: of its resource id and its string; without ``glyph`` it is in the menu."""

    name: str
    glyph: str
    tap: Callback
    enabled: bool = True
    on: bool | None = None


def _fitting(res: Resources, offers: tuple[Offer, ...], up: bool, title: int) -> int:
    """How many actions fit into the bar beside a title of a given width in dp."""
    drawn = sum(bool(offer.glyph) for offer in offers)
    room = res.width - title - (48 if up else 0)
    count = int(room // 48)
    return drawn if drawn == len(offers) <= count else max(0, min(drawn, count - 1))


def bar(
    res: Resources, title: str, offers: tuple[Offer, ...], *, title_id: str = "", up: Callback | None = None,
    up_glyph: str = "arrow_back", room: int = WORDS, more: str = "menu",
) -> Element:  # fmt: skip
    """The bar. ``up``: what the arrow does; ``room``: dp for the title; ``more``: overlay with the other offers."""
    c = res.colors
    count = _fitting(res, offers, up is not None, room)
    lead: tuple[Element, ...] = ()
    if up is not None:
        lead = (icon_button(up_glyph, res.string("common.navigate_up"), up, c.on_bar),)
    shown = [
        icon_button(
            offer.glyph, res.string(f"markor.{offer.name}"), offer.tap, c.on_bar if offer.enabled else c.secondary,
            id=f"{ID}action_{offer.name}", enabled=offer.enabled, class_name="android.widget.TextView",
        )
        for offer in offers[:count]
    ]  # fmt: skip
    if count < len(offers):
        shown.append(icon_button("more_vert", res.string("common.more_options"), do(open_overlay, more), c.on_bar,
                                 class_name="android.widget.ImageView"))  # fmt: skip
    kind = Text if room == NAME else FittedText
    return Row(
        *lead, kind(title, 18, c.on_bar, 500, grow=1, pad=(8 if lead else 16, 0, 8, 0), id=title_id), *shown,
        width=FILL, height=56, align="center", pad=(4 if lead else 0, 0, 4, 0), background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def overflow(res: Resources, offers: tuple[Offer, ...], up: bool, room: int = WORDS) -> Element:
    """The menu of actions that do not fit into the bar."""
    return items(res, offers[_fitting(res, offers, up, room) :])


def items(res: Resources, offers: tuple[Offer, ...]) -> Element:
    """A menu of actions."""
    rows = tuple([(res.string(f"markor.{o.name}"), o.tap, o.on) for o in offers if o.enabled])
    return menu(res, rows, CLOSE)
