"""Telephone calls: incoming, answered, ended. The app that declares a telephone keeps the calls."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import PhoneCall, Telephone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import radios


def _telephone(phone: Phone) -> tuple[str, Telephone] | None:
    """The package that has the telephone, and what it declares of it."""
    for package, app in packages.enabled_of(phone.image).items():
        if app.telephone is not None:
            return package, app.telephone
    return None


def calls_of(phone: Phone) -> tuple[PhoneCall, ...]:
    """The calls in hand: those that ring, are dialled, go on or are held, in this order."""
    found = _telephone(phone)
    return () if found is None else found[1].calls(phone.apps[found[0]])


def call_of(phone: Phone) -> PhoneCall | None:
    """The call in hand, of two the one that rings or goes on."""
    return next(iter(calls_of(phone)), None)


def ring(phone: Phone, number: str) -> Phone:
    """The phone on which a call comes in: it rings until it is taken, declined, or given up by `hung_up`.

    A second one rings during the first; a third finds the phone busy, and is missed. Nothing comes in where there is
    no telephone or no network.
    """
    found = _telephone(phone)
    if found is None or radios.airplane_mode(phone):
        return phone
    return phone.handled(found[0], found[1].ring, (number,))


def answer(phone: Phone) -> Phone:
    """The phone with the call that rings taken, or the one that it dials taken at the other end."""
    return _told(phone, "answer")


def end(phone: Phone) -> Phone:
    """The phone whose user ended the call, or declined it where it rang."""
    return _told(phone, "end", False)


def hung_up(phone: Phone, number: str = "") -> Phone:
    """The phone after the other end gave up the call, or that with a ``number``: it is missed where it still rang."""
    return _told(phone, "end", True, number)


def hold(phone: Phone, held: bool) -> Phone:
    """The phone with its call on hold, or going on."""
    return _told(phone, "hold", held)


def _told(phone: Phone, what: str, *arguments: Any) -> Phone:
    found = _telephone(phone)
    if found is None or call_of(phone) is None:
        return phone
    return phone.handled(found[0], getattr(found[1], what), arguments)
