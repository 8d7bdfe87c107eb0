"""What accessibility services do to a screen without touching it: set a text, paste, press a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmoca_gym.handset import screen
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace
from bmoca_gym.handset.view.hit import chain

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone


def field_at(phone: Phone, x: float, y: float) -> tuple[Any, str] | None:
    """The text field of the active window under a point (px), whatever lies over it, and its window's owner."""
    surface = screen.active(phone)
    for hit in reversed(chain(surface.box, int(x) - surface.x, int(y) - surface.y, surface.offsets)):
        if hasattr(hit.element, "on_text"):
            return hit.element, surface.owner
    return None


def set_text(phone: Phone, x: float, y: float, text: str) -> Phone:
    """The phone with ``text`` in the text field under a point (px), which need not have the focus.

    Where there is no such field nothing changes, as with Android's ACTION_SET_TEXT.
    """
    from bmoca_gym.handset.phone import TEXT_LIMIT, unicode_of

    found = field_at(phone, x, y)
    text = unicode_of(text)[:TEXT_LIMIT]
    if found is None or not found[0].enabled or found[0].content == text:
        return phone
    field, owner = found
    function, arguments = field.on_text
    return phone.handled(owner, function, (*arguments, text))


def set_focused_text(phone: Phone, text: str) -> Phone:
    """The phone with ``text`` in the field that has the focus, in place of what was in it."""
    from bmoca_gym.handset.phone import TEXT_LIMIT, focused_field, unicode_of

    found = focused_field(phone)
    text = unicode_of(text)[:TEXT_LIMIT]
    if found is None or found[0].content == text:
        return phone
    field, owner = found
    function, arguments = field.on_text
    return phone.handled(owner, function, (*arguments, text))


def put_on_clipboard(phone: Phone, text: str) -> Phone:
    """The phone with ``text`` on its clipboard."""
    from bmoca_gym.handset.phone import TEXT_LIMIT, unicode_of

    return replace(phone, clipboard=unicode_of(text)[:TEXT_LIMIT])


def paste(phone: Phone) -> Phone:
    """The phone with the clipboard's text behind what is in the field that has the focus."""
    from bmoca_gym.handset.phone import focused_field

    found = focused_field(phone)
    return phone if found is None else set_focused_text(phone, found[0].content + phone.clipboard)


def show_toast(phone: Phone, text: str) -> Phone:
    """The phone with a short message on its screen."""
    from bmoca_gym.handset.phone import unicode_of

    return activities.toast(phone, unicode_of(text)[:1000])


def submit(phone: Phone, x: float, y: float) -> Phone:
    """The phone after Enter in the text field under a point (px), which takes the focus."""
    from bmoca_gym.handset import phone as phones

    found = field_at(phone, x, y)
    return phone if found is None else phones.submit(activities.focus(phone, found[0].key))
