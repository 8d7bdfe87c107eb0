"""OpenTracks' list of tracks with its bars, and the confirmation before tracks are deleted."""

from __future__ import annotations

from bmoca_gym.handset.apps.opentracks.handlers import recording, tracks
from bmoca_gym.handset.apps.opentracks.rows import (
    day_text,
    distance,
    elapsed,
    glyph_of,
    number,
    started,
    text_of,
    whole,
)
from bmoca_gym.handset.apps.opentracks.state import ABOUT, HELP, ID, LIST_SCROLL, MARKER_LIST, SETTINGS
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import CLOSE, mark, open_overlay
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    floating_button,
    icon_button,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

RED = 0xFFBE161B
WHITE = 0xFFFFFFFF
_MENU = "android.widget.Button"
_BOTTOM = 72


def _action_width(res: Resources) -> float:
    """The width of a bar button, such that six fit beside a number even on a narrow screen."""
    return 44 if res.width >= 300 else 36


def action(
    res: Resources, glyph: str, name: str, tap: Callback, id: str, enabled: bool = True
) -> Element:  # fmt: skip
    """A button of a bar, with its name as its description."""
    c = res.colors
    return icon_button(glyph, res.string(f"opentracks.{name}"), tap, c.text if enabled else c.disabled, id=ID + id,
                       class_name=_MENU, width=_action_width(res), enabled=enabled)  # fmt: skip


