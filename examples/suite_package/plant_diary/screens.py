"""The plant diary's screens: pure functions from what they show to elements."""

from __future__ import annotations

from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    close_search,
    go_to,
    open_overlay,
    open_search,
    type_query,
)
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.kits.switches import switches_page
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    filled_button,
    floating_button,
    heading,
    icon_button,
    list_row,
    menu,
    page,
    scrolling,
    text_button,
    toolbar,
)  # fmt: skip
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do
from plant_diary import handlers
from plant_diary.state import ID, LIMITS, LIST_SCROLL, PLACES, Draft, days_of, text_of

GREEN = 0xFF558B2F


def place_name(res: Resources, place: str) -> str:
    """Return the name of a place in the user's language, or as the file has it."""
    return res.string(f"plants.{place}") if place in PLACES else place


def _due(res: Resources, left: int) -> str:
    if not left:
        return res.string("plants.due_today")
    return res.digits(res.string("plants.due_in" if left > 0 else "plants.overdue", count=abs(left)))


def _id(row: Record) -> int:
    return int(row[0] or 0)


# The list


@component(256)
def _plant(res: Resources, row: Record, left: int, with_place: bool) -> Element:
    said = [_due(res, left), *([place_name(res, text_of(row, "place"))] if with_place else [])]
    drop = icon_button("opacity", res.string("plants.water"), do(handlers.water, _id(row)), res.colors.accent,
                       id=ID + "water")  # fmt: skip
    return list_row(res, text_of(row, "name"), " · ".join(said), tap=do(handlers.show, _id(row)), icon="local_florist",
                    icon_color=GREEN if left > 0 else res.colors.error, end=drop, title_id=ID + "plant_name",
                    summary_id=ID + "plant_due", id=ID + "plant")  # fmt: skip


def plants(
    res: Resources,
    rows: tuple[tuple[Record, int], ...],
    places: bool,
    searching: bool,
    query: str,
    focused: bool,
) -> Element:
    """Show all plants, or those found, with the days that are left."""
    if rows:
        cards = [_plant(res, row, left, places) for row, left in rows]
        body: Element = scrolling(*cards, Spacer(width=FILL, height=80), key=LIST_SCROLL, grow=0, height=FILL,
                                  id=ID + "list", class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    else:
        said = res.string("plants.none_found" if searching else "plants.none_yet")
        body = empty_message(res, "local_florist", said, id=ID + "empty", height=FILL)
    add = floating_button(res, "add", res.string("plants.new"), do(handlers.edit, 0), ID + "fab", background=GREEN,
                          color=0xFFFFFFFF)  # fmt: skip
    over = () if searching else (Column(add, pad=16, class_name=""),)
    bar = _search_bar(res, query, focused) if searching else _list_bar(res)
    return page(res, bar, Stack(body, *over, width=FILL, grow=1, align="end", justify="end", class_name=""))


def _list_bar(res: Resources) -> Element:
    find = icon_button(
        "search", res.string("plants.search"), do(open_search), res.colors.text, id=ID + "search"
    )
    return toolbar(res, res.string("plants.app_name"), find, _more(res, "list_menu"), id=ID + "toolbar")


def _more(res: Resources, name: str) -> Element:
    return icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, name), res.colors.text
    )


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    back = icon_button("arrow_back", res.string("common.stop_searching"), do(close_search), c.text)
    field = TextField(query, "search", do(type_query), focused=focused, hint=res.string("plants.search"),
                      hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=56,
                      id=ID + "search_text")  # fmt: skip
    return Row(back, field, width=FILL, height=56, pad=(4, 0), gap=8, align="center", id=ID + "search_bar")


def list_menu(res: Resources) -> Element:
    """Show what else the list offers."""
    return menu(res, ((res.string("plants.settings"), do(go_to, "settings")),), CLOSE)


def settings(res: Resources, by_date: bool, show_places: bool) -> Element:
    """Show the settings: the order of the list, and what its rows say."""
    switches = (("by_date", by_date), ("show_places", show_places))
    return switches_page(res, "plants", switches, handlers.switch, do(go_to, "plants"), GREEN, ID)


# A plant


