"""Phone calls in the terms of the emulator's console and gRPC: what the other end of a call does."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import radios, telephony

NUMBER = re.compile(r"\+?[0-9*#]{1,20}")


class Outcome(Enum):
    """The outcome of a request."""

    DONE = "done"
    BAD_NUMBER = "bad phone number format, use digits, # and + only"
    NO_CALL = "no current call"
    RADIO_OFF = "the radio is off: airplane mode is on"


def _accepted(phone: Phone, number: str) -> Phone:
    """Resume or accept the phone's call."""
    held = any(call.number == number and call.state == "held" for call in telephony.calls_of(phone))
    return telephony.hold(phone, False) if held else telephony.answer(phone)


def _held(phone: Phone, number: str) -> Phone:
    return telephony.hold(phone, True)


#: What can be done with a call, by verb: the states that it may be in, and what becomes of the phone.
CALLS: dict[str, tuple[tuple[str, ...], Callable[[Phone, str], Phone]]] = {
    "accept": (("ringing", "dialing", "held"), _accepted),
    "busy": (("dialing",), telephony.hung_up),
    "cancel": (("ringing", "dialing", "active", "held"), telephony.hung_up),
    "hold": (("active",), _held),
}


def done(phone: Phone, verb: str, number: str) -> tuple[Phone, Outcome]:
    """Perform ``verb``: "call" makes a call come in; those of `CALLS` change an existing one."""
    number = "".join(c for c in number if c not in "(). -")
    if not NUMBER.fullmatch(number):
        return phone, Outcome.BAD_NUMBER
    if verb == "call":
        if radios.airplane_mode(phone):
            return phone, Outcome.RADIO_OFF
        return telephony.ring(phone, number), Outcome.DONE
    states, change = CALLS[verb]
    if not any(call.number == number and call.state in states for call in telephony.calls_of(phone)):
        return phone, Outcome.NO_CALL
    return change(phone, number), Outcome.DONE
