"""Numbers whose calls and messages don't come in, as Android's provider of blocked numbers keeps them for all apps."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings

#: Where they are kept: one in a line.
KEPT = ("blocked_numbers", "numbers")
#: Numbers that end with so many equal digits are the same, with a country's code or without.
_ENOUGH = 7


def numbers(phone: Phone) -> tuple[str, ...]:
    """Return the blocked numbers, in the order in which they were blocked."""
    return tuple(filter(None, (settings.get(phone, *KEPT) or "").split("\n")))


def _digits(number: str) -> str:
    return "".join([letter for letter in number if letter.isdecimal()])


def _same(one: str, other: str) -> bool:
    first, second = _digits(one), _digits(other)
    enough = min(len(first), len(second))
    return first == second if enough < _ENOUGH else first[-enough:] == second[-enough:]


def is_blocked(phone: Phone, number: str) -> bool:
    """Return whether calls and messages of a number don't come in."""
    return any(_same(number, one) for one in numbers(phone))


def block(phone: Phone, number: str) -> Phone:
    """Block a number. A text without digits is ignored."""
    number = " ".join(number.split())
    if not _digits(number) or is_blocked(phone, number):
        return phone
    return settings.put(phone, *KEPT, "\n".join((*numbers(phone), number)))


def unblock(phone: Phone, number: str) -> Phone:
    """Unblock a number."""
    kept = [one for one in numbers(phone) if not _same(number, one)]
    return settings.put(phone, *KEPT, "\n".join(kept))
