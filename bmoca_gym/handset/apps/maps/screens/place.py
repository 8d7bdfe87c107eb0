"""The page of a place: its sheet over the map, and the lists in which it can be saved."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.apps.maps.handlers import call, direct, save, share_place
from bmoca_gym.handset.apps.maps.screens.explore import LIST_LOOKS
from bmoca_gym.handset.apps.maps.screens.parts import (
    View,
    address_of,
    buttons,
    chip,
    distance,
    duration,
    hours,
    name_of,
    panel,
    rating,
    the_map,
    window,
)
from bmoca_gym.handset.apps.maps.state import ID, LISTS
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import dialog_card, divider, icon_button, list_row, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text
from bmoca_gym.handset.value import Callback, do


def _fact(res: Resources, glyph: str, text: str, id: str, tap: Callback | None = None) -> Element:
    return Row(
        Icon(glyph, 22, res.colors.accent, class_name=""),
        Text(text, 15, res.colors.text, lines=3, grow=1, id=ID + id),
        width=FILL, pad=(20, 13), gap=20, align="center", tap=tap,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _head(res: Resources, key: str, units: str, mode: str, hour: int) -> Element:
    c = res.colors
    place = town.place(key)
    way = roads.route(town.HERE, key, mode)
    glyph = {"drive": "directions_car", "transit": "directions_bus", "walk": "directions_walk"}[mode]
    kind: tuple[Element, ...] = ()
    if place.rating:
        kind = (
            rating(res, place),
            Text(res.string(f"maps.{place.kind}"), 14, c.secondary, lines=2, id=ID + "category"),
            hours(res, place, hour),
        )
    travel = Row(
        Icon(glyph, 18, c.secondary, class_name=""),
        Text(f"{duration(res, way.seconds)} ({distance(res, way.meters, units)})", 14, c.secondary, lines=2,
             id=ID + "travel_time"),
        gap=6, align="center", class_name="",
    )  # fmt: skip
    about = Column(
        Text(name_of(res, key), 20, c.text, 500, lines=2, id=ID + "title"), *kind, travel,
        grow=1, gap=3, class_name="",
    )  # fmt: skip
    close = icon_button(
        "close", res.string("maps.close"), do(leave_page), c.secondary, id=ID + "close_button"
    )
    return Row(about, close, width=FILL, pad=(20, 0, 4, 8), class_name="")


def place_screen(res: Resources, view: View, key: str, on_list: bool, units: str, mode: str, hour: int,
                 ) -> Element:  # fmt: skip
    """The map with a marked place, and information about it."""
    place = town.place(key)
    map_ = the_map(res, view, (("pin", place.x, place.y),))
    if view.bare:
        return window(map_)
    actions = [
        chip(res, "directions", res.string("maps.directions"), do(direct, key), "directions_button", filled=True),
        chip(res, "bookmark" if on_list else "bookmark_border", res.string("maps.saved" if on_list else "maps.save"),
             do(open_overlay, "save"), "save_button"),
    ]  # fmt: skip
    if place.phone:
        actions.append(chip(res, "call", res.string("maps.call"), do(call, place.phone), "call_button"))
    share = do(share_place, name_of(res, key), address_of(res, key))
    actions.append(chip(res, "share", res.string("system_ui.share"), share, "share_button"))
    strip = Scroll(Row(*actions, gap=8, pad=(16, 6), class_name=""), key="actions", axis="x", width=FILL,
                   id=ID + "action_buttons")  # fmt: skip
    facts: list[Element] = [divider(res), _fact(res, "place", address_of(res, key), "address")]
    if place.rating:
        if place.closes - place.opens >= 24:
            times = res.string("maps.open_all_day")
        else:
            times = f"{res.time(place.opens, 0)} – {res.time(place.closes % 24, 0)}"
        facts.append(_fact(res, "schedule", times, "hours"))
    if place.phone:
        facts.append(_fact(res, "call", place.phone, "phone", do(call, place.phone)))
    sheet = panel(res, _head(res, key, units, mode, hour), strip, *facts, key=f"place-{key}", id="place_page")
    back = icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), res.colors.secondary,
                       background=res.colors.surface, radius=24, border=res.colors.divider,
                       id=ID + "search_omnibox_menu_button")  # fmt: skip
    over = Column(back, width=FILL, pad=(12, STATUS_HEIGHT + 8), class_name="")
    low = 12 if res.width >= frame.WIDE else frame.sheet_height(res) + 12
    return window(map_, buttons(res, STATUS_HEIGHT + 8, low, location=False), sheet, over)


def save_dialog(res: Resources, key: str, chosen: tuple[str, ...]) -> Element:
    """The lists that a place can be on."""
    c = res.colors
    # Without glyphs on a narrow screen, where they would break the names.
    narrow = res.width < 320
    rows = [
        list_row(res, res.string(f"maps.{name}"), icon="" if narrow else LIST_LOOKS[name][0],
                 icon_color=LIST_LOOKS[name][1],
                 end=CheckBox(name in chosen, c.accent, c.secondary, class_name=""), tap=do(save, name, key),
                 selected=name in chosen, id=ID + f"save_{name}", inset=0)
        for name in LISTS
    ]  # fmt: skip
    done = text_button(res, res.string("maps.done"), CLOSE, id=ID + "done_button")
    return dialog_card(res, *rows, title=res.string("maps.save_to_list"), dismiss=CLOSE, buttons=(done,))
