"""Draw calendar events, and words for times and dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import numpy as np

from bmoca_gym.errors import CatalogueError

#: A suite's pools by name.
Pools = Mapping[str, Any]

#: Most tries to draw a title that is not taken.
_TRIES = 1000
_LENGTHS = (15, 30, 45, 60)
_OCTOBER = date(2023, 10, 1), date(2023, 10, 31)
#: AndroidWorld's now, around which random events lie.
_NOW = datetime(2023, 10, 15, 15, 34)
_MIDNIGHT = time()
_REPEATED = {"daily": 86_400, "weekly": 604_800}


def event(
    generator: np.random.Generator, pools: Pools, day: date, unlike: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """An event on a day, at a whole hour, 15 to 60 minutes long, with a title other than the given ones."""
    titles = {row["title"] for row in unlike}
    for _ in range(_TRIES):
        title = _title(generator, pools)
        if title not in titles:
            break
    else:
        raise CatalogueError(
            f"the pools event_… give no title but {', '.join(sorted(titles))}; they need more values"
        )
    start = datetime.combine(day, _MIDNIGHT) + timedelta(hours=int(generator.integers(24)))
    minutes = int(_one(generator, _LENGTHS))
    doing, what, note = (_one(generator, pools[f"event_{kind}"]) for kind in ("doings", "objects", "notes"))
    words = f"We will {doing} {what}. {note}".rstrip()
    return {
        "title": title,
        "description": words,
        "location": "",
        "start": start,
        "end": start + timedelta(minutes=minutes),
    }


def events_of(
    generator: np.random.Generator,
    pools: Pools,
    day: date,
    count: int,
    unlike: Sequence[Mapping[str, Any]] = (),
) -> list[dict[str, Any]]:
    """Some events of a day, with no title used twice."""
    found: list[dict[str, Any]] = []
    for _ in range(count):
        found.append(event(generator, pools, day, [*unlike, *found]))
    return found


def others(
    generator: np.random.Generator, pools: Pools, count: int, unlike: Sequence[Mapping[str, Any]], apart: bool
) -> list[dict[str, Any]]:
    """Events in October with titles other than those of ``unlike`` and, if ``apart``, on other days."""
    taken = {row["start"].date() for row in unlike} if apart else set()
    found: list[dict[str, Any]] = []
    first, last = _OCTOBER
    while len(found) < count:
        day = first + timedelta(int(generator.integers((last - first).days + 1)))
        if day not in taken:
            made = event(generator, pools, day, unlike)
            # None lasts into the next day, which may be one of those.
            if made["end"].date() == day:
                found.append(made)
    return found


def around(
    generator: np.random.Generator, pools: Pools, count: int, free: Sequence[Sequence[datetime]]
) -> list[dict[str, Any]]:
    """Events within 30 days of now. None overlaps a span in ``free``, given by its start and end."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        made = event(generator, pools, _NOW.date() + timedelta(int(generator.integers(-15, 16))))
        start = made["start"] + timedelta(minutes=5 * int(generator.integers(12)))
        end = start + (made["end"] - made["start"])
        # None lasts into the next day, in whose list it would stand first with a late time.
        alone = not any(start <= until and since <= end for since, until in free)
        if alone and start.date() == end.date():
            found.append({**made, "start": start, "end": end})
    return found


def repeating(generator: np.random.Generator, of: Mapping[str, Any], how: str) -> dict[str, Any]:
    """An event that repeats daily or weekly, forever."""
    rule = 1 << of["start"].weekday() if how == "weekly" else 0
    return {**of, "interval": _REPEATED[how], "rule": rule}


def once(generator: np.random.Generator, of: Mapping[str, Any]) -> dict[str, Any]:
    """An event that does not repeat."""
    return {**of, "interval": 0, "rule": 0}


def in_full(generator: np.random.Generator, of: Mapping[str, Any]) -> dict[str, Any]:
    """An event with every field that marks it as a timed event whose repetition has no end."""
    return {**of, "limit": 0, "exceptions": "[]", "flags": 0, "kind": 0}


def until(generator: np.random.Generator, of: Mapping[str, Any]) -> dict[str, Any]:
    """A repeating event that ends a month later."""
    last = of["start"] + timedelta(31)
    return {**of, "limit": int((last - datetime(1970, 1, 1)).total_seconds())}


def moved(generator: np.random.Generator, of: Mapping[str, Any], minutes: int) -> dict[str, Any]:
    """An event that takes place later."""
    by = timedelta(minutes=minutes)
    return {**of, "start": of["start"] + by, "end": of["end"] + by}


def longer(generator: np.random.Generator, of: Mapping[str, Any], minutes: int) -> dict[str, Any]:
    """An event that ends later."""
    return {**of, "end": of["end"] + timedelta(minutes=minutes)}


def minutes_of(generator: np.random.Generator, of: Mapping[str, Any]) -> int:
    """The duration of an event in minutes."""
    return int((of["end"] - of["start"]).total_seconds() // 60)


def at(
    generator: np.random.Generator, day: date, title: str, low: str, high: str, location: str = ""
) -> dict[str, Any]:
    """An event with a title that starts on a day between two times, at a multiple of five minutes."""
    first, last = (_moment(day, clock) for clock in (low, high))
    later = int((last - first).total_seconds()) // 300
    start = first + timedelta(minutes=5 * int(generator.integers(later + 1)))
    end = start + timedelta(minutes=int(_one(generator, _LENGTHS)))
    return {"title": title, "description": "", "location": location, "start": start, "end": end}


def apart(
    generator: np.random.Generator, days: Sequence[date], titles: Sequence[str], low: str, high: str
) -> list[dict[str, Any]]:
    """Events with the given titles at different times; if there are several days, each on its own day."""
    order = generator.permutation(len(days))
    found: list[dict[str, Any]] = []
    while len(found) < len(titles):
        made = at(generator, days[int(order[len(found) % len(days)])], titles[len(found)], low, high)
        if all(made["start"].time() != other["start"].time() for other in found):
            found.append(made)
    return found


def whole_days(generator: np.random.Generator, days: Sequence[date]) -> list[list[datetime]]:
    """The span from the start of the first day to the end of the last."""
    return [[datetime.combine(days[0], _MIDNIGHT), datetime.combine(days[-1] + timedelta(1), _MIDNIGHT)]]


def span(generator: np.random.Generator, since: datetime, until: str) -> list[list[datetime]]:
    """The span from a moment to a time on the same day."""
    return [[since, _moment(since.date(), until)]]


def clock_words(generator: np.random.Generator, of: datetime) -> str:
    """A time of day as people write it: ``1:30pm``, ``13:30``."""
    half = f"{of.hour % 12 or 12}:{of:%M}{'am' if of.hour < 12 else 'pm'}"
    return str(_one(generator, (half, f"{of:%H:%M}")))


def moment_words(generator: np.random.Generator, of: datetime, padded: bool) -> str:
    """A date and time as the benchmark expects it: ``October 5 2023 9:30``; ``padded``: ``October 05 2023 09:30``."""
    return f"{of:%B %d %Y %H:%M}" if padded else f"{of:%B} {of.day} {of.year} {of.hour}:{of:%M}"


def _moment(day: date, clock: str) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock))


def _title(generator: np.random.Generator, pools: Pools) -> str:
    first, second = (("kinds", "names"), ("topics", "subjects"))[int(generator.integers(2))]
    return f"{_one(generator, pools[f'event_{first}'])} {_one(generator, pools[f'event_{second}'])}"


def _one(generator: np.random.Generator, values: Sequence[Any]) -> Any:
    return values[int(generator.integers(len(values)))]