def plant(res: Resources, row: Record, left: int, diary: tuple[tuple[int, str], ...]) -> Element:
    """Show a plant and its diary. ``diary``: ids and days of its waterings, the last first."""
    c, id = res.colors, _id(row)
    edit = icon_button("edit", res.string("plants.edit"), do(handlers.edit, id), c.text, id=ID + "edit")
    bar = toolbar(res, text_of(row, "name"), edit, _more(res, "menu"), up=do(handlers.leave), id=ID + "toolbar",
                  title_id=ID + "title")  # fmt: skip
    every = res.digits(res.string("plants.every", count=days_of(row)))
    facts = Text(
        f"{place_name(res, text_of(row, 'place'))} · {every}", 15, c.secondary, lines=3, id=ID + "facts"
    )
    notes = (
        [Text(text_of(row, "notes"), 16, c.text, lines=None, id=ID + "notes")]
        if text_of(row, "notes")
        else []
    )
    water = filled_button(res, res.string("plants.water"), do(handlers.water, id), id=ID + "water")
    due = Text(_due(res, left), 20, c.text if left > 0 else c.error, 500, lines=2, id=ID + "due")
    head = Column(due, facts, *notes, water, width=FILL, pad=16, gap=12, class_name="")
    entries = [
        list_row(res, day, icon="opacity", title_id=ID + "watering", end=icon_button(
            "close", res.string("plants.remove"), do(handlers.remove, entry), c.secondary, id=ID + "remove"))
        for entry, day in diary
    ]  # fmt: skip
    if not entries:
        entries = [list_row(res, res.string("plants.never"), title_id=ID + "never")]
    body = scrolling(head, heading(res, res.string("plants.diary")), *entries, key="plant", id=ID + "diary",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, bar, body)


def plant_menu(res: Resources, row: Record) -> Element:
    """Show what else can be done with a plant."""
    share = (res.string("plants.share"), do(handlers.share_plant, _id(row)))
    return menu(res, (share, (res.string("plants.delete"), do(open_overlay, "delete"))), CLOSE)


def delete_question(res: Resources, row: Record) -> Element:
    """Ask before a plant is deleted."""
    asked = res.string("plants.delete_question", name=text_of(row, "name"))
    return question(res, asked, "plants.delete", do(handlers.delete, _id(row)))


# The editor


def editor(res: Resources, draft: Draft, focus: str) -> Element:
    """Show the editor of a new plant, or of an existing one."""
    close = icon_button("close", res.string("common.navigate_up"), do(handlers.cancel), res.colors.text)
    title = Text(
        res.string("plants.edit" if draft.id else "plants.new"), 20, res.colors.text, 500, grow=1, pad=(8, 0)
    )
    done = text_button(res, res.string("plants.save"), do(handlers.save), id=ID + "save", color=GREEN)
    bar = Row(close, title, done, width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar",
              class_name="android.view.ViewGroup")  # fmt: skip
    name, days, notes = (_field(res, field, getattr(draft, field), focus == field) for field in LIMITS)
    place = list_row(res, res.string("plants.place"), place_name(res, draft.place), tap=do(open_overlay, "place"),
                     icon="place", summary_id=ID + "place", id=ID + "place_row")  # fmt: skip
    return page(res, bar, scrolling(name, place, days, notes, key="editor", id=ID + "fields",
                                    class_name="android.widget.ScrollView"))  # fmt: skip


def _field(res: Resources, name: str, text: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        text, name, do(handlers.write, name), focused=focused, hint=res.string(f"plants.{name}"),
        hint_color=c.secondary, accent=GREEN, color=c.text, size=16, width=FILL, pad=(0, 12),
        lines=8 if name == "notes" else 1, id=ID + name,
    )  # fmt: skip
    rule = Spacer(width=FILL, height=2 if focused else 1, background=GREEN if focused else c.divider)
    label = Text(res.string(f"plants.{name}"), 12, c.secondary)
    return Column(label, field, rule, width=FILL, pad=(16, 8), class_name="")


def place_dialog(res: Resources, place: str) -> Element:
    """Let the user choose a place."""
    options = [(name, place_name(res, name)) for name in PLACES]
    return choice_dialog(res, options, place, handlers.pick, title=res.string("plants.place"))


def discard_question(res: Resources) -> Element:
    """Ask before changes are lost."""
    return question(res, res.string("plants.discard_question"), "plants.discard", do(handlers.discard))
