"""The expert contract: a task's oracle, which reads the screen as an agent does and returns the next gesture."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bmoca_gym.envs.actions import Speech
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree


@runtime_checkable
class Expert(Protocol):
    """Performs one task, in every configuration and also on real devices.

    An expert has no memory: the same screen always gives the same gesture. So it can continue from any screen that an
    agent, or a swipe that scrolled too far, has led to. The only exceptions are experts of tasks with several parts.
    They remember how many parts are done, since no screen shows what was done in another app. So make a new expert for
    each episode.

    It finds elements by resource id, class and the text of the locale's string catalogue. It never reads
    hidden state and uses no fixed coordinates.
    """

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Speech | None:
        """Return the next gesture, the answer to a question, or None if everything is done.

        An answer is always last: the episode ends with it. Experts of tasks with a user also ask, and give up.

        Args:
            tree: the UI tree of the active window.
            locale: the phone's locale (BCP 47, such as ``ar-EG``), for texts that differ by language.

        Raises:
            ExpertError: the expert does not know this screen; the message says what it was looking for.
        """
        ...
