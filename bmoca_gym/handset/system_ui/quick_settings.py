"""Tiles of quick settings: what each shows, and what a tap does."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, intents, radios, settings, status_bar
from bmoca_gym.handset.value import replace


class Tile(NamedTuple):
    """A tile. ``label``: a string's key; ``action``: of `android.provider.Settings`, for a long press; its setting."""

    name: str
    glyph: str
    label: str
    action: str
    namespace: str
    key: str
    on: str = "1"
    off: str = "0"


#: In Android 10's order; the first six are in the shade's header as well.
TILES = (
    Tile("wifi", "signal_wifi_4_bar", "settings.wifi", "WIFI_SETTINGS", "global", "wifi_on"),
    Tile("bluetooth", "bluetooth", "settings.bluetooth", "BLUETOOTH_SETTINGS", "global", "bluetooth_on"),
    Tile("dnd", "do_not_disturb_on", "system_ui.do_not_disturb", "SOUND_SETTINGS", "global", "zen_mode"),
    Tile("flashlight", "highlight", "system_ui.flashlight", "", "secure", "flashlight_enabled"),
    Tile("rotation", "screen_rotation", "system_ui.auto_rotate", "DISPLAY_SETTINGS",
         "system", "accelerometer_rotation"),
    Tile("battery", "battery_saver", "settings.battery_saver", "BATTERY_SAVER_SETTINGS", "global", "low_power"),
    Tile("cell", "swap_vert", "settings.mobile_data", "NETWORK_OPERATOR_SETTINGS", "global", "mobile_data"),
    Tile("airplane", "airplanemode_active", "settings.airplane_mode", "WIRELESS_SETTINGS",
         "global", "airplane_mode_on"),
    Tile("night", "brightness_2", "settings.night_light", "NIGHT_DISPLAY_SETTINGS",
         "secure", "night_display_activated"),
    Tile("dark", "brightness_4", "settings.dark_theme", "DISPLAY_SETTINGS", "secure", "ui_night_mode", "2", "1"),
    Tile("location", "location_on", "settings.location", "LOCATION_SOURCE_SETTINGS", "secure", "location_mode", "3"),
)  # fmt: skip
IN_HEADER = 6
_BY_NAME = {tile.name: tile for tile in TILES}

#: The first API level with the tiles of Android 13.
SINCE_13 = 33
#: Android 13's tile for all ways to the internet; a touch opens a panel.
INTERNET = Tile("internet", "wifi", "system_ui.internet", "WIFI_SETTINGS", "global", "wifi_on")
#: Tiles of Android 13 by their names in the setting that says which are shown, in the order of a new phone.
TILES_13: dict[str, Tile] = {
    "internet": INTERNET,
    "bt": _BY_NAME["bluetooth"],
    "flashlight": _BY_NAME["flashlight"],
    "dnd": _BY_NAME["dnd"]._replace(action="ZEN_MODE_SETTINGS"),
    "airplane": _BY_NAME["airplane"],
    "rotation": _BY_NAME["rotation"],
    "battery": _BY_NAME["battery"],
    "night": _BY_NAME["night"],
    "dark": _BY_NAME["dark"],
    "location": _BY_NAME["location"],
}
#: Android 13: how many of them the collapsed shade and an expanded page have.
COLLAPSED, ON_PAGE = 4, 8
_SHOWN = ("secure", "sysui_qs_tiles")


def shown(phone: Phone) -> tuple[str, ...]:
    """Names of the tiles of Android 13 that quick settings show, in order."""
    kept = settings.get(phone, *_SHOWN)
    if kept is None:
        return tuple(TILES_13)
    return tuple(dict.fromkeys(name for name in kept.split(",") if name in TILES_13))


def add(phone: Phone, name: str, on: bool) -> Phone:
    """Add a tile of Android 13 as the last one, or remove it."""
    others = [one for one in shown(phone) if one != name]
    return settings.put(phone, *_SHOWN, ",".join([*others, name] if on else others))


def reset(phone: Phone) -> Phone:
    """Show the tiles of a new phone."""
    return replace(phone, settings=phone.settings.delete(_SHOWN)) if _SHOWN in phone.settings else phone


def detail(phone: Phone, res: Resources, name: str) -> str:
    """The second line of a tile of Android 13: what it is connected to, or whether it is on."""
    tile = TILES_13[name]
    if name != "internet":
        return res.string("settings.on" if is_on(phone, tile) else "settings.off")
    way = radios.connection(phone)
    if way:
        return radios.NETWORK if way == "wifi" else phone.properties.get("gsm.operator.alpha", "")
    return res.string(
        "settings.airplane_mode" if radios.airplane_mode(phone) else "system_ui.networks_available"
    )


def is_on(phone: Phone, tile: Tile) -> bool:
    """Whether a tile's feature is on."""
    if tile.name == "wifi":
        return radios.wifi(phone)
    if tile.name == "internet":
        return bool(radios.connection(phone))
    found = settings.get(phone, tile.namespace, tile.key)
    return found not in (None, tile.off) if tile.name in ("dnd", "location") else found == tile.on


def is_available(phone: Phone, tile: Tile) -> bool:
    """Whether the tile can be switched now: there are no mobile data in airplane mode."""
    return tile.name != "cell" or not radios.airplane_mode(phone)


def toggle(phone: Phone, name: str) -> Phone:
    """Tap a tile."""
    tile = _BY_NAME[name]
    on = not is_on(phone, tile)
    if not is_available(phone, tile):
        return phone
    if name == "wifi":
        return radios.set_wifi(phone, on, status_bar.PACKAGE, status_bar.UID)
    if name == "bluetooth":
        return radios.set_bluetooth(phone, on, status_bar.PACKAGE)
    if name == "airplane":
        return radios.set_airplane_mode(phone, on)
    if name == "rotation" and not on:  # the screen stays as it is turned
        phone = settings.put(phone, *display.ROTATION, str(display.rotation(phone)))
    return radios.put(phone, tile.namespace, tile.key, tile.on if on else tile.off)


def open_settings(phone: Phone, name: str) -> Phone:
    """The phone with the tile's page of Settings in front, as after a long press."""
    names = {tile.name: tile for tile in TILES_13.values()} if phone.image.api_level >= SINCE_13 else _BY_NAME
    tile = names[name]
    return intents.resolved(phone, Intent(f"android.settings.{tile.action}")) or phone
