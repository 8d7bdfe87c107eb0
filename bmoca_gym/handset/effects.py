"""Effects: what a handler asks of the phone beside the next state of its app.

An effect is a `Callback` that maps a phone to the next phone; a handler returns it behind its app's next state.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.system import activities, clock, logcat, settings
from bmoca_gym.handset.value import Callback, do


def log(tag: str, message: str, level: str = "I") -> Callback:
    """Effect: a line in the system log."""
    return do(logcat.write, tag, message, level)


def start(component: str, argument: Any = None, action: str = "") -> Callback:
    """Effect: start an activity (``package/class``) over the current one; ``argument`` is a value it shows."""
    return do(activities.start, component, argument, action)


def finish(count: int = 1) -> Callback:
    """Effect: leave the current activity, or the top ``count`` of the app."""
    return do(activities.finish, count)


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
