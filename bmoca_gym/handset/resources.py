"""Resources of a screen: strings of the locale, times and numbers in its form, colours of the theme, metrics."""

from __future__ import annotations

import json
from datetime import date, time
from functools import cache
from typing import Any, Literal, NamedTuple

from bmoca_gym.handset import catalogues
from bmoca_gym.handset.configuration import NAVIGATION_BAR, Configuration
from bmoca_gym.handset.locales import CATALOGUES, locale_named, sort_key
from bmoca_gym.handset.metrics import Metrics
from bmoca_gym.handset.value import Value, memo, value


class Colors(NamedTuple):
    """A theme: colours as 0xAARRGGBB."""

    background: int
    surface: int  # cards, dialogs, menus
    raised: int  # keys, chips, pressed and selected things
    text: int
    secondary: int  # less important text and icons
    disabled: int
    divider: int
    accent: int
    on_accent: int
    error: int
    positive: int
    scrim: int
    navigation: int  # background of the navigation bar


LIGHT = Colors(
    background=0xFFFFFFFF, surface=0xFFFFFFFF, raised=0xFFF1F3F4, text=0xFF202124, secondary=0xFF5F6368,
    disabled=0xFFBDC1C6, divider=0xFFDADCE0, accent=0xFF1A73E8, on_accent=0xFFFFFFFF, error=0xFFD93025,
    positive=0xFF0F9D58, scrim=0x80000000, navigation=0xFFFFFFFF,
)  # fmt: skip
DARK = Colors(
    background=0xFF121212, surface=0xFF2D2E31, raised=0xFF3C4043, text=0xFFE8EAED, secondary=0xFF9AA0A6,
    disabled=0xFF5F6368, divider=0xFF3C4043, accent=0xFF8AB4F8, on_accent=0xFF202124, error=0xFFF28B82,
    positive=0xFF81C995, scrim=0xA0000000, navigation=0xFF000000,
)  # fmt: skip


@value
class Resources(Value):
    """The resources that a screen draws with. Made by `of`; equal configurations share one.

    ``width`` and ``height`` are the screen's in dp, rounded down, without a navigation bar at its side; ``foot``: of
    the bar at its foot. ``hour_24``: times are written with 24 hours.
    """

    locale: str
    dark: bool
    metrics: Metrics
    width: int
    height: int
    foot: int = NAVIGATION_BAR
    hour_24: bool = False

    @property
    def colors(self) -> Colors:
        """The theme's colours."""
        return DARK if self.dark else LIGHT

    @property
    def rtl(self) -> bool:
        """Whether the locale reads from right to left."""
        return self.metrics.rtl

    def string(self, key: str, **values: object) -> str:
        """The string ``key`` (``app.name``) in the locale, with ``{placeholders}`` filled in.

        A key whose catalogue entry has plural forms takes ``count``.

        Raises:
            KeyError: no catalogue has the key.
        """
        return string(self.locale, key, **values)

    def digits(self, text: str) -> str:
        """``text`` with its ASCII digits in the locale's own."""
        return text.translate(_digit_table(self.locale))

    def percent(self, hundredths: int) -> str:
        """A number of hundredths as the locale writes percent."""
        return self.digits(_percent(self.locale, hundredths))

    def time(self, hour: int, minute: int) -> str:
        """A time of day in the locale's short form, e.g. ``10:30 AM``."""
        return format_time(self.locale, hour, minute, self.hour_24)

    def long_date(self, day: date) -> str:
        """A day with its month in full, as the locale writes it."""
        return long_date(self.locale, day)

    def date(self, day: date, skeleton: str = "yMMMd") -> str:
        """A date by a CLDR skeleton, e.g. ``MMMEd`` gives ``Thu, Dec 31``."""
        return format_date(self.locale, day, skeleton)

    def sort_key(self, text: str) -> tuple[tuple[int, str], ...]:
        """Key for the locale's alphabetical order."""
        return sort_key(text, self.locale)


@value
class Colored(Resources):
    """Resources with an app's own colours."""

    palette: Colors = LIGHT

    @property
    def colors(self) -> Colors:
        """The app's colours."""
        return self.palette


@memo(256, asset=True)
def in_colors(res: Resources, palette: Colors) -> Resources:
    """``res`` with an app's own colours in the place of the system's theme."""
    return Colored(res.locale, res.dark, res.metrics, res.width, res.height, res.foot, res.hour_24, palette)


