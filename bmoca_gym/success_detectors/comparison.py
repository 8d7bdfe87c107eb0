"""Comparisons that several rules use: of texts, of values in a given way, of lists in any order."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import TypeVar

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import shown
from bmoca_gym.success_detectors.ui import dialled

T = TypeVar("T")
U = TypeVar("U")

#: Least ratio of `difflib.SequenceMatcher` for texts to be equal in a fuzzy comparison.
FUZZY_RATIO = 0.9

# SequenceMatcher needs quadratic time; longer texts must be equal.
_LONGEST_FUZZY = 1000


def plain(text: str) -> str:
    """Return ``text`` in Unicode's form NFKC, trimmed, with each run of white space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def alike(first: str, second: str) -> bool:
    """Whether two texts are nearly equal, ignoring case: their ratio is at least `FUZZY_RATIO`."""
    a, b = plain(first).lower(), plain(second).lower()
    if a == b or max(len(a), len(b)) > _LONGEST_FUZZY:
        return a == b
    matcher = SequenceMatcher(None, a, b)
    return matcher.real_quick_ratio() >= FUZZY_RATIO and matcher.ratio() >= FUZZY_RATIO


def _of_texts(compare: Callable[[str, str], bool]) -> Callable[[object, object], bool]:
    return lambda found, wanted: isinstance(found, str) and isinstance(wanted, str) and compare(found, wanted)


def _near(found: object, wanted: object) -> bool:
    if not isinstance(found, (int, float)) or not isinstance(wanted, (int, float)):
        return False
    return abs(found - wanted) < 0.001


def _same_day(found: object, wanted: object) -> bool:
    return isinstance(found, datetime) and isinstance(wanted, datetime) and found.date() == wanted.date()


#: Ways to compare a found value with the expected one. ``digits``: the characters that a phone dials; ``near``: numbers
#: that differ by less than a thousandth, such as coordinates in degrees; ``day``: times of the same day; ``any_case``:
#: as ``same``, ignoring case.
WAYS: dict[str, Callable[[object, object], bool]] = {
    "exact": lambda found, wanted: found == wanted,
    "same": _of_texts(lambda found, wanted: plain(found) == plain(wanted)),
    "fuzzy": _of_texts(alike),
    "digits": _of_texts(lambda found, wanted: dialled(found) == dialled(wanted)),
    "near": _near,
    "day": _same_day,
    "any_case": _of_texts(lambda found, wanted: plain(found).casefold() == plain(wanted).casefold()),
}


def unmatched(wanted: Sequence[T], found: Sequence[U], fits: Callable[[T, U], bool]) -> list[T]:
    """Return those of ``wanted`` that are left after as many as possible are paired with a fitting item of
    ``found``.
    """
    options = [[i for i, candidate in enumerate(found) if fits(want, candidate)] for want in wanted]
    taken: dict[int, int] = {}
    left = []
    for want in range(len(wanted)):
        # Kuhn's algorithm for bipartite matching, breadth first and without recursion.
        came_from: dict[int, int] = {}
        queue, free = [want], -1
        for current in queue:
            for option in options[current]:
                if option in came_from:
                    continue
                came_from[option] = current
                if option not in taken:
                    free = option
                    break
                queue.append(taken[option])
            if free >= 0:
                break
        if free < 0:
            left.append(wanted[want])
            continue
        while True:
            owner = came_from[free]
            previous = next((option for option, who in taken.items() if who == owner), -1)
            taken[free] = owner
            if owner == want:
                break
            free = previous
    return left


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTest:
    """Test of a text. Give exactly one field.

    Attributes:
        equals: the exact text.
        same: the text after `plain`.
        fuzzy: a similar text, see `alike`.
        contains: a part of the text, or several in this order, all after `plain`.
        lines: the lines that are not blank, in order, each after `plain`.

    Raises:
        DetectorError: a field is malformed, or not exactly one is given.
    """

    equals: str | None = None
    same: str | None = None
    fuzzy: str | None = None
    contains: str | tuple[str, ...] | None = None
    lines: tuple[str, ...] | None = None

    def check_test(self) -> None:
        """Check the fields."""
        given = [name for name in TEXT_TESTS if getattr(self, name) is not None]
        if len(given) != 1:
            raise DetectorError(
                f"{', '.join(given) or 'nothing'} is given to compare a text with; give exactly one of "
                f"{', '.join(TEXT_TESTS)}"
            )
        if self.lines is not None:
            if not isinstance(self.lines, tuple):
                raise DetectorError(f"lines is {self.lines!r}; it must be a list of texts")
            fields.texts("lines", self.lines)
        elif isinstance(self.contains, tuple):
            fields.texts("contains", self.contains)
        elif not isinstance(getattr(self, given[0]), str):
            raise DetectorError(
                f"{given[0]} is {getattr(self, given[0])!r}; it must be text; put it in quotes"
            )

    def fault(self, text: str) -> str:
        """Return why ``text`` does not pass, or ""."""
        if self.equals is not None:
            return "" if text == self.equals else f"wanted exactly {shown(self.equals)}"
        if self.same is not None:
            return "" if plain(text) == plain(self.same) else f"wanted {shown(self.same)}"
        if self.fuzzy is not None:
            return "" if alike(text, self.fuzzy) else f"wanted nearly {shown(self.fuzzy)}"
        if self.contains is not None:
            parts = self.contains if isinstance(self.contains, tuple) else (self.contains,)
            whole, at = plain(text), 0
            for part in map(plain, parts):
                at = whole.find(part, at)
                if at < 0:
                    return f"wanted {shown(part)} in it" + (" behind the others" if len(parts) > 1 else "")
                at += len(part)
            return ""
        wanted = [plain(line) for line in self.lines or ()]
        lines = [plain(line) for line in text.splitlines() if line.strip()]
        if lines == wanted:
            return ""
        at = next(
            (i for i, (a, b) in enumerate(zip(lines, wanted, strict=False)) if a != b),
            min(len(lines), len(wanted)),
        )
        return f"{len(lines)} lines, wanted {len(wanted)}; line {at + 1} is another"


TEXT_TESTS = ("equals", "same", "fuzzy", "contains", "lines")
