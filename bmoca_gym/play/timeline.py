"""The timeline: the moments of a session as a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bmoca_gym.envs.actions import Move


@dataclass(frozen=True, slots=True)
class Moment:
    """The phone after one step.

    ``parent``: the number of the moment before it, None of a beginning; ``column``: how many steps it is from the
    beginning;
    ``row``: of its branch; ``move``: what led to it, in ``words``, and as the ``actions`` of each mode; ``picture``:
    the screen, a JPEG file; ``standing``: steps, score and whether the episode is over; ``state``: the state to return
    to, None if the phone can't go back; ``by``: the agent that chose the move, "" for a person.
    """

    number: int
    parent: int | None
    column: int
    row: int
    move: Move | None
    words: str
    actions: dict[str, str]
    picture: bytes
    standing: dict[str, Any]
    state: object
    by: str = ""


class Timeline:
    """Moments in the order in which they were added. They are only ever dropped all at once."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []
        self._continued: set[int] = set()
        self._rows = 0

    def __len__(self) -> int:
        return len(self._moments)

    def __getitem__(self, number: int) -> Moment:
        return self._moments[number]

    def since(self, number: int) -> list[Moment]:
        """The moments from ``number`` on."""
        return self._moments[number:]

    def add(
        self,
        parent: int | None,
        move: Move | None,
        words: str,
        actions: dict[str, str],
        picture: bytes,
        standing: dict[str, Any],
        state: object,
        by: str = "",
    ) -> Moment:
        """Add a moment. The first child of a moment continues its row; each further one starts a new row."""
        column = 0 if parent is None else self._moments[parent].column + 1
        if parent is None or parent in self._continued:
            row = self._rows
            self._rows += 1
        else:
            row = self._moments[parent].row
        if parent is not None:
            self._continued.add(parent)
        made = Moment(
            len(self._moments), parent, column, row, move, words, actions, picture, standing, state, by
        )
        self._moments.append(made)
        return made

    def path(self, number: int) -> list[Moment]:
        """The moments from the root to ``number``."""
        found: list[Moment] = []
        at: int | None = number
        while at is not None:
            found.append(self._moments[at])
            at = self._moments[at].parent
        return found[::-1]
