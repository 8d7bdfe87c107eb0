"""Current rows of a page from its data, and their handlers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.apps.settings import default_apps, notices, speech, summaries
from bmoca_gym.handset.apps.settings.dialogs import DARK_SEEN, NIGHT, open_dialog
from bmoca_gym.handset.apps.settings.pages import AIRPLANE, BLUETOOTH, DEVELOPER, HOTSPOT, WIFI
from bmoca_gym.handset.apps.settings.preferences import Page, Preference, Shown
from bmoca_gym.handset.apps.settings.releases import pages_of
from bmoca_gym.handset.apps.settings.state import (
    APP_DETAILS,
    PACKAGE,
    SUB_SETTINGS,
    Dialog,
    SettingsState,
    missing_controller,
    shown_fragment,
    written,
)
from bmoca_gym.handset.effects import finish, focus, log, start, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import audio, battery, clock, disk, display, radios, roles, settings
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, replace

_STREAM_NAMES = {0: "STREAM_VOICE_CALL", 2: "STREAM_RING", 3: "STREAM_MUSIC", 4: "STREAM_ALARM"}
ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Sao_Paulo", "GMT", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris",
    "Africa/Cairo", "Europe/Chisinau", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Seoul", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
#: Settings that older apps read beside those that took their place: there it says only whether one is on.
_OLDER = {
    ("system", "ring_vibration_intensity"): ("system", "vibrate_when_ringing"),
    ("system", "haptic_feedback_intensity"): ("system", "haptic_feedback_enabled"),
}
_RECENT_APPS = 3
_DEVELOPER_TAPS = 7
_SILENT_BEFORE = 4  # touches left from which on the phone counts them aloud

# Handlers


def open_page(state: SettingsState, context: Context, name: str) -> Next[SettingsState]:
    """Open a page, with the lines that the real app logs when it does."""
    page = pages_of(context.phone.image.api_level)[name]
    expanded = tuple(other for other in state.expanded if other != name)
    state = replace(state, dialog=None, menu=False, expanded=expanded, removing=False, ticked=())
    # To look for devices, Android switches Bluetooth on.
    pairing = name == "pair_device" and not radios.bluetooth(context.phone)
    return (
        state,
        *((do(radios.set_bluetooth, True, PACKAGE),) if pairing else ()),
        start(SUB_SETTINGS, name, "android.intent.action.MAIN"),
        shown_fragment(page.fragment),
        *map(missing_controller, page.logs),
    )


def open_app(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Open an app's own page."""
    fragment = "com.android.settings.applications.appinfo.AppInfoDashboardFragment"
    return state, start(APP_DETAILS, package), shown_fragment(fragment)


def expand(state: SettingsState, context: Context, name: str) -> SettingsState:
    """Show a page's advanced rows."""
    return replace(state, expanded=(*state.expanded, name))


def toggle(
    state: SettingsState, context: Context, setting: tuple[str, str], text: str
) -> Next[SettingsState]:
    """Write a setting that is on or off."""
    if setting == AIRPLANE:
        return state, do(radios.set_airplane_mode, text == "1")
    if setting == WIFI:
        shared = settings.get(context.phone, *HOTSPOT) == "1"
        ended = written(*HOTSPOT, "0") if shared and text == "1" else ()
        return state, *ended, do(radios.set_wifi, text == "1", PACKAGE, 1000)
    if setting == HOTSPOT and text == "1":  # the radio does one or the other
        return state, do(radios.set_wifi, False, PACKAGE, 1000), *written(*setting, text)
    if setting == BLUETOOTH:
        return state, do(radios.set_bluetooth, text == "1", PACKAGE)
    if setting == settings.TIME_FORMAT and not text:
        return state, do(settings.delete, *setting)
    if setting == settings.TIME_FORMAT and text == "as_it_is":
        text = "24" if context.res.hour_24 else "12"
    if setting == NIGHT and text == "2" and settings.get(context.phone, *DARK_SEEN) != "1":
        return replace(state, dialog=Dialog("dark_theme"))
    if setting in _OLDER:
        return state, *written(*setting, text), *written(*_OLDER[setting], str(int(text != "0")))
    if setting == ("global", "animator_duration_scale"):
        names = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")
        return state, *(effect for name in names for effect in written("global", name, text))
    return state, *written(*setting, text)


def set_volume(state: SettingsState, context: Context, stream: int, width: float) -> Next[SettingsState]:
    """Set a volume to where its slider was touched."""
    low, high = audio.limits(stream)
    level = max(low, round(touched_share(context, width) * high))
    if level == audio.volume(context.phone, stream):
        return state
    key = audio.key_of(context.phone, stream)
    return (
        state,
        do(audio.set_volume, stream, level),
        log("SettingsProvider", f"Notifying for 0: content://settings/system/{key}", "V"),
        log("vol.Events", f"writeEvent level_changed {_STREAM_NAMES[stream]} {level}"),
    )


def set_level(
    state: SettingsState, context: Context, setting: tuple[str, str], low: int, high: int, width: float
) -> Next[SettingsState]:
    """Set a setting to where its slider was touched."""
    return state, *written(*setting, str(low + round(touched_share(context, width) * (high - low))))


