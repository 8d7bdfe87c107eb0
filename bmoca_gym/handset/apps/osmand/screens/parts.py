"""Parts of OsmAnd's pages: bars, round buttons, rows, formats of distances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.osmand import handlers
from bmoca_gym.handset.apps.osmand.drawing import ORANGE
from bmoca_gym.handset.apps.osmand.land import CATEGORIES, SETTLED, Place
from bmoca_gym.handset.apps.osmand.state import ID
from bmoca_gym.handset.kits import choices, map_view, questions
from bmoca_gym.handset.resources import Resources, decimal_separator
from bmoca_gym.handset.ui.components import icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

WHITE = 0xFFFFFFFF
_GLYPHS = {
    **CATEGORIES, "town": "location_city", "position": "my_location", "favourite": "star", "marker": "flag",
}  # fmt: skip


def glyph_of(kind: str) -> str:
    """The icon of a kind of place."""
    return _GLYPHS.get(kind, "home")


def kind_text(res: Resources, place: Place) -> str:
    """Kind of a place, and the country of a settlement."""
    said = res.string(f"osmand.kind_{place.kind}")
    return f"{said}, {res.string('osmand.country')}" if place.kind in SETTLED else said


def length(res: Resources, metres: float, units: str) -> str:
    """Format a length in metres and kilometres, or in feet and miles."""
    long, short, unit = (1609.344, 0.3048, "mi") if units == "miles" else (1000.0, 1.0, "km")
    if metres < long * 0.3:
        return res.digits(
            f"{round(metres / short)} {res.string('osmand.ft' if unit == 'mi' else 'osmand.m')}"
        )
    told = f"{metres / long:.1f}" if metres < 100 * long else str(round(metres / long))
    return res.digits(f"{told.replace('.', decimal_separator(res.locale))} {res.string(f'osmand.{unit}')}")


def round_button(
    res: Resources, glyph: str, name: str, tap: Callback, id: str, enabled: bool = True
) -> Element:
    """A round button over the map."""
    return map_view.round_button(res, glyph, tap, ID + id, res.string(f"osmand.{name}"), enabled)


def bar(res: Resources, title: str, *actions: Element) -> Element:
    """The bar of a page: the back arrow, its title, and its actions."""
    c = res.colors
    up = icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.leave), WHITE)
    return Row(
        up, FittedText(title, 20, WHITE, 500, grow=1), *actions,
        width=FILL, height=56, pad=(4, 0), align="center", background=ORANGE if not res.dark else c.raised,
        id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def framed(res: Resources, top: Element, *parts: Element) -> Element:
    """A page under a bar."""
    return page(res, top, *parts, bar=res.colors.raised if res.dark else ORANGE)


def place_row(res: Resources, place: Place, far: str, tap: Callback, *end: Element) -> Element:
    """A place in a list, with its kind and distance."""
    c = res.colors
    words = Column(
        Row(Text(place.name, 16, c.text, lines=2, grow=1, id=ID + "title"),
            Text(far, 14, c.secondary, id=ID + "distance"), width=FILL, gap=12, class_name=""),
        Text(kind_text(res, place), 14, c.secondary, id=ID + "subtitle"),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    return Column(
        Row(Icon(glyph_of(place.kind), 24, ORANGE, id=ID + "imageView"), words, *end, width=FILL, gap=16, pad=(16, 10),
            align="center", tap=tap, id=ID + "searchListItemLayout"),
        Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="",
    )  # fmt: skip


def tabs(res: Resources, names: tuple[str, ...], chosen: str, show: Callable[..., Any]) -> Element:
    """Tabs. ``show``: the handler that shows one, given its name."""
    entries = [(res.string(f"osmand.{name}"), name == chosen, do(show, name)) for name in names]
    return choices.tabs(res, *entries, color=ORANGE, id=ID + "tab_layout")


def question(res: Resources, text: str, yes: str, answer: Callback) -> Element:
    """Ask before doing something that can't be undone. ``text``, ``yes``: names of strings."""
    return questions.question(res, res.string(f"osmand.{text}"), f"osmand.{yes}", answer, lines=5)
