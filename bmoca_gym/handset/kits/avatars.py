"""Avatars of contacts: a letter, a silhouette, or the mark of a row that is selected."""

from __future__ import annotations

from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Element, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text

#: Backgrounds of the letters that stand for a photograph.
_TINTS = (0xFFD81B60, 0xFF8E24AA, 0xFF3949AB, 0xFF1E88E5, 0xFF00897B, 0xFF558B2F, 0xFFE65100, 0xFF6D4C41)


def tint_of(contact: Contact) -> int:
    """Return the background colour of a contact's avatar."""
    return _TINTS[contact.id % len(_TINTS)]


def initial_of(contact: Contact) -> str:
    """Return a contact's initial; "" if the name does not begin with a letter."""
    return contact.name[:1].upper() if contact.name[:1].isalpha() else ""


def avatar(contact: Contact, size: float) -> Element:
    """Show a contact's initial, or a silhouette, on a coloured disc ``size`` dp across."""
    letter = initial_of(contact)
    mark: Element = (
        Text(letter, size * 0.5, 0xFFFFFFFF, 500, class_name="")
        if letter
        else Icon("person", size * 0.6, 0xFFFFFFFF, class_name="")
    )
    return Stack(
        mark, width=size, height=size, radius=size / 2, background=tint_of(contact), align="center",
        justify="center", class_name="android.widget.ImageView",
    )  # fmt: skip


def tick(res: Resources) -> Element:
    """Show a check mark on a disc 40 dp across, in place of the avatar of a row that is selected."""
    c = res.colors
    return Icon("check", 24, c.on_accent, width=40, height=40, radius=20, background=c.accent)
