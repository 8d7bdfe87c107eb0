"""What several screens of Booking.com share: colours, bars, cards of properties, money."""

from __future__ import annotations

from bmoca_gym.handset.apps.booking import handlers
from bmoca_gym.handset.apps.booking.places import Property, photograph
from bmoca_gym.handset.apps.booking.state import ID, TABS, PageName
from bmoca_gym.handset.kits.navigation import leave_page
from bmoca_gym.handset.resources import Resources, decimal_separator
from bmoca_gym.handset.ui.components import bottom_tabs, icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

NAVY, BLUE, PALE, YELLOW, WHITE = 0xFF003B95, 0xFF006CE4, 0xFF4C9CFF, 0xFFFFB700, 0xFFFFFFFF
_GLYPHS = {
    "search": "search",
    "saved": "favorite_border",
    "trips": "business_center",
    "account": "account_circle",
}
#: Width of a property in dp, at most.
_WIDEST = 640
_BUTTON = "android.widget.Button"
#: The glyph of each facility.
FACILITIES = {
    "wifi": "wifi", "breakfast": "free_breakfast", "kitchen": "kitchen", "pool": "pool", "gym": "fitness_center",
    "parking": "local_parking", "laundry": "local_laundry_service",
}  # fmt: skip


def blue(res: Resources) -> int:
    """Booking.com's blue, lighter in a dark theme."""
    return PALE if res.dark else BLUE


def money(res: Resources, dollars: int) -> str:
    """Write a price."""
    return res.digits(f"US${dollars:,}")


def _decimal(res: Resources, text: str) -> str:
    """Write a number with one decimal in the phone's language."""
    return res.digits(text.replace(".", decimal_separator(res.locale)))


def button(res: Resources, label: str, tap: Callback, name: str, enabled: bool = True) -> Element:
    """The blue button over the whole width."""
    c = res.colors
    return Text(
        label, 16, WHITE if enabled else c.secondary, 500, lines=2, align="center", width=FILL, pad=(16, 13),
        background=BLUE if enabled else c.raised, radius=4, tap=tap, enabled=enabled, id=ID + name,
        class_name=_BUTTON,
    )  # fmt: skip


def bar(res: Resources, title: str, *ends: Element) -> Element:
    """The navy bar of a screen over the tabs."""
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), WHITE,
                    class_name="android.widget.ImageButton"),
        FittedText(title, 18, WHITE, 500, grow=1, id=ID + "toolbar_title"), *ends,
        width=FILL, height=56, pad=(4, 0), align="center", background=NAVY, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def tabbed(res: Resources, tab: PageName, *parts: Element) -> Element:
    """A tab's page above the row of tabs."""
    tabs = tuple(
        [(res.string(f"booking.tab_{name}"), _GLYPHS[name], ID + f"navigation_{name}", do(handlers.show_tab, name))
         for name in TABS]
    )  # fmt: skip
    return page(res, *parts, bottom_tabs(res, tabs, TABS.index(tab), id=ID + "bottom_navigation"), bar=NAVY)


