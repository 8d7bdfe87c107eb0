"""What console commands share: the emulator, refusals, and checks of arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bmoca_gym.handset.servers.errors import WireError
from bmoca_gym.handset.servers.grpc.touch import Fingers
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.state import Phone


class Refusal(WireError, ValueError):
    """A refusal. Its text follows KO."""


@dataclass(slots=True)
class Emulator:
    """What the commands work on.

    Attributes:
        name: the AVD's name.
        folder: the AVD's folder, or "".
        discovery: the file that tells other programs about the emulator, or "".
        told: what the console was told about the network, which has no other effect.
    """

    served: ServedPhone
    name: str
    folder: str = ""
    discovery: str = ""
    told: dict[str, str] = field(
        default_factory=lambda: {"speed": "full", "delay": "none", "voice": "home", "data": "home"}
    )
    mouse: Fingers | None = None


Run = Callable[[Emulator, str], str]


class Command(NamedTuple):
    """A command. ``usage``: its arguments; ``run``: gets the rest of the line and returns the lines before OK."""

    usage: str
    help: str
    run: Run


def number(text: str, least: float, most: float, usage: str) -> float:
    """Parse a number.

    Raises:
        Refusal: it is not a number from ``least`` to ``most``.
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise Refusal(f"'{text[:40]}' is not a number from {least:g} to {most:g}, try '{usage}'")
    return value


def chosen(text: str, known: Mapping[str, object] | tuple[str, ...], usage: str) -> str:
    """Check an argument that must be one of some words.

    Raises:
        Refusal: it is not.
    """
    if text not in known:
        raise Refusal(f"missing or unknown argument, try '{usage} {'|'.join(known)}'")
    return text


def refuse(reason: str) -> Run:
    """Make a command that always refuses."""

    def run(emulator: Emulator, rest: str) -> str:
        raise Refusal(reason)

    return run


def done(change: Callable[[Phone], Phone]) -> Run:
    """Make a command that changes the phone and prints nothing."""

    def run(emulator: Emulator, rest: str) -> str:
        emulator.served.apply(change)
        return ""

    return run
