"""The clipboard: one text, shared by all apps and test programs."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace


def put(phone: Phone, text: str) -> Phone:
    """Copy ``text`` to the clipboard."""
    return replace(phone, clipboard=text)