def head(res: Resources, title: str) -> Element:
    """The navy head of a tab."""
    return Row(
        Text(title, 20, WHITE, 700, grow=1, id=ID + "toolbar_title"), width=FILL, height=56, pad=(16, 0),
        align="center", background=NAVY, id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def empty(res: Resources, glyph: str, title: str, text: str, *more: Element) -> Element:
    """The message of an empty page."""
    c = res.colors
    return Column(
        Spacer(height=40, width=1), Icon(glyph, 72, blue(res)),
        Text(title, 20, c.text, 700, lines=3, align="center", width=FILL, id=ID + "empty_title"),
        Text(text, 16, c.secondary, lines=5, align="center", width=FILL, id=ID + "empty_text"), *more,
        width=FILL, pad=(32, 16), gap=12, align="center",
    )  # fmt: skip


def margin(res: Resources, least: float) -> float:
    """The margin at each side of properties in dp, so that pictures are not stretched thin on a wide screen."""
    return max(least, (res.width - _WIDEST) / 2)


def stars(number: int) -> Element:
    """The yellow stars of a hotel."""
    return Row(*[Icon("star", 14, YELLOW) for _ in range(number)], description="★" * number, gap=1)


def score(res: Resources, of: Property, size: float = 14) -> Element:
    """The review score on its navy badge, with a word for it and the number of reviews."""
    c = res.colors
    word = (
        "exceptional"
        if of.score >= 95
        else "superb"
        if of.score >= 90
        else "fabulous"
        if of.score >= 86
        else "good"
    )
    badge = Text(
        _decimal(res, f"{of.score // 10}.{of.score % 10}"), size, WHITE, 700, pad=(6, 4), background=NAVY, radius=4,
        id=ID + "review_score",
    )  # fmt: skip
    reviews = res.string("booking.reviews", count=res.digits(f"{of.reviews:,}"))
    return Row(
        badge, Text(res.string(f"booking.{word}"), size, c.text, 500), Text("·", size, c.secondary),
        Text(reviews, size, c.secondary, grow=1, lines=2), width=FILL, gap=6, align="center",
    )  # fmt: skip


def distance(res: Resources, of: Property) -> str:
    """How far it is from the centre."""
    far = _decimal(res, f"{of.metres // 1000}.{of.metres % 1000 // 100}")
    return res.string("booking.from_centre", distance=f"{far} {res.string('booking.km')}")


def heart(res: Resources, of: Property, saved: bool, ground: int | None) -> Element:
    """The button that saves a property."""
    return Icon(
        "favorite" if saved else "favorite_border", 22, 0xFFD4111E if saved else res.colors.text, width=44, height=44,
        radius=22, background=ground, tap=do(handlers.save, of.id), selected=saved, id=ID + "wishlist_icon",
        description=res.string("booking.unsave" if saved else "booking.save"), class_name="android.widget.ImageButton",
    )  # fmt: skip


def card(res: Resources, of: Property, saved: bool, nights: int) -> Element:
    """A property in a list: picture, heart, name, score, place, and the price of the stay."""
    c = res.colors
    photo = Stack(
        Picture(photograph(of.id), width=FILL, height=176, id=ID + "property_photo"),
        Row(Spacer(grow=1, height=1), heart(res, of, saved, c.surface), width=FILL, pad=(8, 8), class_name=""),
        width=FILL, height=176, class_name="",
    )  # fmt: skip
    price = Column(
        Text(res.string("booking.nights", count=res.digits(str(nights))), 12, c.secondary, align="end", width=FILL),
        Text(money(res, of.price * nights), 18, c.text, 700, align="end", width=FILL, id=ID + "price_view"),
        Text(res.string("booking.taxes"), 12, c.secondary, align="end", width=FILL, lines=2),
        width=FILL, gap=2,
    )  # fmt: skip
    name = Text(of.name, 18, c.text, 700, lines=2, grow=1, id=ID + "property_name")
    body = Column(
        Row(name, stars(of.stars), width=FILL, gap=6, align="center") if of.stars else Row(name, width=FILL),
        score(res, of),
        Text(f"{res.string(f'booking.{of.kind}')} · {distance(res, of)}", 14, c.secondary, lines=2, width=FILL),
        price, width=FILL, pad=(16, 12, 16, 16), gap=8,
    )  # fmt: skip
    return Column(
        photo, body, width=FILL, background=c.surface, radius=8, border=c.divider,
        tap=do(handlers.go, "property", of.id), id=ID + "property_card", class_name="android.view.ViewGroup",
    )  # fmt: skip


def field(res: Resources, glyph: str, label: str, tap: Callback, name: str) -> Element:
    """A row of the search box."""
    c = res.colors
    return Row(
        Icon(glyph, 24, c.text), Text(label, 16, c.text, 500, lines=2, grow=1, id=ID + f"{name}_label"),
        width=FILL, pad=(16, 14), gap=14, align="center", tap=tap, id=ID + name, background=c.surface,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def facilities(res: Resources, of: Property) -> Element:
    """What a property has, in two columns."""
    c = res.colors
    rows = [
        Row(Icon(FACILITIES[name], 20, c.text), Text(res.string(f"booking.has_{name}"), 14, c.text, lines=2, grow=1),
            gap=10, pad=(0, 6), align="center", width=max(120, (min(res.width, 600) - 32) / 2))
        for name in of.has
    ]  # fmt: skip
    return Grid(*rows, columns=2, width=FILL, class_name="")
