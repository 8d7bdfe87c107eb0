"""The Expert contract: a task's oracle, which reads the screen as an agent would and says what to do next."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bmoca_gym.envs.actions import Answer
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree


@runtime_checkable
class Expert(Protocol):
    """Solves one task, in every configuration and on real devices too.

    It has no memory: the same screen always gives the same gesture. It can therefore continue from any screen in which
    an agent, or a swipe that scrolled too far, has left the phone. Only the expert of a task with several parts
    remembers how many of them are done, since no screen shows what was done in another app. Make one expert for each
    episode. It finds elements by resource id, class and the text of the locale's string catalogue. It never reads
    hidden state, and uses no fixed coordinates.
    """

    def next_gesture(self, tree: UiTree, locale: str) -> Gesture | Answer | None:
        """Return the next gesture, the answer to a task that is a question, or None when everything is done.

        An answer is the last thing: the episode ends with it.

        Args:
            tree: the UI tree of the active window.
            locale: the phone's locale (BCP 47, such as ``ar-EG``), for texts that differ by language.

        Raises:
            ExpertError: the expert does not know this screen; the message says what it looked for.
        """
        ...
