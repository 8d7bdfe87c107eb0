"""Frame of Calendar's views: tool bar, month below it, floating button, drawer; and colours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendar.handlers.views import (
    go_to_day,
    go_to_today,
    new_event,
    open_search,
    open_settings,
    show_view,
    swipe_months,
    switch_calendar,
    toggle_months,
    turn_months,
)
from bmoca_gym.handset.apps.calendar.state import ID, VIEWS
from bmoca_gym.handset.kits import panes
from bmoca_gym.handset.kits.date_picker import first_of, month_grid
from bmoca_gym.handset.kits.google_bars import account_disc, account_menu
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tones import fab
from bmoca_gym.handset.providers.calendar.store import Calendar, Event, Instance
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    divider,
    floating_button,
    icon_button,
    page,
    scrolling,
    side_drawer,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, Text
from bmoca_gym.handset.value import do

_GLYPHS = {
    "schedule": "view_agenda", "day": "view_day", "three_days": "view_column", "week": "view_week",
    "month": "view_module",
}  # fmt: skip
#: Width of a screen in dp below which it is narrow.
_NARROW = 300
#: Width in dp of the panel at the side.
_PANEL = 296
#: Names of the calendars that are there from the first start, which are shown in the locale's words.
_FIRST_NAMES = {"Events": "events", "Family": "family"}


class Head(NamedTuple):
    """Data of the tool bar.

    Attributes:
        month: number of the month in its title.
        today: an ordinal.
        months: the month shown below the bar or at the side, or 0.
        dots: ordinals of that month's days with events.
        week_start: first day of the week, 0 for Monday.
    """

    month: int
    today: int
    months: int
    dots: frozenset[int]
    week_start: int


def calendar_name(res: Resources, name: str) -> str:
    """A calendar's name."""
    return res.string(f"calendar.{_FIRST_NAMES[name]}") if name in _FIRST_NAMES else name


def title_of(res: Resources, event: Event) -> str:
    """An event's title, or the placeholder for none."""
    return event.title or res.string("calendar.no_title")


def when(res: Resources, instance: Instance) -> str:
    """The times of an instance, as its block shows them; "" if it is above the hours."""
    if instance.whole_days:
        return ""
    start, end = instance.start, instance.end
    begin = res.time(start.hour, start.minute)
    return begin if start == end else f"{begin} – {res.time(end.hour, end.minute)}"


def spoken(res: Resources, instance: Instance) -> str:
    """The text of an instance for screen readers: time and title."""
    comma = res.string("common.list_separator")
    times = when(res, instance) or res.string("calendar.all_day")
    day = res.date(instance.start.date(), "yMMMd")
    return comma.join((times, title_of(res, instance.event), day))


def week_of(first: int) -> int:
    """The number of the week that starts on a day (an ordinal): the ISO 8601 week of the days in its middle."""
    return date.fromordinal(first + 3).isocalendar()[1]


def month_name(res: Resources, month: int, today: int) -> str:
    """A month's name, with its year unless it is this year."""
    if first_of(month).year == date.fromordinal(today).year:
        return resources.months(res.locale)[month % 12]
    return res.date(first_of(month), "yMMM" if res.width < _NARROW else "yMMMM")


def _today_button(res: Resources, today: int) -> Element:
    c = res.colors
    number = res.digits(str(date.fromordinal(today).day))
    size = 9.5 * res.metrics.scale / res.metrics.font
    return Stack(
        Icon("calendar_today", 24, c.secondary, class_name=""),
        Text(number, size, c.secondary, 700, pad=(0, 6, 0, 0), class_name=""),
        width=48, height=48, align="center", justify="center", tap=do(go_to_today), id=ID + "action_today",
        description=res.string("calendar.jump_to_today"), class_name="android.widget.TextView",
    )  # fmt: skip


