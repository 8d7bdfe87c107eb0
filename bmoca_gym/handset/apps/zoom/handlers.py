"""Handlers of Zoom: the welcome, the forms, and the settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.zoom.state import (
    JOIN,
    LOGIN,
    MEETING,
    MOST_DIGITS,
    MOST_LINK,
    NAME_LIMIT,
    PACKAGE,
    SIMPLE,
    TEXT_LIMIT,
    WELCOMES,
    Zoom,
    can_join,
)
from bmoca_gym.handset.effects import focus, schedule, scroll_to, show, start
from bmoca_gym.handset.kits.navigation import page_step
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.value import do, replace

_CONNECTING_MILLISECONDS = 5000


# The welcome


def turn(state: Zoom, context: Context) -> Zoom:
    """Show the next or previous page of the welcome, following the swipe."""
    return replace(state, welcome=min(max(state.welcome + page_step(context), 0), len(WELCOMES) - 1))


def open_form(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the form to join a meeting."""
    return state, start(f"{PACKAGE}/{JOIN}")


def open_login(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the form to sign in."""
    return state, start(f"{PACKAGE}/{LOGIN}")


def sign_up(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the page to sign up in the browser."""
    return state, show(Intent("android.intent.action.VIEW", "https://zoom.us/signup"))


def open_page(state: Zoom, context: Context, page: str) -> Next[Zoom]:
    """Open a page of the settings."""
    return state, start(f"{PACKAGE}/{SIMPLE}", page)


# The form


def type_number(state: Zoom, context: Context, text: str) -> Zoom:
    """Update the digits of the meeting's id."""
    digits = "".join(str(int(letter)) for letter in text if letter.isdecimal())
    return replace(state, number=digits[:MOST_DIGITS])


def type_link(state: Zoom, context: Context, text: str) -> Zoom:
    """Update the name of a personal link."""
    return replace(state, link="".join(text.split())[:MOST_LINK])


def type_name(state: Zoom, context: Context, text: str) -> Zoom:
    """Update the name that others see."""
    return replace(state, name=text[:NAME_LIMIT])


def ask_for_link(state: Zoom, context: Context, by_link: bool) -> Next[Zoom]:
    """Ask for a personal link, or for the meeting's id."""
    return replace(state, by_link=by_link), focus("link" if by_link else "number")


def toggle(state: Zoom, context: Context, name: str) -> Zoom:
    """Toggle an option of the form: no_audio or no_video."""
    return replace(state, **{name: not getattr(state, name)})


def submit(state: Zoom, context: Context) -> Next[Zoom]:
    """On Enter, join if the form is complete, else close the keyboard."""
    return join(state, context) if can_join(state) else (state, focus(""))


def join(state: Zoom, context: Context) -> Next[Zoom]:
    """Try to join the meeting, which can't be reached without a network."""
    if not can_join(state):
        return state
    if not radios.connection(context.phone):
        return replace(state, overlay="join_failed"), focus("")
    later = context.uptime + _CONNECTING_MILLISECONDS
    return (
        replace(state, failed=False), focus(""), start(f"{PACKAGE}/{MEETING}"),
        schedule(PACKAGE, "connecting", later, do(unreached), "uptime"),
    )  # fmt: skip


def unreached(state: Zoom, context: Context) -> Zoom:
    """Say that the meeting can't be reached."""
    return replace(state, failed=True)


# Signing in


def type_sign_in(state: Zoom, context: Context, name: str, text: str) -> Zoom:
    """Update the email or the password."""
    return replace(state, **{name: text[:TEXT_LIMIT]})


def go_on(state: Zoom, context: Context, key: str) -> Next[Zoom]:
    """Move to another field; "" for none."""
    return state, focus(key)


def sign_in(state: Zoom, context: Context) -> Next[Zoom]:
    """Try to sign in, which always fails: there is no server."""
    if not (state.email and state.password):
        return state
    return replace(state, overlay="sign_in_failed"), focus("")


# The settings


def choose(state: Zoom, context: Context, name: str, chosen: str) -> Zoom:
    """Choose when audio is connected (``audio``), or the colour of reactions (``tone``)."""
    return replace(state, **{name: chosen})


def switch(state: Zoom, context: Context, name: str) -> Zoom:
    """Toggle a switch of the page about meetings."""
    on = state.switches
    return replace(state, switches=tuple([n for n in on if n != name]) if name in on else (*on, name))


# The app


def created(state: Zoom, context: Context) -> Next[Zoom]:
    """Start with an empty form and the cursor in it."""
    name = "" if context.activity is None else context.activity.name
    if name == JOIN:
        empty = replace(state, number="", link="", by_link=False, no_audio=False,
                        no_video="not_open_camera" in state.switches, overlay="")  # fmt: skip
        return empty, focus("number")
    if name == LOGIN:
        return replace(state, email="", password="", overlay=""), focus("email")
    return replace(state, failed=False), scroll_to("settings")
