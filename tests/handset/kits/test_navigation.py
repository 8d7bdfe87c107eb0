"""Navigation of apps: names are those of the tables, and the kit derives layers, Back and the closed state from them."""

from __future__ import annotations

import ast
import pathlib
import re
from typing import Any, Literal, get_args, get_type_hints

import pytest
from handset_hand import Hand

import bmoca_gym
from bmoca_gym.handset import packages
from bmoca_gym.handset.effects import finish, focus, start
from bmoca_gym.handset.images import image_named
from bmoca_gym.handset.kits import navigation
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.manifest import split
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import Column, Element
from bmoca_gym.handset.value import Value, replace, value

HANDSET = pathlib.Path(bmoca_gym.__file__).parent / "handset"

for name in ("android10", "android13", "androidlab"):
    packages.apps_of(image_named(name))  # imports the apps, whose tables are then known
TABLES = {table.state.__module__.split(".")[-2]: table for table in navigation.tables()}


@pytest.mark.parametrize("app", sorted(TABLES))
def test_the_types_of_a_state_name_exactly_the_pages_and_overlays_of_its_table(app: str) -> None:
    table = TABLES[app]
    hints = get_type_hints(table.state)
    assert _named_overlays(hints) == {"", *table.overlays}
    if "page" in hints:
        assert set(get_args(hints["page"])) <= set(table.pages)


def _named_overlays(hints: dict[str, Any]) -> set[str]:
    """The names that a state's field ``overlay`` may have, or the kinds of its dialog's value."""
    if "overlay" in hints:
        return set(get_args(hints["overlay"]))
    shown = [one for one in get_args(hints["dialog"]) if one is not type(None)]
    return {"", *(name for one in shown for name in get_args(_type_of_kind(one)))}


def _type_of_kind(dialog: type) -> Any:
    kind = vars(dialog)["kind"]
    return (
        get_type_hints(kind.fget)["return"] if isinstance(kind, property) else get_type_hints(dialog)["kind"]
    )


@pytest.mark.parametrize("app", sorted(TABLES))
def test_an_app_opens_no_page_or_overlay_that_its_table_does_not_have(app: str) -> None:
    table = TABLES[app]
    for path in (HANDSET / "apps" / app).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for kind, name in _names(node):
                known = {"", *table.overlays} if kind == "overlay" else set(table.pages)
                assert name in known, (
                    f"{path.name}:{getattr(node, 'lineno', 0)}: {name!r} is no {kind} of {app}"
                )


def _names(node: ast.AST) -> list[tuple[str, str]]:
    """The names of pages and overlays that a call gives as constants."""
    if not isinstance(node, ast.Call):
        return []
    called = ast.unparse(node.func).rpartition(".")[2]
    given = list(node.args)
    if called == "do" and given:
        called, given = ast.unparse(given[0]).rpartition(".")[2], given[1:]
    elif called in ("go_to", "open_overlay"):
        given = given[2:]
    kind = {"go_to": "page", "open_overlay": "overlay"}.get(called)
    found = [(kind, one.value) for one in given[:1] if kind and isinstance(one, ast.Constant)]
    if called in ("replace", "without_overlay"):
        keywords = [
            k for k in node.keywords if k.arg in ("overlay", "page") and isinstance(k.value, ast.Constant)
        ]
        found += [(str(k.arg), k.value.value) for k in keywords]  # type: ignore[attr-defined]
    return [(str(kind), name) for kind, name in found if isinstance(name, str)]


