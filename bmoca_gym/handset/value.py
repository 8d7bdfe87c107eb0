"""Immutable values with a cached hash, and bounded caches that are cleared together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, TypeVar

from mypy_extensions import mypyc_attr
from typing_extensions import ParamSpec, dataclass_transform

__all__ = ["Callback", "Value", "clear_caches", "do", "memo", "on_clear", "replace", "value"]

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

#: A call for later, as a module-level function and its arguments. It can be compared and pickled.
Callback = tuple[Callable[..., Any], tuple[Any, ...]]


@mypyc_attr(native_class=False)
class Value:
    """Base of every class with ``@value``. Its cached hash is not a field, so it is not pickled."""

    __slots__ = ("_hash",)


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Class decorator: make ``cls``, a subclass of `Value`, a frozen dataclass with slots and a cached hash."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    plain_hash, plain_equal = made.__hash__, made.__eq__

    def __hash__(self: Any) -> int:
        try:
            return int(self._hash)
        except AttributeError:
            result: int = plain_hash(self)
            object.__setattr__(self, "_hash", result)
            return result

    def __eq__(self: Any, other: object) -> bool:
        return self is other or plain_equal(self, other)

    made.__hash__, made.__eq__ = __hash__, __eq__
    result: type[T] = made
    return result


@cache
def _places(cls: type) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    """A function that reads all fields of a value at once, and the index of each field."""
    names = [field.name for field in fields(cls)]
    read = attrgetter(*names)
    return (read if len(names) > 1 else lambda one: (read(one),)), {name: i for i, name in enumerate(names)}


def replace(old: T, /, **changes: Any) -> T:
    """Return a copy of a value with other fields, as `dataclasses.replace` does but twice as fast.

    All fields of the class must be arguments of its constructor.

    Raises:
        TypeError: the class has no such field.
    """
    kind: Any = type(old)
    read, places = _places(kind)
    found = [*read(old)]
    for name, changed in changes.items():
        if name not in places:
            raise TypeError(f"{kind.__name__} has no field {name!r}; fields are {', '.join(places)}")
        found[places[name]] = changed
    made: T = kind(*found)
    return made


def do(function: Callable[..., Any], *arguments: Any) -> Callback:
    """Make a call for later: ``tap=do(switch, alarm.id, True)``. Don't use a lambda, which can't be compared."""
    return function, arguments


_forgetters: list[Callable[[], object]] = []
_asset_forgetters: list[Callable[[], object]] = []


def memo(size: int, asset: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: `functools.lru_cache` with ``size`` entries, which `clear_caches` clears.

    ``asset``: the entries are not parts of a screen but glyphs, shaped words, paints, pictures or prepared
    phones.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=size)(function)
        on_clear(cached.cache_clear, asset)
        return cached  # type: ignore[return-value]

    return decorate


def on_clear(forget: Callable[[], object], asset: bool = False) -> None:
    """Register a function that clears a cache, for `clear_caches`. Caches of `memo` are registered already."""
    (_asset_forgetters if asset else _forgetters).append(forget)


def clear_caches(assets: bool = True) -> None:
    """Clear all caches. Results stay the same; only the next ones take longer.

    ``assets``: also clear glyphs, shaped words, paints, pictures and prepared phones.
    """
    for forget in (*_forgetters, *_asset_forgetters) if assets else _forgetters:
        forget()
