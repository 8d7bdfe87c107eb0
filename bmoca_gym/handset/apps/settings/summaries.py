"""Summaries of preferences, as functions of the phone, by their names in pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import Any

from bmoca_gym.handset.apps.settings import default_apps, private_dns, speech
from bmoca_gym.handset.kits import sounds
from bmoca_gym.handset.resources import Resources, numbering_system, time_zones
from bmoca_gym.handset.resources.configuration import NARROWEST_DP
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.state import Aids, Phone
from bmoca_gym.handset.system import (
    battery,
    brightness,
    disk,
    display,
    languages,
    radios,
    roles,
    settings,
    zen_schedules,
)
from bmoca_gym.handset.value import memo

BUILD = "QSR1.210802.001"
FONT_SCALES = (0.85, 1.0, 1.15, 1.3)
SCALE_NAMES = ("size_small", "size_default", "size_large", "size_largest")
DENSITY_NAMES = ("size_small", "size_default", "size_large", "size_larger", "size_largest")
_DENSITY_SCALES = (0.85, 1.0, 1.15, 1.3, 1.45)
_NARROWEST_DP = 240

#: Choices of the dialogs: (text of the setting, key of its name, count where the name takes one).
TIMEOUTS = (15, 30, 60, 120, 300, 600, 1800)
LOCK_SCREEN_NOTIFICATIONS = ("lock_screen_all", "lock_screen_hide", "lock_screen_none")


def timeout_name(res: Resources, seconds: int) -> str:
    """A screen timeout in words."""
    key, count = ("seconds", seconds) if seconds < 60 else ("minutes", seconds // 60)
    return res.string(f"settings.{key}", count=count, shown=res.digits(str(count)))


def megabytes(res: Resources, count: int) -> str:
    """A size in the locale's units, with one decimal under a hundred as Android's formatter gives it."""
    return res.digits(_megabytes(res.locale, count))


@memo(512, asset=True)
def _megabytes(locale: str, count: int) -> str:
    from babel.units import format_unit

    unit, amount = ("gigabyte", count / 1000) if count >= 1000 else ("megabyte", float(count))
    text = format_unit(round(amount, 1 if amount < 100 else 0), f"digital-{unit}", "short", **_babel(locale))
    return str(text).replace("\xa0", " ")


def _babel(locale: str) -> dict[str, Any]:
    return {"locale": locale_named(locale).babel, "numbering_system": numbering_system(locale)}


def base_density(phone: Phone) -> int:
    """The device's default density."""
    return settings.physical_density(phone)


def densities(phone: Phone) -> tuple[int, ...]:
    """The densities of the display size page that fit the screen, at least the current one."""
    config, base = phone.configuration, base_density(phone)
    width = min(config.width, config.height) * 160
    found = tuple(
        density
        for density in (round(base * scale) for scale in _DENSITY_SCALES)
        if 80 <= density <= 960 and width / density >= (NARROWEST_DP if density == base else _NARROWEST_DP)
    )
    return found or (config.density,)


def density_name(phone: Phone, res: Resources) -> str:
    """The name of the current display size."""
    base, current = base_density(phone), phone.configuration.density
    for scale, name in zip(_DENSITY_SCALES, DENSITY_NAMES, strict=True):
        if round(base * scale) == current:
            return res.string(f"settings.{name}")
    return res.string("settings.size_custom", density=res.digits(str(current)))


def font_index(phone: Phone) -> int:
    """The index of the font size nearest to the phone's."""
    scale = phone.configuration.font_scale
    return min(range(len(FONT_SCALES)), key=lambda i: abs(FONT_SCALES[i] - scale))


