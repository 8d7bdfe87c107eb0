"""The clipboard: one text, which all apps and test programs share."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace


def put(phone: Phone, text: str) -> Phone:
    """The phone with ``text`` on its clipboard."""
    return replace(phone, clipboard=text)