@component(512)
def _row(
    res: Resources, row: Record, imperial: bool, today: int, markers: int, recorded: bool, recording_any: bool,
    marked: bool,
) -> Element:  # fmt: skip
    c, id = res.colors, int(row[0] or 0)
    at = started(row)
    if recorded:
        told = res.string("opentracks.recording")
    else:
        far = " ".join(distance(res, number(row, "totaldistance"), imperial))
        told = f"{elapsed(res, whole(row, 'totaltime'))} ({far})"
    count: tuple[Element, ...] = ()
    if markers:
        count = (
            Icon("place", 14, c.secondary, id=ID + "track_list_item_marker_count_icon",
                 description=res.string("opentracks.marker_count")),
            Text(res.digits(str(markers)), 13, c.secondary, id=ID + "track_list_item_marker_count"),
        )  # fmt: skip
    name = Text(text_of(row, "name"), 16, c.text, grow=1, id=ID + "track_list_item_name")
    second = Text(told, 13, c.secondary, grow=0 if markers else 1, id=ID + "track_list_item_time_distance")
    day = () if recording_any else (
        Text(day_text(res, at.date(), today), 13, c.secondary, id=ID + "track_list_item_date"),
    )  # fmt: skip
    hour = () if recording_any else (
        Text(res.digits(f"{at:%H:%M}"), 13, c.secondary, id=ID + "track_list_item_time"),
    )  # fmt: skip
    filler = (Spacer(grow=1, height=1),) if markers else ()
    glyph = Icon(
        "fiber_manual_record" if recorded else glyph_of(row), 24, RED if recorded else c.text,
        id=ID + "track_list_item_icon", description=res.string("opentracks.record" if recorded else "opentracks.track"),
    )  # fmt: skip
    lines = Column(
        Row(name, *day, width=FILL, gap=8, align="center", class_name=""),
        Row(second, *count, *filler, *hour, width=FILL, gap=4, align="center", class_name=""),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    return Column(
        Row(glyph, lines, width=FILL, gap=8, pad=(8, 10), class_name=""),
        Spacer(width=FILL, height=1, background=c.divider),
        width=FILL, tap=do(tracks.show, id), long_press=do(mark, id), selected=marked,
        background=c.raised if marked else None, class_name="android.view.ViewGroup",
    )  # fmt: skip


def screen(
    res: Resources, rows: Rows, markers: tuple[int, ...], imperial: bool, today: int, recorded: int,
    marked: tuple[int, ...], query: str, typed: str, searching: bool, focused: bool, locating: bool, fixed: bool,
) -> Element:  # fmt: skip
    """The tracks, newest first, with a bar above and one below."""
    c = res.colors
    lines = [
        _row(res, row, imperial, today, sum(track == row[0] for track in markers), row[0] == recorded, bool(recorded),
             row[0] in marked)
        for row in rows
    ]  # fmt: skip
    if lines:
        body: Element = scrolling(
            *lines, Spacer(width=FILL, height=24), key=LIST_SCROLL, id=ID + "track_list"
        )
    else:
        text = res.string("opentracks.nothing_found" if query else "opentracks.no_tracks")
        body = empty_message(res, "directions_run", text, id=ID + "track_list_empty_view")
    if marked:
        top = _marked_bar(res, marked, tuple([int(row[0] or 0) for row in rows]))
        return page(res, top, body)
    top = _search_bar(res, typed, focused) if searching else _bar(res, query)
    add = floating_button(
        res, "stop" if recorded else "fiber_manual_record", res.string("opentracks.record"), do(recording.press),
        ID + "track_list_fab_action",
        background=c.accent if recorded else RED, color=WHITE,
        long_press=do(recording.stop, False) if recorded else None,
    )  # fmt: skip
    glyph = "gps_off" if not locating else "gps_fixed" if fixed else "gps_not_fixed"
    gps = () if recorded else (
        icon_button(glyph, "", do(recording.switch_locating), c.text, id=ID + "sensor_start_button", class_name=_MENU),
    )  # fmt: skip
    foot = Row(
        icon_button("bar_chart", "", do(tracks.show_sums), c.text, id=ID + "aggregated_stats_button", class_name=_MENU),
        *gps, Spacer(grow=1, height=1), add,
        width=FILL, height=_BOTTOM, pad=(8, 0, 16, 0), gap=8, align="center", background=c.raised,
        id=ID + "bottom_app_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(res, top, body, foot)


#: Glyph, name, callback and id of a button in a bar.
Offer = tuple[str, str, Callback, str]
_NARROW = 360  # dp: below, Android's action bar has room for one button and the menu

_OFFERS: tuple[Offer, ...] = (
    ("search", "search", do(tracks.open_search), "track_list_search"),
    ("place", "markers", do(tracks.open_page, MARKER_LIST, 0), "track_list_markers"),
    ("settings", "settings", do(tracks.open_page, SETTINGS), "track_list_settings"),
)


def in_bar(res: Resources, offers: tuple[Offer, ...]) -> list[Element]:
    """The buttons for which the bar has room."""
    return [action(res, *offer) for offer in (offers[:1] if res.width < _NARROW else offers)]


def in_menu(res: Resources, offers: tuple[Offer, ...]) -> tuple[tuple[str, Callback], ...]:
    """The menu entries for the rest."""
    left = offers[1:] if res.width < _NARROW else ()
    return tuple((res.string(f"opentracks.{name}"), tap) for _, name, tap, _ in left)


def _bar(res: Resources, query: str) -> Element:
    c = res.colors
    logo = Stack(Icon("directions_run", 24, WHITE, class_name=""), width=36, height=36, radius=18,
                 background=c.accent, align="center", justify="center", class_name="")  # fmt: skip
    return Row(
        logo, Text(query or res.string("opentracks.app_name"), 20, c.text, 500, grow=1),
        *in_bar(res, _OFFERS),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text, width=40),
        width=FILL, height=56, pad=(12, 0, 4, 0), gap=8, align="center", id=ID + "track_list_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _search_bar(res: Resources, typed: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        typed, "search", do(tracks.type_query), focused=focused, hint=res.string("opentracks.search_hint"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=56, on_submit=do(tracks.search),
        id=ID + "search_src_text",
    )  # fmt: skip
    leave = icon_button(
        "arrow_back", res.string("common.stop_searching"), do(tracks.close_search), c.secondary
    )
    clear = icon_button("close", res.string("common.clear_search"), do(tracks.type_query, ""), c.secondary,
                        id=ID + "search_close_btn")  # fmt: skip
    return Row(leave, field, *((clear,) if typed else ()), width=FILL, height=56, pad=(4, 0), gap=8, align="center",
               background=c.raised, id=ID + "track_list_toolbar", class_name="android.view.ViewGroup")  # fmt: skip


def _marked_bar(res: Resources, marked: tuple[int, ...], ids: tuple[int, ...]) -> Element:
    edit = (
        (action(res, "edit", "edit", do(tracks.edit_marked), "list_context_menu_edit"),)
        if len(marked) == 1
        else ()
    )
    return selection_bar(
        res, res.digits(str(len(marked))), do(tracks.mark_all, ()),
        action(res, "share", "share", do(tracks.share_tracks, marked), "list_context_menu_share"), *edit,
        action(res, "delete", "delete", do(open_overlay, "delete"), "list_context_menu_delete"),
        action(res, "bar_chart", "totals", do(tracks.sum_marked), "list_context_menu_aggregated_stats"),
        action(res, "select_all", "select_all", do(tracks.mark_all, ids), "list_context_menu_select_all",
               enabled=len(marked) < len(ids)),
        id=ID, close={"width": _action_width(res)}, size=18, gap=0,
    )  # fmt: skip


# What lies over it


def overflow(res: Resources) -> Element:
    """Further actions of the list's bar."""
    items = (
        *in_menu(res, _OFFERS),
        (res.string("opentracks.help"), do(tracks.open_page, HELP)),
        (res.string("opentracks.about"), do(tracks.open_page, ABOUT)),
    )
    return menu(res, items, CLOSE)


def question(res: Resources, title: str, text: str, answer: Callback) -> Element:
    """Ask before doing something that can't be undone. ``title`` and ``text``: names of strings."""
    told, name = res.string(f"opentracks.{text}"), res.string(f"opentracks.{title}")
    return questions.question(res, told, "common.ok", answer, title=name, lines=6)


def delete_question(res: Resources, ids: tuple[int, ...], leaving: bool) -> Element:
    """The confirmation before deleting tracks. ``leaving``: whether their page is left afterwards."""
    many = "many" if len(ids) > 1 else "one"
    return question(res, f"delete_{many}", f"delete_{many}_text", do(tracks.delete, ids, leaving))


def plain_bar(res: Resources, name: str, *actions: Element) -> Element:
    """The bar of a page with a name and the arrow back."""
    return toolbar(res, res.string(f"opentracks.{name}"), *actions, up=do(tracks.leave), id=ID + "toolbar")
