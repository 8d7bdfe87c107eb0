"""The notification shade, as the phone's release has it."""

from __future__ import annotations

from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Notification, Phone
from bmoca_gym.handset.system_ui.shade import android10, android13, content
from bmoca_gym.handset.ui.elements import Element

#: The first API level with the look of Android 13.
SINCE = 33


def layer_of(phone: Phone) -> Layer:
    """The window of the open shade."""
    return (android13 if phone.image.api_level >= SINCE else android10).layer_of(phone)


def heads_up(res: Resources, api_level: int, n: content.Shown) -> Element:
    """A heads-up notification, shown over an app for a while."""
    return (android13 if api_level >= SINCE else android10).heads_up(res, n)


def card(res: Resources, api_level: int, n: content.Shown) -> Element:
    """A notification."""
    return (android13 if api_level >= SINCE else android10).notification(res, n)


def shown(phone: Phone, res: Resources, n: Notification) -> content.Shown:
    """A notification's current content."""
    return content.shown(phone, res, n)
