"""The timeline: every moment of a session, each after the one it came from, and the branches that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bmoca_gym.envs.actions import Move


@dataclass(frozen=True, slots=True)
class Moment:
    """A phone after one step.

    ``parent``: the number of the moment before it, None of a beginning; ``column``: how many steps it is from there;
    ``row``: of its branch; ``move``: what led to it, in ``words``, and as the ``actions`` of each mode; ``picture``:
    the screen, a JPEG file; ``standing``: steps, score and whether the episode is over; ``state``: what goes back to
    it, None where the phone can't.
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


class Timeline:
    """Moments in the order in which they came. Nothing is ever dropped from it but all of it."""

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
    ) -> Moment:
        """Add a moment. The first one after another goes on in its row; each further one begins a row of its own."""
        column = 0 if parent is None else self._moments[parent].column + 1
        if parent is None or parent in self._continued:
            row = self._rows
            self._rows += 1
        else:
            row = self._moments[parent].row
        if parent is not None:
            self._continued.add(parent)
        made = Moment(len(self._moments), parent, column, row, move, words, actions, picture, standing, state)
        self._moments.append(made)
        return made

    def path(self, number: int) -> list[Moment]:
        """The moments from a beginning up to ``number``."""
        found: list[Moment] = []
        at: int | None = number
        while at is not None:
            found.append(self._moments[at])
            at = self._moments[at].parent
        return found[::-1]
