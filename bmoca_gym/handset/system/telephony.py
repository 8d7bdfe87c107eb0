"""Telephone calls: incoming, answered, ended. They are kept by the app that declares a telephone."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import PhoneCall, Telephone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import blocked_numbers, radios


def _telephone(phone: Phone) -> tuple[str, Telephone] | None:
    """Return the package with the telephone, and its declaration."""
    for package, app in packages.enabled_of(phone.image).items():
        if app.telephone is not None:
            return package, app.telephone
    return None


def calls_of(phone: Phone) -> tuple[PhoneCall, ...]:
    """Return the calls: ringing, being dialled, active or on hold, in this order."""
    found = _telephone(phone)
    return () if found is None else found[1].calls(phone.apps[found[0]])


def call_of(phone: Phone) -> PhoneCall | None:
    """Return the call; of two, the one that is ringing or active."""
    return next(iter(calls_of(phone)), None)


def ring(phone: Phone, number: str) -> Phone:
    """Start an incoming call. It rings until it is answered, declined, or given up by `hung_up`.

    A second call rings during the first. A third one finds the line busy and is missed. Without a telephone or a
    network, and from a blocked number, nothing comes in.
    """
    found = _telephone(phone)
    if found is None or radios.airplane_mode(phone) or blocked_numbers.is_blocked(phone, number):
        return phone
    return phone.handled(found[0], found[1].ring, (number,))


def answer(phone: Phone) -> Phone:
    """Answer the ringing call, or let the other end answer the one that is being dialled."""
    return _told(phone, "answer")


def end(phone: Phone) -> Phone:
    """End the call, or decline it while it rings."""
    return _told(phone, "end", False)


def hung_up(phone: Phone, number: str = "") -> Phone:
    """Handle that the caller has hung up, or the caller with ``number``. A call that was still ringing is missed."""
    return _told(phone, "end", True, number)


def hold(phone: Phone, held: bool) -> Phone:
    """Put the call on hold, or resume it."""
    return _told(phone, "hold", held)


def _told(phone: Phone, what: str, *arguments: Any) -> Phone:
    found = _telephone(phone)
    if found is None or call_of(phone) is None:
        return phone
    return phone.handled(found[0], getattr(found[1], what), arguments)