def _storage_13(phone: Phone) -> tuple[tuple[str, int], ...]:
    """Like `storage_used`, for Android 13: all apps together, and files by kind."""
    kinds = [(f"android13.settings_{kind}", size) for kind, size in disk.files_bytes(phone).items()]
    sizes = (
        ("android13.settings_system", disk.SYSTEM_BYTES), ("android13.settings_apps", disk.apps_bytes(phone)),
        *kinds, ("games", 0), ("android13.settings_trash", 0),
    )  # fmt: skip
    return tuple((name, size // disk.MEGABYTE) for name, size in sizes)


def storage_used(phone: Phone) -> tuple[tuple[str, int], ...]:
    """The contents of the storage: (name's string, megabytes). The system is fixed; files are summed."""
    if phone.image.api_level >= 33:
        return _storage_13(phone)
    files = sum(len(data) for path, data in sorted(phone.files.items()) if path.startswith("/sdcard/"))
    pictures = sum(
        len(data)
        for path, data in sorted(phone.files.items())
        if path.lower().endswith((".jpg", ".jpeg", ".png"))
    )
    return (
        ("photos_videos", pictures // 1_000_000), ("music_audio", 0), ("games", 0), ("movies", 0),
        ("other_apps", 412), ("files", max(0, files - pictures) // 1_000_000),
        ("system_storage", disk.SYSTEM_BYTES // disk.MEGABYTE),
    )  # fmt: skip


STORAGE_MEGABYTES = 8000


def _on_off(res: Resources, on: bool) -> str:
    return res.string("settings.on" if on else "settings.off")


def _setting(phone: Phone, namespace: str, name: str, default: str = "") -> str:
    found = settings.get(phone, namespace, name)
    return default if found is None else found


def _internet_state(phone: Phone, res: Resources) -> str:
    return radios.NETWORK if radios.wifi(phone) else res.string("android13.settings_networks_available")


def _wifi_state(phone: Phone, res: Resources) -> str:
    return radios.NETWORK if radios.wifi(phone) else res.string("settings.off")


def battery_state(phone: Phone, res: Resources) -> str:
    """Say whether the battery is full, charging or not charging."""
    charged = battery.is_plugged(phone.battery) and phone.battery.level >= 100
    name = (
        "battery_now_summary"
        if charged
        else "charging"
        if battery.is_charging(phone.battery)
        else "not_charging"
    )
    return res.string(f"settings.{name}")


def _battery(phone: Phone, res: Resources) -> str:
    level = res.percent(phone.battery.level)
    return f"{level} - {battery_state(phone, res)}" if battery.is_charging(phone.battery) else level


def _brightness(phone: Phone, res: Resources) -> str:
    level = settings.number(phone, "system", "screen_brightness", 102, 0, 255)
    return res.percent(round(100 * brightness.share_of(level)))


def _languages(phone: Phone, res: Resources) -> str:
    return res.string("common.list_separator").join(map(languages.name_of, languages.chosen(phone)))


def _timeout(phone: Phone, res: Resources) -> str:
    seconds = settings.number(phone, "system", "screen_off_timeout", 1_800_000, 0, (1 << 31) - 1) // 1000
    return res.string("settings.timeout_after", time=timeout_name(res, seconds))


def lock_screen_choice(phone: Phone) -> int:
    """The index of the current value in `LOCK_SCREEN_NOTIFICATIONS`."""
    if _setting(phone, "secure", "lock_screen_show_notifications", "1") == "0":
        return 2
    return 0 if _setting(phone, "secure", "lock_screen_allow_private_notifications", "1") == "1" else 1


def _time_zone(phone: Phone, res: Resources) -> str:
    return zone_name(phone, res, phone.zone, phone.clock.wall)


def zone_name(phone: Phone, res: Resources, zone: str, wall: int) -> str:
    """A time zone as Android lists it: its GMT offset and its name, which from Android 13 depends on the season."""
    hour = wall // 3_600_000 if phone.image.api_level >= 33 else None
    return res.digits(_zone_name(res.locale, zone, time_zones.offset_of(zone, wall) // 60000, hour))


@memo(512, asset=True)
def _zone_name(locale: str, zone: str, minutes: int, hour: int | None) -> str:
    from babel.dates import get_timezone, get_timezone_name

    # Isolated from the name's direction, as Android's formatter wraps it.
    offset = f"\u2066GMT{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}\u2069"
    if zone in ("GMT", "UTC", "Etc/UTC"):
        return offset
    named = get_timezone(zone)
    at = named if hour is None else datetime.fromtimestamp(hour * 3600, named)
    return f"{offset} {get_timezone_name(at, locale=locale_named(locale).babel)}"


def _date(phone: Phone, res: Resources) -> str:
    return res.long_date(phone.local_minute.date())


def _time(phone: Phone, res: Resources) -> str:
    now = phone.local_minute
    return res.time(now.hour, now.minute)


def _up_time(phone: Phone, res: Resources) -> str:
    seconds = phone.clock.uptime // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{hours}:{minutes:02d}:{seconds % 60:02d}" if hours else f"{minutes:02d}:{seconds % 60:02d}"
    return res.digits(text)


def _storage(phone: Phone, res: Resources) -> str:
    used = sum(size for _, size in storage_used(phone))
    return res.string(
        "settings.storage_summary", percent=res.percent(round(100 * used / STORAGE_MEGABYTES)),
        free=megabytes(res, STORAGE_MEGABYTES - used),
    )  # fmt: skip


def _model(phone: Phone, res: Resources) -> str:
    return phone.properties.get("ro.product.model", "Android SDK built for x86_64")


def device_name(phone: Phone, res: Resources) -> str:
    """The name the user gave the phone."""
    return _setting(phone, "global", "device_name") or _model(phone, res)


def _security_patch(phone: Phone, res: Resources) -> str:
    text = phone.properties.get("ro.build.version.security_patch", "")
    try:
        return res.long_date(date.fromisoformat(text))
    except ValueError:  # anybody may set a property to any text
        return text


#: The name that devices nearby see.
BLUETOOTH_NAME = ("secure", "bluetooth_name")


def bluetooth_name(phone: Phone, res: Resources) -> str:
    """The phone's Bluetooth name; by default the device name."""
    return _setting(phone, *BLUETOOTH_NAME) or device_name(phone, res)


def lock_name(res: Resources, kind: str) -> str:
    """The name of a kind of screen lock: one of `display.LOCKS`."""
    return res.string(f"settings.screen_lock_{kind}")


def _aid(phone: Phone, res: Resources, on: Callable[[Aids], bool], name: str) -> str:
    """Whether an accessibility service is on, and what it does."""
    return f"{_on_off(res, on(phone.aids))} / {res.string(f'android13.settings_{name}_summary')}"


SUMMARIES: dict[str, Callable[[Phone, Resources], str]] = {
    "accounts_now": lambda p, r: "Google" if r.account else r.string("settings.no_accounts"),
    "account_name": lambda p, r: r.account.name if r.account else "",
    "account_address": lambda p, r: r.account.address if r.account else r.string("settings.no_accounts"),
    "wifi_state": _wifi_state,
    "internet_state": _internet_state,
    "mobile_state": lambda p, r: r.string("settings.off") if radios.airplane_mode(p) else "Android",
    "data_used": lambda p, r: r.string("settings.data_used_amount", size=megabytes(r, 12)),
    "bluetooth_state": lambda p, r: _on_off(r, radios.bluetooth(p)),
    "battery_level": _battery,
    "battery_saver_state": lambda p, r: _on_off(r, _setting(p, "global", "low_power") == "1"),
    "brightness_level": _brightness,
    "night_light_state": lambda p, r: _on_off(r, _setting(p, "secure", "night_display_activated") == "1"),
    "font_size_name": lambda p, r: r.string(f"settings.{SCALE_NAMES[font_index(p)]}"),
    "display_size_name": density_name,
    "screen_timeout": _timeout,
    "lock_screen_notifications": lambda p, r: r.string(
        f"settings.{LOCK_SCREEN_NOTIFICATIONS[lock_screen_choice(p)]}"
    ),
    "storage_used": _storage,
    "location_summary": lambda p, r: _on_off(r, _setting(p, "secure", "location_mode", "3") == "3"),
    "languages_chosen": _languages,
    "spell_checker_state": lambda p, r: _on_off(
        r, _setting(p, "secure", "spell_checker_enabled", "1") == "1"
    ),
    "date_time_now": _time_zone,
    "date_now": _date,
    "time_now": _time,
    "time_zone_now": _time_zone,
    "afternoon": lambda p, r: r.time(13, 0),
    "device_name": device_name,
    "model_name": _model,
    "android_version_name": lambda p, r: r.digits(p.properties.get("ro.build.version.release", "10")),
    "ip_address_now": lambda p, r: "10.0.2.16" if radios.wifi(p) else r.string("settings.unavailable"),
    "wifi_mac_now": lambda p, r: "02:15:b2:00:00:00" if radios.wifi(p) else r.string("settings.unavailable"),
    "frequency_now": lambda p, r: r.digits("2.4 GHz"),
    "hotspot_state": lambda p, r: _on_off(r, _setting(p, "global", "wifi_ap_on") == "1"),
    "hotspot_name_now": lambda p, r: f"AndroidAP_{sum(device_name(p, r).encode()) % 9000 + 1000}",
    "screen_lock_state": lambda p, r: lock_name(r, display.lock_of(p)),
    "up_time_now": _up_time,
    "build_name": lambda p, r: BUILD,
    "keyboard_name": lambda p, r: "Android Keyboard (AOSP)",
    "private_dns_now": private_dns.summary,
    "bluetooth_name": bluetooth_name,
    "tts_language": lambda p, r: speech.language_names(r)[speech.language_chosen(p, r)],
    "tts_engine_name": lambda p, r: "Speech Recognition & Synthesis from Google",
    "zen_state": lambda p, r: _on_off(r, _setting(p, "global", "zen_mode", "0") != "0"),
    "zen_schedules_state": lambda p, r: _on_off(r, _setting(p, *zen_schedules.SLEEPING, "0") == "1"),
    "zen_sleeping": lambda p, r: r.string(
        "android13.settings_dnd_every_night",
        start=r.time(*divmod(zen_schedules.BEGINS, 60)),
        end=r.time(*divmod(zen_schedules.ENDS, 60)),
    ),
    "navigation_mode": lambda p, r: r.string(
        f"android13.settings_{'gesture' if p.configuration.gestures else 'three_button'}_navigation"
    ),
    "find_device_state": lambda p, r: _on_off(r, _setting(p, "secure", "find_my_device_enabled", "1") == "1"),
    "talkback_state": partial(_aid, on=lambda one: one.reader, name="talkback"),
    "magnification_state": partial(_aid, on=lambda one: one.triple or one.button, name="magnification"),
    **{f"{kind}_sound": partial(sounds.chosen_name, kind=kind) for kind in sounds.SETTINGS},
    "vibration_state": lambda p, r: _on_off(r, _setting(p, "system", "vibrate_on", "1") == "1"),
    "dark_theme_state": lambda p, r: _on_off(r, p.configuration.dark),
    "security_patch": _security_patch,
    "build_now": lambda p, r: p.properties.get("ro.build.display.id", ""),
    "default_apps_now": default_apps.names,
    "browser_app": partial(default_apps.holder_name, role=roles.BROWSER),
    "home_app": partial(default_apps.holder_name, role=roles.HOME),
    "phone_app": partial(default_apps.holder_name, role=roles.DIALER),
    "sms_app": partial(default_apps.holder_name, role=roles.SMS),
}


def summary_of(phone: Phone, res: Resources, name: str) -> str:
    """The second line that a page names: computed, or a string of the catalogue."""
    if not name:
        return ""
    made = SUMMARIES.get(name)
    return made(phone, res) if made else res.string(string_of(name))


def string_of(key: str) -> str:
    """The string that a page's data name, by default from Settings' own catalogue."""
    return key if "." in key else f"settings.{key}"
