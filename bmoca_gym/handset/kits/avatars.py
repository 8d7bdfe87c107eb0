"""Avatars of contacts: a letter, a silhouette, or the mark of a row that is selected."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Element, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text

#: Backgrounds of the letters that stand for a photograph.
_TINTS = (0xFFD81B60, 0xFF8E24AA, 0xFF3949AB, 0xFF1E88E5, 0xFF00897B, 0xFF558B2F, 0xFFE65100, 0xFF6D4C41)
#: Material 3's: a pale tone and a deep one of the same hues. The dark theme has the letter pale on the deep one.
_PAIRS = (
    (0xFFFFD8E4, 0xFF7B2949), (0xFFF3DAFF, 0xFF6A3080), (0xFFDEE0FF, 0xFF374379), (0xFFCDE5FF, 0xFF004A75),
    (0xFFB5EBE2, 0xFF00504A), (0xFFD5EDBA, 0xFF38511F), (0xFFFFDCC4, 0xFF743500), (0xFFEFDFD8, 0xFF56423A),
)  # fmt: skip


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


def tonal_avatar(res: Resources, contact: Contact | None, size: float, **options: Any) -> Element:
    """Show a contact's initial, or a silhouette, in Material 3's tones; None for somebody unknown."""
    pale, deep = _PAIRS[(0 if contact is None else contact.id) % len(_PAIRS)]
    ground, ink = (deep, pale) if res.dark else (pale, deep)
    if contact is None:
        ground, ink = tones(res).container, tones(res).on_container
    letter = "" if contact is None else initial_of(contact)
    mark: Element = (
        Text(letter, size * 0.5 * res.metrics.scale / res.metrics.font, ink, 400, class_name="")
        if letter
        else Icon("person", size * 0.6, ink, class_name="")
    )
    return Stack(
        mark, width=size, height=size, radius=size / 2, background=ground, align="center", justify="center",
        **{"class_name": "android.widget.ImageView", **options},
    )  # fmt: skip


def face(res: Resources, contact: Contact, size: float) -> Element:
    """Show a contact's avatar in the generation of Material Design that the app follows."""
    return tonal_avatar(res, contact, size) if res.material > 2 else avatar(contact, size)


def tick(res: Resources) -> Element:
    """Show a check mark on a disc 40 dp across, in place of the avatar of a row that is selected."""
    c = res.colors
    return Icon("check", 24, c.on_accent, width=40, height=40, radius=20, background=c.accent)
