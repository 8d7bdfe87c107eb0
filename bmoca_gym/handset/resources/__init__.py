"""Resources of a screen: strings of the locale, formats of times and numbers, colours of the theme, metrics."""

from __future__ import annotations

import json
from datetime import date, time
from functools import cache
from typing import Any, Literal, NamedTuple

from bmoca_gym.handset.errors import UnknownStringError, nearest
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.accounts import Account
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR, Configuration
from bmoca_gym.handset.resources.locales import CATALOGUES, locale_named, sort_key
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.value import Value, memo, replace, value


class Colors(NamedTuple):
    """Colours of a theme, as 0xAARRGGBB."""

    background: int
    surface: int  # cards, dialogs, menus
    raised: int  # keys, chips, pressed and selected elements
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
    bar: int = 0  # background of tool bars; 0: that of the window
    bar_text: int = 0  # title and icons of tool bars; 0: as ``text``
    status: int = 0  # background of the status bar; 0: that of the window
    tabs: int = 0  # background of tabs at the bottom; 0: as ``raised``
    tabs_text: int = 0  # those that are not chosen; 0: as ``secondary``
    dialog: int = 0  # background of dialogs; 0: as ``surface``
    well: int = 0  # fields and faces in dialogs; 0: as ``raised``
    menu: int = 0  # background of popup menus; 0: as ``surface``

    @property
    def on_bar(self) -> int:
        """Colour of the title and the icons of tool bars."""
        return self.bar_text or self.text

    @property
    def card(self) -> int:
        """Background of dialogs."""
        return self.dialog or self.surface

    @property
    def popup(self) -> int:
        """Background of popup menus."""
        return self.menu or self.surface

    @property
    def field(self) -> int:
        """Background of fields and faces in dialogs."""
        return self.well or self.raised


class Palette(NamedTuple):
    """The colours of an app, in the light theme and in the dark one.

    Attributes:
        light: colours in the light theme.
        dark: colours in the dark theme.
        status: colour of the status bar's icons in the light theme: "auto" (dark) or "light".
        material: the last generation of Material Design that the app follows.
        dialogs: whose dialogs the app has, see `Resources`.
    """

    light: Colors
    dark: Colors
    status: str = "auto"
    material: int = 2
    dialogs: str = ""


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
#: The same from Android 12 on, where dialogs have a tint of the accent and menus Material 3's surface container.
LIGHT_3 = LIGHT._replace(dialog=0xFFF1F4FA, well=0xFFE1E5EE, menu=0xFFF0F4F9)
DARK_3 = DARK._replace(dialog=0xFF2B2E33, well=0xFF43474E, menu=0xFF1E1F20)
#: How much of the accent tints the menus of other apps in Material 3: its second level of elevation.
_TINT = 0.08


