"""Clock's world clock: time here, next alarm, and chosen cities."""

from __future__ import annotations

from datetime import date, datetime, timezone

from bmoca_gym.handset.apps.clock import places
from bmoca_gym.handset.apps.clock.handlers.world_clock import search_city, toggle_city
from bmoca_gym.handset.apps.clock.state import ID
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import icon_button, list_row, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, Text, TextField, time_text
from bmoca_gym.handset.value import do, memo

#: Zones whose cities can be added to the world clock. CLDR names them in every locale.
ZONES = (
    "Africa/Accra", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Mexico_City", "America/New_York", "America/Sao_Paulo", "America/Toronto",
    "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Tokyo",
    "Australia/Sydney", "Europe/Berlin", "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Moscow",
    "Europe/Paris", "Pacific/Auckland",
)  # fmt: skip


@memo(1024)
def _zone_minutes(zone: str, wall: int) -> tuple[int, int]:
    """Minutes past midnight and the day's ordinal in a zone."""
    from babel.dates import get_timezone

    local = datetime.fromtimestamp(wall / 1000, timezone.utc).astimezone(get_timezone(zone))
    return local.hour * 60 + local.minute, local.toordinal()


def world_clock(
    res: Resources,
    hour: int,
    minute: int,
    day: date,
    wall_minute: int,
    cities: tuple[str, ...],
    next_alarm: str,
) -> Element:
    """The time here, the next alarm, and the chosen cities."""
    c = res.colors
    size = min(64.0, res.width / 5.2, res.height / 6)
    parts: list[Element] = [
        Spacer(width=FILL, height=max(16, res.height // 14)),
        time_text(res, res.time(hour, minute), size, c.text, 300, width=FILL, align="center", id=ID + "digital_clock"),
        Text(res.date(day, "MMMEd"), 16, c.accent, width=FILL, align="center", id=ID + "date", lines=2),
    ]  # fmt: skip
    if next_alarm:
        parts.append(
            Row(Icon("alarm", 16, c.secondary), FittedText(next_alarm, 14, c.secondary, id=ID + "nextAlarm"),
                width=FILL, justify="center", align="center", gap=6, pad=(0, 6))
        )  # fmt: skip
    parts.append(Spacer(width=FILL, height=24))
    for zone in cities:
        minutes, ordinal = _zone_minutes(zone, wall_minute * 60000)
        shift = ordinal - day.toordinal()
        note = res.string({1: "clock.tomorrow", -1: "clock.yesterday"}.get(shift, "clock.today"))
        parts.append(
            Row(
                Column(Text(places.zone_city(res.locale, zone), 18, c.text, id=ID + "city_name", lines=2),
                       Text(note, 14, c.secondary, id=ID + "city_day"), grow=1,
                       id=ID + "city_container"),
                time_text(res, res.time(minutes // 60, minutes % 60), 24, c.text, 300, id=ID + "digital_clock"),
                width=FILL, pad=(24, 10), align="center",
            )
        )  # fmt: skip
    return scrolling(*parts, Spacer(width=FILL, height=88), key="clock", id=ID + "cities")


def cities_page(res: Resources, chosen: tuple[str, ...], query: str, focused: bool) -> Element:
    """The list of cities, with a search."""
    c = res.colors
    wanted = plain(query).strip()
    named = sorted(
        ((places.zone_city(res.locale, z), z) for z in ZONES),
        key=lambda pair: (res.sort_key(pair[0]), pair[1]),
    )
    rows = [
        list_row(
            res, name, tap=do(toggle_city, zone), title_id=ID + "city_name",
            end=CheckBox(zone in chosen, color=c.accent, id=ID + "city_onoff"),
        )
        for name, zone in named
        if wanted in plain(name)
    ]  # fmt: skip
    search = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, c.text),
        TextField(query, "city", do(search_city), focused=focused, hint=res.string("clock.search_cities"), size=18,
                  color=c.text, hint_color=c.secondary, accent=c.accent, grow=1, height=48, id=ID + "search_src_text"),
        width=FILL, height=56, align="center", pad=(4, 0, 16, 0),
    )  # fmt: skip
    empty = Text(
        res.string("clock.no_cities"), 16, c.secondary, lines=2, pad=(24, 32), align="center", width=FILL
    )
    return page(
        res,
        search,
        scrolling(
            *(rows or [empty]), key="cities", id=ID + "cities_list", class_name="android.widget.ListView"
        ),
    )
