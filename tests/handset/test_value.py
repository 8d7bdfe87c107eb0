"""Values: equality, a hash that is computed once and never pickled, and caches that can be cleared together."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from typing import Any

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.graphics import shaping, text
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.value import (
    Value,
    aged,
    clear_caches,
    do,
    make_room,
    memo,
    oldest_forgetters,
    on_clear,
    replace,
    same_but,
    value,
)


@value
class Point(Value):
    x: int
    names: tuple[str, ...] = ()


@value
class Alone(Value):
    x: int


def test_equal_values_are_equal_and_hash_alike() -> None:
    one, two = Point(1, ("a", "b")), Point(1, ("a", "b"))
    assert one == two
    assert hash(one) == hash(two)
    assert one != Point(2, ("a", "b"))
    assert one != (1, ("a", "b"))
    assert len({one, two, replace(one, x=2)}) == 2


@value
class Labelled(Value):
    x: Any
    label: str = dataclasses.field(default="", compare=False)


class Never:
    """Something that can't be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError("not comparable")


def test_values_are_compared_field_by_field() -> None:
    """As dataclasses are: the first field that differs decides, the same object is equal to itself."""
    never = Never()
    assert Point(1, (never,)) == Point(1, (never,))  # type: ignore[arg-type]
    assert Point(1, ()) != Point(2, never)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not comparable"):
        _ = Point(1, ()) == Point(1, never)  # type: ignore[arg-type]
    assert Alone(float("nan")) != Alone(float("nan"))  # type: ignore[arg-type]
    assert Alone(1) == Alone(True) == Alone(1.0)  # type: ignore[arg-type]
    assert not Alone(1) != Alone(1)  # noqa: SIM202
    assert Alone(1) != Point(1)
    assert Checked(1) == Checked(1) != Checked(2)
    assert Labelled(1, "a") == Labelled(1, "b") != Labelled(2, "a")
    assert hash(Labelled(1, "a")) == hash(Labelled(1, "b"))


def test_a_value_can_not_be_changed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        point.other = 2  # type: ignore[attr-defined]


def test_replacing_makes_a_new_value_and_knows_its_fields() -> None:
    point = Point(1, ("a",))
    hash(point)
    assert replace(point, x=2) == Point(2, ("a",)) == dataclasses.replace(point, x=2)
    assert replace(point) == point
    assert replace(Alone(1), x=2) == Alone(2)
    with pytest.raises(TypeError, match=r"Point has no field 'y'; fields are x, names"):
        replace(point, y=2)


@value
class Checked(Value):
    x: int

    def __post_init__(self) -> None:
        assert self.x >= 0


def test_values_that_differ_in_one_field_only() -> None:
    """By identity, compiled and as Python; also where the class checks its fields."""
    names = ("a",)
    point = Point(1, names)
    assert same_but(point, point, "x")
    assert same_but(point, replace(point, x=2), "x")
    assert same_but(point, replace(point, x=2), "".join(["x", ""]))
    assert not same_but(point, replace(point, x=2), "names")
    assert not same_but(point, Point(1, tuple("a")), "x"), "equal, but another object"
    assert not same_but(point, Alone(1), "x")
    assert same_but(Checked(1), Checked(2), "x")
    assert not same_but(Checked(1), Checked(2), "y")
    phone = images.boot()
    assert same_but(phone, replace(phone, toast="x"), "toast")
    assert not same_but(phone, replace(phone, toast="x"), "clock")
    with pytest.raises(TypeError):
        same_but(phone, phone)  # type: ignore[call-arg]


@value
class Fewer(Point):
    names: tuple[str, ...] = ("b",)


@pytest.mark.parametrize("old", [Point(1, ("a",)), Fewer(1), Alone(1), images.boot()])
def test_copies_are_those_of_dataclasses(old: Any) -> None:
    """Compiled and as Python, whatever else a class has beside its fields."""
    names = [field.name for field in dataclasses.fields(old)]
    for count in (0, 1, 2, len(names)):
        changes = {name: getattr(old, names[number - 1]) for number, name in enumerate(names[:count])}
        made, expected = replace(old, **changes), dataclasses.replace(old, **changes)
        assert type(made) is type(old)
        assert all(getattr(made, name) is getattr(expected, name) for name in names)
        assert made == expected
    before = sys.getrefcount(names)
    changed = {names[0]: names}
    for _ in range(10):
        replace(old, **changed)
        with pytest.raises(TypeError, match="has no field 'no'; fields are"):
            replace(old, **changed, no=1)
    assert sys.getrefcount(names) == before + 1, "what a copy holds goes with it"


