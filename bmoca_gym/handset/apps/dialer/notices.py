"""The notification of a call that goes on while Phone is not in front."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.dialer.state import (
    IN_CALL,
    PACKAGE,
    Dialer,
    hang_up,
)
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import do

_KEY = "call"


def away(state: Dialer, context: Context) -> Any:
    """Handler: Phone is left."""
    return state, do(show, True)


def here(state: Dialer, context: Context) -> Any:
    """Handler: Phone is in front, and shows its call itself."""
    return state, do(show, False)


def refresh(phone: Phone) -> Phone:
    """The phone whose notification is that of its call."""
    return show(phone, phone.top.package != PACKAGE)


def show(phone: Phone, away: bool) -> Phone:
    """The phone with the notification of its call, or without it where Phone is not ``away`` or no call is up."""
    call = phone.apps[PACKAGE].call
    if call is None or not away:
        return notifications.cancel(phone, PACKAGE, _KEY)
    res = resources.of(phone.configuration)
    known = contacts.with_number(contacts.all_of(phone), call.number)
    name = known[0].name if known else formatted(call.number)
    up = call.answered >= 0
    text = res.string("dialer.ongoing_call" if up else "dialer.calling")
    # The time that a call is up counts in the place of the title, so the name goes with the text.
    notification = Notification(
        PACKAGE, _KEY, name, f"{text} · {name}" if up else text, "call", ongoing=True,
        tap=do(activities.start, IN_CALL), actions=((res.string("dialer.end_call"), do(_end)),),
        zero=call.answered if up else -1,
    )  # fmt: skip
    return notifications.post(phone, notification)


def _end(phone: Phone) -> Phone:
    return refresh(phone.handled(PACKAGE, hang_up, ()))
