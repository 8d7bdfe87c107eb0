"""Notifications: posting, cancelling and updating them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import SYSTEM, Notification, Phone
from bmoca_gym.handset.system import clock, display, settings
from bmoca_gym.handset.value import do, replace

#: The most notifications that the system keeps for one package (NotificationManagerService, API 29).
MOST_OF_A_PACKAGE = 25
TEXT_LIMIT = 1000
#: The importance from which a notification pops up, and for how long, in ms (API 29: heads_up_notification_decay).
HIGH, HEADS_UP_MILLISECONDS = 4, 5000
#: Whether the notifications that go are remembered, how many of them, and what is not kept of them.
HISTORY, MOST_DISMISSED = ("secure", "notification_history_enabled"), 30
_FORGOTTEN: dict[str, Any] = {"tap": None, "actions": (), "reply": None, "full_screen": None}
#: The importance from which a notification makes a sound; those below are silent.
DEFAULT = 3

#: The package that posts from the shell. It has no screens and is not installed as an app.
SHELL = "com.android.shell"


_BLOCKED = ("notification_policy", "blocked")


def may_post(phone: Phone, package: str) -> bool:
    """Return whether the user allows an app to notify."""
    return package not in phone.settings.get(_BLOCKED, "").split(" ")


def allow(phone: Phone, package: str, on: bool) -> Phone:
    """Allow an app to notify, or forbid it and remove its notifications."""
    blocked = {name for name in phone.settings.get(_BLOCKED, "").split(" ") if name}
    blocked = blocked - {package} if on else blocked | {package}
    text = " ".join(sorted(blocked))
    kept = phone.settings.set(_BLOCKED, text) if text else phone.settings.delete(_BLOCKED)
    phone = replace(phone, settings=kept)
    return phone if on else cancel_all(phone, package)


#: The longest title or text of a notification (Notification.MAX_CHARSEQUENCE_LENGTH).
_LONGEST_TEXT = 5120


def post(phone: Phone, notification: Notification) -> Phone:
    """Post a notification as the newest one. An update of an existing one keeps its place.

    Nothing happens if the user does not allow the app or the channel to notify.
    """
    if not may_post(phone, notification.package) or _is_snoozed(
        phone, notification.package, notification.key
    ):
        return phone
    importance = importance_of(phone, notification)
    if not importance:
        return cancel(phone, notification.package, notification.key)
    before = phone.notifications
    name = (notification.package, notification.key)
    old = find(phone, *name)
    title, text = notification.title[:_LONGEST_TEXT], notification.text[:_LONGEST_TEXT]
    at = notification.at or (old.at if old else phone.clock.wall)
    new = replace(notification, at=at, title=title, text=text)
    if old is not None:
        kept = tuple(new if (n.package, n.key) == name else n for n in before)
    else:
        if sum(n.package == new.package for n in before) >= MOST_OF_A_PACKAGE:
            return phone
        kept = (new, *before)
    if kept == before:
        return phone
    phone = replace(phone, notifications=kept)
    if importance >= HIGH:
        return _over_the_app(phone, new)
    return lower(phone) if display.of(phone).heads_up == name else phone


#: What the user lets through "do not disturb", by category, in a namespace that the shell can't list; alarms unless
#: they say otherwise.
THROUGH = {name: ("notification_policy", f"allow_{name}s") for name in ("call", "alarm")}


def _quiet(phone: Phone, category: str) -> bool:
    """Return whether "do not disturb" silences a notification.

    Calls and alarms that the user lets through are only silenced by total silence (2).
    """
    mode = settings.get(phone, "global", "zen_mode") or "0"
    if category in THROUGH and phone.settings.get(THROUGH[category], str(int(category == "alarm"))) == "1":
        return mode not in ("0", "1", "3")
    return mode != "0"


def _over_the_app(phone: Phone, new: Notification) -> Phone:
    """Show a notification over the front app, or open its full-screen activity if the screen is off or locked."""
    if _quiet(phone, new.category) or phone.shade is not None:
        return phone
    if display.is_covered(phone):
        if new.full_screen is None:
            return phone
        function, arguments = new.full_screen
        after: Phone = function(display.wake(phone, "android.server.am:TURN_ON"), *arguments)
        return after
    phone = display.changed(phone, heads_up=(new.package, new.key))
    if new.full_screen is not None:
        return clock.cancel(phone, SYSTEM, "heads_up")
    return clock.schedule(
        phone, SYSTEM, "heads_up", phone.clock.uptime + HEADS_UP_MILLISECONDS, do(_over), "uptime"
    )


def _over(phone: Phone, context: object) -> Phone:
    return display.changed(phone, heads_up=None)


def lower(phone: Phone) -> Phone:
    """Hide the notification at the top of the screen. It stays in the shade."""
    return phone if phone.display is None else display.changed(phone, heads_up=None)


def importance_of(phone: Phone, notification: Notification) -> int:
    """Return the importance of a notification, 0 to 4: the user's setting for its channel, or else the app's."""
    kept = phone.settings.get(_kept(notification.package, notification.channel))
    return notification.importance if kept is None else int(kept)


def set_importance(phone: Phone, package: str, channel: str, importance: int) -> Phone:
    """Set the importance of a channel. 0 switches it off and removes its notifications."""
    phone = replace(phone, settings=phone.settings.set(_kept(package, channel), str(importance)))
    if importance:
        return phone
    return _without(phone, lambda n: (n.package, n.channel) == (package, channel))


def channel_allowed(phone: Phone, package: str, channel: str) -> bool:
    """Return whether the user allows an app to notify by a channel."""
    return phone.settings.get(_kept(package, channel)) != "0"


def allow_channel(phone: Phone, package: str, channel: str, on: bool) -> Phone:
    """Allow a channel, with the app's own importance, or forbid it."""
    if not on:
        return set_importance(phone, package, channel, 0)
    key = _kept(package, channel)
    return replace(phone, settings=phone.settings.delete(key)) if key in phone.settings else phone