@value
class Resources(Value):
    """Resources of a screen, made by `of`. Equal configurations share them.

    Attributes:
        width: width of the screen in dp, rounded down, without a navigation bar at the side.
        height: height of the screen in dp, rounded down.
        foot: height of the navigation bar at the bottom, in dp; 0 if it is at the side.
        hour_24: whether times have 24 hours.
        beside_list: whether what is shown stands beside the list that it was opened from, so that no arrow leads back.
        rail: whether tabs stand in a rail at the side, which ``width`` does not count.
        material: generation of Material Design that the screen follows.
        system: that of the phone's release. An app may follow an earlier one.
        account: who is signed in to Google's apps; None: nobody is.
        dialogs: whose dialogs are shown: "platform" (Android's own, and AppCompat's), "components" (Material
            Components'), or "", which is the former up to Material 2 and the latter in Material 3.
    """

    locale: str
    dark: bool
    metrics: Metrics
    width: int
    height: int
    foot: int = NAVIGATION_BAR
    hour_24: bool = False
    beside_list: bool = False
    rail: bool = False
    material: int = 2
    system: int = 2
    account: Account | None = None
    dialogs: str = ""

    @property
    def colors(self) -> Colors:
        """The theme's colours."""
        if self.material == 2:
            return DARK if self.dark else LIGHT
        return DARK_3 if self.dark else LIGHT_3

    @property
    def rtl(self) -> bool:
        """Whether the locale reads from right to left."""
        return self.metrics.rtl

    def string(self, key: str, **values: object) -> str:
        """Return the string ``key`` (``app.name``) in the locale, with ``{placeholders}`` filled in.

        A key with plural forms needs ``count``.

        Raises:
            UnknownStringError: no catalogue has the key, or it has no English text.
        """
        return string(self.locale, key, **values) if values else _template(self.locale, key, None)

    def digits(self, text: str) -> str:
        """Replace ASCII digits by the locale's own."""
        return digits(self.locale, text)

    def number(self, text: str) -> str:
        """Write a number such as ``-1,204.50`` with the locale's separators and digits."""
        return number(self.locale, text)

    def percent(self, hundredths: int) -> str:
        """Format a number of hundredths as percent."""
        return self.digits(_percent(self.locale, hundredths))

    def time(self, hour: int, minute: int) -> str:
        """Format a time of day in the locale's short form, such as ``10:30 AM``."""
        return format_time(self.locale, hour, minute, self.hour_24)

    def long_date(self, day: date) -> str:
        """Format a date with the full name of the month."""
        return long_date(self.locale, day)

    def dates(self, first: date, last: date, skeleton: str = "yMMMd") -> str:
        """Format the days from ``first`` to ``last`` by a CLDR skeleton: ``MMMd`` gives ``May 5 – 11``."""
        return format_dates(self.locale, first, last, skeleton)

    def date(self, day: date, skeleton: str = "yMMMd") -> str:
        """Format a date by a CLDR skeleton: ``MMMEd`` gives ``Thu, Dec 31``."""
        return format_date(self.locale, day, skeleton)

    def sort_key(self, text: str) -> tuple[tuple[int, str], ...]:
        """Return a key for the locale's alphabetical order."""
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
def in_colors(res: Resources, palette: Colors, material: int = 0, dialogs: str = "") -> Resources:
    """Return ``res`` with an app's own colours instead of the system theme. ``material``: 0 for that of ``res``."""
    size = (res.metrics, res.width, res.height, res.foot)
    room = (res.hour_24, res.beside_list, res.rail)
    made = material or res.material
    return Colored(
        res.locale, res.dark, *size, *room, made, res.system, res.account, dialogs, palette
    )  # fmt: skip


@memo(256, asset=True)
def in_palette(res: Resources, palette: Palette) -> Resources:
    """Return ``res`` in the colours that an app has in the theme of ``res``."""
    colors = palette.dark if res.dark else palette.light
    return in_colors(res, colors, min(res.material, palette.material), palette.dialogs)


@memo(64, asset=True)
def of_platform(res: Resources) -> Resources:
    """Return ``res`` with dialogs that are Android's own."""
    return res if res.material < 3 else replace(res, dialogs="platform")


def palette(
    accent: int,
    *,
    dark_accent: int | None = None,
    bar: int = 0,
    dark_bar: int | None = None,
    status: int | None = None,
    dark_status: int | None = None,
    material: int = 2,
    dialogs: str = "",
    **colors: int,
) -> Palette:
    """Return an app's colours: those of the phone with an accent, and a tool bar of a colour.

    ``dark_accent``, ``dark_bar``, ``dark_status``: those of the dark theme, if they differ. ``status``: colour of
    the status bar, if it is not that of the tool bar. ``colors``: further fields of `Colors`, with ``dark_`` before
    those of the dark theme. Menus have the colour of surfaces; in Material 3, a tint of the accent.
    """
    dark_bar = bar if dark_bar is None else dark_bar
    status = bar if status is None else status
    dark_status = dark_bar if dark_status is None else dark_status
    second = accent if dark_accent is None else dark_accent
    inks = [_WHITE if one and not _is_pale(one) else 0 for one in (bar, dark_bar)]
    light = {name: color for name, color in colors.items() if not name.startswith("dark_")}
    dark = {name[5:]: color for name, color in colors.items() if name.startswith("dark_")}
    grounds = ((LIGHT.background, accent), (DARK.background, second))
    menus = [mixed(*both, _TINT) if material > 2 else 0 for both in grounds]
    return Palette(
        LIGHT._replace(
            **{
                "accent": accent,
                "on_accent": _ink_on(accent),
                "bar": bar,
                "bar_text": inks[0],
                "status": status,
                "menu": menus[0],
                **light,
            }
        ),
        DARK._replace(
            **{
                "accent": second,
                "on_accent": _ink_on(second),
                "bar": dark_bar,
                "bar_text": inks[1],
                "status": dark_status,
                "menu": menus[1],
                **dark,
            }
        ),
        "light" if status and not _is_pale(status) else "auto",
        material,
        dialogs,
    )


_WHITE = 0xFFFFFFFF