def test_no_handler_of_an_app_or_a_kit_returns_any() -> None:
    untyped = re.compile(r"def (\w+)\([^)]*\bcontext: [^)]*\) -> Any:")
    found = [
        f"{path.relative_to(HANDSET)}: {one[1]}"
        for path in HANDSET.rglob("*.py")
        if "servers" not in path.parts
        for one in untyped.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, "a handler returns Next[...] of its app's state"


# A small app


@value
class Shop(Value):
    page: Literal["home", "basket"] = "home"
    overlay: Literal["", "menu", "question", "hint"] = ""
    searching: bool = False
    query: str = ""
    marked: tuple[int, ...] = ()
    about: int = 0
    money: int = 7
    writing: bool = False


def screen(res: Resources, *shown: object) -> Element:
    return Column()


def menu(res: Resources, *shown: object) -> Element:
    return Column()


def stop_writing(state: Shop, context: Context) -> Shop:
    return replace(state, writing=False)


@pytest.fixture(scope="module")
def table() -> Navigation[Shop]:
    return Navigation(
        Shop,
        {
            "home": Page(screen),
            "basket": Page(
                screen, lambda s, at: (s.money,) if s.money else None, up="home", back=stop_writing,
                bars=lambda s, at: "light" if s.money > 7 else "dark",
            ),
            "till": Page(screen, lambda s, at: (at.argument,) if at.argument else None, activity="shop.Till"),
        },
        {
            "menu": Overlay(menu, on=("home", "basket")),
            "hint": Overlay(menu, focus=None),
            "question": Overlay(
                menu,
                lambda s, at: (s.about,) if s.about else None,
                takes=("about",),
                under="menu",
                focus="name",
            ),
        },
        kept=("money",),
        passing=("about",),
        search=Search(on=("home",), limit=3),
        selection=Selection("marked"),
        scroll="list",
    )  # fmt: skip


@pytest.fixture(scope="module")
def context() -> Context:
    phone = Hand().phone
    return Context(phone, phone.top)


def arguments(
    table: Navigation[Shop], state: Shop, context: Context, **activity: Any
) -> list[tuple[Any, ...]]:
    found = replace(context.phone.top, **activity)
    return [layer.arguments for layer in table.layers(context.phone, state, found)]


def test_layers_are_the_page_and_what_is_open_over_it(table: Navigation[Shop], context: Context) -> None:
    assert arguments(table, Shop(), context) == [()]
    assert arguments(table, Shop(page="basket"), context) == [(7,)]
    assert arguments(table, Shop(overlay="menu"), context) == [(), ()]
    assert arguments(table, Shop(overlay="question", about=3), context) == [(), (), (3,)]
    assert arguments(table, Shop(overlay="question"), context) == [(), ()]  # nothing to ask about
    till = {"component": "shop/shop.Till"}
    assert arguments(table, Shop(overlay="menu"), context, argument=5, **till) == [(5,)]  # not over this page
    assert arguments(table, Shop(page="basket"), context, argument=0, **till) == [
        (7,)
    ]  # what it shows is gone
    assert arguments(table, Shop(page="basket", money=0), context) == [()]


def test_bars_may_depend_on_the_state(table: Navigation[Shop], context: Context) -> None:
    shown = [
        table.layers(context.phone, Shop("basket", money=money), context.phone.top)[0] for money in (7, 8)
    ]
    assert [layer.bars for layer in shown] == ["dark", "light"]
    assert table.layers(context.phone, Shop(), context.phone.top)[0].bars == "auto"


def test_back_closes_one_thing_after_the_other(table: Navigation[Shop], context: Context) -> None:
    state = Shop("basket", "question", marked=(1,), about=3, writing=True)
    passed = []
    while True:
        after, _ = split(table.back(state, context))
        if after == state:
            break
        passed.append(after)
        state = after
    assert passed == [
        Shop("basket", "menu", marked=(1,), writing=True),
        Shop("basket", marked=(1,), writing=True),
        Shop("basket", marked=(1,)),
        Shop("basket"),
        Shop(),
    ]
    searching = Shop(searching=True, query="ab", marked=(1,))
    searching, _ = split(table.back(searching, context))
    assert searching == Shop(searching=True, query="ab")
    assert split(table.back(searching, context))[0] == Shop()
    assert split(table.back(replace(searching, page="basket"), context))[0] == replace(searching, page="home")


def test_handlers_know_the_table_by_the_state(table: Navigation[Shop], context: Context) -> None:
    state, effects = split(navigation.open_overlay(Shop(), context, "question", 4))
    assert state == Shop(overlay="question", about=4)
    assert effects == [focus("name")]
    assert split(navigation.open_overlay(Shop(), context, "menu"))[1] == [focus("")]
    assert split(navigation.open_overlay(Shop(), context, "hint"))[1] == []  # the focus stays where it is
    assert navigation.close_overlay(Shop(overlay="hint"), context) == (Shop(),)
    assert split(navigation.go_to(state, context, "basket"))[0] == Shop("basket")
    assert split(navigation.type_query(Shop(searching=True), context, "abcd"))[0].query == "abc"
    assert navigation.mark(navigation.mark(Shop(), context, 2), context, 2) == Shop()
    assert table.closed(Shop("basket", "menu", money=2, marked=(1,))) == Shop(money=2)
    busy = Shop("basket", "question", marked=(1,), about=4)
    assert navigation.finished(busy, money=3) == Shop("basket", money=3)


def test_an_app_of_one_page_names_none_and_the_bars_may_follow_from_the_state(context: Context) -> None:
    @value
    class Lamp(Value):
        overlay: str = ""
        lit: bool = False

    table = Navigation(Lamp, {"lamp": Page(screen, bars=lambda s, at: "dark" if s.lit else "light")}, {})
    for lit, bars in ((True, "dark"), (False, "light")):
        (shown,) = table.layers(context.phone, Lamp(lit=lit), context.phone.top)
        assert shown.bars == bars


def test_an_activity_shows_the_page_that_its_argument_names(
    table: Navigation[Shop], context: Context
) -> None:
    state, effects = split(navigation.open_page(Shop(overlay="menu"), context, "shop/shop.Main", "shelf", 3))
    assert (state, effects[-1]) == (Shop(), start("shop/shop.Main", ("shelf", 3)))
    front = replace(context.phone.top, argument=("shelf", 3))
    assert Place(context.phone, front).page == ("shelf", 3)
    assert navigation.argument_page(replace(front, argument="shelf")) == ()
    assert navigation.argument_page(None) == ()
    state, effects = split(navigation.leave_page(Shop("basket", "menu"), context))
    assert (state, effects[-1]) == (Shop("basket"), finish())


def test_the_icons_of_the_status_bar_may_depend_on_the_state(context: Context) -> None:
    @value
    class Lamp(Value):
        on: bool = False
        overlay: str = ""

    lamp = Navigation(
        Lamp,
        {"lamp": Page(screen, bars=lambda s, at: "dark" if s.on else "light")},
        {},
        where=lambda s, at: "lamp",
    )
    bars = [lamp.layers(context.phone, Lamp(on), context.phone.top)[0].bars for on in (False, True)]
    assert bars == ["light", "dark"]


def test_a_swipe_against_the_reading_direction_asks_for_the_next_page() -> None:
    for locale, steps in (("en-US", [1, -1, 0, 0]), ("ar-EG", [-1, 1, 0, 0])):
        phone = Hand(locale=locale).phone
        swipes = [Context(phone, phone.top, direction=one) for one in ("left", "right", "up", "")]
        assert [navigation.page_step(one) for one in swipes] == steps


@pytest.mark.parametrize(
    ("message", "given"),
    [
        ("the unknown page 'attic'", {"pages": {"home": Page(screen, up="attic")}}),
        ("the unknown page 'attic'", {"overlays": {"menu": Overlay(menu, on=("attic",))}}),
        ("the unknown overlay 'bill'", {"overlays": {"menu": Overlay(menu, under="bill")}}),
        ("the unknown field 'price'", {"overlays": {"menu": Overlay(menu, takes=("price",))}}),
        ("the unknown field 'price'", {"kept": ("price",)}),
        ("the unknown field 'selected'", {"selection": Selection()}),
    ],
)
def test_a_table_that_names_what_does_not_exist_is_refused(message: str, given: dict[str, Any]) -> None:
    @value
    class Other(Value):
        page: str = "home"
        overlay: str = ""

    with pytest.raises(ValueError, match=message):
        Navigation(Other, **({"pages": {"home": Page(screen)}, "overlays": {}} | given))


def test_a_place_tells_what_a_screen_may_depend_on(context: Context) -> None:
    place = Place(context.phone, context.phone.top)
    assert (place.focus, place.argument, place.locale) == ("", None, context.phone.configuration.locale)
    assert (place.zone, place.today) == (context.phone.zone, context.now.toordinal())
    assert (place.page, place.res) == ((), context.res)


def test_apps_leave_the_names_of_pages_and_overlays_to_their_tables() -> None:
    """What depends on a page stands in its table. An app that asks for the name itself is an exception."""
    asked = []
    for path in sorted((HANDSET / "apps").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and _compares_a_name(node):
                asked.append(f"{path.relative_to(HANDSET)}:{node.lineno}: {ast.unparse(node)}")
    assert len(asked) <= 8, "\n".join(asked)


def _compares_a_name(node: ast.Compare) -> bool:
    sides = (node.left, *node.comparators)
    named = any(isinstance(side, ast.Attribute) and side.attr in ("page", "overlay") for side in sides)
    return named and any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)
