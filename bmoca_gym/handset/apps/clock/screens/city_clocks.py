"""Clock 7's world clock: time here and in chosen cities, digital or analogue, and the search for a city."""

from __future__ import annotations

import math
from datetime import date, datetime

from bmoca_gym.handset.apps.clock import places
from bmoca_gym.handset.apps.clock.handlers.city_clocks import Here, There, add_city, clear_search, remove_city
from bmoca_gym.handset.apps.clock.handlers.world_clock import search_city
from bmoca_gym.handset.apps.clock.screens.alarm_cards import FOOT, spaced
from bmoca_gym.handset.apps.clock.state import ID
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import DARK, Resources, in_colors, time_zones
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import empty_message, icon_button, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Line, Text, TextField, time_text
from bmoca_gym.handset.value import do, memo


def _time(res: Resources, hour: int, minute: int, second: int) -> str:
    text = res.time(hour, minute)
    if second >= 0:
        minutes, seconds = (res.digits(f"{number:02d}") for number in (minute, second))
        text = text.replace(minutes, f"{minutes}:{seconds}", 1) if not text.startswith(minutes) else (
            f"{minutes}:{minutes}:{seconds}{text[2 * len(minutes) + 1 :]}"
        )  # fmt: skip
    return spaced(text)


@component(64)
def _dial(res: Resources, hour: int, minute: int, second: int, side: float, said: str) -> Element:
    c = res.colors
    middle = side / 2
    parts: list[tuple[float, float, Element]] = []

    def hand(turn: float, start: float, end: float, color: int, stroke: float) -> None:
        x, y = math.sin(turn * 2 * math.pi) * middle, -math.cos(turn * 2 * math.pi) * middle
        ends = (middle + x * start, middle + y * start, middle + x * end, middle + y * end)
        parts.append((0, 0, Line(ends, color, stroke, width=side, height=side)))

    for tick in range(12):
        hand(tick / 12, 0.86, 0.94, c.secondary, 2)
    hand((hour % 12 + minute / 60) / 12, 0, 0.5, c.text, max(2.0, side / 32))
    hand(minute / 60, 0, 0.72, c.text, max(1.5, side / 48))
    if second >= 0:
        hand(second / 60, 0, 0.8, c.accent, 1.5)
    return Canvas(
        *parts, width=side, height=side, radius=middle, background=c.raised, id=ID + "analog_clock", description=said,
        class_name="com.android.deskclock.AnalogClock",
    )  # fmt: skip


def _difference(res: Resources, there: There) -> str:
    """The time difference of a place, such as ``6 hours behind``, with the day if it is another."""
    hours, minutes = divmod(abs(there.ahead), 60)
    words = [
        res.string(f"android13.picker_{unit}", count=count, shown=res.digits(str(count)))
        for unit, count in (("hours", hours), ("minutes", minutes))
        if count
    ]
    if not words:
        return res.string("android13.clock_same_time")
    text = res.string(f"android13.clock_{'ahead' if there.ahead > 0 else 'behind'}", time=" ".join(words))
    if not there.days:
        return text
    day = res.string("clock.tomorrow" if there.days > 0 else "clock.yesterday")
    return f"{day}{res.string('common.list_separator')}{text}"


