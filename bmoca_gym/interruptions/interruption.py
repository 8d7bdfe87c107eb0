"""The contract of an interruption, and the registry of what makes them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, telephony
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.registry import Registry

#: On which phones an interruption can be made: the embedded one, all, or that and emulators.
Reach = Literal["embedded", "all", "emulator"]


class Moment(NamedTuple):
    """A moment of an episode.

    Attributes:
        seed: the seed of the interruption's randomness.
        step: number of the step, from 1; 0 at the start.
    """

    seed: str
    step: int

    def chance(self, name: object = "") -> float:
        """Return a number from 0 up to 1 that depends only on the seed, the step and ``name``."""
        text = f"{self.seed}/{self.step}/{name}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big") / 2**48


class Interruption:
    """Changes the phone, the agent's touches, or what the agent sees. By default it does nothing.

    One object serves all episodes, so it keeps no state: lasting effects are part of the phone or follow from the
    moment. ``kinds.yaml`` says when it comes and for how long. ``__init__`` takes the options of a kind.

    Attributes:
        reach: on which phones it works.
        touches: whether it changes touches.
        sees: whether it changes what the agent sees.
        needs_room: whether `start` refuses on the embedded phone while a window covers the front app, see `has_room`.
            An episode then does not call it.
    """

    reach: ClassVar[Reach] = "embedded"
    touches: ClassVar[bool] = False
    sees: ClassVar[bool] = False
    needs_room: ClassVar[bool] = False

    def start(self, device: Device, moment: Moment) -> bool:
        """Begin. Return False if the phone is not ready; it is tried again after the next step."""
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """End, after the number of steps that the kind lasts for."""

    def touch(self, gesture: Gesture, moment: Moment) -> tuple[Gesture, ...]:
        """Return what is performed instead of a gesture: each further one only if what was touched is still there."""
        return (gesture,)

    def late(self, gesture: Gesture, moment: Moment) -> bool:
        """Return whether a gesture is performed only at the end of the step."""
        return False

    def picture(
        self, picture: NDArray[np.uint8], before: Callable[[], NDArray[np.uint8]], moment: Moment
    ) -> NDArray[np.uint8]:
        """Return what the agent sees instead of a picture, ``uint8[H, W, 3]`` RGB, without modifying the picture.

        ``before``: returns the last step's picture at the same size.
        """
        return picture

    def tree(self, tree: UiTree, moment: Moment) -> UiTree:
        """Return the text that the agent gets instead of a UI tree."""
        return tree


def has_room(phone: Phone) -> bool:
    """Whether a window can cover the front app: the screen is on, and no other window is there."""
    return (
        phone.top.prompt is None
        and phone.shade is None
        and not phone.overview
        and not display.is_covered(phone)
        and telephony.call_of(phone) is None
    )


#: Makes an interruption from the options of a kind.
InterruptionFactory = Callable[..., Interruption]

INTERRUPTIONS: Registry[InterruptionFactory] = Registry("does")


def register_interruption(name: str, factory: InterruptionFactory | str) -> None:
    """Register an interruption for ``does`` of a kind.

    Args:
        name: its name.
        factory: makes one from the options of a kind, or the factory's place, ``module:name``.
    """
    INTERRUPTIONS.register(name, factory)
