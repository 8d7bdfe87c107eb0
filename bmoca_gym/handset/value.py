"""Immutable values with a cached hash, and bounded caches that are cleared together.

Where the package is compiled, the base of values and `replace` are those of `native/values.c`, with the same results.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from operator import attrgetter
from threading import Lock
from typing import Any, Generic, TypeVar

from mypy_extensions import mypyc_attr
from typing_extensions import ParamSpec, dataclass_transform

from bmoca_gym.handset import native

__all__ = [
    "Callback",
    "Sized",
    "Value",
    "aged",
    "clear_caches",
    "do",
    "drop_oldest",
    "forgetters",
    "make_room",
    "memo",
    "oldest_forgetters",
    "on_clear",
    "replace",
    "same_but",
    "sized_memo",
    "value",
]

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")

#: A call for later, as a module-level function and its arguments. It can be compared and pickled.
Callback = tuple[Callable[..., Any], tuple[Any, ...]]


@mypyc_attr(native_class=False)
class Value:
    """Base of every class with ``@value``. Its cached hash is not a field, so it is not pickled."""

    __slots__ = ("_hash",)


_values = native.part("values")
if _values is not None:  # the same in C, where a hash that is known costs no call of a Python function
    Value = _values.Value  # type: ignore[misc]


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Class decorator: make ``cls``, a subclass of `Value`, a frozen dataclass with slots and a cached hash."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    plain_hash, plain_equal = made.__hash__, made.__eq__
    if _values is not None:
        made.plain_hash, made.plain_equal = plain_hash, plain_equal
        del made.__hash__, made.__eq__
        compiled: type[T] = made
        return compiled

    def __hash__(self: Any) -> int:
        result: int
        try:
            result = self._hash
        except AttributeError:
            result = plain_hash(self)
            object.__setattr__(self, "_hash", result)
        return result

    def __eq__(self: Any, other: object) -> bool:
        return self is other or plain_equal(self, other)

    made.__hash__, made.__eq__ = __hash__, __eq__
    result: type[T] = made
    return result


class _Plan:
    """How to copy values of a class quickly.

    ``names`` are its fields; ``read`` reads all of them at once. ``twin`` is a class with the same slots that is not
    frozen: its fields are set in a tenth of the time, and the copy then changes its class. It is None where the kind
    can't have one.
    """

    __slots__ = ("names", "read", "twin")

    def __init__(self, kind: Any) -> None:
        self.names = tuple([field.name for field in fields(kind)])
        read = attrgetter(*self.names)
        self.read: Callable[[Any], tuple[Any, ...]] = (
            read if len(self.names) > 1 else lambda one: (read(one),)
        )
        self.twin: Any = None
        # An object may change its class if both classes have the same bases and slots; a base's fields are frozen, too.
        if not (hasattr(kind, "__post_init__") or any(map(is_dataclass, kind.__bases__))):
            self.twin = make_dataclass(kind.__name__, self.names, bases=kind.__bases__, slots=True)


_plan_of = cache(_Plan)


def replace(old: T, /, **changes: Any) -> T:
    """Return a copy of a value with other fields, as `dataclasses.replace` does, in less than half of the time (as
    compiled in a tenth).

    All fields of the class must be arguments of its constructor. Slots of a class that are not fields are not copied.

    Raises:
        TypeError: the class has no such field.
    """
    kind: Any = type(old)
    plan = _plan_of(kind)
    names = plan.names
    for name in changes:
        if name not in names:
            raise TypeError(f"{kind.__name__} has no field {name!r}; fields are {', '.join(names)}")
    made: Any
    if plan.twin is None:
        made = kind(**dict(zip(names, plan.read(old), strict=True)) | changes)
    else:
        made = plan.twin(*plan.read(old))
        for name, changed in changes.items():
            setattr(made, name, changed)
        made.__class__ = kind
    result: T = made
    return result


def _slots(kind: Any) -> tuple[tuple[str, ...], tuple[Any, ...], tuple[Any, ...]] | None:
    """Return the names of a class's fields, their slots, and its slots for what is computed later, for
    `native/values.c`; None if the class does more than keep its fields.

    A copy has None in the slots for what is computed later: reading that is faster than reading a slot that was never
    set.
    """
    names = tuple([field.name for field in fields(kind)])
    if hasattr(kind, "__post_init__") or not all(field.compare for field in fields(kind)):
        return None
    later = {name for base in kind.__mro__ if base is not Value for name in getattr(base, "__slots__", ())}
    slots, empty = (tuple([getattr(kind, name, None) for name in some]) for some in (names, later - {*names}))
    return names, slots, empty


def same_but(one: Value, other: Value, name: str) -> bool:
    """Return True if two values of one class have the same objects in all fields but ``name``.

    Only identity counts: equal fields that are two objects give False.
    """
    if type(one) is not type(other):
        return False
    kind: Any = type(one)
    plan = _plan_of(kind)
    return all(
        first is second or field == name
        for field, first, second in zip(plan.names, plan.read(one), plan.read(other), strict=True)
    )


if _values is not None:
    _values.replaces(_slots, replace, same_but)
    replace = _values.replace
    same_but = _values.same_but


def do(function: Callable[..., Any], *arguments: Any) -> Callback:
    """Make a call for later: ``tap=do(switch, alarm.id, True)``. Don't use a lambda, which can't be compared."""
    return function, arguments


_forgetters: list[Callable[[], object]] = []
_asset_forgetters: list[Callable[[], object]] = []
#: For large caches, a function that clears a part of the cache; below, one that counts the entries of some.
_parts: dict[Callable[[], object], Callable[[], bool]] = {}
_sizes: dict[Callable[[], bool], Callable[[], int]] = {}


def memo(size: int, asset: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: `functools.lru_cache` with ``size`` entries, which `clear_caches` clears.

    ``asset``: the entries are not parts of a screen but glyphs, shaped words, texts of a locale, paints, pictures or
    prepared phones.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize=size)(function)
        on_clear(cached.cache_clear, asset)
        return cached  # type: ignore[return-value]

    return decorate


class Sized(Generic[P, R]):
    """A function whose results are cached up to a number of bytes. The least recently used ones are dropped.

    ``room``: bytes of all results together, though the last one is always kept; ``measure``: the bytes of a result.
    """

    def __init__(self, function: Callable[P, R], room: int, measure: Callable[[R], int]) -> None:
        self.__wrapped__ = function
        self.room = room
        self.used = 0
        self._measure = measure
        self._kept: OrderedDict[tuple[Any, ...], tuple[R, int]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        """Return the cached result, or compute it. Arguments are passed by position only."""
        with self._lock:
            kept = self._kept.get(given)
            if kept is not None:
                self._kept.move_to_end(given)
                return kept[0]
        result = self.__wrapped__(*given, **named)
        size = self._measure(result)
        with self._lock:
            before = self._kept.pop(given, None)
            self.used += size - (0 if before is None else before[1])
            self._kept[given] = result, size
            while self.used > self.room and len(self._kept) > 1:
                self.used -= self._kept.popitem(last=False)[1][1]
        return result

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._kept.clear()
            self.used = 0

    def clear_part(self) -> bool:
        """Forget the result that was used longest ago; return whether there are more."""
        with self._lock:
            if self._kept:
                self.used -= self._kept.popitem(last=False)[1][1]
        return bool(self._kept)


def sized_memo(
    room: int, measure: Callable[[R], int], asset: bool = False
) -> Callable[[Callable[P, R]], Sized[P, R]]:
    """Decorator: as `memo`, for large results such as pictures. ``room``, ``measure``: as `Sized` has them."""

    def decorate(function: Callable[P, R]) -> Sized[P, R]:
        cached = Sized(function, room, measure)
        on_clear(cached.clear, asset, part=cached.clear_part, size=cached.__len__)
        return cached

    return decorate


def on_clear(
    forget: Callable[[], object],
    asset: bool = False,
    part: Callable[[], bool] | None = None,
    size: Callable[[], int] | None = None,
    oldest: Callable[[], bool] | None = None,
) -> None:
    """Register a function that clears a cache, for `clear_caches`. Caches of `memo` are registered already.

    ``part``: clears a part of a large cache, and returns whether there is more. So no caller has to wait for all of it.
    ``size``: how many entries the cache has, if ``part`` begins with those that were used longest ago. ``oldest``: a
    function in place of ``part`` that clears only those.
    """
    (_asset_forgetters if asset else _forgetters).append(forget)
    if part is not None:
        _parts[forget] = part
        if size is not None:
            _sizes[oldest or part] = size


#: The share of a full cache that goes at once, as its divisor, and how many entries go between two looks at the time.
_EIGHTH, _AT_ONCE = 8, 16


def aged(cache: dict[Any, Any], asset: bool = False) -> None:
    """Register a dictionary as a cache, for `clear_caches`. Its entries are in order of age: those that were stored
    first are the oldest, or those whose use was longest ago where a use moves them to the end.
    """
    on_clear(cache.clear, asset, part=partial(drop_oldest, cache, _AT_ONCE), size=cache.__len__)


def make_room(cache: dict[Any, Any], most: int) -> None:
    """Drop the oldest eighth of a cache if it has ``most`` entries or more. Call this before an entry is stored."""
    if len(cache) >= most:
        drop_oldest(cache, max(1, len(cache) // _EIGHTH))


def drop_oldest(cache: dict[Any, Any], count: int) -> bool:
    """Drop the oldest entries of a cache; return whether there are more."""
    for key in list(islice(cache, count)):
        cache.pop(key, None)  # another thread may have dropped it
    return bool(cache)


def clear_caches(assets: bool = True) -> None:
    """Clear all caches. Results stay the same; only the next ones take longer.

    ``assets``: also clear glyphs, shaped words, texts of a locale, paints, pictures and prepared phones.
    """
    for forget in (*_forgetters, *_asset_forgetters) if assets else _forgetters:
        forget()


def forgetters(assets: bool) -> tuple[Callable[[], object], ...]:
    """Return the functions that clear the caches of assets, or of screens and their parts.

    One that returns True has cleared a part of its cache: call it again.
    """
    return tuple([_parts.get(forget, forget) for forget in (_asset_forgetters if assets else _forgetters)])


def oldest_forgetters(share: float) -> tuple[Callable[[], object], ...]:
    """Return the functions that clear that share of the largest caches: the entries that were used longest ago.

    One that returns True has cleared some of them: call it again.
    """
    return tuple([_until(part, size, size() * (1 - share)) for part, size in _sizes.items()])


def _until(part: Callable[[], bool], size: Callable[[], int], least: float) -> Callable[[], bool]:
    return lambda: size() > least and part() and size() > least
