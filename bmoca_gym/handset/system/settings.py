"""Settings in Android's three namespaces, and system properties. Some of them belong to the configuration."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.errors import ConfigurationError
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.state import ZONE_PROPERTY, Phone
from bmoca_gym.handset.system import accessibility, clock, display, languages
from bmoca_gym.handset.value import replace

NAMESPACES = ("global", "secure", "system")

#: The package of the SMS app: only it answers ``smsto:`` and is told of incoming messages.
SMS_APP = ("secure", "sms_default_application")
_TIMEOUT = ("system", "screen_off_timeout")
#: The format of times, "12" or "24". Without it, the locale decides.
TIME_FORMAT = ("system", "time_12_24")
#: How one navigates, see `bmoca_gym.handset.system.navigation`.
NAVIGATION_MODE = ("secure", "navigation_mode")

#: The property that keeps the density from before the user changed it.
PHYSICAL_DENSITY = "qemu.sf.lcd_density"


def _whole(text: str) -> int | None:
    # The shell can put any text there, and Python refuses to parse numbers with thousands of digits.
    return int(text) if text.isdecimal() and len(text) < 19 else None


def _font_scale(phone: Phone, text: str) -> Phone:
    try:
        scale = float(text)
    except ValueError as error:
        raise ConfigurationError(f"font_scale is {text!r}; it must be a number from 0.5 to 2") from error
    return replace(phone, configuration=replace(phone.configuration, font_scale=scale))


def _night(phone: Phone, text: str) -> Phone:
    return replace(phone, configuration=replace(phone.configuration, dark=text == "2"))


def _density(phone: Phone, text: str) -> Phone:
    density = _whole(text)
    if density is None:
        raise ConfigurationError(f"density is {text[:40]!r}; it must be a whole number of dots per inch")
    return replace(phone, configuration=replace(phone.configuration, density=density))


def set_locale(phone: Phone, tag: str) -> Phone:
    """Set the phone's language. It becomes the first of the user's languages, and the others follow.

    Raises:
        UnknownLocaleError: the handset has no strings for it.
    """
    known = locale_named(tag)
    return replace(phone, configuration=replace(phone.configuration, locale=known.tag))


def _locales(phone: Phone, text: str) -> Phone:
    return languages.choose(phone, tuple(text.split(",")))


def _read_locales(phone: Phone) -> str:
    return ",".join(languages.chosen(phone))


#: Settings that belong to the configuration: how to read and how to write them.
_MIRRORED: dict[tuple[str, str], tuple[Callable[[Phone], str], Callable[[Phone, str], Phone]]] = {
    ("system", "font_scale"): (lambda p: str(p.configuration.font_scale), _font_scale),
    ("secure", "ui_night_mode"): (lambda p: "2" if p.configuration.dark else "1", _night),
    ("secure", "display_density_forced"): (lambda p: str(p.configuration.density), _density),
    ("system", "system_locales"): (_read_locales, _locales),
}


def get(phone: Phone, namespace: str, key: str) -> str | None:
    """Return the setting's value, or None if it was never set."""
    mirrored = _MIRRORED.get((namespace, key))
    return mirrored[0](phone) if mirrored else phone.settings.get((namespace, key))


def number(phone: Phone, namespace: str, key: str, default: int, low: int, high: int) -> int:
    """Return an integer setting, clamped to ``low`` and ``high``; ``default`` if it is not a number."""
    found = _whole(get(phone, namespace, key) or "")
    return default if found is None else min(max(found, low), high)


def put(phone: Phone, namespace: str, key: str, text: str) -> Phone:
    """Write a setting.

    Raises:
        ConfigurationError: the configuration can't have that value.
    """
    mirrored = _MIRRORED.get((namespace, key))
    if mirrored:
        return mirrored[1](phone, text)
    if phone.settings.get((namespace, key)) == text:
        return phone
    return _heard(replace(phone, settings=phone.settings.set((namespace, key), text)), (namespace, key))


#: The most characters of all settings that clients have written.
_ROOM = 1 << 20


def put_for_client(phone: Phone, namespace: str, key: str, text: str) -> Phone:
    """Write a setting for a client of the phone, if there is room for it.

    Raises:
        ConfigurationError: as `put`, or too much is set already.
    """
    taken = sum(len(name) + len(kept) for (_, name), kept in phone.settings.items())
    if taken + len(key) + len(text) > _ROOM:
        raise ConfigurationError(
            f"You are adding too many {namespace} settings: {taken} letters are set already"
        )
    return put(phone, namespace, key, text)


def _heard(phone: Phone, key: tuple[str, str]) -> Phone:
    """Tell the display and the clocks that a setting was written."""
    if key in (display.ROTATION, display.AUTO_ROTATE):
        return display.turned(phone)
    if key == TIME_FORMAT:
        wanted = phone.settings.get(key, "")
        changed = replace(phone.configuration, hours=wanted if wanted in ("12", "24") else "")
        return replace(phone, configuration=changed)
    if key == NAVIGATION_MODE:
        gestures = phone.settings.get(key) == "2"
        return replace(phone, configuration=replace(phone.configuration, gestures=gestures))
    if key in accessibility.SETTINGS:
        return accessibility.heard(phone)
    if key == _TIMEOUT:
        return display.set_timeout(phone, number(phone, *key, display.LONGEST_TIMEOUT, 0, (1 << 31) - 1))
    return phone


def delete(phone: Phone, namespace: str, key: str) -> Phone:
    """Delete a setting. Those of the configuration stay."""
    if (namespace, key) not in phone.settings:
        return phone
    return _heard(replace(phone, settings=phone.settings.delete((namespace, key))), (namespace, key))


def listing(phone: Phone, namespace: str) -> list[tuple[str, str]]:
    """Return all settings of a namespace by key."""
    found = {key: text for (space, key), text in phone.settings.items() if space == namespace}
    found |= {key: read(phone) for (space, key), (read, _) in _MIRRORED.items() if space == namespace}
    found.pop("chosen_locales", None)
    return sorted(found.items())


def physical_density(phone: Phone) -> int:
    """Return the density in dpi that the device was built with, which the user may have changed."""
    found = _whole(phone.properties.get(PHYSICAL_DENSITY, ""))
    return found if found is not None and 80 <= found <= 960 else phone.configuration.density


def fix_rotation(phone: Phone, quarters: int) -> Phone:
    """Turn the screen by quarter turns, counter-clockwise, and stop following the sensor (UiAutomation)."""
    phone = put(phone, *display.ROTATION, str(quarters % 4))
    return put(phone, *display.AUTO_ROTATE, "0")


def put_property(phone: Phone, key: str, text: str) -> Phone:
    """Set a system property. ``persist.sys.locale`` takes effect when the system restarts."""
    phone = replace(phone, properties=phone.properties.set(key, text))
    return clock.tell_apps(phone) if key == ZONE_PROPERTY else phone
