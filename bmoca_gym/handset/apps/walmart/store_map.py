"""The map of a store: its plan with scrolling and zoom, and the search for a product or a service."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.assortment import PLAN_HEIGHT, PLAN_WIDTH, Zone
from bmoca_gym.handset.apps.walmart.browse import field_bar
from bmoca_gym.handset.apps.walmart.item import aisle
from bmoca_gym.handset.apps.walmart.parts import WHITE, YELLOW, blue_page, branded, link, message
from bmoca_gym.handset.apps.walmart.state import ID, TEXT_LIMIT, Walmart, go, view_item
from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import STATUS_HEIGHT, divider, icon_button, scrolling
from bmoca_gym.handset.ui.elements import (
    FILL,
    Canvas,
    Column,
    Element,
    LeftToRight,
    Row,
    Scroll,
    Spacer,
    Stack,
)
from bmoca_gym.handset.ui.illustrations import Illustration
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, replace
from bmoca_gym.handset.words import plain

#: How much larger than the whole plan each step of the zoom is.
FACTORS = (1.0, 1.6, 2.4, 3.4)
_BAR_HEIGHT, _CONTROLS_HEIGHT, _CARD_HEIGHT = 60, 56, 108
_GROUNDS = {
    "food": 0xFFD3EFD9, "house": 0xFFCFE5FA, "goods": 0xFFFCE3C6, "service": 0xFFE7DDF5, "plain": 0xFFE3E4E5,
    "door": 0xFF2E2F32,
}  # fmt: skip


def _room(res: Resources, card: bool) -> tuple[float, float]:
    """The part of the screen that shows the plan: width and height in dp."""
    taken = STATUS_HEIGHT + _BAR_HEIGHT + res.foot + _CONTROLS_HEIGHT + (_CARD_HEIGHT if card else 0)
    return float(res.width), float(max(120, res.height - taken))


def _unit(res: Resources, zoom: int) -> float:
    """The size in dp of a unit of the plan."""
    width, height = _room(res, False)
    return min(width / PLAN_WIDTH, height / PLAN_HEIGHT) * FACTORS[zoom]


# Handlers


def _centred(res: Resources, zoom: int, x: float, y: float, card: bool) -> tuple[Callback, Callback]:
    """Effects that scroll to a point of the plan, given as fractions."""
    width, height = _room(res, card)
    unit, scale = _unit(res, zoom), res.metrics.scale
    left = max(0.0, x * PLAN_WIDTH * unit - width / 2)
    top = max(0.0, y * PLAN_HEIGHT * unit - height / 2)
    return scroll_to("map_x", round(left * scale)), scroll_to("map_y", round(top * scale))


def _middle(zone: Zone) -> tuple[float, float]:
    return (zone.x + zone.width / 2) / PLAN_WIDTH, (zone.y + zone.height / 2) / PLAN_HEIGHT


def _zoom(state: Walmart, context: Context, by: int) -> Next[Walmart]:
    zoom = min(len(FACTORS) - 1, max(0, state.zoom + by))
    res = context.res
    if state.spot:
        x, y = _middle(assortment.zones()[state.spot])
    else:
        # What is in the middle now stays there.
        offsets = dict(context.activity.offsets) if context.activity is not None else {}
        width, height = _room(res, False)
        unit, scale = _unit(res, state.zoom), res.metrics.scale
        x = (offsets.get("map_x", 0) / scale + width / 2) / (max(width, PLAN_WIDTH * unit))
        y = (offsets.get("map_y", 0) / scale + height / 2) / (max(height, PLAN_HEIGHT * unit))
    return replace(state, zoom=zoom), *_centred(res, zoom, x, y, bool(state.spot))


def _choose(state: Walmart, context: Context, key: str) -> Walmart:
    """Choose a zone of the plan, or none."""
    return replace(state, spot="" if key == state.spot else key)


def _type(state: Walmart, context: Context, text: str) -> Next[Walmart]:
    return replace(state, map_query=text[:TEXT_LIMIT]), scroll_to("map_found")


def _show(state: Walmart, context: Context, key: str) -> Next[Walmart]:
    """Show a zone that was found, larger."""
    zoom = max(1, state.zoom)
    place = _centred(context.res, zoom, *_middle(assortment.zones()[key]), True)
    return replace(state, spot=key, zoom=zoom, map_query=""), focus(""), *place


def opened(state: Walmart, context: Context, key: str) -> Next[Walmart]:
    """Open the map with the whole plan, or zoomed to a zone."""
    state = replace(state, spot="", zoom=0, map_query="")
    return _show(state, context, key) if key else state


# The screen


def _zone(res: Resources, zone: Zone, unit: float, chosen: bool) -> Element:
    width, height = zone.width * unit, zone.height * unit
    size = 11 if unit > 5 else 9
    letter = size * 0.58 * res.metrics.font / res.metrics.scale
    if chosen:
        mark: Element = Icon("place", min(30.0, width, height), 0xFFDE1C24, class_name="")
    else:
        wide = next((text for text in (zone.name, zone.code) if text and len(text) * letter < width), "")
        words = zone.name.split()
        broken = max(map(len, words)) * letter < width and len(words) * size * 1.5 < height
        text = zone.name if broken else wide
        ink = WHITE if zone.kind == "door" else res.colors.text
        mark = Text(text, size, ink, 500, lines=3 if broken else 1, align="center", class_name="")
    still = zone.kind in ("door", "plain")
    return Stack(
        mark, width=width, height=height, radius=min(4.0, unit), align="center", justify="center",
        background=YELLOW if chosen else _GROUNDS[zone.kind], tap=None if still else do(_choose, zone.key),
        selected=chosen, id=ID + ("map_label" if still else "map_zone"),
        description=f"{zone.code} {zone.name}".strip(), class_name="android.view.View",
    )  # fmt: skip


def _plan(res: Resources, spot: str, zoom: int) -> Element:
    unit = _unit(res, zoom)
    width, height = PLAN_WIDTH * unit, PLAN_HEIGHT * unit
    floor = Stack(
        width=98 * unit, height=77 * unit, background=WHITE, border=0xFF9A9B9D, radius=unit, class_name=""
    )
    zones = [
        (zone.x * unit, zone.y * unit, _zone(res, zone, unit, zone.key == spot))
        for zone in assortment.zones().values()
    ]
    plan = Canvas((unit, unit, floor), *zones, width=width, height=height, class_name="")
    room_x, room_y = _room(res, bool(spot))
    background = Stack(
        plan,
        width=max(width, room_x),
        height=max(height, room_y),
        align="center",
        justify="center",
        class_name="",
    )
    across = Scroll(background, key="map_x", axis="x", width=FILL, class_name="android.webkit.WebView",
                    id=ID + "instoremaps_webview")  # fmt: skip
    return LeftToRight(
        Scroll(across, key="map_y", width=FILL, height=FILL, class_name="android.view.View"),
        width=FILL,
        grow=1,
    )


def _buttons(res: Resources, zoom: int) -> Element:
    c = res.colors

    def one(glyph: str, key: str, by: int, possible: bool) -> Element:
        return icon_button(glyph, res.string(f"walmart.{key}"), do(_zoom, by), c.text if possible else c.disabled,
                           enabled=possible, id=ID + f"map_{key}")  # fmt: skip

    pill = Row(
        one("remove", "zoom_out", -1, zoom > 0),
        Spacer(width=1, height=48, background=c.divider),
        one("add", "zoom_in", 1, zoom < len(FACTORS) - 1),
        background=WHITE, radius=8, border=c.divider,
    )  # fmt: skip
    # Below the plan, not over it: what it would cover could not be touched.
    return Row(
        Spacer(grow=1, height=1), pill, width=FILL, height=_CONTROLS_HEIGHT, pad=(12, 0), align="center",
        id=ID + "map_zoom_controls",
    )  # fmt: skip


def _card(res: Resources, zone: Zone) -> Element:
    """A card with the products, or the service, in the chosen zone."""
    c = res.colors
    known = assortment.products()
    if zone.key in assortment.services():
        inside: Element = Row(
            link(res.string("walmart.service_details"), do(go, "service", zone.key), ID + "map_service"), width=FILL,
            pad=(8, 0), class_name="",
        )  # fmt: skip
    else:
        links = [
            link(known[key].name, do(view_item, key), ID + "map_item") for key in assortment.in_zone(zone.key)
        ]
        inside = Scroll(Row(*links, gap=4, pad=(8, 0), class_name=""), key=f"zone-{zone.key}", axis="x", width=FILL,
                        id=ID + "map_items")  # fmt: skip
    about = Column(
        Text(zone.name, 16, c.text, 700, id=ID + "map_zone_name"),
        Text(aisle(res, zone), 14, c.secondary, id=ID + "map_zone_aisle"),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    close = icon_button(
        "close", res.string("walmart.close"), do(_choose, zone.key), c.secondary, id=ID + "map_close"
    )
    return Column(
        divider(res),
        Row(about, close, width=FILL, pad=(16, 8, 8, 0), align="center", class_name=""),
        inside,
        width=FILL, height=_CARD_HEIGHT, background=WHITE, id=ID + "map_card",
    )  # fmt: skip


def _found(res: Resources, query: str) -> Element:
    """Products and zones that match the search."""
    c = res.colors
    known, zones = assortment.products(), assortment.zones()
    word = plain(query.strip())
    places = [
        zone for zone in zones.values() if word in plain(zone.name) and zone.kind not in ("door", "plain")
    ]
    rows = [
        (Icon("place", 24, c.secondary, width=44, height=44), zone.name, aisle(res, zone), zone.key)
        for zone in places
    ] + [
        (Illustration("walmart", key, width=44, height=44), known[key].name, aisle(res, zones[known[key].zone]),
         known[key].zone)
        for key in assortment.search(query)
    ]  # fmt: skip
    if not rows:
        return scrolling(
            message(res, "search_off", res.string("walmart.no_results", name=f"“{query.strip()}”"), ""),
            key="map_found",
        )
    return scrolling(
        *[
            Row(
                mark,
                Column(Text(name, 16, c.text, lines=2), Text(where, 13, c.secondary), grow=1, gap=2, class_name=""),
                width=FILL, pad=(16, 8), gap=16, align="center", tap=do(_show, zone), id=ID + "map_found_item",
                class_name="android.view.ViewGroup",
            )
            for mark, name, where, zone in rows
        ],
        key="map_found", id=ID + "map_found_list",
    )  # fmt: skip


def screen(res: Resources, store: str, spot: str, zoom: int, query: str, focused: bool) -> Element:
    """The map under a field to find something on it."""
    res = branded(res)
    name = assortment.stores()[store].name
    bar = field_bar(res, query, "map", focused, res.string("walmart.find_in_store", store=name), do(_type), None,
                    "map_search")  # fmt: skip
    if query.strip():
        return blue_page(res, bar, _found(res, query))
    container = Column(
        _plan(res, spot, zoom), _buttons(res, zoom),
        width=FILL, grow=1, background=res.colors.raised, id=ID + "instoremaps_webview_container",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    # While something is typed, the keyboard leaves no room for what stands in the zone.
    card = (_card(res, assortment.zones()[spot]),) if spot and not focused else ()
    return blue_page(res, bar, container, *card)