def mixed(below: int, above: int, share: float) -> int:
    """Return the opaque colour of ``share``, from 0 to 1, of one colour (0xAARRGGBB) over another."""
    made = 0xFF
    for shift in (16, 8, 0):
        one, other = below >> shift & 255, above >> shift & 255
        made = made << 8 | round(one + share * (other - one))
    return made


def _ink_on(color: int) -> int:
    return DARK.on_accent if _is_pale(color) else _WHITE


def _is_pale(color: int) -> bool:
    return (color >> 16 & 255) * 299 + (color >> 8 & 255) * 587 + (color & 255) * 114 > 165_000


@memo(256, asset=True)
def of(configuration: Configuration) -> Resources:
    """Return the resources of a configuration."""
    c = configuration
    foot = 0 if c.bar_at_side else c.bar
    width = c.width * 160 // c.density - (c.bar - foot)
    hour_24 = c.hours == "24" if c.hours else uses_24_hours(c.locale)
    return Resources(
        c.locale, c.dark, c.metrics, width, c.height * 160 // c.density, foot, hour_24, material=c.material,
        system=c.material, account=c.account,
    )  # fmt: skip


#: Member of a catalogue's file with the app's languages, if it does not have all.
_LANGUAGES = "_languages"


@cache
def _file(app: str) -> dict[str, Any]:
    """The catalogue file of an app, or one that apps share: entries by name."""
    text = (catalogues.folder_of(app) / catalogues.STRINGS).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def languages_of(app: str) -> tuple[str, ...]:
    """Return the catalogue keys of an app's languages. In others it is in English, as on Android."""
    return tuple(_file(app).get(_LANGUAGES, CATALOGUES))


def string_keys() -> tuple[str, ...]:
    """Return every key ``app.name`` of the package's catalogues."""
    return tuple(f"{app}.{name}" for app in catalogues.names() for name in _file(app) if name != _LANGUAGES)


@cache
def keys_of(catalogue: str, english: str) -> tuple[str, ...]:
    """Return the keys ``app.name`` of a catalogue whose English text, without plural forms, is ``english``."""
    return tuple(
        f"{catalogue}.{name}"
        for name, entry in _file(catalogue).items()
        if name != _LANGUAGES and entry["en"] == english
    )


def missing_translations() -> list[tuple[str, str]]:
    """Return all missing translations as pairs (key, catalogue), for the languages of the key's app."""
    return [
        (key, name)
        for key in string_keys()
        for name in languages_of(key.partition(".")[0])
        if not _entry(key).get(name)
    ]


def _entry(key: str) -> dict[str, Any]:
    app, _, name = key.partition(".")
    entries = _file(app)
    found = entries.get(name)
    if not isinstance(found, dict) or "en" not in found:
        known = [known for known in entries if known != _LANGUAGES]
        lacks = "has no text for" if found is None else "has no English text for"
        raise UnknownStringError(
            f"The app {app!r} {lacks} {name!r}, which one of its screens or kits shows.{nearest(name, known)} Add "
            f'"{name}": {{"en": "..."}} to {catalogues.folder_of(app) / catalogues.STRINGS}.'
        )
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


def digits(locale: str, text: str) -> str:
    """See `Resources.digits`."""
    table = _digit_table(locale)
    return text.translate(table) if table else text


def number(locale: str, text: str) -> str:
    """See `Resources.number`."""
    return text.translate(_number_table(locale))


@memo(32, asset=True)
def _number_table(locale: str) -> dict[int, str]:
    marks = {ord(","): group_separator(locale), ord("."): decimal_separator(locale)}
    return _digit_table(locale) | marks


@memo(32, asset=True)
def group_separator(locale: str) -> str:
    """Return what stands between thousands in the locale; a space does not break."""
    from babel.numbers import get_group_symbol

    symbol = str(get_group_symbol(locale_named(locale).babel, numbering_system=numbering_system(locale)))
    return symbol.replace("\u202f", "\xa0")


@memo(32, asset=True)
def numbering_system(locale: str) -> str:
    """Return CLDR's default numbering system of the locale, such as ``latn`` or ``arab``."""
    from babel import Locale

    return str(Locale.parse(locale_named(locale).babel).default_numbering_system)


@memo(512, asset=True)
def _percent(locale: str, hundredths: int) -> str:
    from babel.numbers import format_percent

    known, system = locale_named(locale).babel, numbering_system(locale)
    text = str(format_percent(hundredths / 100, "#,##0%", locale=known, numbering_system=system)).replace(
        "\xa0", " "
    )
    return (
        text.replace("%", "\u066a\u061c") if system == "arab" else text
    )  # the pattern above has the sign itself