def _kept(package: str, channel: str) -> tuple[str, str]:
    """Return the key of a channel's importance, in a namespace that the shell can't list."""
    return "notification_channels", f"{package}/{channel}"


#: The setting by which Android 13 offers to snooze notifications, which Android 10 always does.
SNOOZING = ("secure", "show_notification_snooze")
_SNOOZING_SET_SINCE = 31
_SNOOZED = "snooze "


def can_snooze(phone: Phone) -> bool:
    """Return whether notifications can be snoozed."""
    return phone.image.api_level < _SNOOZING_SET_SINCE or settings.get(phone, *SNOOZING) == "1"


def snooze(phone: Phone, package: str, key: str, minutes: int) -> Phone:
    """Snooze a notification."""
    snoozed = find(phone, package, key)
    if snoozed is None:
        return phone
    at = phone.clock.uptime + minutes * 60_000
    tag = f"{_SNOOZED}{package}/{key}"
    return clock.schedule(cancel(phone, package, key), SYSTEM, tag, at, do(_awake, snoozed), "uptime")


def _is_snoozed(phone: Phone, package: str, key: str) -> bool:
    tag = f"{_SNOOZED}{package}/{key}"
    return any(due.tag == tag and due.owner == SYSTEM for due in phone.due)


def _awake(phone: Phone, context: object, snoozed: Notification) -> Phone:
    """Show a snoozed notification again; if the app's notifications follow from its state, they are derived from it
    anew."""
    app = packages.apps_of(phone.image).get(snoozed.package)
    if app is not None and app.notices is not None:
        return refresh(phone, snoozed.package)
    return post(phone, replace(snoozed, at=phone.clock.wall))


def _forget_snoozed(phone: Phone, package: str, kept: Callable[[str], bool]) -> Phone:
    """Forget the snoozed notifications of a package, except those whose key is ``kept``."""
    start = f"{_SNOOZED}{package}/"
    for due in phone.due:
        if due.owner == SYSTEM and due.tag.startswith(start) and not kept(due.tag[len(start) :]):
            phone = clock.cancel(phone, SYSTEM, due.tag)
    return phone


def cancel(phone: Phone, package: str, key: str) -> Phone:
    """Remove a notification."""
    if phone.due:
        phone = _forget_snoozed(phone, package, lambda one: one != key)
    return _without(phone, lambda n: (n.package, n.key) == (package, key))


