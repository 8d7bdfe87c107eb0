"""Handlers of pages and rows: open a page, write a setting."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings import speech, summaries
from bmoca_gym.handset.apps.settings.pages import AIRPLANE, BLUETOOTH, DEVELOPER, HOTSPOT, WIFI
from bmoca_gym.handset.apps.settings.releases import pages_of
from bmoca_gym.handset.apps.settings.state import (
    APP_DETAILS,
    DARK_SEEN,
    NIGHT,
    PACKAGE,
    SUB_SETTINGS,
    Dialog,
    SettingsState,
    missing_controller,
    shown_fragment,
    written,
)
from bmoca_gym.handset.effects import finish, focus, log, scroll_to, start, toast
from bmoca_gym.handset.kits import search_starts
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import (
    accessibility,
    audio,
    display,
    navigation,
    radios,
    roles,
    settings,
    zen_schedules,
)
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, replace

_STREAM_NAMES = {0: "STREAM_VOICE_CALL", 2: "STREAM_RING", 3: "STREAM_MUSIC", 4: "STREAM_ALARM"}
#: Settings that older apps read beside those that took their place: there it says only whether one is on.
_OLDER = {
    ("system", "ring_vibration_intensity"): ("system", "vibrate_when_ringing"),
    ("system", "haptic_feedback_intensity"): ("system", "haptic_feedback_enabled"),
}
_DEVELOPER_TAPS = 7
_SILENT_BEFORE = 4  # touches left from which on the phone counts them aloud


def open_page(state: SettingsState, context: Context, name: str) -> Next[SettingsState]:
    """Open a page, logging the same lines as the real app."""
    page = pages_of(context.phone.image.api_level)[name]
    expanded = tuple(other for other in state.expanded if other != name)
    state = replace(state, dialog=None, expanded=expanded, removing=False, ticked=())
    # To look for devices, Android switches Bluetooth on.
    pairing = page.pairs and not radios.bluetooth(context.phone)
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
    if setting == zen_schedules.SLEEPING:
        return state, do(zen_schedules.set_sleeping, text == "1")
    if setting == settings.TIME_FORMAT and not text:
        return state, do(settings.delete, *setting)
    if setting == settings.TIME_FORMAT and text == "as_it_is":
        text = "24" if context.res.hour_24 else "12"
    if setting == NIGHT and text == "2" and settings.get(context.phone, *DARK_SEEN) != "1":
        return replace(state, dialog=Dialog("dark_theme"))
    if setting == accessibility.SERVICES:
        return replace(state, dialog=Dialog("talkback_on" if text else "talkback_off"))
    if setting == accessibility.BUTTON:
        return state, *written(
            *setting, accessibility.with_service(context.phone, setting, accessibility.MAGNIFIER, bool(text))
        )
    if setting in _OLDER:
        return state, *written(*setting, text), *written(*_OLDER[setting], str(int(text != "0")))
    if setting == ("global", "animator_duration_scale"):
        names = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")
        return state, *(effect for name in names for effect in written("global", name, text))
    return state, *written(*setting, text)


def set_talkback(state: SettingsState, context: Context, on: bool) -> Next[SettingsState]:
    """Switch TalkBack on or off, after the confirmation."""
    services = accessibility.with_service(context.phone, accessibility.SERVICES, accessibility.TALKBACK, on)
    state = replace(state, dialog=None)
    return (
        state,
        *written(*accessibility.SERVICES, services),
        *written(*accessibility.ANY, str(int(bool(services)))),
    )


def set_navigation(state: SettingsState, context: Context, mode: str) -> Next[SettingsState]:
    """Choose between buttons and gestures."""
    return state, do(navigation.set_mode, mode)


def set_volume(state: SettingsState, context: Context, stream: int, width: float) -> Next[SettingsState]:
    """Set a volume to the tapped position of its slider."""
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
    """Set a setting to the tapped position of its slider."""
    return state, *written(*setting, str(low + round(touched_share(context, width) * (high - low))))


def set_font(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Set one of the font sizes."""
    return state, *written("system", "font_scale", str(summaries.FONT_SCALES[index]))


def slide_font(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the font size to the position of the slider."""
    return set_font(state, context, round(touched_share(context, width) * (len(summaries.FONT_SCALES) - 1)))


def set_density(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Set one of the display sizes."""
    base, density = summaries.base_density(context.phone), summaries.densities(context.phone)[index]
    remembered = do(settings.put_property, "qemu.sf.lcd_density", str(base))
    return state, remembered, *written("secure", "display_density_forced", str(density))


def slide_density(state: SettingsState, context: Context, width: float) -> Next[SettingsState]:
    """Set the display size to the position of the slider."""
    last = len(summaries.densities(context.phone)) - 1
    return set_density(state, context, round(touched_share(context, width) * last))


def set_zone(state: SettingsState, context: Context, zone: str) -> Next[SettingsState]:
    """Move the phone to another time zone, and go back."""
    return state, do(settings.put_property, "persist.sys.timezone", zone), finish()


def choose_lock(state: SettingsState, context: Context, kind: str) -> Next[SettingsState]:
    """Set the screen lock, and go back."""
    return state, do(display.set_lock, kind), finish()


def ask_for_pin(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Ask for a PIN to lock the screen with."""
    return replace(state, dialog=Dialog("pin", "")), focus("pin")


def tap_build_number(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Count taps on the build number: the seventh makes the user a developer."""
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
    """Reset the speech rate and pitch."""
    return state, *speech.reset()


def check_update(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Check for a system update. There is none."""
    return state, toast(context.res.string("settings.system_update_state"))


def type_query(state: SettingsState, context: Context, text: str) -> Next[SettingsState]:
    """Update the typed text."""
    return replace(state, query=text[: search_starts.QUERY_LIMIT]), scroll_to("results")


def open_found(state: SettingsState, context: Context, name: str) -> Next[SettingsState]:
    """Open a page that the search has found, and remember the search."""
    return open_page(search_starts.remembered(state), context, name)


def open_menu(state: SettingsState, context: Context) -> SettingsState:
    """Open the overflow menu of the search."""
    return replace(state, dialog=Dialog("search_menu"))


def clear_history(state: SettingsState, context: Context) -> SettingsState:
    """Forget the recent searches."""
    return replace(state, dialog=None, recent=())


def choose_wallpaper(state: SettingsState, context: Context, name: str) -> Next[SettingsState]:
    """Set a wallpaper."""
    return state, do(_set_wallpaper, name), toast(context.res.string("settings.wallpaper_set"))


def _set_wallpaper(phone: Phone, name: str) -> Phone:
    return replace(phone, configuration=replace(phone.configuration, wallpaper=name))


def give_role(state: SettingsState, context: Context, role: str, package: str) -> Next[SettingsState]:
    """Handler: make an app the holder of a role."""
    line = f"Adding package as role holder, role: {role}, package: {package}"
    return state, do(roles.give, role, package), log("ManageRoleHolderStateLiveData", line)
