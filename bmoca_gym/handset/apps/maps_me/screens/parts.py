"""Parts of MAPS.ME's pages: names, addresses, formats of lengths and times; rows, bars and buttons."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps_me import bay, handlers
from bmoca_gym.handset.apps.maps_me.bay import Place
from bmoca_gym.handset.apps.maps_me.drawing import GREEN
from bmoca_gym.handset.apps.maps_me.state import ID
from bmoca_gym.handset.kits import map_view, questions
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do, memo

WHITE = 0xFFFFFFFF


def name_of(res: Resources, place: Place) -> str:
    """Name of a place."""
    return place.name or res.string("maps_me.my_location" if place == bay.HERE else "maps_me.selected_point")


def kind_of(res: Resources, place: Place) -> str:
    """Kind of a place."""
    return res.string(f"maps_me.kind_{place.kind}")


@memo(8)
def kinds(res: Resources) -> tuple[tuple[str, str], ...]:
    """The kinds of places, and their names."""
    known = sorted({place.kind for place in bay.places()})
    return tuple([(kind, res.string(f"maps_me.kind_{kind}")) for kind in known])


def address(place: Place) -> str:
    """Street and number, as far as known: ``18th Street, 3180``."""
    return ", ".join(part for part in (place.street, place.house) if part)


def length(res: Resources, metres: float, units: str, along: bool = False) -> str:
    """Format a length. ``along`` a route, lengths from ten kilometres or miles on have no decimals."""
    far, near, long, short = (
        (1609.344, 0.3048, "mi", "ft") if units == "imperial" else (1000.0, 1.0, "km", "m")
    )
    if metres < far * 0.9995:
        step = 10 if metres / near >= 100 else 1
        return f"{res.digits(str(round(metres / near / step) * step))} {res.string(f'maps_me.{short}')}"
    whole = metres / far >= (9.95 if along else 99.95)
    return f"{res.number(f'{metres / far:.{0 if whole else 1}f}')} {res.string(f'maps_me.{long}')}"


def duration(res: Resources, seconds: float) -> str:
    """Format a duration in minutes, at least one."""
    minutes = max(1, round(seconds / 60))
    hours, minutes = divmod(minutes, 60)
    told = [res.string("maps_me.hours", number=res.digits(str(hours)))] if hours else []
    if minutes or not hours:
        told.append(res.string("maps_me.minutes", number=res.digits(str(minutes))))
    return " ".join(told)


def round_button(
    res: Resources, glyph: str, name: str, tap: Callback, id: str, enabled: bool = True
) -> Element:
    """A round button over the map."""
    return map_view.round_button(res, glyph, tap, ID + id, res.string(f"maps_me.{name}"), enabled)


def bar_color(res: Resources) -> int:
    """The colour of bars."""
    return res.colors.raised if res.dark else GREEN


def bar(res: Resources, *parts: Element) -> Element:
    """The bar of a page: the back arrow, and its content."""
    up = icon_button("arrow_back", res.string("common.navigate_up"), do(handlers.leave), WHITE)
    return Row(
        up, *parts, width=FILL, height=56, pad=(4, 0), align="center", background=bar_color(res), id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def title(text: str) -> Element:
    """The title in a bar."""
    return FittedText(text, 20, WHITE, 500, grow=1)


def framed(res: Resources, top: Element, *parts: Element) -> Element:
    """A page under a bar."""
    return page(res, top, *parts, bar=bar_color(res))


def place_row(res: Resources, place: Place, far: str, tap: Callback) -> Element:
    """A search result: its kind, location and distance."""
    c = res.colors
    where = ", ".join(part for part in (address(place), place.town) if part)
    foot = (
        Row(Text(where, 13, c.secondary, lines=2, grow=1, id=ID + "region"),
            Text(far, 13, c.accent, id=ID + "distance"), width=FILL, gap=12, align="center", class_name=""),
    )  # fmt: skip
    words = Column(
        Text(name_of(res, place), 16, c.text, lines=2, id=ID + "title"),
        Text(kind_of(res, place), 13, c.secondary, id=ID + "description"),
        *(foot if where or far else ()), grow=1, gap=2, class_name="",
    )  # fmt: skip
    return Column(
        Row(Icon(bay.GLYPHS[place.kind], 24, c.secondary, class_name=""), words, width=FILL, gap=16, pad=(16, 10),
            align="center", tap=tap, class_name="android.widget.RelativeLayout"),
        Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="",
    )  # fmt: skip


def question(res: Resources, text: str, yes: str, answer: Callback) -> Element:
    """Ask before doing something that can't be undone. ``text``, ``yes``: names of strings."""
    return questions.question(res, res.string(f"maps_me.{text}"), f"maps_me.{yes}", answer, lines=5)
