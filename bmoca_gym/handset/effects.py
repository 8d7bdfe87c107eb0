"""Effects: changes of the phone that a handler asks for, in addition to the next state of its app.

An effect is a `Callback` that maps a phone to the next phone. A handler returns effects after its app's next
state.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, clock, intents, settings
from bmoca_gym.handset.value import Callback, do


def log(tag: str, message: str, level: str = "I") -> Callback:
    """Effect: write a line to the system log."""
    return do(Phone.logged, tag, message, level)


def start(component: str, argument: Any = None, action: str = "") -> Callback:
    """Effect: start an activity (``package/class``) over the current one. ``argument``: a value for the
    activity.
    """
    return do(activities.start, component, argument, action)


def show(intent: Intent, reply: Callback | None = None) -> Callback:
    """Effect: start an intent. If several apps can answer it, the user chooses one.

    ``reply``: handler of the calling app. Its last argument is the result; it is not called without one.
    """
    return do(intents.show, intent, reply)


def share(intent: Intent) -> Callback:
    """Effect: open the share sheet for an intent."""
    return do(intents.share, intent)


def share_text(text: str, subject: str = "") -> Callback:
    """Effect: open the share sheet for a text."""
    about = ((intents.SUBJECT, subject),) if subject else ()
    return share(Intent(intents.SEND, type="text/plain", extras=(*about, (intents.TEXT, text))))


def ask_permission(*names: str, then: Callback | None = None) -> Callback:
    """Effect: ask for whichever of these permissions the app does not have.

    ``then``: handler of the app. Its last argument is whether the app has all of them.
    """
    return do(intents.ask_permissions, names, then)


def finish(count: int = 1, result: Any = None) -> Callback:
    """Effect: leave the current activity, or the top ``count`` activities of the app.

    ``result``: result for the app that has started it with `show`.
    """
    return do(activities.finish, count, result)


def put_setting(namespace: str, key: str, text: str) -> Callback:
    """Effect: write a system setting."""
    return do(settings.put, namespace, key, text)


def focus(key: str) -> Callback:
    """Effect: focus the text field ``key`` of the current activity; "" closes the keyboard."""
    return do(activities.focus, key)


def scroll_to(key: str, offset: int = 0) -> Callback:
    """Effect: scroll the `Scroll` ``key`` of the current activity to ``offset`` px."""
    return do(activities.scroll_to, key, offset)


def schedule(owner: str, tag: str, at: int, callback: Callback, on: str = "wall") -> Callback:
    """Effect: call a handler of ``owner`` when the clock "wall" or "uptime" reaches ``at`` ms. ``tag``
    identifies the call.
    """
    return do(clock.schedule, owner, tag, at, callback, on)


def cancel(owner: str, tag: str) -> Callback:
    """Effect: cancel a scheduled call."""
    return do(clock.cancel, owner, tag)


def toast(text: str) -> Callback:
    """Effect: show a short message for two seconds."""
    return do(activities.toast, text)
