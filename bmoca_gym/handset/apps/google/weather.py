"""The home screen's weather widget.

The phone has no weather service. The weather follows from the date and hour: a temperate year, the same on every phone.
"""

from __future__ import annotations

from datetime import datetime
from math import cos, pi
from typing import Any

from bmoca_gym.handset.apps.google.state import ID, MAIN, PACKAGE
from bmoca_gym.handset.kits.app_widgets import card, open_activity
from bmoca_gym.handset.manifest import AppWidget
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.ui.elements import Column, Element, Row
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import do

#: Kinds of weather with their glyphs by day. Repeated ones are more frequent.
_SKIES = (
    ("sunny", "wb_sunny"), ("sunny", "wb_sunny"), ("sunny", "wb_sunny"), ("partly_cloudy", "filter_drama"),
    ("partly_cloudy", "filter_drama"), ("cloudy", "cloud"), ("rain", "umbrella"),
)  # fmt: skip
#: Mean of the year, and by how much the seasons and the hours differ from it: °C.
_MEAN, _SEASON, _HOUR = 14, 8, 4
#: Territories that measure in Fahrenheit (CLDR, measurement data).
_FAHRENHEIT = ("US", "BS", "BZ", "KY", "PR", "PW")


def temperature(at: datetime) -> int:
    """Temperature in °C."""
    day = at.timetuple().tm_yday
    season = -cos((day - 20) * 2 * pi / 365) * _SEASON
    hour = -cos((at.hour - 3) * 2 * pi / 24) * _HOUR
    return round(_MEAN + season + hour + (at.toordinal() * 7 % 11 - 5) / 2)


def sky(at: datetime) -> int:
    """The kind of sky, which changes every six hours."""
    return (at.toordinal() * 4 + at.hour // 6) * 5 % 23 % len(_SKIES)


def _shows(phone: Phone) -> tuple[Any, ...]:
    """The current temperature, today's high and low (°C), and the sky; nothing while the phone is offline."""
    if not radios.connection(phone):
        return ()
    now = phone.local_minute
    hours = [temperature(now.replace(hour=hour)) for hour in range(24)]
    return temperature(now), max(hours), min(hours), sky(now)


def _degrees(res: Resources, celsius: int) -> str:
    fahrenheit = res.locale.rpartition("-")[2] in _FAHRENHEIT
    return res.digits(f"{round(celsius * 9 / 5 + 32) if fahrenheit else celsius}°")


def _weather(
    res: Resources, now: int | None = None, most: int = 0, least: int = 0, which: int = 0
) -> Element:
    c = res.colors
    if now is None:
        told = Text(
            res.string("google.no_weather"), 14, c.secondary, lines=2, align="center", id=ID + "weather_error"
        )
        return card(res, told, tap=do(open_activity, f"{PACKAGE}/{MAIN}"), align="center", justify="center",
                    id=ID + "weather_widget")  # fmt: skip
    name, glyph = _SKIES[which]
    limits = res.string("google.high_low", high=_degrees(res, most), low=_degrees(res, least))
    return card(
        res,
        Row(
            Icon(glyph, 36, 0xFFF9AB00 if glyph == "wb_sunny" else c.accent, id=ID + "weather_icon",
                 description=res.string(f"google.{name}")),
            FittedText(_degrees(res, now), 36, c.text, id=ID + "temperature"), gap=12, align="center", class_name="",
        ),
        Column(
            FittedText(res.string(f"google.{name}"), 14, c.text, 500, id=ID + "condition"),
            FittedText(limits, 13, c.secondary, id=ID + "high_low"), gap=2, class_name="",
        ),
        tap=do(open_activity, f"{PACKAGE}/{MAIN}"), justify="center", gap=4, id=ID + "weather_widget", pad=(16, 8),
    )  # fmt: skip


WIDGETS = (
    AppWidget(
        "com.google.android.apps.search.weather.WeatherAppWidgetProvider", "google.widget_weather", 2, 1, _weather,
        _shows,
    ),
)  # fmt: skip
