"""OsmAnd's pages: search, saved places and tracks, markers, editor of a favourite, settings."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.apps.osmand import handlers
from bmoca_gym.handset.apps.osmand.drawing import MARKER_INKS, ORANGE
from bmoca_gym.handset.apps.osmand.land import CATEGORIES, Place
from bmoca_gym.handset.apps.osmand.screens.parts import WHITE, bar, framed, glyph_of, length, place_row, tabs
from bmoca_gym.handset.apps.osmand.state import (
    ID,
    MARKERS,
    SEARCH_SCROLL,
    SHELVES,
    TABS,
    Draft,
    TabName,
    name_of,
    place_of,
)
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

Far = tuple[tuple[Place, float], ...]


def _rows(res: Resources, found: Far, units: str) -> list[Element]:
    return [place_row(res, one, length(res, far, units), do(handlers.pick, one)) for one, far in found]


def search(
    res: Resources, query: str, focused: bool, tab: TabName, category: str, found: Far, units: str
) -> Element:
    """The search: history, categories and addresses, or the results."""
    c = res.colors
    line = search_bar(
        res, query, focused, res.string("osmand.search_hint"), do(handlers.type_query), do(handlers.leave),
        field={"accent": ORANGE, "on_submit": do(handlers.next_field, ""), "id": ID + "searchEditText"},
        clear={"id": ID + "clearButton"}, labels=("common.navigate_up", "osmand.clear"),
        inks=(c.secondary, c.secondary), background=c.raised, id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    if query.strip():
        if not found:
            return page(
                res,
                line,
                empty_message(
                    res,
                    "search_off",
                    res.string("osmand.nothing_found"),
                    id=ID + "title",
                    below=res.string("osmand.nothing_found_text"),
                ),
            )
        return page(res, line, _list(*_rows(res, found, units)))
    head = tabs(res, TABS, tab, handlers.show_tab)
    return page(res, line, head, _TABS[tab](res, category, _rows(res, found, units)))


def _list(*rows: Element) -> Element:
    return scrolling(*rows, key=SEARCH_SCROLL, id="android:id/list", class_name="android.widget.ListView")


def _history(res: Resources, category: str, rows: list[Element]) -> Element:
    if not rows:
        return empty_message(res, "history", res.string("osmand.no_history"))
    clear = text_button(res, res.string("osmand.clear_history"), do(handlers.forget_recents), color=ORANGE)
    return _list(*rows, Row(clear, width=FILL, pad=(8, 4), class_name=""))


def _categories(res: Resources, category: str, rows: list[Element]) -> Element:
    if category:
        return _list(*rows)
    return _list(
        *[
            Row(
                Icon(glyph_of(kind), 24, ORANGE, id=ID + "imageView"),
                Text(res.string(f"osmand.kind_{kind}"), 16, res.colors.text, grow=1, id=ID + "title"),
                width=FILL, height=52, pad=(16, 0), gap=16, align="center", tap=do(handlers.show_category, kind),
                id=ID + "searchListItemLayout",
            )
            for kind in CATEGORIES
        ]
    )  # fmt: skip


def _addresses(res: Resources, category: str, rows: list[Element]) -> Element:
    return _list(*rows)


_TABS: dict[TabName, Callable[[Resources, str, list[Element]], Element]] = {
    "history": _history,
    "categories": _categories,
    "address": _addresses,
}


# What is kept


def places(
    res: Resources, shelf: str, favourites: Far, tracks: tuple[tuple[str, int, float], ...], units: str
) -> Element:
    """Favourites, and tracks with the number of their points and their length."""
    c = res.colors
    head = tabs(res, SHELVES, shelf, handlers.show_shelf)
    top = bar(res, res.string("osmand.my_places"))
    if shelf == "favourites":
        rows = [
            place_row(res, one, length(res, far, units), do(handlers.show_kept, one))
            for one, far in favourites
        ]
        text, glyph = "no_favourites", "star"
    else:
        rows = [_track_row(res, path, count, length(res, far, units)) for path, count, far in tracks]
        text, glyph = "no_tracks", "timeline"
    if not rows:
        return framed(res, top, head, empty_message(res, glyph, res.string(f"osmand.{text}"),
                                                  color=c.disabled))  # fmt: skip
    return framed(res, top, head, _list(*rows))


def _track_row(res: Resources, path: str, count: int, far: str) -> Element:
    c = res.colors
    told = f"{far} · {res.digits(res.string('osmand.points', count=count))}"
    return Column(
        Row(
            Icon("timeline", 24, ORANGE, id=ID + "icon"),
            Column(Text(name_of(path), 16, c.text, lines=2, id=ID + "name"),
                   Text(told, 14, c.secondary, id=ID + "distance"), grow=1, gap=2, class_name=""),
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "track", path), c.secondary,
                        id=ID + "options"),
            width=FILL, gap=16, pad=(16, 6, 4, 6), align="center", tap=do(handlers.show_track, path),
            id=ID + "container",
        ),
        Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="",
    )  # fmt: skip


def markers(res: Resources, rows: Rows, far: tuple[float, ...], units: str) -> Element:
    """The markers, passed ones last."""
    c = res.colors
    actions = (
        (icon_button("delete", res.string("osmand.delete_all"), do(open_overlay, "markers"), WHITE),) if rows else ()
    )  # fmt: skip
    top = bar(res, res.string("osmand.map_markers"), *actions)
    if not rows:
        return framed(res, top, empty_message(res, "flag", res.string("osmand.no_markers"),
                                            color=c.disabled))  # fmt: skip
    lines = [_marker_row(res, row, length(res, metres, units)) for row, metres in zip(rows, far, strict=True)]
    return framed(res, top, _list(*lines))


def _marker_row(res: Resources, row: Record, far: str) -> Element:
    c, place = res.colors, place_of(row)
    active = bool(MARKERS.get(row, "marker_active"))
    color = MARKERS.get(row, "marker_color")
    ink = MARKER_INKS[color % len(MARKER_INKS)] if type(color) is int else MARKER_INKS[0]
    return Column(
        Row(
            Icon("flag", 24, ink if active else c.disabled, id=ID + "map_marker_icon"),
            Column(Text(place.name, 16, c.text if active else c.secondary, lines=2, id=ID + "map_marker_title"),
                   Text(far if active else res.string("osmand.passed"), 14, c.secondary,
                        id=ID + "map_marker_distance"), grow=1, gap=2, class_name=""),
            icon_button("check" if active else "replay",
                        res.string("osmand.mark_passed" if active else "osmand.restore"),
                        do(handlers.pass_marker, str(row[0])), c.secondary, id=ID + "map_marker_options_button"),
            width=FILL, gap=16, pad=(16, 6, 4, 6), align="center", tap=do(handlers.show_kept, place),
            id=ID + "main_layout",
        ),
        Spacer(width=FILL, height=1, background=c.divider), width=FILL, class_name="",
    )  # fmt: skip


# The editor of a favourite


def favourite(res: Resources, draft: Draft, focus: str) -> Element:
    """A favourite's name, address and description."""
    c = res.colors
    actions = (
        (icon_button("delete", res.string("osmand.delete"), do(open_overlay, "favourite"), WHITE,
                     id=ID + "delete_button"),) if draft.at >= 0 else ()
    )  # fmt: skip
    title = res.string("osmand.edit_favourite" if draft.at >= 0 else "osmand.add_favourite")
    fields: list[Element] = []
    for key, text, after in (
        ("name", draft.name, "address"), ("address", draft.address, "description"),
        ("description", draft.description, ""),
    ):  # fmt: skip
        focused = focus == key
        field = TextField(
            text, key, do(handlers.write, key), focused=focused, hint=res.string(f"osmand.{key}"),
            hint_color=c.secondary, accent=ORANGE, color=c.text, size=16, width=FILL, pad=(12, 14), radius=4,
            border=ORANGE if focused else c.divider, on_submit=do(handlers.next_field, after), id=ID + f"{key}_edit",
            lines=3 if key == "description" else 1,
        )  # fmt: skip
        fields.append(
            Column(Text(res.string(f"osmand.{key}"), 12, ORANGE if focused else c.secondary, class_name=""), field,
                   width=FILL, gap=4, class_name="")
        )  # fmt: skip
    fields.append(
        Row(Icon("folder", 24, ORANGE, class_name=""),
            Column(Text(res.string("osmand.group"), 12, c.secondary, class_name=""),
                   Text(res.string("osmand.favourites"), 16, c.text, id=ID + "group_name"), grow=1, class_name=""),
            width=FILL, gap=16, align="center", pad=(0, 8), class_name="")
    )  # fmt: skip
    foot = Row(
        text_button(res, res.string("common.cancel"), do(handlers.leave), id=ID + "cancel_button", color=ORANGE),
        Spacer(grow=1, height=1),
        text_button(res, res.string("osmand.save"), do(handlers.save_favourite), id=ID + "save_button", color=ORANGE),
        width=FILL, pad=(8, 4), align="center", id=ID + "buttons_container",
    )  # fmt: skip
    body = scrolling(*fields, key="favourite", pad=16, gap=16, id=ID + "editor_scroll_view",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return framed(res, bar(res, title, *actions), body, foot)


def settings(res: Resources, units: str) -> Element:
    """The settings page."""
    rows = (
        heading(res, res.string("osmand.general")),
        list_row(res, res.string("osmand.units"), res.string(f"osmand.units_{units}"), icon="straighten",
                 tap=do(open_overlay, "units")),
    )  # fmt: skip
    return framed(
        res,
        bar(res, res.string("osmand.settings")),
        scrolling(*rows, key="settings", id=ID + "recycler_view"),
    )
