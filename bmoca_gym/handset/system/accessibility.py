"""Accessibility services: which ones the settings switch on, and what they do to the display."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.state import NO_AIDS, Phone
from bmoca_gym.handset.system import display

#: The service of TalkBack, and the name under which the accessibility button magnifies.
TALKBACK = "com.google.android.marvin.talkback/com.google.android.marvin.talkback.TalkBackService"
MAGNIFIER = "com.android.server.accessibility.MagnificationController"

SERVICES = ("secure", "enabled_accessibility_services")
#: Whether services are on at all.
ANY = ("secure", "accessibility_enabled")
#: Whether three taps magnify, and what the accessibility button does.
TRIPLE = ("secure", "accessibility_display_magnification_enabled")
BUTTON = ("secure", "accessibility_button_targets")
#: Settings that list services.
LISTS = (SERVICES, BUTTON)
SETTINGS = frozenset({SERVICES, TRIPLE, BUTTON})

#: How much larger the screen is drawn at first, and at most (``DEFAULT_MAGNIFICATION_SCALE``, ``MAX_SCALE``).
FIRST_SCALE, MOST_SCALE = 2.0, 8.0


def changed(phone: Phone, **changes: Any) -> Phone:
    """Change fields of the phone's `Aids`."""
    new = phone.aids._replace(**changes)
    return display.changed(phone, aids=None if new == NO_AIDS else new)


def listed(phone: Phone, setting: tuple[str, str]) -> tuple[str, ...]:
    """Return the services that a setting lists."""
    return tuple([one for one in phone.settings.get(setting, "").split(":") if one])


def with_service(phone: Phone, setting: tuple[str, str], service: str, on: bool) -> str:
    """Return the setting's value with or without a service."""
    others = [one for one in listed(phone, setting) if one != service]
    return ":".join([*others, service] if on else others)


def heard(phone: Phone) -> Phone:
    """Start or stop services after one of `SETTINGS` was written."""
    now = phone.aids
    reader = TALKBACK in listed(phone, SERVICES)
    triple = phone.settings.get(TRIPLE) == "1"
    button = MAGNIFIER in listed(phone, BUTTON)
    return changed(
        phone, reader=reader, stop=now.stop if reader else None, tapped=now.tapped if reader else -1,
        triple=triple, button=button, zoom=now.zoom if triple or button else None,
    )  # fmt: skip


def press_button(phone: Phone) -> Phone:
    """Press the accessibility button: magnify the middle of the screen, or end magnification."""
    zoom = phone.aids.zoom
    return changed(phone, zoom=None if zoom is not None else (FIRST_SCALE, 0.5, 0.5))
