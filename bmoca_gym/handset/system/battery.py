"""The battery: charging, its icon, and the notification of a low level."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Battery, Notification, Phone
from bmoca_gym.handset.system import intents, notifications, settings, status_bar
from bmoca_gym.handset.value import do, replace

#: The battery counts as low from the first level down, until it reaches the second (API 29, percent).
LOW, LOW_OVER = 15, 20
SAVER = ("global", "low_power")
_KEY = "low_battery"
_CHARGING = 2
_BARS = 7  # glyphs from empty on, below the full one


def is_plugged(battery: Battery) -> bool:
    """Return whether the phone is connected to power."""
    return battery.ac or battery.usb or battery.wireless


def is_charging(battery: Battery) -> bool:
    """Return whether the level is rising."""
    return is_plugged(battery) and battery.status == _CHARGING and battery.level < 100


def glyph(battery: Battery) -> str:
    """Return the icon for the battery's level."""
    level = battery.level
    if not battery.present:
        return "battery_unknown"
    if is_charging(battery):
        return "battery_charging_full"
    if level <= LOW:
        return "battery_alert"
    return "battery_full" if level >= 95 else f"battery_{level * _BARS // 100}_bar"


def put(phone: Phone, battery: Battery) -> Phone:
    """Set the battery's state. If the level has just become low, post the notification."""
    before = phone.battery
    phone = replace(phone, battery=battery)
    plugged = is_plugged(battery)
    if plugged or battery.level >= LOW_OVER:
        return notifications.cancel(phone, status_bar.PACKAGE, _KEY)
    told = notifications.find(phone, status_bar.PACKAGE, _KEY) is not None
    falls = battery.level <= LOW and (before.level > LOW or is_plugged(before))
    if not (told or falls) or settings.get(phone, *SAVER) == "1":
        return phone
    return _told(phone, battery.level)


def _told(phone: Phone, level: int) -> Phone:
    res = resources.of(phone.configuration)
    page = do(_open_saver)
    return notifications.post(
        phone,
        Notification(
            status_bar.PACKAGE, _KEY, res.string("system_ui.battery_low"),
            res.string("system_ui.battery_remaining", percent=res.percent(level)), "battery_alert", tap=page,
            actions=((res.string("system_ui.start_battery_saver"), do(_start_saver)),), importance=notifications.HIGH,
        ),
    )  # fmt: skip


def _open_saver(phone: Phone) -> Phone:
    return intents.resolved(phone, Intent("android.settings.BATTERY_SAVER_SETTINGS")) or phone


def _start_saver(phone: Phone) -> Phone:
    phone = notifications.cancel(phone, status_bar.PACKAGE, _KEY)
    return settings.put(phone, *SAVER, "1")
