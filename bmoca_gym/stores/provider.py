"""Stores that are content providers, read and changed with the shell command ``content``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import StoreError
from bmoca_gym.handset.system.sqlite_bytes import FILE_LIMIT, MAX_ROWS, Cell
from bmoca_gym.stores.store import Kept, Source, Store, run

_NOTHING = "No result found."


@dataclass(frozen=True, slots=True)
class Insertion:
    """One insertion of a row.

    Attributes:
        into: a URI.
        bind: columns with their values; ``$name`` is a column of the row, or the id of an earlier insertion.
        called: name of this insertion's id in later ones, as ``$called``.
        found: insert nothing; ``called`` is the newest existing row with these values.
    """

    into: str
    bind: tuple[tuple[str, Cell], ...]
    called: str = ""
    found: bool = False


@dataclass(frozen=True, slots=True)
class ProviderStore(Store):
    """Rows of a content URI.

    Attributes:
        clear_uri: URI to delete when the store is cleared, if it is another one.
        insertions: insertions that add a row; without any, rows can't be added.
    """

    uri: str = ""
    clear_uri: str = ""
    insertions: tuple[Insertion, ...] = ()

    def read(self, source: Source) -> Kept:
        """Return the current rows by key."""
        names = [column.column for column in self.columns]
        found = query(source, self.uri, (*names, self.key))
        return self._kept([row[-1] for row in found], [row[:-1] for row in found], self._zone(source))

    def clear(self, device: Device) -> None:
        """Remove all rows."""
        run(device, f"content delete --uri {shlex.quote(self.clear_uri or self.uri)}")

    def add(self, device: Device, rows: Iterable[Mapping[str, object]]) -> None:
        """Add rows, in order."""
        if not self.insertions:
            raise StoreError(f"rows of {self.name} can't be added: {self.uri} is only read")
        zone = self._zone(device)
        for row in rows:
            whole = self.checked(row, whole=True)
            known: dict[Cell, Cell] = {f"${c.name}": c.stored(whole[c.name], zone) for c in self.columns}
            for insertion in self.insertions:
                given = [(name, known.get(value, value)) for name, value in insertion.bind]
                if insertion.found:
                    known[f"${insertion.called}"] = self._found(device, insertion.into, given)
                    continue
                bound = [f"--bind {shlex.quote(_binding(name, value))}" for name, value in given]
                uri = shlex.quote(insertion.into)
                run(device, f"content insert --uri {uri} {' '.join(bound)}")
                if insertion.called:
                    newest = query(device, insertion.into, ("_id",), order="_id DESC")
                    if not newest:
                        raise StoreError(f"{self.name}: {insertion.into} has no row after one was added")
                    known[f"${insertion.called}"] = int(newest[0][0] or 0)

    def _found(self, device: Device, uri: str, given: list[tuple[str, Cell]]) -> int:
        """The id of the newest row of a URI with these values."""
        conditions = []
        for name, value in given:
            quoted = "'" + str(value).replace("'", "''") + "'"
            conditions.append(f"{name}={value if isinstance(value, int) else quoted}")
        newest = query(device, uri, ("_id",), order="_id DESC", where=" AND ".join(conditions))
        if not newest:
            raise StoreError(f"{self.name}: {uri} has no row with {' and '.join(conditions)}")
        return int(newest[0][0] or 0)


def query(
    source: Source, uri: str, columns: tuple[str, ...], order: str = "", where: str = ""
) -> list[tuple[str | None, ...]]:
    """Return the rows of a content URI; cells are texts, or None for NULL.

    The last column must be one whose values users can't choose, such as ``_id``. It reveals texts that look
    like another column or row.

    Raises:
        StoreError: the provider refuses, or its output is ambiguous.
    """
    command = f"content query --uri {shlex.quote(uri)} --projection {':'.join(columns)}"
    if where:
        command += f" --where {shlex.quote(where)}"
    if order:
        command += f" --sort {shlex.quote(order)}"
    output = run(source, command)
    if output.strip() == _NOTHING:
        return []
    if len(output) > FILE_LIMIT:
        raise StoreError(f"{uri}: more than {FILE_LIMIT} bytes")
    rows = re.split(r"^Row: (\d+) ", output, flags=re.MULTILINE)
    if rows[0] or not 1 <= len(rows) // 2 <= MAX_ROWS:
        raise StoreError(f"{uri}: answered {output[:200]!r}, which are not at most {MAX_ROWS} rows")
    found: list[tuple[str | None, ...]] = []
    for place, (number, text) in enumerate(zip(rows[1::2], rows[2::2], strict=True)):
        cells = _cells_of(text.removesuffix("\n"), columns)
        if cells is None or int(number) != place:
            raise StoreError(f"{uri}: row {number} can be read in more than one way: {text[:200]!r}")
        found.append(cells)
    return found


def _cells_of(text: str, columns: tuple[str, ...]) -> tuple[str | None, ...] | None:
    """The cells of a printed row; None if a text in it looks like the beginning of another column."""
    cells: list[str] = []
    for i, column in enumerate(columns):
        mark = f"{', ' if i else ''}{column}="
        before, found, text = text.partition(mark)
        if not found or (i == 0 and before):
            return None
        if i == 0:
            continue
        cells.append(before)
        if mark in text:
            return None
    cells.append(text)
    return tuple([None if cell == "NULL" else cell for cell in cells])


def _binding(name: str, value: Cell) -> str:
    if isinstance(value, str):
        return f"{name}:s:{value}"
    if value is None:
        return f"{name}:n:"
    return f"{name}:{'d' if isinstance(value, float) else 'l'}:{value}"
