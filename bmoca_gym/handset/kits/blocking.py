"""Blocking a person's numbers: the menu entry, the confirmation, and the effect."""

from __future__ import annotations

from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import S, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Step, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import blocked_numbers
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Callback, do

#: The release since which the apps of the images that AndroidWorld and AndroidLab use can do it.
SINCE = 33


def state_of(phone: Phone, numbers: tuple[str, ...]) -> bool | None:
    """Return whether all numbers are blocked; None where they can't be."""
    if phone.image.api_level < SINCE or not any(
        letter.isdecimal() for number in numbers for letter in number
    ):
        return None
    return all(blocked_numbers.is_blocked(phone, number) for number in numbers)


def entries(
    res: Resources, blocked: bool | None, numbers: tuple[str, ...]
) -> tuple[tuple[str, Callback], ...]:
    """The menu entry, or none. The app must have an overlay "block"."""
    if blocked is None:
        return ()
    if blocked:
        return ((res.string("common.unblock_number"), do(unblock, numbers)),)
    return ((res.string("common.block_number"), do(open_overlay, "block")),)


def question(res: Resources, numbers: tuple[str, ...], name: str) -> Element:
    """The confirmation before blocking numbers. ``name``: whose they are; "" for a stranger's."""
    text = res.string("common.block_question", name=name or ", ".join(numbers))
    return questions.question(res, text, "common.block", do(block, numbers), lines=6)


def block(state: S, context: Context, numbers: tuple[str, ...]) -> Step[S]:
    """Block all numbers."""
    said = toast(context.res.string("common.blocked"))
    return and_then(without_overlay(state), *[do(blocked_numbers.block, one) for one in numbers], said)


def unblock(state: S, context: Context, numbers: tuple[str, ...]) -> Step[S]:
    """Unblock all numbers."""
    said = toast(context.res.string("common.unblocked"))
    return and_then(without_overlay(state), *[do(blocked_numbers.unblock, one) for one in numbers], said)