def _city(res: Resources, there: There, hands: bool) -> Element:
    c = res.colors
    time = _time(res, there.hour, there.minute, -1)
    clock = (
        _dial(res, there.hour, there.minute, -1, 64, time)
        if hands
        else time_text(res, time, 28, c.text, 400, id=ID + "digital_clock", description=time)
    )
    return Row(
        Column(
            Text(there.name, 18, c.text, id=ID + "city_name", lines=2),
            Text(_difference(res, there), 14, c.secondary, id=ID + "hours_ahead", lines=2),
            grow=1, class_name="",
        ),
        clock,
        width=FILL, pad=(20, 16), gap=12, align="center", radius=20, background=c.raised,
        swipe=do(remove_city, there.id) if there.id else None, id=ID + "city_container",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def clock_tab(res: Resources, here: Here, rows: tuple[There, ...]) -> Element:
    """The time here, the day with the next alarm, and the places."""
    c = res.colors
    time = _time(res, here.hour, here.minute, here.second)
    side = min(200.0, res.width / 2)
    clock = (
        Column(_dial(res, here.hour, here.minute, here.second, side, time), width=FILL, align="center", class_name="")
        if here.hands
        else time_text(res, time, min(64.0, res.width / 5.6, res.height / 6), c.text, 300, width=FILL, align="center",
                       id=ID + "digital_clock", description=time)
    )  # fmt: skip
    below: list[Element] = [Text(res.date(here.day, "MMMEd"), 16, c.accent, id=ID + "date", lines=2)]
    if here.next_alarm:
        below += [
            Icon("alarm", 16, c.secondary),
            FittedText(here.next_alarm, 14, c.secondary, id=ID + "nextAlarm"),
        ]
    return scrolling(
        Spacer(width=FILL, height=16), clock, Row(*below, width=FILL, justify="center", align="center", gap=6),
        Spacer(width=FILL, height=16), *[_city(res, there, here.hands) for there in rows],
        Spacer(width=FILL, height=FOOT), key="clock", gap=8, pad=(16, 0), id=ID + "cities",
    )  # fmt: skip


@memo(8, asset=True)
def _named(locale: str) -> tuple[tuple[str, str, str], ...]:
    """All cities by name: id, names for searching (tasks use English names), name."""
    every = ((id, places.city_name(locale, id)) for id in places.city_ids())
    return tuple(
        (id, f"{plain(name)}\n{plain(places.city(id)[0])}", name)
        for id, name in sorted(every, key=lambda pair: (plain(pair[1]), pair[0]))
    )


def search_page(res: Resources, query: str, wall_minute: int, focused: bool) -> Element:
    """The search for a city to add, with the time in each that is found."""
    c = res.colors
    wanted = plain(query).strip()
    clear = (
        icon_button(
            "close", res.string("android13.clock_clear"), do(clear_search), c.text, id=ID + "search_close_btn"
        ),
    )
    search = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, c.text),
        TextField(query, "city", do(search_city), focused=focused, hint=res.string("clock.search_cities"), size=18,
                  color=c.text, hint_color=c.secondary, accent=c.accent, grow=1, height=48, id=ID + "search_src_text"),
        *(clear if query else ()),
        width=FILL, height=56, align="center", pad=(4, 0, 16, 0),
    )  # fmt: skip
    found = [(id, name) for id, searched, name in _named(res.locale) if wanted and wanted in searched]
    if not found:
        word = res.string("clock.no_cities" if wanted else "clock.search_cities")
        return page(res, search, empty_message(res, "search", word, id=ID + "search_empty_view"))
    rows = [_found(res, id, name, wall_minute) for id, name in found]
    return page(res, search, scrolling(*rows, key="cities", id=ID + "cities_list"))


def _found(res: Resources, id: str, name: str, wall_minute: int) -> Element:
    local: datetime = time_zones.local(places.city(id)[1], wall_minute * 60_000)
    time = Text(spaced(res.time(local.hour, local.minute)), 14, res.colors.secondary, id=ID + "city_time")
    return list_row(res, name, tap=do(add_city, id), title_id=ID + "city_name", end=time)


def screensaver(res: Resources, hour: int, minute: int, day: date, hands: bool, dim: bool) -> Element:
    """The screen saver: a dark full-screen clock that ends on a touch. ``dim``: whether it is in night mode."""
    ink = 0xFF6F7377 if dim else 0xFFFFFFFF
    time = _time(res, hour, minute, -1)
    dark = in_colors(res, DARK._replace(text=ink, secondary=ink, raised=0xFF000000))
    clock: Element = time_text(
        res, time, min(72.0, res.width / 5), ink, 300, id=ID + "digital_clock", description=time
    )
    if hands:
        clock = _dial(dark, hour, minute, -1, min(240.0, res.width / 1.6), time)
    return Column(
        clock, Text(res.date(day, "MMMEd"), 16, ink, id=ID + "date"),
        width=FILL, height=FILL, background=0xFF000000, align="center", justify="center", gap=16, tap=LEAVE,
        id=ID + "saver_container", class_name="android.widget.FrameLayout",
    )  # fmt: skip