@memo(256, asset=True)
def of(configuration: Configuration) -> Resources:
    """The resources of a configuration."""
    c = configuration
    foot = 0 if c.bar_at_side else NAVIGATION_BAR
    width = c.width * 160 // c.density - (NAVIGATION_BAR - foot)
    hour_24 = c.hours == "24" if c.hours else uses_24_hours(c.locale)
    return Resources(c.locale, c.dark, c.metrics, width, c.height * 160 // c.density, foot, hour_24)


#: The member of a catalogue's file that lists its languages, where the app does not speak all.
_LANGUAGES = "_languages"


@cache
def _file(app: str) -> dict[str, Any]:
    """The file of an app's catalogue, or of one that apps share: its entries by name."""
    text = (catalogues.folder_of(app) / catalogues.STRINGS).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def languages_of(app: str) -> tuple[str, ...]:
    """The catalogue keys of the languages that an app speaks; in all others it is in English, as on Android."""
    return tuple(_file(app).get(_LANGUAGES, CATALOGUES))


def string_keys() -> tuple[str, ...]:
    """Every ``app.name`` that the catalogues of the package have."""
    return tuple(f"{app}.{name}" for app in catalogues.names() for name in _file(app) if name != _LANGUAGES)


def missing_translations() -> list[tuple[str, str]]:
    """All (key, catalogue) pairs without a translation, of the languages that the key's app speaks."""
    return [
        (key, name)
        for key in string_keys()
        for name in languages_of(key.partition(".")[0])
        if not _entry(key).get(name)
    ]


def _entry(key: str) -> dict[str, Any]:
    app, _, name = key.partition(".")
    found: dict[str, Any] = _file(app)[name]
    return found


def string(locale: str, key: str, **values: object) -> str:
    """See `Resources.string`."""
    text = _template(locale, key, values.get("count") if "count" in values else None)
    return text.format(**values) if values else text


@memo(8192, asset=True)
def _template(locale: str, key: str, count: object) -> str:
    entry = _entry(key)
    known = locale_named(locale)
    text = entry.get(known.catalogue)
    language = known.babel if text else "en"
    text = text or entry["en"]
    if isinstance(text, dict):
        from babel import Locale

        number = count if isinstance(count, (int, float)) else 0
        form = Locale.parse(language).plural_form(number)
        text = text.get(form) or text["other"]
    return str(text)


@memo(32, asset=True)
def _digit_table(locale: str) -> dict[int, str]:
    zero = {"arab": "٠", "arabext": "۰", "deva": "०"}.get(numbering_system(locale))
    return {ord("0") + i: chr(ord(zero) + i) for i in range(10)} if zero else {}


@memo(32, asset=True)
def numbering_system(locale: str) -> str:
    """CLDR's default numbering system of the locale: ``latn``, ``arab``, ..."""
    from babel import Locale

    return str(Locale.parse(locale_named(locale).babel).default_numbering_system)


@memo(512, asset=True)
def _percent(locale: str, hundredths: int) -> str:
    from babel.numbers import format_percent

    known, system = locale_named(locale).babel, numbering_system(locale)
    text = format_percent(hundredths / 100, "#,##0%", locale=known, numbering_system=system)
    return str(text).replace("\xa0", " ")


@memo(32, asset=True)
def decimal_separator(locale: str) -> str:
    """The decimal mark of the locale's numbers."""
    from babel.numbers import get_decimal_symbol

    return str(get_decimal_symbol(locale_named(locale).babel, numbering_system=numbering_system(locale)))


@memo(32, asset=True)
def uses_24_hours(locale: str) -> bool:
    """Whether CLDR writes the locale's short times with an hour from 0 to 23."""
    from babel.dates import get_time_format

    return "H" in str(get_time_format("short", locale=locale_named(locale).babel).pattern)


@memo(4096, asset=True)
def format_time(locale: str, hour: int, minute: int, hour_24: bool | None = None) -> str:
    """See `Resources.time`. ``hour_24``: with 24 hours, or not; None: as the locale writes times."""
    from babel import Locale
    from babel.dates import format_time as babel_time
    from babel.dates import get_time_format

    known = locale_named(locale).babel
    pattern = str(get_time_format("short", locale=known).pattern)
    if hour_24 is not None and hour_24 != uses_24_hours(locale):
        pattern = str(Locale.parse(known).datetime_skeletons["Hm" if hour_24 else "hm"].pattern)
    if _period_width(locale) == "wide":
        pattern = pattern.replace("a", "aaaa")
    text = babel_time(time(hour, minute), pattern, locale=known)
    return text.replace("\u202f", " ").replace("\xa0", " ").translate(_digit_table(locale))


@memo(4096, asset=True)
def format_date(locale: str, day: date, skeleton: str) -> str:
    """See `Resources.date`."""
    from babel.dates import format_skeleton

    text = format_skeleton(skeleton, day, locale=locale_named(locale).babel, fuzzy=True)
    return str(text).replace("\u202f", " ").translate(_digit_table(locale))


@memo(4096, asset=True)
def long_date(locale: str, day: date) -> str:
    """See `Resources.long_date`."""
    from babel.dates import format_date

    return str(format_date(day, "long", locale=locale_named(locale).babel)).translate(_digit_table(locale))


def day_periods(locale: str) -> tuple[str, str]:
    """The locale's words for AM and PM."""
    return _day_periods(locale)


@memo(32, asset=True)
def _day_periods(locale: str) -> tuple[str, str]:
    from babel import Locale

    names = Locale.parse(locale_named(locale).babel).day_periods["format"][_period_width(locale)]
    return str(names["am"]), str(names["pm"])


@memo(32, asset=True)
def _period_width(locale: str) -> str:
    """Android (ICU) writes CLDR's wide names where a language has them: 오전 in Korean, not AM."""
    from babel import Locale

    wide = Locale.parse(locale_named(locale).babel).day_periods["format"].get("wide", {})
    return "wide" if "am" in wide else "abbreviated"


@memo(32, asset=True)
def weekdays(locale: str, width: Literal["abbreviated", "narrow", "short", "wide"]) -> tuple[str, ...]:
    """Names of the days, Monday first; ``width`` is ``narrow``, ``short``, ``abbreviated`` or ``wide``."""
    from babel.dates import get_day_names

    names = get_day_names(width, "stand-alone", locale=locale_named(locale).babel)
    return tuple(str(names[i]) for i in range(7))


@memo(32, asset=True)
def months(locale: str) -> tuple[str, ...]:
    """Names of the months, January first, as they stand alone."""
    from babel.dates import get_month_names

    names = get_month_names("wide", "stand-alone", locale=locale_named(locale).babel)
    return tuple(str(names[i]) for i in range(1, 13))


@memo(32, asset=True)
def first_weekday(locale: str) -> int:
    """The first day of the locale's week, Monday 0."""
    from babel import Locale

    return int(Locale.parse(locale_named(locale).babel).first_week_day)
