"""The map of a store: its plan with scrolling and zoom, and the search for a product or a service."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart import assortment, plan
from bmoca_gym.handset.apps.walmart.assortment import PLAN_HEIGHT, PLAN_WIDTH, Zone
from bmoca_gym.handset.apps.walmart.handlers import (
    choose_zone,
    go,
    show_zone,
    type_map_query,
    view_item,
    zoom_by,
)
from bmoca_gym.handset.apps.walmart.screens.browse import field_bar
from bmoca_gym.handset.apps.walmart.screens.item import aisle
from bmoca_gym.handset.apps.walmart.screens.parts import (
    WHITE,
    YELLOW,
    blue_page,
    branded,
    link,
    message,
    photograph,
)
from bmoca_gym.handset.apps.walmart.state import ID
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import divider, icon_button, scrolling
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
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

#: How zones look: ground and ink (None: the app's), and whether they can be chosen.
_LOOKS: dict[str, tuple[int, int | None, bool]] = {
    "food": (0xFFD3EFD9, None, True), "house": (0xFFCFE5FA, None, True), "goods": (0xFFFCE3C6, None, True),
    "service": (0xFFE7DDF5, None, True), "plain": (0xFFE3E4E5, None, False), "door": (0xFF2E2F32, WHITE, False),
}  # fmt: skip


def _zone(res: Resources, zone: Zone, unit: float, chosen: bool) -> Element:
    ground, ink, open = _LOOKS[zone.kind]
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
        mark = Text(
            text, size, ink or res.colors.text, 500, lines=3 if broken else 1, align="center", class_name=""
        )
    return Stack(
        mark, width=width, height=height, radius=min(4.0, unit), align="center", justify="center",
        background=YELLOW if chosen else ground, tap=do(choose_zone, zone.key) if open else None,
        selected=chosen, id=ID + ("map_zone" if open else "map_label"),
        description=f"{zone.code} {zone.name}".strip(), class_name="android.view.View",
    )  # fmt: skip


def _plan(res: Resources, spot: str, zoom: int) -> Element:
    unit = plan.unit_of(res, zoom)
    width, height = PLAN_WIDTH * unit, PLAN_HEIGHT * unit
    floor = Stack(
        width=98 * unit, height=77 * unit, background=WHITE, border=0xFF9A9B9D, radius=unit, class_name=""
    )
    zones = [
        (zone.x * unit, zone.y * unit, _zone(res, zone, unit, zone.key == spot))
        for zone in assortment.zones().values()
    ]
    drawn = Canvas((unit, unit, floor), *zones, width=width, height=height, class_name="")
    room_x, room_y = plan.room(res, bool(spot))
    background = Stack(
        drawn,
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
        return icon_button(glyph, res.string(f"walmart.{key}"), do(zoom_by, by), c.text if possible else c.disabled,
                           enabled=possible, id=ID + f"map_{key}")  # fmt: skip

    pill = Row(
        one("remove", "zoom_out", -1, zoom > 0),
        Spacer(width=1, height=48, background=c.divider),
        one("add", "zoom_in", 1, zoom < len(plan.FACTORS) - 1),
        background=WHITE, radius=8, border=c.divider,
    )  # fmt: skip
    # Below the plan, not over it: what it would cover could not be touched.
    return Row(
        Spacer(grow=1, height=1), pill, width=FILL, height=plan.CONTROLS_HEIGHT, pad=(12, 0), align="center",
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
        "close", res.string("walmart.close"), do(choose_zone, zone.key), c.secondary, id=ID + "map_close"
    )
    return Column(
        divider(res),
        Row(about, close, width=FILL, pad=(16, 8, 8, 0), align="center", class_name=""),
        inside,
        width=FILL, height=plan.CARD_HEIGHT, background=WHITE, id=ID + "map_card",
    )  # fmt: skip


def _found(res: Resources, query: str) -> Element:
    """Products and zones that match the search."""
    c = res.colors
    known, zones = assortment.products(), assortment.zones()
    word = plain(query.strip())
    places = [zone for zone in zones.values() if word in plain(zone.name) and _LOOKS[zone.kind][-1]]
    rows = [
        (Icon("place", 24, c.secondary, width=44, height=44), zone.name, aisle(res, zone), zone.key)
        for zone in places
    ] + [
        (photograph(key, width=44, height=44), known[key].name, aisle(res, zones[known[key].zone]),
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
                width=FILL, pad=(16, 8), gap=16, align="center", tap=do(show_zone, zone), id=ID + "map_found_item",
                class_name="android.view.ViewGroup",
            )
            for mark, name, where, zone in rows
        ],
        key="map_found", id=ID + "map_found_list",
    )  # fmt: skip


def screen(res: Resources, store: str, spot: str, zoom: int, query: str, focused: bool) -> Element:
    """The map, below a field to search it."""
    res = branded(res)
    name = assortment.stores()[store].name
    hint = res.string("walmart.find_in_store", store=name)
    bar = field_bar(res, query, "map", focused, hint, do(type_map_query), None, "map_search")
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
