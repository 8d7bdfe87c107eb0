"""The scripted user of a task whose goal leaves something out: what they say, and how they change their mind."""

from __future__ import annotations

from typing import Any, Literal, get_args

from bmoca_gym.handset.value import Value, value

#: A helpful user knows what the goal leaves out, an unsure one doesn't, and a fickle one later wants another value.
UserName = Literal["helpful", "unsure", "fickle"]
USERS: tuple[UserName, ...] = get_args(UserName)


@value
class Change(Value):
    """A change of the user's mind.

    Attributes:
        after: how many steps after the agent's first question the user speaks.
        says: what they say.
        task: the `Task` from then on.
    """

    after: int
    says: str
    task: Any


@value
class User(Value):
    """The user of a task.

    Attributes:
        kind: one of `USERS`.
        task: id of the complete task.
        change: how they change their mind, or None.
    """

    kind: str
    task: str
    change: Change | None = None