def cancel_all(phone: Phone, package: str) -> Phone:
    """Remove all notifications of ``package``: it was stopped, or its data are gone."""
    phone = _forget_snoozed(phone, package, lambda one: False)
    return _without(phone, lambda n: n.package == package)


def clear(phone: Phone) -> Phone:
    """Clear all notifications as the user does: ongoing ones stay."""
    return _without(phone, lambda n: not n.ongoing)


def _without(phone: Phone, gone: Callable[[Notification], bool]) -> Phone:
    if not any(map(gone, phone.notifications)):
        return phone
    kept = tuple(n for n in phone.notifications if not gone(n))
    if phone.settings.get(HISTORY) == "1":
        left = tuple(replace(n, **_FORGOTTEN) for n in phone.notifications if gone(n))
        phone = replace(phone, dismissed=(*left, *phone.dismissed)[:MOST_DISMISSED])
    over = display.of(phone).heads_up
    if over is not None and over not in [(n.package, n.key) for n in kept]:
        phone = lower(phone)
    return replace(phone, notifications=kept)


def set_of(phone: Phone, package: str, wanted: tuple[Notification, ...]) -> Phone:
    """Replace all notifications of ``package``. New ones are posted in this order."""
    keys = {n.key for n in wanted}
    phone = _forget_snoozed(phone, package, keys.__contains__)
    phone = _without(phone, lambda n: n.package == package and n.key not in keys)
    for notification in reversed(wanted):
        phone = post(phone, notification)
    return phone


def refresh(phone: Phone, package: str) -> Phone:
    """Replace an app's notifications by those that follow from its state."""
    app = packages.apps_of(phone.image)[package]
    return phone if app.notices is None else app.notices(phone)


#: The setting of services that read the notifications of all apps: components separated by colons.
LISTENERS = ("secure", "enabled_notification_listeners")


def listeners(phone: Phone) -> tuple[str, ...]:
    """Return the components that may read the notifications of all apps."""
    return tuple(part for part in (settings.get(phone, *LISTENERS) or "").split(":") if "/" in part)


def set_listener(phone: Phone, component: str, on: bool) -> Phone:
    """Allow a service to read all notifications, or forbid it."""
    others = [one for one in listeners(phone) if one != component]
    return settings.put(phone, *LISTENERS, ":".join((*others, component) if on else others))


def find(phone: Phone, package: str, key: str) -> Notification | None:
    """Return the notification of that name, or None."""
    return next((n for n in phone.notifications if (n.package, n.key) == (package, key)), None)


def glyphs(phone: Phone) -> tuple[str, ...]:
    """Return the small icons for the status bar: one for each package, oldest first."""
    if not phone.notifications:
        return ()
    newest = {n.package: n.glyph for n in phone.notifications}
    return tuple(reversed(newest.values()))


def tell(phone: Phone, package: str, handler: Callable[..., Any], *arguments: Any) -> Phone:
    """Call a handler of the notification's app."""
    return phone.handled(package, handler, arguments)


def listing(phone: Phone) -> str:
    """Return the output of ``dumpsys notification``."""
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for n in phone.notifications:
        uid = 2000 if n.package == SHELL else packages.uid_of(phone.image, n.package)
        flags = "0x2" if n.ongoing else "0x10"
        lines += [
            f"    NotificationRecord(pkg={n.package} user=UserHandle{{0}} id=0 tag={n.key} "
            f"importance={importance_of(phone, n)} "
            f"key=0|{n.package}|0|{n.key}|{uid}: Notification(flags={flags} actions={len(n.actions)}))",
            "      extras={",
            f"        android.title=String ({n.title})",
            f"        android.text=String ({n.text})",
            "      }",
        ]
    blocked = [name for name in phone.settings.get(_BLOCKED, "").split(" ") if name]
    if blocked:
        lines += ["", "  Ranking Config:", "    per-package config:"]
    for name in blocked:
        uid = packages.uid_of(phone.image, name)
        lines.append(f"      AppSettings: {name} ({uid}) importance=NONE userSet=true")
    return "\n".join(lines) + "\n"
