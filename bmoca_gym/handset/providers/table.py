"""The table behind a URI of a content provider: its rows, and what changes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bmoca_gym.handset.state import Phone

#: Values that a client binds to columns.
Bindings = Mapping[str, str | int | float | bool | None]
#: A row's values by column.
Row = Mapping[str, object]


class Table(NamedTuple):
    """The rows of a URI. ``order``: their default order.

    ``insert(phone, values)``, ``update(phone, row, values)`` and ``delete(phone, row)`` return the changed phone, and
    raise `ContentError` for values that they can't take. None: the provider does not do this at the URI.
    """

    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]
    order: str = "_id ASC"
    insert: Callable[[Phone, Bindings], Phone] | None = None
    update: Callable[[Phone, Row, Bindings], Phone] | None = None
    delete: Callable[[Phone, Row], Phone] | None = None


def by_id(change: Callable[[Phone, int], Phone]) -> Callable[[Phone, Row], Phone]:
    """Return ``change``, which takes an id, as a change of the row with that id."""
    return lambda phone, row: change(phone, int(str(row["_id"])))
