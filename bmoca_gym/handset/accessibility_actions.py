"""Actions of accessibility services, without touches: set a text, fill the clipboard, submit a field."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import screen
from bmoca_gym.handset.assembly import chain
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, clipboard, text_input
from bmoca_gym.handset.system.text_input import TEXT_LIMIT, unicode_of


def field_at(phone: Phone, x: float, y: float) -> tuple[Any, str] | None:
    """Return the active window's text field at a point (px), even if it is covered, and the owner of that window."""
    surface = screen.active(phone)
    for hit in reversed(chain(surface.box, int(x) - surface.x, int(y) - surface.y, surface.offsets)):
        if hasattr(hit.element, "on_text"):
            return hit.element, surface.owner
    return None


def set_text(phone: Phone, x: float, y: float, text: str) -> Phone:
    """Set the text of the field at a point (px), which need not be focused.

    Without a field there nothing changes, as with Android's ACTION_SET_TEXT.
    """
    found = field_at(phone, x, y)
    text = unicode_of(text)[:TEXT_LIMIT]
    if found is None or not found[0].enabled or found[0].content == text:
        return phone
    field, owner = found
    if field.key == phone.top.focus:
        return text_input.set_text(phone, text)
    function, arguments = field.on_text
    return phone.handled(owner, function, (*arguments, text))


def put_on_clipboard(phone: Phone, text: str) -> Phone:
    """Put a text on the clipboard."""
    return clipboard.put(phone, unicode_of(text)[:TEXT_LIMIT])


def show_toast(phone: Phone, text: str) -> Phone:
    """Show a short message on the screen."""
    return activities.toast(phone, unicode_of(text)[:1000])


def submit(phone: Phone, x: float, y: float) -> Phone:
    """Focus the text field at a point (px) and press Enter."""
    found = field_at(phone, x, y)
    return phone if found is None else text_input.submit(activities.focus(phone, found[0].key))