def set_font(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Set one of the font sizes."""
    return state, *written("system", "font_scale", str(summaries.FONT_SCALES[index]))


def slide_font(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the font size that the slider was moved to."""
    return set_font(state, context, round(touched_share(context, width) * (len(summaries.FONT_SCALES) - 1)))


def set_density(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Set one of the display sizes."""
    base, density = summaries.base_density(context.phone), summaries.densities(context.phone)[index]
    remembered = do(settings.put_property, "qemu.sf.lcd_density", str(base))
    return state, remembered, *written("secure", "display_density_forced", str(density))


def slide_density(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the display size that the slider was moved to."""
    last = len(summaries.densities(context.phone)) - 1
    return set_density(state, context, round(touched_share(context, width) * last))


def set_zone(state: SettingsState, context: Context, zone: str) -> Next[SettingsState]:
    """Move the phone to another time zone, and go back."""
    return state, do(settings.put_property, "persist.sys.timezone", zone), finish()


def add_account(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Accounts are added online."""
    return state, toast(context.res.string("settings.no_connection"))


def choose_lock(state: SettingsState, context: Context, kind: str) -> Next[SettingsState]:
    """Lock the screen in that way, and go back; a PIN is asked for first."""
    if kind == "pin":
        return replace(state, dialog=Dialog("pin", "")), focus("pin")
    return state, do(display.set_lock, kind), finish()


def tap_build_number(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Count the touches of the build number: the seventh makes a developer of the user."""
    res = context.res
    if settings.get(context.phone, *DEVELOPER) == "1":
        return state, toast(res.string("settings.already_developer"))
    taps = state.taps + 1
    if taps >= _DEVELOPER_TAPS:
        return replace(state, taps=0), *written(*DEVELOPER, "1"), toast(res.string("settings.now_developer"))
    left = _DEVELOPER_TAPS - taps
    if left > _SILENT_BEFORE:
        return replace(state, taps=taps)
    text = res.string("settings.steps_to_developer", count=left, shown=res.digits(str(left)))
    return replace(state, taps=taps), toast(text)


def reset_speech(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Speak as fast and as high as at first."""
    return state, *speech.reset()


def check_update(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Check for a system update. There is none."""
    return state, toast(context.res.string("settings.system_update_state"))


_ACTIONS: dict[str, Callable[..., Any]] = {
    "add_account": add_account, "build_number": tap_build_number, "check_update": check_update,
    "reset_speech": reset_speech,
}  # fmt: skip

# Rows


def rows_of(phone: Phone, res: Resources, state: SettingsState, page: Page) -> tuple[Shown, ...]:
    """The current rows of a page."""
    first = page.first if page.name not in state.expanded else 0
    shown: list[Shown] = []
    for preference in page.rows[: first or None]:
        if preference.kind == "made":
            shown.extend(_MADE[preference.key](phone, res))
        else:
            shown.append(_shown(phone, res, preference))
    if first:
        hidden = res.string("common.list_separator").join(
            res.string(summaries.string_of(p.key)) for p in page.rows[first:]
        )
        title = res.string("settings.advanced")
        shown.append(Shown("link", "advanced", title, hidden, "expand_more", do(expand, page.name)))
    return tuple(shown)


def home_rows(phone: Phone, res: Resources, preferences: tuple[Preference, ...]) -> tuple[Shown, ...]:
    """The rows of the first screen."""
    return tuple(_shown(phone, res, p) for p in preferences)


def _shown(phone: Phone, res: Resources, p: Preference) -> Shown:
    row = Shown(
        p.kind, p.key, res.string(summaries.string_of(p.key)), summaries.summary_of(phone, res, p.summary), p.icon,
        background=p.background,
    )  # fmt: skip
    enabled = p.needs is None or settings.get(phone, *p.needs) in (p.on, None if p.on == "0" else p.on)
    if p.setting == settings.TIME_FORMAT and p.on:  # a locale's own is not switched
        enabled = settings.get(phone, *p.setting) is not None
    row = row._replace(enabled=enabled)
    if p.kind in ("switch", "both", "bar"):
        row = row._replace(checked=_checked(phone, p))
    flip = do(toggle, p.setting, p.off if row.checked else p.on)
    if p.kind in ("link", "both"):
        return row._replace(tap=do(open_page, p.page), switch=flip if p.kind == "both" else None)
    if p.kind in ("switch", "bar"):
        return row._replace(tap=flip)
    if p.kind == "choice":
        return row._replace(tap=do(open_dialog, "choice", p.key))
    if p.kind == "action":
        return row._replace(tap=do(_ACTIONS[p.handler]) if p.handler else do(open_dialog, p.page))
    if p.kind == "slider" and p.high:
        level = settings.number(phone, *p.setting, int(p.default), p.low, p.high) - p.low
        return row._replace(level=level, high=p.high - p.low, slide=do(set_level, p.setting, p.low, p.high))
    if p.kind == "slider":
        level, high = audio.volume(phone, p.stream), audio.limits(p.stream)[1]
        return row._replace(level=level, high=high, slide=do(set_volume, p.stream))
    if p.kind == "steps":
        return _steps(phone, res, row)
    return row


def _checked(phone: Phone, p: Preference) -> bool:
    if p.setting == WIFI:
        return radios.wifi(phone)
    if p.setting == settings.TIME_FORMAT and p.on:
        return resources.of(phone.configuration).hour_24
    found = settings.get(phone, *p.setting)
    return (p.default if found is None else found) == p.on


def _steps(phone: Phone, res: Resources, row: Shown) -> Shown:
    if row.key == "font_size":
        name = summaries.summary_of(phone, res, "font_size_name")
        high = len(summaries.FONT_SCALES) - 1
        return row._replace(
            summary=name,
            level=summaries.font_index(phone),
            high=high,
            slide=do(slide_font),
            switch=do(set_font),
        )
    sizes, density = summaries.densities(phone), phone.configuration.density
    nearest = min(range(len(sizes)), key=lambda i: abs(sizes[i] - density))
    return row._replace(
        summary=summaries.density_name(phone, res), level=nearest, high=len(sizes) - 1, slide=do(slide_density),
        switch=do(set_density),
    )  # fmt: skip


def _apps(phone: Phone, res: Resources, shown: list[str], summary: bool) -> list[Shown]:

    found = []
    for package in shown:
        app = packages.apps_of(phone.image)[package]
        size = summaries.megabytes(res, disk.app_bytes(package) // disk.MEGABYTE) if summary else ""
        title = app.title(res)
        found.append(Shown("app", package, title, size, tap=do(open_app, package), app=app))
    return found


def _all_apps(phone: Phone, res: Resources) -> list[Shown]:

    found = _apps(
        phone,
        res,
        [
            p
            for p, app in packages.apps_of(phone.image).items()
            if app is not packages.launcher_of(phone.image)
        ],
        True,
    )
    return sorted(found, key=lambda row: res.sort_key(row.title))


def _recent_apps(phone: Phone, res: Resources) -> list[Shown]:

    recent = [task.package for task in reversed(phone.tasks) if task.package != PACKAGE][:_RECENT_APPS]
    count = len(packages.apps_of(phone.image)) - 1
    title = res.string("settings.see_all_apps", count=count, shown=res.digits(str(count)))
    head = [Shown("heading", "recent_apps", res.string("settings.recent_apps"))] if recent else []
    see_all = Shown("link", "see_all_apps", title, icon="keyboard_arrow_right", tap=do(open_page, "all_apps"))
    return [*head, *_apps(phone, res, recent, False), see_all]


def _networks(phone: Phone, res: Resources) -> list[Shown]:
    if not radios.wifi(phone):
        return [Shown("note", "wifi_off", res.string("settings.wifi_off_note"))]
    connected = res.string("settings.wifi_connected")
    details = do(open_page, "wifi_network")
    return [Shown("link", "wifi_network", radios.NETWORK, connected, "signal_wifi_4_bar", details)]


def _battery(phone: Phone, res: Resources) -> list[Shown]:
    level, state = res.percent(phone.battery.level), summaries.battery_state(phone, res)
    return [Shown("info", "battery", level, state, battery.glyph(phone.battery))]


def _storage(phone: Phone, res: Resources) -> list[Shown]:
    return [
        Shown("info", name, res.string(summaries.string_of(name)), summaries.megabytes(res, size))
        for name, size in summaries.storage_used(phone)
    ]


def _developer(phone: Phone, res: Resources) -> list[Shown]:
    if settings.get(phone, *DEVELOPER) != "1":
        return []
    title = res.string("settings.developer_options")
    return [Shown("link", "developer_options", title, icon="code", tap=do(open_page, "developer_options"))]


def _screen_locks(phone: Phone, res: Resources) -> list[Shown]:
    chosen = display.lock_of(phone)
    return [
        Shown(
            "radio",
            kind,
            res.string(f"settings.screen_lock_{kind}"),
            tap=do(choose_lock, kind),
            checked=kind == chosen,
        )
        for kind in display.LOCKS
    ]


def _zones(phone: Phone, res: Resources) -> list[Shown]:
    current, wall = clock.zone_of(phone), phone.clock.wall // 3_600_000 * 3_600_000
    zones = ZONES if current in ZONES else (current, *ZONES)
    return [
        Shown(
            "radio",
            zone,
            summaries.zone_name(phone, res, zone, wall),
            tap=do(set_zone, zone),
            checked=zone == current,
        )
        for zone in zones
    ]


_MADE: dict[str, Callable[[Phone, Resources], list[Shown]]] = {
    "recent_apps": _recent_apps, "all_apps": _all_apps, "networks": _networks, "battery": _battery,
    "storage": _storage, "time_zone": _zones, "developer": _developer, "screen_locks": _screen_locks,
    "notifying": notices.notifying, "reading": notices.reading,
    **{role: partial(default_apps.rows, role=role) for role in roles.ROLES},
}  # fmt: skip
