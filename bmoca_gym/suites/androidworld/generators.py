"""Draw what parameter kinds can't: files with decoys, songs, expenses, recipes, to-dos, days."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from bmoca_gym.errors import CatalogueError
from bmoca_gym.tasks import media

_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_WORDS = ("backup", "copy", "edited", "final")
_FIRST_DAY, _DAYS = date(2023, 1, 1), 287

#: A suite's pools by name.
Pools = Mapping[str, Any]

#: Most files beside the one that a task is about.
MOST = 20


def file_name(generator: np.random.Generator, names: Sequence[str], stem: str) -> str:
    """``stem`` with a modification, and the extension of one of ``names``: ``calm_river_final.mp3``."""
    return _modified(generator, stem + PurePosixPath(_one(generator, names)).suffix)


def noise(
    generator: np.random.Generator, names: Sequence[str], base: str, most: int = MOST
) -> list[Mapping[str, str]]:
    """Return up to ``most`` files: most resemble one of ``names``, some resemble ``base``, and the last is ``base``."""
    count = int(generator.integers(1, most + 1))
    found = {base: _text(generator)}
    while len(found) <= count:
        like = base if generator.random() < 0.15 else _one(generator, names)
        found.setdefault(_modified(generator, like), _text(generator))
    return [{"name": name, "text": found[name]} for name in [*list(found)[1:], base]]


#: When AndroidWorld's tasks begin, and how many minutes before notes of any age were written at most.
_NOW, _OLDEST = datetime(2023, 10, 15, 15, 34), 3000


def aged(generator: np.random.Generator, names: Sequence[str], base: str, most: int) -> list[dict[str, Any]]:
    """Files like those of `noise`, modified a minute apart, newest first."""
    files = noise(generator, names, base, most)
    minutes = sorted(generator.permutation(_OLDEST)[: len(files)])
    files = [files[i] for i in generator.permutation(len(files))]
    return [
        {**file, "time": _NOW - timedelta(minutes=int(ago) + 1)}
        for file, ago in zip(files, minutes, strict=True)
    ]


def note_edit(generator: np.random.Generator, kind: str, of: str, sentences: Sequence[str]) -> dict[str, Any]:
    """An edit of a note with the text ``of``: the instruction in words, the resulting lines, and lines that miss it.

    ``kind``: "header", "footer" or "replace"; ``sentences``: three, of which the first two kinds use one.
    """
    first = sentences[0]
    if kind == "replace":
        order, lines, missed = f"Replace the text with {chr(10).join(sentences)}", [*sentences], [of, first]
    elif kind == "header":
        order, lines, missed = f"Add to the top of the note {first}", [first, of], [of, first]
    else:
        order, lines, missed = f"Add to the bottom of the note {first}", [of, first], [first, of]
    return {"order": order, "lines": lines, "text": "\n".join(lines), "missed": "\n".join(missed)}


def reimbursable(
    generator: np.random.Generator, of: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]
) -> str:
    """A table of expenses in random order. The notes of those in ``of`` say that they are reimbursable."""
    marked = [{**row, "note": f"{row['note']}. Reimbursable."} for row in of]
    return expense_text(generator, mixed(generator, [marked, others]), True)


def without_its_end(generator: np.random.Generator, of: str) -> str:
    """A text without its last letter."""
    return of[:-1]


#: Names of Pro Expense's categories in the order of their numbers, from 1 on.
CATEGORIES = (
    "Others", "Income", "Food", "Housing", "Social", "Entertainment", "Transportation", "Clothes", "Health Care",
    "Education", "Donation",
)  # fmt: skip
_FIRST_OF_OCTOBER = datetime(2023, 10, 1)


def expenses(
    generator: np.random.Generator, pools: Pools, items: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """``items``, each a name and a category, with an amount from 10 to 500, a note, and an hour from October 1 to
    14."""
    found = []
    for item in items:
        cents = int(generator.integers(1000, 50001))
        at = _FIRST_OF_OCTOBER + timedelta(hours=int(generator.integers(14 * 24)))
        note = _one(generator, pools["expense_notes"])
        row = {"amount": cents / 100, "note": note, "created": at, "modified": at}
        found.append({**item, **row})
    return found


def look_alikes(generator: np.random.Generator, row: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    """Rows that differ from ``row`` only in amount and hour."""
    more = generator.choice(np.arange(50, 1000), size=count, replace=False)
    found = []
    for cents in more:
        at = _FIRST_OF_OCTOBER + timedelta(hours=int(generator.integers(14 * 24)))
        amount = round(row["amount"] + int(cents) / 100, 2)
        found.append({**row, "amount": amount, "created": at, "modified": at})
    return found


def expense_text(generator: np.random.Generator, of: Sequence[Mapping[str, Any]], csv: bool) -> str:
    """The expenses ``of`` as a table with bars between its columns, or as a block of lines each."""
    cells = [
        (row["name"], f"${row['amount']:.2f}", CATEGORIES[row["category"] - 1], row["note"]) for row in of
    ]
    names = ("name", "amount_dollars", "category_name", "note")
    return _table(names, cells, "Expense", csv)


def recipes(
    generator: np.random.Generator,
    pools: Pools,
    of: Sequence[Mapping[str, str]],
    time: str = "",
    unless: str = "",
) -> list[dict[str, Any]]:
    """Recipes for dishes, each a title and directions, with description, servings, time and ingredients.

    ``time``: the time they all take; "" for any time except ``unless``.
    """
    others = [each for each in pools["recipe_times"] if each != unless]
    if not others:
        raise CatalogueError(f"the pool recipe_times has no time but {unless!r}; it takes another")
    found = [
        {**dish, **_details(generator, pools), "directions": _directions(generator, pools, dish)}
        for dish in of
    ]
    for row in found:
        if time or row["time"] == unless:
            row["time"] = time or _one(generator, others)
    return found


def variants(
    generator: np.random.Generator, pools: Pools, of: Mapping[str, Any], count: int, described: bool
) -> list[dict[str, Any]]:
    """Recipes with the same title, the same or another description, and other servings and times."""
    taken = {(of["servings"], of["time"])}
    found: list[dict[str, Any]] = []
    kinds = len(set(pools["recipe_servings"])) * len(set(pools["recipe_times"]))
    if kinds <= count:
        raise CatalogueError(
            f"the pools recipe_servings and recipe_times make {kinds} kinds of a recipe; it takes {count + 1}"
        )
    while len(found) < count:
        other = {**of, **_details(generator, pools)}
        if (other["servings"], other["time"]) not in taken:
            taken.add((other["servings"], other["time"]))
            found.append({**other, "description": of["description"] if described else other["description"]})
    return found


def dishes_with(
    generator: np.random.Generator, of: Sequence[Mapping[str, str]], word: str, most: int
) -> list[Mapping[str, str]]:
    """Up to ``most`` dishes with a word in their directions."""
    found = [dish for dish in of if word.lower() in dish["directions"].lower()]
    return [found[i] for i in generator.permutation(len(found))[:most]]


def dishes_without(
    generator: np.random.Generator, of: Sequence[Mapping[str, str]], word: str, most: int
) -> list[Mapping[str, str]]:
    """Up to ``most`` dishes without a word in their directions."""
    found = [dish for dish in of if word.lower() not in dish["directions"].lower()]
    return [found[i] for i in generator.permutation(len(found))[:most]]


def recipe_text(generator: np.random.Generator, of: Sequence[Mapping[str, Any]], csv: bool) -> str:
    """Recipes as a table with bars between its columns, or as a block of lines each."""
    names = ("title", "description", "servings", "preparationTime", "ingredients", "directions")
    lines = [[row["time" if name == "preparationTime" else name] for name in names] for row in of]
    return _table(names, lines, "Recipe", csv)


def _details(generator: np.random.Generator, pools: Pools) -> dict[str, Any]:
    return {
        "description": _one(generator, pools["recipe_descriptions"]),
        "servings": _one(generator, pools["recipe_servings"]),
        "time": _one(generator, pools["recipe_times"]),
        "ingredients": _one(generator, pools["recipe_ingredients"]),
    }


def _directions(generator: np.random.Generator, pools: Pools, dish: Mapping[str, str]) -> str:
    return f"{dish['directions']} {_one(generator, pools['recipe_last_steps'])}"


def _table(names: Sequence[str], lines: Sequence[Sequence[str]], what: str, csv: bool) -> str:
    """Rows under their column names, or each as a block."""
    if csv:
        return "\n".join("|".join(line) for line in (names, *lines))
    return "\n\n".join(
        "\n".join(
            [f"{what}: {name}", *(f" {key}: {cell}" for key, cell in zip(names[1:], rest, strict=True))]
        )
        for name, *rest in lines
    )


#: Names of days, by the number of days ahead.
_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}


def day_in_words(generator: np.random.Generator, of: date, today: date) -> str:
    """A day in words: ``October 18``, ``October 18 2023``, ``tomorrow``, ``this Wednesday``."""
    ahead = (of - today).days
    ways = [f"{of:%B} {of.day}", f"{of:%B} {of.day} {of.year}"]
    if ahead in _NEAR:
        ways.append(_NEAR[ahead])
    elif 1 < ahead < 7:
        ways += [f"{of:%A}", f"this {of:%A}"]
    elif 7 < ahead < 14:
        ways.append(f"the {of:%A} after next")
    return _one(generator, ways)


_NOTES = (
    "Ask for a receipt.", "Before noon if possible.", "Details are in the mail.", "It can be done in an hour.",
    "Do not forget the documents.", "Needs a second person.", "Check the opening hours.", "Ring twice.",
    "The number is on the fridge.", "Twenty minutes at most.", "Wait for the confirmation.", "Look at the list first.",
)  # fmt: skip
#: Days around October 15 on which other to-dos are due, and the days on which half of them were completed.
_DUE = (date(2023, 10, 8), 21)
_COMPLETED = (datetime(2023, 9, 24), 14)
#: When what is asked for was completed, and since when it can be begun.
_COMPLETED_LATELY = (datetime(2023, 10, 10, 8), 5)
_BEGUN = (datetime(2023, 10, 9, 8), 3)


def todos(
    generator: np.random.Generator, titles: Sequence[str], first: date, last: date, priority: int | None = None,
    timed: bool = False, completed: bool = False,
) -> list[dict[str, Any]]:  # fmt: skip
    """To-dos due from ``first`` to ``last``, on different days if possible. ``timed``: at a time of day."""
    days = (last - first).days + 1
    chosen = (
        generator.permutation(days) if days >= len(titles) else generator.integers(days, size=len(titles))
    )
    found = []
    for title, ahead in zip(titles, chosen, strict=False):
        day = first + timedelta(int(ahead))
        due = datetime(day.year, day.month, day.day, 12)
        if timed:  # a second more says that the time of day counts
            due = due.replace(hour=8, second=1) + timedelta(minutes=30 * int(generator.integers(24)))
        found.append(
            {
                "title": title, "due": due, "notes": _one(generator, _NOTES), "start": _moment(generator, *_BEGUN),
                "priority": int(generator.integers(4)) if priority is None else priority,
                "completed": _moment(generator, *_COMPLETED_LATELY) if completed else None,
            }
        )  # fmt: skip
    return found


def other_todos(
    generator: np.random.Generator, titles: Sequence[str], unlike: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """To-dos with ``titles``, about half of them completed. None matches all of ``unlike``.

    ``unlike``: ``first`` and ``last``, the range of its due dates; ``priority``; ``open``, that it is not completed.
    """
    found = []
    for title in titles:
        row: dict[str, Any] = {}
        while not row or _is_like(row, unlike):
            day = _DUE[0] + timedelta(int(generator.integers(_DUE[1])))
            row = {
                "title": title, "due": datetime(day.year, day.month, day.day, 12), "notes": _one(generator, _NOTES),
                "priority": int(generator.integers(4)),
                "completed": _moment(generator, *_COMPLETED) if generator.random() < 0.5 else None,
            }  # fmt: skip
        found.append(row)
    return found


def _moment(generator: np.random.Generator, first: datetime, days: int) -> datetime:
    """A random whole minute in the ``days`` days from ``first`` on."""
    return first + timedelta(minutes=int(generator.integers(days * 24 * 60)))


def _is_like(row: Mapping[str, Any], unlike: Mapping[str, Any]) -> bool:
    first, last = unlike.get("first", date.min), unlike.get("last", date.max)
    return (
        first <= row["due"].date() <= last
        and unlike.get("priority", row["priority"]) == row["priority"]
        and not (unlike.get("open") and row["completed"])
    )


def with_another(
    generator: np.random.Generator, of: Sequence[Mapping[str, Any]], column: str, by: float
) -> list[dict[str, Any]]:
    """The rows ``of``, with another number in a column of the last."""
    last = {**of[-1], column: type(of[-1][column])(round(of[-1][column] + by, 2))}
    return [*map(dict, of[:-1]), last]


_TEXTS = (
    "Are you coming tonight?", "Can you call me back?", "Don't forget the milk.", "I am running ten minutes late.",
    "See you on Friday.", "The parcel has arrived.", "Thank you for dinner.", "What is the new address?",
)  # fmt: skip
#: Half an hour before AndroidWorld's tasks begin.
_HALF_AN_HOUR_AGO = datetime(2023, 10, 15, 15, 4)


def texts(generator: np.random.Generator, of: Sequence[str], number: str, last: bool) -> list[dict[str, Any]]:
    """Text messages received in the last half hour, from the numbers ``of`` and from ``number``.

    ``last``: whether the one from ``number`` came last rather than at any time.
    """
    numbers = [*of, number]
    if not last:
        numbers = [numbers[i] for i in generator.permutation(len(numbers))]
    found = []
    for one, minute in zip(numbers, sorted(generator.permutation(30)[: len(numbers)]), strict=True):
        at = _HALF_AN_HOUR_AGO + timedelta(minutes=int(minute))
        found.append({"number": one, "text": _one(generator, _TEXTS), "time": at, "read": False})
    return found


def some_of(
    generator: np.random.Generator, of: Sequence[Any], count: int, unless: Sequence[Any] = ()
) -> list[Any]:
    """``count`` items of a list in random order, except those of ``unless``. Faster than ``choice`` for long lists."""
    left = [item for item in of if item not in unless]
    return [left[i] for i in generator.permutation(len(left))[:count]]


def mixed(generator: np.random.Generator, of: Sequence[Sequence[Any]]) -> list[Any]:
    """Items of several lists, in random order."""
    found = [item for items in of for item in items]
    return [found[i] for i in generator.permutation(len(found))]


def wrapped(generator: np.random.Generator, of: str, width: int) -> list[str]:
    """The lines of a text. Lines longer than ``width`` characters are broken between words."""
    return [part for line in of.splitlines() for part in (textwrap.wrap(line, width) or [""])]


def numbered(generator: np.random.Generator, name: str, data: bytes, count: int) -> list[dict[str, Any]]:
    """Files with the same content, named with numbers from 0 in place of ``#``."""
    return [{"name": name.replace("#", str(i)), "data": data} for i in range(count)]


