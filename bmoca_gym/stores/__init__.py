"""Stores: tables and providers of apps. Set-up fills them, rules compare their rows, noise is drawn for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import CatalogueError, StoreError, cut, nearest
from bmoca_gym.stores.column import Column
from bmoca_gym.stores.from_data import load, loads
from bmoca_gym.stores.provider import ProviderStore
from bmoca_gym.stores.store import Row, Source, Store, TableStore

__all__ = [
    "Column",
    "ProviderStore",
    "Row",
    "Source",
    "Store",
    "TableStore",
    "add",
    "clear",
    "get",
    "load",
    "loads",
    "names",
    "read",
]


#: The entry points of further stores. Each names a package, which is a folder with YAML files.
GROUP = "bmoca_gym.stores"


def _files() -> list[Path]:
    folders = [Path(__file__).parent]
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        spec = find_spec(point.value)
        folders += [Path(place) for place in (spec.submodule_search_locations if spec else None) or ()]
    return [path for folder in folders for path in sorted(folder.glob("*.yaml"))]


@cache
def _known() -> dict[str, Store]:
    found: dict[str, Store] = {}
    for path in _files():
        for store in load(path):
            if store.name in found:
                raise CatalogueError(f"{path}: store {store.name!r}: another file has a store of that name")
            found[store.name] = store
    return found


def names() -> tuple[str, ...]:
    """Return the names of all stores."""
    return tuple(_known())


def get(name: str) -> Store:
    """Return the store of that name.

    Raises:
        StoreError: there is no such store; the message suggests the nearest names.
    """
    known = _known()
    if not isinstance(name, str) or name not in known:
        close = nearest(str(name)[:80], known)
        raise StoreError(f"there is no store {cut(name)}.{close} Stores: {', '.join(known)}.")
    return known[name]


def read(device: Source, store: Store | str) -> list[Row]:
    """Return the current rows of a store: dicts of column and typed value.

    Raises:
        StoreError: there is no such store, or it can't be read.
    """
    return list(_of(store).read(device).values())


def clear(device: Device, store: Store | str) -> None:
    """Remove all rows of a store.

    Raises:
        StoreError: there is no such store, or the device refuses.
    """
    _of(store).clear(device)


def add(device: Device, store: Store | str, rows: Iterable[Mapping[str, object]]) -> None:
    """Add rows to a store, in order. Columns with a default may be left out.

    Raises:
        StoreError: there is no such store, a row does not fit it, or the device refuses.
    """
    _of(store).add(device, rows)


def _of(store: Store | str) -> Store:
    return get(store) if isinstance(store, str) else store