def test_a_copy_keeps_the_checks_of_its_class_and_nothing_that_is_no_field() -> None:
    with pytest.raises(AssertionError):
        replace(Checked(1), x=-1)
    phone = images.boot()
    hash(phone.configuration)
    assert not hasattr(replace(phone.configuration), "_hash")
    name = "".join(["toa", "st"])  # not the same object as the field's name
    assert replace(phone, **{name: "x"}).toast == "x"
    with pytest.raises(TypeError):
        replace(3)
    with pytest.raises(TypeError):
        replace(phone, phone)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        replace(Point.__new__(Point))


def test_the_hash_is_kept_and_not_pickled_or_copied() -> None:
    point = Point(1, ("a",))
    plain = pickle.dumps(point)
    first = hash(point)
    assert hash(point) == first
    assert pickle.dumps(point) == plain, "a hash of texts differs from process to process"
    for twin in (pickle.loads(plain), copy.copy(point), copy.deepcopy(point)):
        assert twin == point
        assert not hasattr(twin, "_hash")
        assert hash(twin) == first


def test_a_call_that_is_named_is_a_value() -> None:
    assert do(print, 1, "a") == do(print, 1, "a") != do(print, 2, "a")
    assert pickle.loads(pickle.dumps(do(len, "abc"))) == do(len, "abc")


def test_clearing_forgets_every_memo_and_what_else_is_registered() -> None:
    made: list[int] = []

    @memo(2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    on_clear(lambda: made.append(-1))
    assert [double(1), double(1), double(2), double(3), double(1)] == [2, 2, 4, 6, 2]
    assert made == [1, 2, 3, 1], "two entries are kept, the longest unused goes"
    clear_caches()
    assert made[-1] == -1
    double(1)
    assert made[-1] == 1
    clear_caches(assets=False)
    double(1)
    assert made[-2:] == [-1, 1], "what was filled again is cleared again"


def test_assets_stay_unless_they_are_to_go_too() -> None:
    made: list[int] = []

    @memo(2, asset=True)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    for assets in (False, True, False):
        assert double(1) == 2
        clear_caches(assets=assets)
    assert made == [1, 1]
    assert double.__name__ == "double"


def test_values_of_other_classes_differ_and_need_not_be_ordered() -> None:
    assert Point(1) != Alone(1)
    assert not Point(1) == Alone(1)  # noqa: SIM201
    assert Point(1) == Point(1)
    assert not Point(1) != Point(1)  # noqa: SIM202
    with pytest.raises(TypeError):
        assert Point(1) < Point(2)  # type: ignore[operator]
    with pytest.raises(TypeError):
        hash(Point(1, ["a"]))  # type: ignore[arg-type]


def test_texts_are_forgotten_too() -> None:
    first = paragraph("some words", 20.0)
    assert paragraph("some words", 20.0) is first
    clear_caches()
    assert paragraph("some words", 20.0) is not first


def test_the_oldest_eighth_of_a_full_cache_goes() -> None:
    cache: dict[int, str] = {}
    aged(cache)
    for number in range(64):
        make_room(cache, 64)
        cache[number] = ""
    make_room(cache, 64)
    assert [*cache] == [*range(8, 64)]
    for forget in oldest_forgetters(0.5):
        while forget() is True:
            pass
    assert [*cache] == [*range(40, 64)]  # 16 at a time
    clear_caches()
    assert not cache


def test_of_texts_and_words_the_oldest_go() -> None:
    clear_caches()
    for number in range(400):
        paragraph(f"word{number:03}", 14.0)
    texts, words = text._memory.styles["en"][0].latest, shaping.latin_words("en", 400)
    for forget in oldest_forgetters(0.25):
        while forget() is True:
            pass
    for kept in (texts, words):
        assert 400 * 0.75 - 64 <= len(kept) <= 400 * 0.75
        assert "word000" not in kept
        assert "word399" in kept
    assert text._memory.count == sum(known.count() for known in texts.values())
