"""Tiles of quick settings: what each shows, and what a tap does."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, intents, radios, settings, status_bar


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


def is_on(phone: Phone, tile: Tile) -> bool:
    """Whether a tile's feature is on."""
    if tile.name == "wifi":
        return radios.wifi(phone)
    found = settings.get(phone, tile.namespace, tile.key)
    return found not in (None, tile.off) if tile.name in ("dnd", "location") else found == tile.on


def is_available(phone: Phone, tile: Tile) -> bool:
    """Whether the tile can be switched now: there are no mobile data in airplane mode."""
    return tile.name != "cell" or not radios.airplane_mode(phone)


def toggle(phone: Phone, name: str) -> Phone:
    """The phone after a touch of that tile."""
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
    return intents.resolved(phone, Intent(f"android.settings.{_BY_NAME[name].action}")) or phone