def joined(
    generator: np.random.Generator, of: Sequence[str], between: str, first: int = 0, last: int | None = None
) -> str:
    """Join texts, or those from ``first`` to ``last``."""
    return between.join(of[first:last])


#: Days that receipts are of.
_FIRST_RECEIPT, _RECEIPTS = date(2023, 1, 1), 287


def receipt(generator: np.random.Generator, of: Sequence[str]) -> list[str]:
    """The lines of a receipt: its column names, and one to five items bought on some day."""
    lines = ["Date, Item, Amount"]
    for _ in range(int(generator.integers(1, 6))):
        day = _FIRST_RECEIPT + timedelta(int(generator.integers(_RECEIPTS)))
        lines.append(
            f"{day:%Y-%m-%d}, {_one(generator, of)}, ${int(generator.integers(100, 10000)) / 100:.2f}"
        )
    return lines


def songs(
    generator: np.random.Generator, titles: Sequence[str], artists: Sequence[str], together: int = 0,
    minutes: float = 0,
) -> list[dict[str, Any]]:  # fmt: skip
    """Song files, 3 to 5 minutes long. The lengths of the first ``together`` add up to ``minutes``."""
    cuts = sorted(float(share) for share in generator.random(max(0, together - 1)))
    parts = [
        60 * minutes * (after - before) for before, after in zip([0.0, *cuts], [*cuts, 1.0], strict=True)
    ]
    lengths = parts[:together] + [float(generator.integers(180, 301)) for _ in titles[together:]]
    found = [
        {"name": f"{title}.mp3", "audio": {"seconds": seconds, "title": title, "artist": artist}}
        for title, artist, seconds in zip(titles, artists, lengths, strict=True)
    ]
    return [found[i] for i in generator.permutation(len(found))]


