"""The conversation between the agent and a task's user: questions, replies, and the user's change of mind."""

from __future__ import annotations

from bmoca_gym.envs.actions import Ask, Finish, Speech
from bmoca_gym.success_detectors import SILENCE, Talk
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.user import Change


class Conversation:
    """What the agent and the user have said to each other in an episode.

    Attributes:
        talk: what rules may check.
        asked_at: the step of the agent's first question; None before.
    """

    def __init__(self, talk: Talk = SILENCE, asked_at: int | None = None) -> None:
        self.talk, self.asked_at = talk, asked_at

    def hear(self, speech: Speech, task: Task, step: int) -> str | None:
        """Record a question. Returns the user's reply, or None if the agent has asked nothing."""
        if not isinstance(speech, Ask):
            return None
        if self.asked_at is None:
            self.asked_at, self.talk = step, self.talk._replace(asked=True)
        return task.reply

    def end(self, speech: Finish, changes: tuple[str, ...] | None) -> None:
        """Record what the agent says at the end, and what the episode has changed."""
        self.talk = self.talk._replace(status=speech.status, changes=changes)

    def change_at(self, task: Task, step: int) -> Change | None:
        """Return how the user changes their mind at the end of this step, or None."""
        if self.asked_at is None or task.user is None or task.user.change is None:
            return None
        change = task.user.change
        return change if step - self.asked_at >= change.after else None

    def change(self) -> None:
        """Record that the user has changed their mind."""
        self.talk = self.talk._replace(changed=True)
