"""Handlers of touches in the shade. Handlers of the system get the phone."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import (
    activities,
    booting,
    brightness,
    display,
    intents,
    notifications,
    radios,
    status_bar,
)
from bmoca_gym.handset.system_ui import quick_settings
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import replace


def close(phone: Phone, context: Context) -> Phone:
    """Close the shade."""
    return status_bar.collapse(phone)


def expand(phone: Phone, context: Context, full: bool) -> Phone:
    """Open the shade, or all of quick settings."""
    return status_bar.expand(phone, full)


def swiped(phone: Phone, context: Context) -> Phone:
    """Swipe over the shade: down shows more of it, up closes it."""
    if context.direction == "down":
        return status_bar.expand(phone, full=True)
    return status_bar.collapse(phone) if context.direction == "up" else phone


def turned(phone: Phone, context: Context, pages: int) -> Phone:
    """Turn to another page of tiles."""
    shade = phone.shade
    if shade is None or context.direction not in ("left", "right"):
        return phone
    step = 1 if (context.direction == "left") != context.res.rtl else -1
    page = min(max(0, shade.page + step), pages - 1)
    return phone if page == shade.page else replace(phone, shade=replace(shade, page=page))


def next_player(phone: Phone, context: Context, players: int) -> Phone:
    """Show another media player."""
    shade = phone.shade
    if shade is None or context.direction not in ("left", "right"):
        return phone
    step = 1 if (context.direction == "left") != context.res.rtl else -1
    at = min(max(0, min(shade.player, players - 1) + step), players - 1)
    return phone if at == shade.player else replace(phone, shade=replace(shade, player=at))


def toggle(phone: Phone, context: Context, name: str) -> Phone:
    """Switch what a tile stands for."""
    return quick_settings.toggle(phone, name)


def open_page(phone: Phone, context: Context, name: str) -> Phone:
    """Open a tile's page of Settings: a long press."""
    return quick_settings.open_settings(phone, name)


def open_settings(phone: Phone, context: Context) -> Phone:
    """Open Settings."""
    return intents.resolved(status_bar.collapse(phone), Intent("android.settings.SETTINGS")) or phone


def slide(phone: Phone, context: Context, width: float) -> Phone:
    """Drag the slider of the brightness, which is ``width`` dp wide."""
    return brightness.set_level(phone, brightness.level_at(touched_share(context, width)))


def open_notification(phone: Phone, context: Context, package: str, key: str) -> Phone:
    """Tap a notification."""
    return status_bar.open_notification(phone, package, key)


def press(phone: Phone, context: Context, package: str, key: str, index: int) -> Phone:
    """Tap a button of a notification."""
    return status_bar.press_action(phone, package, key, index)


def dismiss(phone: Phone, context: Context, package: str, key: str) -> Phone:
    """Swipe a notification away."""
    return notifications.cancel(phone, package, key) if context.direction in ("left", "right") else phone


def begin_reply(phone: Phone, context: Context, package: str, key: str) -> Phone:
    """Begin a reply in a notification."""
    return status_bar.begin_reply(phone, package, key)


def show_settings(phone: Phone, context: Context, package: str, key: str, on: bool) -> Phone:
    """Show what can be set for a notification in its place, or the notification again."""
    return status_bar.show_settings(phone, (package, key) if on else None)


def silence(phone: Phone, context: Context, package: str, key: str) -> Phone:
    """Turn off the channel of a notification."""
    found = notifications.find(phone, package, key)
    phone = status_bar.show_settings(phone, None)
    return phone if found is None else notifications.set_importance(phone, package, found.channel, 0)


def set_alerting(phone: Phone, context: Context, package: str, key: str, on: bool) -> Phone:
    """Set a notification's channel to make sounds as its app wants, or to be silent."""
    found = notifications.find(phone, package, key)
    if found is None:
        return phone
    if on:
        return notifications.allow_channel(phone, package, found.channel, True)
    return notifications.set_importance(phone, package, found.channel, notifications.DEFAULT - 1)


def offer_snooze(phone: Phone, context: Context) -> Phone:
    """Show for how long a notification can be snoozed."""
    return phone if phone.shade is None else replace(phone, shade=replace(phone.shade, snoozing=True))


def snooze(phone: Phone, context: Context, package: str, key: str, minutes: int) -> Phone:
    """Snooze a notification."""
    return notifications.snooze(status_bar.show_settings(phone, None), package, key, minutes)


def raised(phone: Phone, context: Context) -> Phone:
    """A swipe over a heads-up notification: up hides it, down opens the shade."""
    if context.direction == "down":
        return status_bar.expand(phone)
    return notifications.lower(phone) if context.direction == "up" else phone


def clear(phone: Phone, context: Context) -> Phone:
    """Clear all notifications, and close the shade."""
    return status_bar.collapse(notifications.clear(phone))


# Those of Android 13 alone


