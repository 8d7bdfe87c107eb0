"""Verbs for tasks with a user: ask the user, and say that the task can't be done."""

from __future__ import annotations

from bmoca_gym.envs.actions import Ask, Finish
from bmoca_gym.handset.ui.tree import UiTree


class Asking:
    """Asks the user once.

    Args:
        question: the question.
    """

    def __init__(self, question: str) -> None:
        self._left: Ask | None = Ask(question)

    def next_gesture(self, tree: UiTree, locale: str) -> Ask | None:
        """See `Expert.next_gesture`."""
        asked, self._left = self._left, None
        return asked


class GivingUp:
    """Ends the episode and says that the task can't be done.

    Args:
        message: why.
    """

    def __init__(self, message: str) -> None:
        self._message = message

    def next_gesture(self, tree: UiTree, locale: str) -> Finish:
        """See `Expert.next_gesture`."""
        return Finish(self._message, "infeasible")


VERBS = {"ask": Asking, "give_up": GivingUp}
