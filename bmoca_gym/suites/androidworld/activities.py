"""Draw outdoor activities: a sports tracker's tracks, both the ones asked about and others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np

#: What the benchmark takes for a mile: distances are hundredths of it, as the app shows them, in whole metres.
_MILE = 1609.34
#: The days of other tracks, and the longest of them.
_FIRST, _DAYS = date(2023, 10, 1), 15
_LONGEST_MINUTES, _FARTHEST = 299, 20_000
#: Minutes, metres and times of day of the tracks that are asked for, as the benchmark has them.
_MINUTES = tuple(range(15, 286, 15))
_METRES = (*range(200, 1000, 200), *range(1000, 12_001, 500))
_HOURS = tuple(range(6 * 60, 15 * 60, 15))
_CLIMBS = tuple(range(50, 900, 50))
_REMARKS = (
    "Slower than last time", "New shoes", "Early start", "With the club", "Legs like lead", "Personal best",
    "In the rain", "Along the old canal", "Warm-up week", "Before breakfast", "With Nadia", "One more round",
    "Windy all the way", "Half asleep", "Test of the new watch", "Ahead of the plan",
)  # fmt: skip
_STORIES = (
    "The second half was better than the first.", "Had to stop twice for pictures.", "Next time with more water.",
    "Met an old friend on the way.", "A good day for it.", "Nothing hurts so far.", "The view was worth every metre.",
    "Forgot to eat before.", "Kept an even pace.", "Too many people around.", "Everything went as planned.",
    "It began to snow near the end.", "Better than staying at home.", "Ask the coach about the left knee.",
)  # fmt: skip


def asked(
    generator: np.random.Generator, categories: Sequence[str], days: Sequence[date]
) -> list[dict[str, Any]]:
    """A track of each category on these days. No two have the same duration, distance or start time.

    There are as many as there are categories or days; if there is only one of either, all tracks share it.
    """
    count = max(len(categories), len(days))
    kinds, dates = [list(each) * count if len(each) == 1 else list(each) for each in (categories, days)]
    parts = [_some(generator, of, count) for of in (_MINUTES, _METRES, _HOURS, _REMARKS, _STORIES)]
    found = []
    for category, day, minutes, metres, hour, remark, story in zip(kinds, dates, *parts, strict=True):
        start = datetime(day.year, day.month, day.day) + timedelta(minutes=int(hour))
        climb = [int(_one(generator, _CLIMBS)) for _ in range(2)]
        found.append(_track(category, remark, start, int(minutes), float(metres), climb, story))
    return found


def others(
    generator: np.random.Generator, of: Sequence[Mapping[str, Any]], count: int, unlike: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Tracks in the first half of October, with the categories and names ``of``. None matches all of ``unlike``.

    ``unlike``: ``category``, part of its category; ``first`` and ``last``, the range of its days; ``distance``, its
    minimum length in metres.
    """
    found: list[dict[str, Any]] = []
    while len(found) < count:
        kind = of[int(generator.integers(len(of)))]
        minutes, metres = (
            int(generator.integers(1, _LONGEST_MINUTES + 1)),
            int(generator.integers(_FARTHEST + 1)),
        )
        # Up to 15:00 of the last day: none lies ahead.
        start = datetime(_FIRST.year, _FIRST.month, _FIRST.day) + timedelta(
            minutes=int(generator.integers((_DAYS - 1) * 24 * 60 + 15 * 60))
        )
        climb = [int(step) for step in generator.integers(501, size=2)]
        made = _track(kind["category"], _one(generator, kind["names"]), start, minutes, metres, climb, "")
        if not _is_like(made, unlike):
            found.append(made)
    return found


def some_days(generator: np.random.Generator, first: date, last: date, least: int, most: int) -> list[date]:
    """Draw ``least`` to ``most`` different days between ``first`` and ``last``."""
    days = [first + timedelta(ahead) for ahead in range((last - first).days + 1)]
    return _some(generator, days, int(generator.integers(least, most + 1)))


def count_of(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> int:
    """Number of tracks."""
    return len(of)


def minutes_of(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> int:
    """The total duration of tracks in minutes."""
    return round(sum(row["time"] for row in of) / 60)


def metres_of(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> int:
    """The total length of tracks in metres."""
    return round(sum(row["distance"] for row in of))


def _track(
    category: str, name: str, start: datetime, minutes: int, metres: float, climb: Sequence[int], story: str
) -> dict[str, Any]:
    seconds, far = minutes * 60, float(round(round(metres / _MILE, 2) * _MILE))
    return {
        "name": name, "description": story, "category": category, "kind": category, "start": start,
        "stop": start + timedelta(seconds=seconds), "distance": far, "time": seconds, "moving": seconds,
        "speed": far / seconds, "moving_speed": far / seconds, "gain": climb[0], "loss": climb[1],
    }  # fmt: skip


def _is_like(row: Mapping[str, Any], unlike: Mapping[str, Any]) -> bool:
    return (
        unlike.get("category", "") in row["category"]
        and unlike.get("first", date.min) <= row["start"].date() <= unlike.get("last", date.max)
        and row["distance"] >= unlike.get("distance", 0)
    )


def _some(generator: np.random.Generator, of: Sequence[Any], count: int) -> list[Any]:
    return [of[i] for i in generator.permutation(len(of))[:count]]


def _one(generator: np.random.Generator, of: Sequence[Any]) -> Any:
    return of[int(generator.integers(len(of)))]