def listed(generator: np.random.Generator, titles: Sequence[Any], playlist: str) -> list[dict[str, Any]]:
    """Songs of a playlist as its store has them, from titles and lists of titles; each is a different song."""
    rows = titled(generator, titles)
    return [{"playlist": playlist, "song": number, **row} for number, row in enumerate(rows, 1)]


def titled(generator: np.random.Generator, titles: Sequence[Any]) -> list[dict[str, Any]]:
    """A row for each title, from titles and lists of titles."""
    flat = [title for item in titles for title in ([item] if isinstance(item, str) else item)]
    return [{"title": title} for title in flat]


def turned(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows in reverse order."""
    return [*reversed(of)]


def all_but_one(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """All rows but the last."""
    return [*of[:-1]]


_FILM_NAMES = (
    "beach",
    "concert",
    "clip",
    "episode",
    "footage",
    "moment",
    "recording",
    "rehearsal",
    "scene",
    "trailer",
)
_FILM_ENDS = ("4K", "HD", "cut", "draft", "edited", "final", "raw", "take")


def film_names(generator: np.random.Generator, count: int) -> list[str]:
    """Distinct names of videos, such as ``clip_12_HD_2023_04_01.mp4``."""
    found: dict[str, None] = {}
    while len(found) < count:
        name = f"{_one(generator, _FILM_NAMES)}_{int(generator.integers(1, 100))}_{_one(generator, _FILM_ENDS)}.mp4"
        found[_modified(generator, name)] = None
    return list(found)


def film_name(generator: np.random.Generator, unless: Sequence[str]) -> str:
    """The name of a video, different from those in ``unless``."""
    return next(name for name in film_names(generator, len(unless) + 1) if name not in unless)


def stem_of(generator: np.random.Generator, name: str) -> str:
    """A file's name without its extension."""
    return PurePosixPath(name).stem


def film_of(generator: np.random.Generator, texts: Sequence[str]) -> bytes:
    """A film that shows each text for 8 s."""
    return media.film(generator, 8 * len(texts), 320, 240, texts)


def films(generator: np.random.Generator, of: Sequence[str]) -> list[dict[str, Any]]:
    """Film files with the given names, 20 to 180 s long, each showing its name."""
    return [
        {"name": name, "data": media.film(generator, int(generator.integers(20, 181)), 320, 240, (name,))}
        for name in of
    ]


def entries(generator: np.random.Generator, of: Sequence[str], playlist: str) -> list[dict[str, Any]]:
    """Entries of a playlist of films as VLC's store has them."""
    return [{"playlist": playlist, "file": name, "position": place} for place, name in enumerate(of)]


def file_rows(generator: np.random.Generator, of: Sequence[str]) -> list[dict[str, Any]]:
    """A row for each of the files."""
    return [{"file": name} for name in of]


def one_after_the_other(generator: np.random.Generator, of: Sequence[Sequence[Any]]) -> list[Any]:
    """Items of several lists, one list after the other."""
    return [item for items in of for item in items]


def cells(generator: np.random.Generator, of: Sequence[Mapping[str, Any]], column: str) -> list[Any]:
    """Values of a column in the rows ``of``."""
    return [row[column] for row in of]


def _modified(generator: np.random.Generator, name: str) -> str:
    """A name with a date, four letters or a word added before or after it."""
    path = PurePosixPath(name)
    kind = int(generator.integers(3))
    if kind == 0:
        more = f"{_FIRST_DAY + timedelta(int(generator.integers(_DAYS))):%Y_%m_%d}"
    else:
        more = _text(generator, 4) if kind == 1 else _one(generator, _WORDS)
    stem = f"{path.stem}_{more}" if generator.random() < 0.5 else f"{more}_{path.stem}"
    return stem + path.suffix


def _text(generator: np.random.Generator, length: int = 20) -> str:
    return "".join(_SIGNS[int(i)] for i in generator.integers(len(_SIGNS), size=length))


def _one(generator: np.random.Generator, values: Sequence[str]) -> str:
    return values[int(generator.integers(len(values)))]
