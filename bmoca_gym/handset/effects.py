"""Effects: what a handler asks of the phone beside the next state of its app.

An effect is a `Callback` that maps a phone to the next phone; a handler returns it behind its app's next state.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.system import activities, clock, intents, logcat, settings
from bmoca_gym.handset.value import Callback, do


def log(tag: str, message: str, level: str = "I") -> Callback:
    """Effect: a line in the system log."""
    return do(logcat.write, tag, message, level)


def start(component: str, argument: Any = None, action: str = "") -> Callback:
    """Effect: start an activity (``package/class``) over the current one; ``argument`` is a value it shows."""
    return do(activities.start, component, argument, action)


def show(intent: Intent, reply: Callback | None = None) -> Callback:
    """Effect: have an intent answered, by the app of the user's choice where there are several.

    ``reply``: a handler of the app, whose last argument is the result of what answered; never called without one.
    """
    return do(intents.show, intent, reply)


def share(intent: Intent) -> Callback:
    """Effect: the share sheet, for an intent to send something."""
    return do(intents.share, intent)


def ask_permission(*names: str, then: Callback | None = None) -> Callback:
    """Effect: ask for the permissions that the app has not; ``then``: its handler, told whether it has all of them."""
    return do(intents.ask_permissions, names, then)


def finish(count: int = 1, result: Any = None) -> Callback:
    """Effect: leave the current activity, or the top ``count`` of the app.

    ``result``: what the app is told that asked for one, see `show`.
    """
    return do(activities.finish, count, result)


def put_setting(namespace: str, key: str, text: str) -> Callback:
    """Effect: write a system setting."""
    return do(settings.put, namespace, key, text)


def focus(key: str) -> Callback:
    """Effect: give the text field ``key`` of the current activity the focus; "" closes the keyboard."""
    return do(activities.focus, key)


def scroll_to(key: str, offset: int = 0) -> Callback:
    """Effect: move the scroll ``key`` of the current activity to ``offset`` px."""
    return do(activities.scroll_to, key, offset)


def schedule(owner: str, tag: str, at: int, callback: Callback, on: str = "wall") -> Callback:
    """Effect: call ``owner``'s handler at ``at`` ms of the "wall" clock or of "uptime"."""
    return do(clock.schedule, owner, tag, at, callback, on)


def cancel(owner: str, tag: str) -> Callback:
    """Effect: forget that appointment."""
    return do(clock.cancel, owner, tag)


def toast(text: str) -> Callback:
    """Effect: a short message over the screen for two seconds."""
    return do(activities.toast, text)