def _bar(res: Resources, head: Head) -> Element:
    c = res.colors
    shown = head.month if res.beside_list else head.months or head.month
    # On a narrow screen the disc would leave no room for the month.
    disc = (account_disc(res, ID),) if res.material > 2 and res.width >= _NARROW else ()
    kind = FittedText if disc else Text
    size = 20 if res.width >= _NARROW + (40 if disc else 0) else 18
    name = kind(month_name(res, shown, head.today), size, c.text, 500, id=ID + "date_picker_text_view")
    month = Row(name, height=48, align="center", class_name="")
    if not res.beside_list:
        arrow = "arrow_drop_up" if head.months else "arrow_drop_down"
        month = Row(
            name, Icon(arrow, 24, c.secondary, id=ID + "date_picker_arrow"),
            height=48, align="center", tap=do(toggle_months), id=ID + "date_picker_button",
            description=res.string("calendar.show_months"), class_name="android.widget.LinearLayout",
        )  # fmt: skip
    return Row(
        icon_button("menu", res.string("calendar.open_drawer"), do(open_overlay, "drawer"), c.secondary),
        Row(month, grow=1, pad=(8, 0, 0, 0), class_name=""),
        icon_button("search", res.string("calendar.search"), do(open_search), c.secondary, id=ID + "action_search",
                    class_name="android.widget.TextView"),
        _today_button(res, head.today), *disc,
        width=FILL, height=56, align="center", pad=(4, 0), id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _months(res: Resources, head: Head) -> Element:
    side = 36 if res.height >= 560 else 30
    grid = month_grid(
        res, head.months, go_to_day, today=date.fromordinal(head.today), first_weekday=head.week_start, side=side,
        dotted=head.dots, id=ID + "month_picker_grid",
    )  # fmt: skip
    return Column(
        grid, width=FILL, pad=(12, 0, 12, 8), swipe=do(swipe_months), id=ID + "date_picker_container",
        background=res.colors.background,
    )  # fmt: skip


def frame(res: Resources, head: Head, *body: Element) -> Element:
    """A view with everything around it; ``body`` from top to bottom."""
    button = floating_button(
        res, "add", res.string("calendar.create"), do(new_event), ID + "floating_action_button", **fab(res)
    )
    months = (_months(res, head), divider(res)) if head.months and not res.beside_list else ()
    return page(
        res, _bar(res, head), *months,
        Stack(
            Column(*body, width=FILL, height=FILL, class_name=""), Column(button, pad=16, class_name=""),
            width=FILL, grow=1, align="end", justify="end", id=ID + "main_pane",
        ),
    )  # fmt: skip


def paned(
    res: Resources,
    view: Callable[..., Element],
    calendars: tuple[Calendar, ...] | None,
    given: tuple[Any, ...],
) -> Element:
    """A view, and at its side the month and the ``calendars``; None for a screen without room for these.

    ``given``: arguments of the view. The first one is its `Head`.
    """
    if calendars is None:
        return view(res, *given)
    head: Head = given[0]
    shown = view(panes.narrowed(res, res.width - _PANEL - 1, beside_list=True), *given)
    ink = res.colors.secondary
    title = Row(
        Text(month_name(res, head.months, head.today), 16, res.colors.text, 500, grow=1, id=ID + "month_name"),
        icon_button("chevron_left", res.string("common.previous_month"), do(turn_months, -1), ink,
                    id=ID + "previous_month"),
        icon_button("chevron_right", res.string("common.next_month"), do(turn_months, 1), ink, id=ID + "next_month"),
        width=FILL, height=56, pad=(20, 0, 4, 0), align="center", class_name="",
    )  # fmt: skip
    panel = Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), title, _months(panes.narrowed(res, _PANEL), head),
        Spacer(width=FILL, height=8), divider(res), Spacer(width=FILL, height=8),
        scrolling(*[_calendar_row(res, one) for one in calendars], key="calendars", id=ID + "calendar_list"),
        width=_PANEL, height=FILL, id=ID + "side_panel", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Row(
        panel, Spacer(width=1, height=FILL, background=res.colors.divider),
        Column(shown, grow=1, height=FILL, class_name=""),
        width=FILL, height=FILL, background=shown.background, class_name="",
    )  # fmt: skip


def _calendar_row(res: Resources, calendar: Calendar) -> Element:
    name = calendar_name(res, calendar.name)
    box = CheckBox(calendar.visible, calendar.color, calendar.color, class_name="")
    return Row(
        box, Text(name, 14, res.colors.text, 500, grow=1, id=ID + "label", lines=2),
        width=FILL, least=48, pad=(16, 0, 12, 0), gap=20, align="center", id=ID + "calendar_item",
        tap=do(switch_calendar, calendar.id, not calendar.visible), checked=calendar.visible,
        class_name="android.widget.CheckBox", description=name,
    )  # fmt: skip


def account_sheet(res: Resources) -> Element:
    """The menu of the account's disc."""
    label = res.string("calendar.settings")
    return account_menu(
        res, ID, res.string("calendar.app_name"), ("settings", label, do(open_settings), "settings")
    )


def drawer(res: Resources, view: str, calendars: tuple[Calendar, ...]) -> Element:
    """The views, the calendars with their check boxes, the settings."""
    c = res.colors
    rows: list[Element] = []
    for name in VIEWS:
        here = name == view
        rows.append(
            Row(
                Icon(_GLYPHS[name], 24, c.accent if here else c.secondary, id=ID + "icon"),
                Text(res.digits(res.string(f"calendar.{name}")), 14, c.accent if here else c.text, 500, grow=1,
                     id=ID + "label", lines=2),
                width=FILL, least=48, pad=(20, 0, 12, 0), gap=24, align="center", tap=do(show_view, name),
                selected=here, background=c.raised if here else None, id=f"{ID}{name}_view",
            )
        )  # fmt: skip
    rows += [Spacer(width=FILL, height=8), divider(res), Spacer(width=FILL, height=8)]
    rows += [_calendar_row(res, calendar) for calendar in calendars]
    settings = Row(
        Icon("settings", 24, c.secondary, id=ID + "icon"),
        Text(res.string("calendar.settings"), 14, c.text, 500, grow=1, id=ID + "label", lines=2),
        width=FILL, least=48, pad=(20, 0, 12, 0), gap=24, align="center", tap=do(open_settings), id=ID + "settings",
    )  # fmt: skip
    rows += [Spacer(width=FILL, height=8), divider(res), Spacer(width=FILL, height=8), settings]
    title = Row(
        Text(res.string("calendar.app_name"), 20, c.secondary, 500), width=FILL, height=56, pad=(20, 0),
        align="center",
    )  # fmt: skip
    return side_drawer(
        res,
        title,
        rows,
        CLOSE,
        key="drawer",
        id=ID + "drawer_main_frame",
        list_id=ID + "drawer_list",
    )
