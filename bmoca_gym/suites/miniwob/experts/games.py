"""Expert of tic-tac-toe."""

from __future__ import annotations

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.suites.miniwob.experts.reading import IMAGE, Page, PageExpert

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToeExpert(PageExpert):
    """Plays to win: it completes a line, stops the opponent's, and else takes the square with the most open lines.

    It remembers its own squares; the other ones with a picture are the opponent's.
    """

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._mine: set[int] = set()

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        squares = [page.id(f"ttt-{i}") for i in range(9)]
        if any(square is None for square in squares):
            raise ExpertError("The page has no board.")
        marked = {i for i, square in enumerate(squares) if square is not None and self._marked(page, i)}
        theirs, free = marked - self._mine, set(range(9)) - marked
        best = max(sorted(free), key=lambda i: self._worth(i, theirs, free))
        self._mine.add(best)
        square = squares[best]
        assert square is not None
        return page.tap(square)

    def _marked(self, page: Page, i: int) -> bool:
        square = page.id(f"ttt-{i}")
        return square is not None and square.class_name == IMAGE

    def _worth(self, i: int, theirs: set[int], free: set[int]) -> float:
        worth = 0.0
        for line in _LINES:
            if i not in line:
                continue
            mine, other = len(self._mine & set(line)), len(theirs & set(line))
            if mine == 2:
                worth += 1000
            elif other == 2:
                worth += 100
            elif not other:
                worth += 1 + 3 * mine
            elif not mine:
                worth += 0.5
        return worth


#: What a task's ``expert`` may name.
VERBS = {"tic_tac_toe": TicTacToeExpert}
