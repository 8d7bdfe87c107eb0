"""MAPS.ME's pages: search, bookmarks, settings."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.apps.maps_me import bay, handlers
from bmoca_gym.handset.apps.maps_me.bay import Place
from bmoca_gym.handset.apps.maps_me.drawing import AMBER
from bmoca_gym.handset.apps.maps_me.kml import Bookmark
from bmoca_gym.handset.apps.maps_me.screens.parts import WHITE, address, bar, framed, place_row, title
from bmoca_gym.handset.apps.maps_me.state import (
    ID,
    MY_PLACES,
    SEARCH_SCROLL,
    TABS,
    THEMES,
    UNITS,
    TabName,
    bookmark_place,
)
from bmoca_gym.handset.kits import choices
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import name_dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    heading,
    icon_button,
    list_row,
    menu,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, TextField
from bmoca_gym.handset.value import do

#: Places with how far away each is.
Far = tuple[tuple[Place, str], ...]
_HINTS = {"": "search", "home": "home_address", "work": "work_address", "origin": "from", "goal": "to"}
_MY_GLYPHS = {"home": "home", "work": "work"}


def search(
    res: Resources, purpose: str, query: str, focused: bool, tab: TabName, recents: tuple[str, ...], mine: Far,
    found: Far,
) -> Element:  # fmt: skip
    """The search: the user's places, categories and history, or the results.

    ``mine``: home and work, in the order of `MY_PLACES`; the second part is "" for one that is not set.
    """
    field = TextField(
        query, "search", do(handlers.type_query), focused=focused, hint=res.string(f"maps_me.{_HINTS[purpose]}"),
        hint_color=0xB3FFFFFF, accent=WHITE, color=WHITE, size=18, grow=1, height=56, on_submit=do(handlers.end_typing),
        id=ID + "query",
    )  # fmt: skip
    clear = icon_button(
        "close",
        res.string("maps_me.clear"),
        do(handlers.type_query, ""),
        WHITE,
        id=ID + "clear",
        class_name="android.widget.ImageView",
    )
    top = bar(res, field, *((clear,) if query else ()))
    if query.strip():
        return framed(res, top, *_results(res, purpose, found))
    rows: list[Element] = []
    if purpose:
        tap = do(handlers.pick, bay.HERE)
        rows.append(_line(res, "my_location", res.string("maps_me.my_location"), tap))
    if purpose not in MY_PLACES:
        rows += [heading(res, res.string("maps_me.my_places")), *_my_places(res, purpose, mine)]
    rows.append(_tabs(res, tab))
    return framed(res, top, _list(*rows, *_TABS[tab](res, recents)))


def _categories(res: Resources, recents: tuple[str, ...]) -> list[Element]:
    return [
        _line(res, bay.GLYPHS.get(one, "place"), _category(res, one), do(handlers.look_for, _category(res, one)))
        for one in bay.CATEGORIES
    ]  # fmt: skip


def _history(res: Resources, recents: tuple[str, ...]) -> list[Element]:
    if not recents:
        return [Text(res.string("maps_me.no_history"), 14, res.colors.secondary, lines=4, width=FILL, pad=24)]
    clear = text_button(res, res.string("maps_me.clear_history"), do(handlers.forget_recents))
    return [
        *[_line(res, "history", text, do(handlers.look_for, text)) for text in recents],
        Row(clear, width=FILL, pad=(8, 4), class_name=""),
    ]


#: What each tab of the search shows below one's own places.
_TABS: dict[TabName, Callable[[Resources, tuple[str, ...]], list[Element]]] = {
    "categories": _categories,
    "history": _history,
}


def _category(res: Resources, category: str) -> str:
    return res.string(f"maps_me.category_{category}")


def category_of(res: Resources, query: str) -> str:
    """The category that a query names, "" for none."""
    return next((one for one in bay.CATEGORIES if _category(res, one) == query.strip()), "")


def _results(res: Resources, purpose: str, found: Far) -> tuple[Element, ...]:
    if not found:
        return (
            empty_message(
                res,
                "search_off",
                res.string("maps_me.nothing_found"),
                below=res.string("maps_me.nothing_found_text"),
            ),
        )
    rows = [place_row(res, one, far, do(handlers.pick, one)) for one, far in found]
    places = tuple([one for one, _ in found])
    show = text_button(res, res.string("maps_me.show_on_map"), do(handlers.show_found, places))
    return (_list(*rows), *((Row(show, width=FILL, justify="center", class_name=""),) if not purpose else ()))


def _list(*rows: Element) -> Element:
    return scrolling(
        *rows, key=SEARCH_SCROLL, id=ID + "recycler", class_name="androidx.recyclerview.widget.RecyclerView"
    )


def _line(res: Resources, glyph: str, text: str, tap: object) -> Element:
    c = res.colors
    return Row(
        Icon(glyph, 24, c.secondary, class_name=""),
        Text(text, 16, c.text, lines=2, grow=1),
        width=FILL, pad=(16, 12), gap=16, align="center", tap=tap, class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _my_places(res: Resources, purpose: str, mine: Far) -> list[Element]:
    c = res.colors
    rows: list[Element] = []
    end: tuple[Element, ...]
    for which, (place, far) in zip(MY_PLACES, mine, strict=True):
        if place.kind:
            told = " • ".join(part for part in (address(place) or place.name, far) if part)
            tap = do(handlers.pick, place)
            end = (
                icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "my_place", which),
                            c.secondary, id=ID + "more", class_name="android.widget.ImageView"),
            )  # fmt: skip
        else:
            told, tap, end = res.string("maps_me.add_address"), do(handlers.open_search, which), ()
        rows.append(
            Row(
                Icon(_MY_GLYPHS[which], 24, c.accent, class_name=""),
                Column(Text(res.string(f"maps_me.{which}"), 16, c.text, id=ID + "title"),
                       Text(told, 14, c.secondary, lines=2, id=ID + f"{which}_address"), grow=1, gap=2, class_name=""),
                *end, width=FILL, gap=16, pad=(16, 8), align="center", tap=tap, id=ID + which,
                class_name="android.widget.LinearLayout",
            )
        )  # fmt: skip
    return rows


def my_place_menu(res: Resources, which: str) -> Element:
    """Actions on home or work once it is set."""
    items = (
        (res.string("maps_me.change"), do(handlers.open_search, which)),
        (res.string("maps_me.delete"), do(handlers.forget_my_place, which)),
    )
    return menu(res, items, CLOSE)


def _tabs(res: Resources, chosen: str) -> Element:
    entries = [(res.string(f"maps_me.{name}"), name == chosen, do(handlers.show_tab, name)) for name in TABS]
    return choices.tabs(res, *entries, color=res.colors.accent, id=ID + "tabs", label_id="")


# Bookmarks


def bookmarks(res: Resources, kept: tuple[Bookmark, ...], far: tuple[str, ...]) -> Element:
    """The bookmarks and how far away each is."""
    c = res.colors
    top = bar(res, title(res.string("maps_me.my_bookmarks")))
    if not kept:
        return framed(res, top, empty_message(res, "bookmark_border", res.string("maps_me.no_bookmarks")))  # fmt: skip
    rows = [
        Row(
            Icon("bookmark", 24, AMBER, id=ID + "iv__bookmark_color"),
            Column(Text(one.name, 16, c.text, lines=2, id=ID + "tv__bookmark_name"),
                   Text(" • ".join(part for part in (told, one.description) if part), 13, c.secondary, lines=2,
                        id=ID + "tv__bookmark_distance"), grow=1, gap=2, class_name=""),
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "bookmark", at), c.secondary,
                        id=ID + "more"),
            width=FILL, gap=16, pad=(16, 6, 4, 6), align="center",
            tap=do(handlers.show_kept, bookmark_place(one)), class_name="android.widget.RelativeLayout",
        )
        for at, (one, told) in enumerate(zip(kept, far, strict=True))
    ]  # fmt: skip
    return framed(res, top, scrolling(*rows, key="bookmarks", id=ID + "recycler"))


def bookmark_menu(res: Resources, one: Bookmark, at: int) -> Element:
    """Actions on a bookmark."""
    items = (
        (res.string("maps_me.rename"), do(handlers.rename_bookmark)),
        (res.string("maps_me.share"), do(handlers.share_place, bookmark_place(one))),
        (res.string("maps_me.delete"), do(handlers.delete_bookmark, at)),
    )
    return menu(res, items, CLOSE)


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """The name of a bookmark."""
    c = res.colors
    field = {
        "hint": res.string("maps_me.name"), "size": 16, "pad": (12, 14), "radius": 4,
        "border": c.accent if focused else c.divider, "id": ID + "et__bookmark_name",
    }  # fmt: skip
    return name_dialog(
        res, "maps_me.rename", name, focused, do(handlers.type_name), "maps_me.save", do(handlers.save_name), field,
        line=False,
    )  # fmt: skip


# Settings


def settings(res: Resources, units: str, theme: str, zoom_buttons: bool, some: bool) -> Element:
    """The settings. ``some``: whether there are past searches."""
    tap = do(handlers.switch_zoom_buttons)
    label = res.string("common.on" if zoom_buttons else "common.off")
    end = Switch(zoom_buttons, label, color=res.colors.accent, tap=tap, id="android:id/switch_widget")
    rows = (
        heading(res, res.string("maps_me.general")),
        list_row(res, res.string("maps_me.units"), res.string(f"maps_me.units_{units}"),
                 tap=do(open_overlay, "units")),
        list_row(res, res.string("maps_me.appearance"), res.string(f"maps_me.theme_{theme}"),
                 tap=do(open_overlay, "theme")),
        list_row(res, res.string("maps_me.zoom_buttons"), res.string("maps_me.zoom_buttons_summary"), tap=tap, end=end),
        heading(res, res.string("maps_me.privacy")),
        list_row(res, res.string("maps_me.clear_history"), res.string("maps_me.clear_history_summary"),
                 tap=do(open_overlay, "history") if some else None, enabled=some),
        heading(res, res.string("maps_me.about")),
        list_row(res, res.string("maps_me.map_data"), res.string("maps_me.map_data_summary")),
    )  # fmt: skip
    return framed(
        res, bar(res, title(res.string("maps_me.settings"))),
        scrolling(*rows, key="settings", id="android:id/list"),
    )  # fmt: skip


#: The dialogs of settings: key of the preference, its values, and the title.
_CHOICES = {"units": ("MeasurementUnits", UNITS, "units"), "theme": ("MapStyle", THEMES, "appearance")}


def setting_choices(res: Resources, overlay: str, chosen: str) -> Element:
    """The units of lengths, or the themes."""
    key, entries, name = _CHOICES[overlay]
    rows = [
        (res.string(f"maps_me.{overlay}_{one}"), one == chosen, do(handlers.choose, key, one))
        for one in entries
    ]
    return choices.one_of(res, res.string(f"maps_me.{name}"), *rows)