def show_panel(phone: Phone, context: Context, name: str) -> Phone:
    """Show a panel over the shade: "internet", "power" or "edit"; "" closes it."""
    shade = phone.shade
    return phone if shade is None else replace(phone, shade=replace(shade, panel=name))


def tap_tile(phone: Phone, context: Context, name: str) -> Phone:
    """Tap a tile. The internet tile opens a panel; all others are switches."""
    return (
        show_panel(phone, context, "internet") if name == "internet" else quick_settings.toggle(phone, name)
    )


def flip(phone: Phone, context: Context, name: str) -> Phone:
    """Flip a switch of the internet panel: "wifi" or "cell"."""
    return quick_settings.toggle(phone, name)


def leave_airplane_mode(phone: Phone, context: Context) -> Phone:
    """Press the internet panel's button in airplane mode."""
    return radios.set_airplane_mode(phone, False)


def add_tile(phone: Phone, context: Context, name: str, on: bool) -> Phone:
    """Add a tile to quick settings as the last one, or remove it."""
    return quick_settings.add(phone, name, on)


def reset_tiles(phone: Phone, context: Context) -> Phone:
    """Show the tiles of a new phone."""
    return quick_settings.reset(phone)


def unfold(phone: Phone, context: Context, package: str) -> Phone:
    """Expand the group of an app's notifications, or collapse it."""
    shade = phone.shade
    if shade is None:
        return phone
    others = tuple(one for one in shade.unfolded if one != package)
    return replace(
        phone, shade=replace(shade, unfolded=others if package in shade.unfolded else (*others, package))
    )


def manage(phone: Phone, context: Context) -> Phone:
    """Open the page of Settings under the notifications' button: their history if it is on, or else their settings."""
    on = phone.settings.get(notifications.HISTORY) == "1"
    asked = Intent(f"android.settings.NOTIFICATION_{'HISTORY' if on else 'SETTINGS'}")
    return intents.resolved(status_bar.collapse(phone), asked) or phone


def emergency(phone: Phone, context: Context) -> Phone:
    """Open the dialer."""
    return intents.resolved(status_bar.collapse(phone), Intent("android.intent.action.DIAL")) or phone


def lock_down(phone: Phone, context: Context) -> Phone:
    """Lock the phone."""
    return display.sleep(status_bar.collapse(phone), "lockdown")


def power_off(phone: Phone, context: Context) -> Phone:
    """Switch the phone off. The power key boots it."""
    return display.sleep(booting.started(booting.stopped(phone)), "shutdown")


def restart(phone: Phone, context: Context) -> Phone:
    """Restart the phone."""
    return booting.started(booting.stopped(phone))


def slide_thick(phone: Phone, context: Context, width: float) -> Phone:
    """Drag the slider of the brightness, which is ``width`` dp wide and reaches from edge to edge."""
    x = context.end_x if context.direction else context.x
    share = min(max((x * width - 24) / max(1.0, width - 48), 0.0), 1.0)
    return brightness.set_level(phone, brightness.level_at(1 - share if context.res.rtl else share))


def media(phone: Phone, context: Context, package: str, key: str) -> Phone:
    """Press a button of an app's media controls. ``key``: as its manifest's ``media_key`` takes it."""
    app = packages.apps_of(phone.image)[package]
    if app.media_key is None:
        return phone
    return activities.start_process(phone, package, app.uid).handled(package, app.media_key, (key,))


def ask_to_hide(phone: Phone, context: Context, package: str) -> Phone:
    """Ask whether to hide an app's media controls; "" cancels that."""
    shade = phone.shade
    return phone if shade is None else replace(phone, shade=replace(shade, asked=package))


def hide_player(phone: Phone, context: Context, package: str, title: str, position: int) -> Phone:
    """Hide an app's media controls until it plays again."""
    others = () if phone.display is None else phone.display.hidden
    kept = tuple([one for one in others if one[0] != package])
    phone = display.changed(phone, hidden=(*kept, (package, title, position)))
    return ask_to_hide(phone, context, "")


def open_media_settings(phone: Phone, context: Context) -> Phone:
    """Open the settings of media controls."""
    return intents.show(status_bar.collapse(phone), Intent("android.settings.MEDIA_CONTROLS_SETTINGS"))


def open_player(phone: Phone, context: Context, package: str) -> Phone:
    """Open the app that plays."""
    phone = status_bar.collapse(phone)
    if any(task.package == package for task in phone.tasks):
        return activities.show_task(phone, package)
    return activities.start(phone, packages.apps_of(phone.image)[package].component)


def dismiss_group(phone: Phone, context: Context, package: str) -> Phone:
    """Swipe a closed group of notifications away."""
    return notifications.cancel_all(phone, package) if context.direction in ("left", "right") else phone


def clear_silent(phone: Phone, context: Context) -> Phone:
    """Clear all silent notifications that can be cleared."""
    for n in phone.notifications:
        if not n.ongoing and notifications.importance_of(phone, n) < notifications.DEFAULT:
            phone = notifications.cancel(phone, n.package, n.key)
    return phone
