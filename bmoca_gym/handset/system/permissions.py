"""Runtime permissions: what the user has allowed each app."""

from __future__ import annotations

from collections.abc import Iterable

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace

_PREFIX = "android.permission."
CAMERA = f"{_PREFIX}CAMERA"
FINE_LOCATION = f"{_PREFIX}ACCESS_FINE_LOCATION"
RECORD_AUDIO = f"{_PREFIX}RECORD_AUDIO"
STORAGE = f"{_PREFIX}READ_EXTERNAL_STORAGE"
#: The permission group, which the user is asked about, for each permission.
GROUPS = {
    _PREFIX + name: group
    for group, names in {
        "camera": ("CAMERA",),
        "location": ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"),
        "microphone": ("RECORD_AUDIO",),
        "contacts": ("READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"),
        "calendar": ("READ_CALENDAR", "WRITE_CALENDAR"),
        "storage": (
            "READ_EXTERNAL_STORAGE",
            "WRITE_EXTERNAL_STORAGE",
            "READ_MEDIA_AUDIO",
            "READ_MEDIA_IMAGES",
            "READ_MEDIA_VIDEO",
        ),
        "sms": ("SEND_SMS", "READ_SMS", "RECEIVE_SMS"),
        "phone": ("CALL_PHONE", "READ_PHONE_STATE", "READ_CALL_LOG", "WRITE_CALL_LOG"),
        "notifications": ("POST_NOTIFICATIONS",),
    }.items()
    for name in names
}
#: What is asked for permissions of no group. An app holds them only if the user has granted them.
ASKED = {_PREFIX + "BODY_SENSORS": "sensors"}
#: Groups that can be granted only while the app is used, and once.
WHILE_IN_USE = ("camera", "location", "microphone")
#: Values of `Phone.permissions`: granted until the process ends, granted, or how often it was denied.
_ONCE, _GRANTED = -1, 0
_MOST_DENIALS = 2  # after so many Android does not ask again


def asked_as(name: str) -> str:
    """Return what the question for a permission is about: its group, "sensors", or "other"."""
    return GROUPS.get(name) or ASKED.get(name, "other")


def granted(phone: Phone, package: str, name: str) -> bool:
    """Return whether an app has a permission."""
    default = 1 if phone.image.asks_permissions and name in GROUPS else _GRANTED
    return phone.permissions.get((package, name), default) <= _GRANTED


def held(phone: Phone, keys: Iterable[tuple[str, str]]) -> dict[tuple[str, str], bool]:
    """Return which of these permissions, each a package and a name, apps have.

    A permission that belongs to no group, such as one for body sensors, is held only if the user has granted it.
    """
    return {
        (package, name): True
        for package, name in keys
        if granted(phone, package, name) and (name in GROUPS or (package, name) in phone.permissions)
    }


def wanted(phone: Phone, package: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the permissions that an app lacks and may ask for."""
    denied = phone.permissions
    return tuple(
        name
        for name in names
        if not granted(phone, package, name) and denied.get((package, name), 0) < _MOST_DENIALS
    )


def grant(phone: Phone, package: str, name: str, once: bool = False) -> Phone:
    """Grant an app a permission. ``once``: until its process ends."""
    return _decided(phone, package, name, _ONCE if once else _GRANTED)


def revoke(phone: Phone, package: str, name: str) -> Phone:
    """Take a permission away from an app, which may ask for it again."""
    return _decided(phone, package, name, 1)


def deny(phone: Phone, package: str, name: str) -> Phone:
    """Deny an app a permission, as the user does."""
    times = max(0, phone.permissions.get((package, name), 0))
    return _decided(phone, package, name, times + 1)


def _decided(phone: Phone, package: str, name: str, decision: int) -> Phone:
    return replace(phone, permissions=phone.permissions.set((package, name), decision))


def process_ended(phone: Phone, package: str) -> Phone:
    """Revoke an app's one-time permissions. It has to ask for them again, even if apps have them from the start."""
    ended = [key for key, held in phone.permissions.items() if key[0] == package and held == _ONCE]
    left = phone.permissions
    for key in ended:
        left = left.set(key, 1) if key[1] in GROUPS else left.delete(key)
    return replace(phone, permissions=left) if ended else phone


def forget(phone: Phone, package: str) -> Phone:
    """Forget all decisions about an app, as when its data are cleared."""
    return _without(phone, [key for key in phone.permissions if key[0] == package])


def _without(phone: Phone, keys: list[tuple[str, str]]) -> Phone:
    left = phone.permissions
    for key in keys:
        left = left.delete(key)
    return replace(phone, permissions=left) if keys else phone
