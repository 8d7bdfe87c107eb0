"""The plant diary's state: its two tables, what is open, and what the user has chosen."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, memo, value

PACKAGE = "org.example.plants"
ID = PACKAGE + ":id/"
MAIN, PLANT, EDITOR = (f"{PACKAGE}.{name}Activity" for name in ("List", "Plant", "Edit"))
DATABASE = f"/data/data/{PACKAGE}/databases/plants.db"
LIST_SCROLL = "plants"

PlaceName = Literal["window", "shade", "balcony", "garden"]
PLACES: tuple[PlaceName, ...] = ("window", "shade", "balcony", "garden")
#: The text fields of the editor, with the most letters of each.
LIMITS = {"name": 100, "days": 3, "notes": 10_000}

PLANTS = Table(
    "plants",
    (
        Column("name"),
        Column("place", default="window"),
        Column("days", "integer", default=7),
        Column("notes", default=""),
    ),
)
AT = Column("at", "integer", unit="ms")
WATERINGS = Table("waterings", (Column("plant", "integer"), AT))


@value
class Draft(Value):
    """A plant in the editor. ``id``: of its row, 0 for a new one."""

    id: int = 0
    name: str = ""
    days: str = "7"
    notes: str = ""
    place: str = "window"


@value
class Plants(Value):
    """The app's state. ``before``: the draft with which the editor was opened."""

    plants: Rows = ()
    waterings: Rows = ()
    page: Literal["plants", "settings"] = "plants"
    overlay: Literal["", "list_menu", "menu", "delete", "discard", "place"] = ""
    searching: bool = False
    query: str = ""
    draft: Draft | None = None
    before: Draft | None = None
    by_date: bool = True
    show_places: bool = True


def text_of(row: Row, column: str) -> str:
    """Return a text of a plant."""
    return str(PLANTS.get(row, column) or "")


def days_of(row: Row) -> int:
    """Return the number of days between waterings of a plant; a file may have any number."""
    days = PLANTS.get(row, "days")
    return min(max(days, 1), 999) if isinstance(days, int) else 7


def watered(waterings: Rows, id: object) -> Rows:
    """Return the waterings of a plant, the last first."""
    found = [row for row in waterings if WATERINGS.get(row, "plant") == id]
    return tuple(sorted(found, key=lambda row: (WATERINGS.get(row, "at") or 0, row[0] or 0), reverse=True))


@memo(256)
def days_left(row: Row, waterings: Rows, today: int, zone: str) -> int:
    """Return in how many days a plant needs water: 0 is today, a negative number is overdue."""
    last = watered(waterings, row[0])
    at = tables.moment(AT, WATERINGS.get(last[0], "at"), zone) if last else None
    return 0 if at is None else at.date().toordinal() + days_of(row) - today


@memo(64)
def listed(state: Plants, today: int, zone: str, locale: str) -> tuple[tuple[Row, int], ...]:
    """Return the plants that match the query, in the chosen order, each with the days that are left."""
    wanted = plain(state.query.strip()) if state.searching else ""
    found = [
        (row, days_left(row, state.waterings, today, zone))
        for row in state.plants
        if any(wanted in plain(text_of(row, name)) for name in ("name", "notes"))
    ]
    found.sort(key=lambda each: sort_key(text_of(each[0], "name"), locale))
    return tuple(sorted(found, key=lambda each: each[1]) if state.by_date else found)
