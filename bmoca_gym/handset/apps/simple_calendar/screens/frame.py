"""Frame of Simple Calendar's views: bar with search field and menus, button, page header."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.apps.simple_calendar.handlers import migrating, views
from bmoca_gym.handset.apps.simple_calendar.occurrences import TYPES, shown_color
from bmoca_gym.handset.apps.simple_calendar.state import ABOUT, ID, SETTINGS, VIEWS
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, focus_field, open_overlay, unmark
from bmoca_gym.handset.kits.questions import lined
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    floating_button,
    icon_button,
    menu,
    page,
    scrim,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

_FAB_PAD = 16


class Bar(NamedTuple):
    """Data of the bar.

    Attributes:
        up: whether it has a back arrow.
        today: whether it has the button that goes to today, because the view shows other days.
        types: whether there are several types to filter by.
        tasks: whether there are tasks.
        keys: keys of the listed events.
        marked: number of selected events.
    """

    query: str
    focused: bool
    up: bool
    today: bool
    types: bool
    tasks: bool = True
    keys: tuple[tuple[int, int], ...] = ()
    marked: int = 0


def frame(res: Resources, bar: Bar, body: Element, fab: bool = True) -> Element:
    """A view below the bar, with the button for a new event."""
    tap = do(open_overlay, "new") if bar.tasks else do(views.new_event, False)
    add = floating_button(res, "add", res.string("simple_calendar.new_event"), tap, ID + "calendar_fab")
    floating = (Column(add, pad=_FAB_PAD, class_name=""),) if fab else ()
    stack = Stack(
        body, *floating, width=FILL, grow=1, align="end", justify="end", id=ID + "calendar_coordinator",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    return page(res, _marks(res, bar) if bar.marked else _search_bar(res, bar), stack, id=ID + "main_coordinator",
                class_name="android.view.ViewGroup")  # fmt: skip


def _search_bar(res: Resources, bar: Bar) -> Element:
    c = res.colors
    searching = bar.focused or bool(bar.query)
    if searching or bar.up:
        lead = icon_button("arrow_back", res.string("common.navigate_up"), do(views.go_up), c.secondary,
                           id=ID + "top_toolbar_search_icon", class_name="android.widget.ImageView")  # fmt: skip
    else:
        lead = icon_button("search", res.string("simple_calendar.search"), do(focus_field, "search"), c.secondary,
                           id=ID + "top_toolbar_search_icon", class_name="android.widget.ImageView")  # fmt: skip
    field = TextField(
        bar.query, "search", do(views.search), focused=bar.focused, hint=res.string("simple_calendar.search"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48,
        id=ID + "top_toolbar_search",
    )  # fmt: skip
    actions: list[Element] = []
    if not searching:
        for shown, name, glyph, tap in (
            (bar.today, "go_to_today", "today", do(views.go_to_today)),
            (True, "change_view", "calendar_view_month", do(open_overlay, "view")),
            (bar.types, "filter", "filter_list", do(open_overlay, "filter")),
        ):
            if shown:
                label = res.string(f"simple_calendar.{name}")
                actions.append(icon_button(glyph, label, tap, c.secondary, id=ID + name,
                                           class_name="android.widget.Button", width=44))  # fmt: skip
        actions.append(
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.secondary,
                        class_name="android.widget.ImageView", width=44)
        )  # fmt: skip
    row = Row(
        lead, field, *actions, width=FILL, height=48, align="center", pad=(0, 0, 4, 0), background=c.raised, radius=24,
        id=ID + "top_toolbar_holder", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    return Column(row, width=FILL, height=64, pad=(12, 8), id=ID + "top_app_bar_layout")


def _marks(res: Resources, bar: Bar) -> Element:
    """The bar while events are marked."""
    c = res.colors
    title = res.digits(f"{bar.marked} / {len(bar.keys)}")

    def action(name: str, glyph: str, label: str, tap: Callback) -> Element:
        return icon_button(glyph, label, tap, c.text, id=ID + name, class_name="android.widget.Button")

    return selection_bar(
        res, title, do(unmark),
        action("cab_share", "share", res.string("simple_calendar.share"), do(views.share_marked)),
        action("cab_delete", "delete", res.string("simple_calendar.delete"), do(open_overlay, "delete_marked")),
        action("cab_select_all", "select_all", res.string("simple_calendar.select_all"), do(views.mark_all, bar.keys)),
        id=ID, bar_id="action_context_bar", label="simple_calendar.done", arrow=True,
        close={"class_name": "android.widget.ImageView"}, size=18, height=64,
    )  # fmt: skip


def navigation(res: Resources, title: str) -> Element:
    """The header of a page: its title, which opens the date picker, between arrows to the adjacent pages."""
    c = res.colors

    def arrow(name: str, glyph: str, by: int) -> Element:
        return icon_button(glyph, "", do(views.turn, by), c.text, id=ID + f"top_{name}_arrow",
                           class_name="android.widget.ImageView")  # fmt: skip

    name = Text(title, 20, c.text, 400, grow=1, align="center", pad=(4, 10), tap=do(views.open_dates),
                id=ID + "top_value", lines=2)  # fmt: skip
    return Row(arrow("left", "chevron_left", -1), name, arrow("right", "chevron_right", 1), width=FILL, align="center",
               pad=(4, 0), class_name="")  # fmt: skip


# What opens over a view


def overflow(res: Resources) -> Element:
    """Further pages of the app."""
    items = (
        (res.string("simple_calendar.go_to_date"), do(views.open_dates)),
        (res.string("simple_calendar.import_events"), do(migrating.ask_for_file)),
        (res.string("simple_calendar.export_events_to"), do(migrating.begin_export)),
        (res.string("simple_calendar.settings"), do(views.open_page, SETTINGS)),
        (res.string("simple_calendar.about"), do(views.open_page, ABOUT)),
    )
    return menu(res, items, CLOSE)


def view_dialog(res: Resources, current: str) -> Element:
    """The views to choose from."""
    rows = [
        choice(res, res.string(f"simple_calendar.{name}_view"), name == current, do(views.change_view, name))
        for name in VIEWS
    ]
    return dialog_card(res, listed(rows), dismiss=CLOSE)


def listed(rows: list[Element]) -> Element:
    """Rows of a dialog, which scroll if the screen is low."""
    return scrolling(*rows, key="choices", grow=0, id=ID + "dialog_radio_group",
                     class_name="android.widget.ScrollView")  # fmt: skip


def buttons(res: Resources, *answers: tuple[str, Callback]) -> tuple[Element, ...]:
    """The buttons of a dialog: string keys and handlers."""
    ids = ("button2", "button1") if len(answers) == 2 else ("button1",)
    return tuple(
        [text_button(res, res.string(key), tap, id=f"android:id/{id}")
         for (key, tap), id in zip(answers, ids, strict=True)]
    )  # fmt: skip


def filter_dialog(res: Resources, types: Rows, hidden: tuple[int, ...]) -> Element:
    """The event types, with the shown ones checked."""
    c = res.colors
    rows: list[Element] = []
    for row in types:
        id, shown = int(row[0] or 0), row[0] not in hidden
        title = str(TYPES.get(row, "title"))
        rows.append(
            Row(
                CheckBox(shown, color=c.accent, off_color=c.secondary, class_name=""),
                Text(title, 16, c.text, grow=1, lines=2, id=ID + "filter_event_type_checkbox"),
                Spacer(width=24, height=24, radius=12, background=shown_color(TYPES.get(row, "color"))),
                width=FILL, least=46, gap=12, align="center", tap=do(views.filter_type, id), checked=shown,
                id=ID + "filter_event_type_holder", class_name="android.widget.CheckBox",
            )
        )  # fmt: skip
    return dialog_card(res, listed(rows), dismiss=CLOSE, buttons=buttons(res, ("common.ok", CLOSE)))


def export_dialog(res: Resources, name: str, focused: bool, left_out: tuple[str, ...]) -> Element:
    """The name of the file, and what is written into it."""
    c = res.colors
    field = TextField(
        name, "filename", do(migrating.type_name), focused=focused, hint=res.string("simple_calendar.filename"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, id=ID + "export_events_filename",
    )  # fmt: skip
    rows: list[Element] = [
        Text(res.string("simple_calendar.filename"), 13, c.secondary, lines=2, width=FILL, class_name=""),
        lined(res, field, ID + "export_events_filename_hint"),
    ]
    for kind, entry in (
        ("events", "export_events"),
        ("tasks", "export_tasks"),
        ("past", "export_past_events"),
    ):
        label = res.string(f"simple_calendar.export_{kind}")
        rows.append(
            Row(
                CheckBox(kind not in left_out, color=c.accent, off_color=c.secondary, description=label,
                         id=f"{ID}{entry}_checkbox"),
                Text(label, 16, c.text, grow=1, lines=2), width=FILL, least=46, gap=12, align="center",
                tap=do(migrating.switch, kind), checked=kind not in left_out, id=f"{ID}{entry}_checkbox_holder",
                class_name="android.widget.RelativeLayout",
            )
        )  # fmt: skip
    body = scrolling(*rows, key="export", grow=0, id=ID + "export_events_scrollview",
                     class_name="android.widget.ScrollView")  # fmt: skip
    answers = (("common.cancel", CLOSE), ("common.ok", do(migrating.export)))
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("simple_calendar.export_events"),
                       buttons=buttons(res, *answers))  # fmt: skip


def new_dialog(res: Resources) -> Element:
    """The choice between a new event and a new task, over the button."""
    c = res.colors

    def offer(name: str, glyph: str, task: bool, fab: str, size: int) -> Element:
        tap = do(views.new_event, task)
        label = Text(res.string(f"simple_calendar.{name}"), 18, c.text, 500, pad=(16, 8), background=c.surface,
                     radius=8, tap=tap, id=ID + f"fab_{name}_label")  # fmt: skip
        button = Icon(glyph, 24, c.on_accent, width=size, height=size, radius=size / 2, background=c.accent, tap=tap,
                      id=ID + fab, description="" if task else res.string("simple_calendar.new_event"),
                      class_name="android.widget.ImageView" if task else "android.widget.ImageButton")  # fmt: skip
        return Row(
            label,
            Stack(button, width=56, align="center", class_name=""),
            gap=12,
            align="center",
            class_name="",
        )

    offers = Column(
        offer("task", "check_circle", True, "fab_task_icon", 44), offer("event", "event", False, "calendar_fab", 56),
        gap=16, pad=_FAB_PAD, align="end", class_name="",
    )  # fmt: skip
    return scrim(res, offers, CLOSE, align="end", justify="end")


def delete_dialog(res: Resources, repeats: bool, chosen: int, done: Callback) -> Element:
    """Ask before events are deleted, and which occurrences of repeating ones."""
    c = res.colors
    ask = Text(
        res.string("simple_calendar.delete_question"), 16, c.text, lines=4, id=ID + "delete_event_description"
    )
    parts: list[Element] = [ask]
    if repeats:
        parts.append(Text(res.string("simple_calendar.repeatable"), 14, c.secondary, lines=3, pad=(0, 12, 0, 4),
                          id=ID + "delete_event_repeat_description"))  # fmt: skip
        parts += [
            choice(res, res.string(f"simple_calendar.delete_{name}"), how == chosen, do(views.choose, how))
            for how, name in enumerate(("one", "future", "all"))
        ]
    return dialog_card(
        res,
        *parts,
        dismiss=CLOSE,
        buttons=buttons(res, ("simple_calendar.no", CLOSE), ("simple_calendar.yes", done)),
    )
