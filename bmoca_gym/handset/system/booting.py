"""Restarting the phone: its uptime, and whether it has booted."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, automation_packages, clock, settings
from bmoca_gym.handset.value import do, replace

#: How long a boot takes.
BOOT_MILLISECONDS = 5000
#: The properties that are "1" after booting.
_COMPLETED = ("sys.boot_completed", "dev.bootcomplete")


def uptime(phone: Phone) -> int:
    """Return the milliseconds since the phone was last started."""
    return phone.clock.uptime - phone.booted


def stopped(phone: Phone) -> Phone:
    """Stop the system before a restart: close all apps, and apply the language that was set."""
    tag = phone.properties.get("persist.sys.locale")
    if tag:
        phone = settings.set_locale(phone, tag)
        phone = replace(phone, properties=phone.properties.delete("persist.sys.locale"))
    phone = automation_packages.restarted(activities.remove_all_tasks(phone))
    return replace(phone, notifications=(), shade=None)


def started(phone: Phone) -> Phone:
    """Restart the phone. It boots for a while."""
    kept = phone.properties
    for name in _COMPLETED:
        kept = kept.delete(name) if name in kept else kept
    phone = replace(phone, booted=phone.clock.uptime, properties=kept)
    over = phone.clock.uptime + BOOT_MILLISECONDS
    return clock.schedule(phone, "android", "boot", over, do(_completed), "uptime")


def _completed(phone: Phone, context: object) -> Phone:
    return replace(phone, properties=phone.properties.update(dict.fromkeys(_COMPLETED, "1")))
