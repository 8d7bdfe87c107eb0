"""Simple Calendar's settings, event types, and about page."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar.handlers import views
from bmoca_gym.handset.apps.simple_calendar.occurrences import TYPES, shown_color
from bmoca_gym.handset.apps.simple_calendar.screens import dialogs
from bmoca_gym.handset.apps.simple_calendar.screens.frame import buttons, listed
from bmoca_gym.handset.apps.simple_calendar.state import EVENT_TYPES, ID
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import do

#: The switches of the settings: fields of the state, and entry names of their resource ids.
_SWITCHES = {"week_numbers": "settings_week_numbers", "tasks": "settings_allow_creating_tasks",
             "locations": "settings_replace_description"}  # fmt: skip


def week_start_name(res: Resources, weekday: int) -> str:
    """A day that weeks may begin with."""
    if weekday < 0:
        return res.string("simple_calendar.default")
    return resources.weekdays(res.locale, "wide")[weekday]


def settings(res: Resources, week_start: int, values: tuple[bool, ...]) -> Element:
    """The settings. ``values``: of the switches, in order."""
    rows: list[Element] = [
        heading(res, res.string("simple_calendar.events")),
        list_row(res, res.string("simple_calendar.manage_types"), tap=do(views.open_page, EVENT_TYPES),
                 id=ID + "settings_manage_event_types_holder", title_id=ID + "settings_manage_event_types_label"),
        list_row(res, res.string("simple_calendar.week_start"), week_start_name(res, week_start),
                 tap=do(open_overlay, "week_start"), id=ID + "settings_start_week_on_holder",
                 title_id=ID + "settings_start_week_on_label", summary_id=ID + "settings_start_week_on"),
    ]  # fmt: skip
    for (name, entry), on in zip(_SWITCHES.items(), values, strict=True):
        switch = CheckBox(on, res.colors.accent, res.colors.secondary, id=ID + entry)
        rows.append(
            list_row(res, res.string(f"simple_calendar.{name}"), end=switch, tap=do(views.set_option, name, not on),
                     title_id="", id=ID + f"{entry}_holder")
        )  # fmt: skip
    rows.append(heading(res, res.string("simple_calendar.all_events")))
    rows.append(
        list_row(res, res.string("simple_calendar.delete_all_events"), tap=do(open_overlay, "delete_all"),
                 id=ID + "settings_delete_all_events_holder", title_id=ID + "settings_delete_all_events")
    )  # fmt: skip
    for row in rows:
        if row.id.endswith("_holder"):
            row.class_name = "android.widget.RelativeLayout"
    bar = toolbar(res, res.string("simple_calendar.settings"), up=LEAVE, id=ID + "settings_toolbar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "settings_nested_scrollview",
                                    class_name="android.widget.ScrollView"))  # fmt: skip


def week_start_dialog(res: Resources, chosen: int) -> Element:
    """The days that a week may begin with."""
    rows = [
        choice(res, week_start_name(res, day), day == chosen, do(views.set_option, "week_start", day))
        for day in (-1, 6, 0, 1, 2, 3, 4, 5)
    ]
    return dialog_card(res, listed(rows), dismiss=CLOSE)


def delete_all_dialog(res: Resources) -> Element:
    """The question before all events are deleted."""
    return dialogs.question(res, "simple_calendar.delete_all_question", ("simple_calendar.no", CLOSE),
                           ("simple_calendar.yes", do(views.delete_all)))  # fmt: skip


def event_types(res: Resources, types: Rows) -> Element:
    """The event types."""
    c = res.colors
    rows: list[Element] = []
    for row in types:
        id = int(row[0] or 0)
        rows.append(
            Row(
                Text(str(TYPES.get(row, "title")), 16, c.text, grow=1, lines=2, pad=(0, 14),
                     id=ID + "event_type_title"),
                Spacer(width=24, height=24, radius=12, background=shown_color(TYPES.get(row, "color"))),
                width=FILL, pad=(16, 0), gap=12, align="center", tap=do(views.edit_type, id),
                id=ID + "event_item_frame", class_name="android.widget.FrameLayout",
            )
        )  # fmt: skip
    add = icon_button("add", res.string("simple_calendar.new_type"), do(views.edit_type, 0), c.text,
                      id=ID + "add_event_type", class_name="android.widget.Button")  # fmt: skip
    bar = toolbar(res, res.string("simple_calendar.event_types"), add, up=LEAVE,
                  id=ID + "manage_event_types_toolbar")  # fmt: skip
    return page(res, bar, scrolling(*rows, key="types", id=ID + "manage_event_types_list"))


def type_dialog(res: Resources, row: Record | None, title: str, color: int, focus: str) -> Element:
    """The editor of an event type, or of a new one."""
    c, id = res.colors, 0 if row is None else int(row[0] or 0)
    field = TextField(
        title, "type_title", do(views.type_title), focused=focus == "type_title",
        hint=res.string("simple_calendar.title"), hint_color=c.secondary, accent=c.accent, color=c.text, size=17,
        width=FILL, pad=(4, 10), border=c.divider, radius=4, id=ID + "type_title",
    )  # fmt: skip
    parts: list[Element] = [field, Spacer(width=1, height=8), dialogs.color_grid(res, color, views.choose)]
    if id > 1:
        parts.append(
            list_row(res, res.string("simple_calendar.delete_type"), tap=do(views.delete_type, id), inset=0,
                     id=ID + "delete_event_type", title_id="")
        )  # fmt: skip
    answers = (("common.cancel", CLOSE), ("common.ok", do(views.save_type, id)))
    name = res.string("simple_calendar.edit_type" if id else "simple_calendar.new_type")
    return dialog_card(res, *parts, dismiss=CLOSE, buttons=buttons(res, *answers), title=name)


def about(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    body = scrolling(
        Icon("calendar_month", 64, c.accent, class_name=""),
        Text(res.string("simple_calendar.app_name"), 20, c.text, 500, lines=2),
        Text("6.23.0", 14, c.secondary, id=ID + "about_version"),
        Column(Text(res.string("simple_calendar.what"), 16, c.secondary, lines=None), class_name=""),
        key="about", pad=24, gap=12, id=ID + "about_nested_scrollview", class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(
        res,
        toolbar(res, res.string("simple_calendar.about"), up=LEAVE, id=ID + "about_toolbar"),
        body,
    )
