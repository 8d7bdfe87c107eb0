"""Picture in picture: an app's video that keeps playing in a small window over the home screen and other apps."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import SmallPicture
from bmoca_gym.handset.state import Activity, Context, Phone, Pinned
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import do, replace

#: How long the window's buttons are seen after a touch, ms (PipMenuView.INITIAL_DISMISS_DELAY).
_SEEN = 3500
_TAG = "picture in picture"


def of_front(phone: Phone) -> SmallPicture | None:
    """Return the video that continues in the small window when the user goes home; None if none does."""
    if phone.home or phone.top.prompt is not None:
        return None
    found = _picture(phone, phone.top)
    return found if found is not None and found.playing and found.enters else None


def _picture(phone: Phone, activity: Activity) -> SmallPicture | None:
    app = packages.apps_of(phone.image)[activity.package]
    return None if app.picture is None else app.picture(phone, activity)


def activity_of(phone: Phone) -> Activity | None:
    """Return the activity that the window shows; None without a window."""
    pinned = phone.pinned
    if pinned is None or (not phone.home and phone.top.package == pinned.package):
        return None
    task = next((task for task in phone.tasks if task.package == pinned.package), None)
    return task.activities[-1] if task is not None and task.activities else None


def shown(phone: Phone) -> SmallPicture | None:
    """Return what the window shows; None without a window, or if its app no longer plays a video."""
    activity = activity_of(phone)
    return None if activity is None else _picture(phone, activity)


def enter(phone: Phone) -> Phone:
    """Continue the activity in front in the small window. A video that was already there ends."""
    package = phone.top.package
    return replace(close(phone), pinned=Pinned(package))


def leave(phone: Phone) -> Phone:
    """Remove the window; its activity stays as it is."""
    return phone if phone.pinned is None else clock.cancel(replace(phone, pinned=None), "android", _TAG)


def close(phone: Phone) -> Phone:
    """Close the window, and the activity that it shows."""
    activity, pinned = activity_of(phone), phone.pinned
    phone = leave(phone)
    if activity is None or pinned is None:
        return phone
    app = packages.apps_of(phone.image)[pinned.package]
    if app.paused is not None:
        phone = phone.handled(pinned.package, app.paused, (), Context(phone, activity))
    tasks = tuple(
        replace(task, activities=task.activities[:-1]) if task.package == pinned.package else task
        for task in phone.tasks
    )
    return replace(phone, tasks=tasks)


def touched(phone: Phone, controls: bool) -> Phone:
    """Show the window's buttons for a while, or hide them."""
    pinned = phone.pinned
    if pinned is None:
        return phone
    phone = clock.cancel(phone, "android", _TAG)
    if controls:
        at = phone.clock.uptime + _SEEN
        phone = clock.schedule(phone, "android", _TAG, at, do(_hidden), "uptime")
    return replace(phone, pinned=replace(pinned, controls=controls))


def _hidden(phone: Phone, context: object) -> Phone:
    pinned = phone.pinned
    return phone if pinned is None else replace(phone, pinned=replace(pinned, controls=False))


def play_or_pause(phone: Phone) -> Phone:
    """Play or pause the video in the window."""
    activity, found = activity_of(phone), shown(phone)
    if activity is None or found is None:
        return phone
    phone = phone.handled(activity.package, found.toggle, (), Context(phone, activity))
    return touched(phone, True)