@memo(32, asset=True)
def decimal_separator(locale: str) -> str:
    """Return the locale's decimal separator."""
    from babel.numbers import get_decimal_symbol

    return str(get_decimal_symbol(locale_named(locale).babel, numbering_system=numbering_system(locale)))


@memo(32, asset=True)
def uses_24_hours(locale: str) -> bool:
    """Whether the locale's short times have hours from 0 to 23 in CLDR."""
    from babel.dates import get_time_format

    return "H" in str(get_time_format("short", locale=locale_named(locale).babel).pattern)


@memo(4096, asset=True)
def format_time(locale: str, hour: int, minute: int, hour_24: bool | None = None) -> str:
    """See `Resources.time`. ``hour_24``: whether to use 24 hours; None: as in the locale."""
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
    from babel.dates import format_datetime

    known, pattern = _date_pattern(locale, skeleton)
    return (
        str(format_datetime(day, pattern, locale=known))
        .replace("\u202f", " ")
        .translate(_digit_table(locale))
    )


@memo(512, asset=True)
def _date_pattern(locale: str, skeleton: str) -> tuple[Any, Any]:
    """Return Babel's locale and its pattern nearest to a skeleton. `format_skeleton` looks for both at each date."""
    from babel import Locale
    from babel.dates import match_skeleton

    known = Locale.parse(locale_named(locale).babel)
    patterns = known.datetime_skeletons
    return known, patterns[skeleton if skeleton in patterns else match_skeleton(skeleton, patterns)]


@memo(1024, asset=True)
def format_dates(locale: str, first: date, last: date, skeleton: str) -> str:
    """See `Resources.dates`."""
    from babel.dates import format_interval

    text = format_interval(first, last, skeleton, locale=locale_named(locale).babel)
    return str(text).replace("\u2009", " ").replace("\u202f", " ").translate(_digit_table(locale))


@memo(4096, asset=True)
def long_date(locale: str, day: date) -> str:
    """See `Resources.long_date`."""
    from babel.dates import format_date

    return str(format_date(day, "long", locale=locale_named(locale).babel)).translate(_digit_table(locale))


@memo(256, asset=True)
def language_name(locale: str, tag: str) -> str:
    """Return the name of a language, and of its country for a tag such as ``zh_CN``, in a locale's language.

    For an unknown language, the tag itself is returned.
    """
    from babel import Locale

    # Babel knows few names in some locales (Akan among them); Android falls back to English, too.
    language, _, territory = tag.replace("-", "_").partition("_")
    known, english = Locale.parse(locale_named(locale).babel), Locale.parse("en")
    names = {**english.languages, **known.languages}, {**english.territories, **known.territories}
    if territory not in names[1]:
        return str(names[0].get(language, tag))
    return f"{names[0][language]} ({names[1][territory]})"


def day_periods(locale: str) -> tuple[str, str]:
    """Return the locale's words for AM and PM."""
    return _day_periods(locale)


@memo(32, asset=True)
def _day_periods(locale: str) -> tuple[str, str]:
    from babel import Locale

    names = Locale.parse(locale_named(locale).babel).day_periods["format"][_period_width(locale)]
    return str(names["am"]), str(names["pm"])


@memo(32, asset=True)
def _period_width(locale: str) -> str:
    """The CLDR width that Android (ICU) uses: wide names if a language has them, such as 오전 in Korean instead
    of AM.
    """
    from babel import Locale

    wide = Locale.parse(locale_named(locale).babel).day_periods["format"].get("wide", {})
    return "wide" if "am" in wide else "abbreviated"


@memo(32, asset=True)
def weekdays(locale: str, width: Literal["abbreviated", "narrow", "short", "wide"]) -> tuple[str, ...]:
    """Return the names of the days, Monday first. ``width`` is ``narrow``, ``short``, ``abbreviated`` or
    ``wide``.
    """
    from babel.dates import get_day_names

    names = get_day_names(width, "stand-alone", locale=locale_named(locale).babel)
    return tuple(str(names[i]) for i in range(7))


@memo(32, asset=True)
def months(locale: str) -> tuple[str, ...]:
    """Return the names of the months in their stand-alone form, January first."""
    from babel.dates import get_month_names

    names = get_month_names("wide", "stand-alone", locale=locale_named(locale).babel)
    return tuple(str(names[i]) for i in range(1, 13))


@memo(32, asset=True)
def first_weekday(locale: str) -> int:
    """Return the first day of the locale's week; Monday is 0."""
    from babel import Locale

    return int(Locale.parse(locale_named(locale).babel).first_week_day)
