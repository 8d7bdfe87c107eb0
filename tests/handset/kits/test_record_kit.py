"""The example's record_kit, in the example's app: a to-do list in an image of its own."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from handset_hand import Hand
from handset_walk import cut_controls, faults, walk

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.kits.amounts import number_text, parsed
from bmoca_gym.handset.kits.tables import Column, Table, moment, put, stored
from bmoca_gym.handset.resources import catalogues, of
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.handset.value import replace

EXAMPLE = Path(__file__).parents[3] / "examples" / "suite_package"
PACKAGE = "org.example.todo"
DATABASE = f"/data/data/{PACKAGE}/databases/todo.db"
INSERT = (
    f"sqlite3 {DATABASE} \"INSERT INTO tasks (title, due, priority, cost) VALUES ('{{}}', {{}}, {{}}, {{}})\""
)
SCREENS: tuple[dict[str, Any], ...] = (
    {},
    {"locale": "ar-EG", "font_scale": 1.3, "dark": True},
    {"width": 480, "height": 800, "density": 330, "locale": "de-DE", "font_scale": 1.3},
    {"width": 1280, "height": 800, "density": 160, "font_scale": 0.85},
)


@pytest.fixture
def image(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Android 10 with the app of the example package, which is importable while the test runs."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    module_of = catalogues.module_of
    own = {"records": "record_kit", "todo": "todo_app"}
    monkeypatch.setattr(catalogues, "module_of", lambda name: own.get(name) or module_of(name))
    return replace(ANDROID10, name="todo", apps=(*ANDROID10.apps, "todo"))


def opened(image: Any, **configuration: Any) -> Hand:
    hand = Hand()
    phone = images.boot(Configuration(**configuration), image)
    hand.phone = activities.start(phone, packages.apps_of(image)[PACKAGE].component)
    return hand


@pytest.fixture
def hand(image: Any) -> Hand:
    return opened(image)


def rows(hand: Hand, columns: str) -> list[str]:
    return hand.shell(f"sqlite3 {DATABASE} 'SELECT {columns} FROM tasks ORDER BY _id'").splitlines()


def test_what_is_typed_is_a_row_of_the_database(hand: Hand) -> None:
    assert hand.text("empty_view") == "Nothing to do"
    hand.tap("fab")
    hand.tap("action_save")
    assert hand.text("textinput_error") == "This field is required"
    hand.tap("title")
    hand.type("Buy paint")
    assert not hand.sees("textinput_error")
    hand.tap("cost")
    hand.type("12.345")
    hand.tap("action_save")
    assert hand.text("textinput_error") == "Enter a valid number"
    hand.tap("cost")
    hand.press("DEL")
    hand.press("BACK")
    hand.tap("due_row")
    hand.tap(description="17 May 2024") if hand.sees(description="17 May 2024") else hand.tap(
        description="May 17, 2024"
    )
    hand.tap("button1")
    hand.tap("remind_row")
    hand.tap("button1")
    hand.tap("priority_row")
    hand.tap(text="High")
    hand.tap("done")
    hand.tap("action_save")
    assert hand.texts("title") == ["Buy paint"]
    assert rows(hand, "_id, title, notes, due, remind, priority, cost, done") == [
        "1|Buy paint||1715940000000|600|2|1234|1"
    ]


def test_the_database_is_the_list(hand: Hand) -> None:
    for title, due, priority, cost in (("Zebra", "NULL", 0, "NULL"), ("apple", 1715940000000, 2, 1250)):
        hand.shell(INSERT.format(title, due, priority, cost))
    assert hand.texts("title") == ["Zebra", "apple"]
    assert hand.texts("summary") == ["Low", "May 17, 2024 · High"]
    assert hand.text("value") == "12.50"
    hand.tap("action_sort")
    hand.tap(text="Title")
    assert hand.texts("title") == ["apple", "Zebra"]
    hand.tap("action_search")
    hand.type("ZEB")
    assert hand.texts("title") == ["Zebra"]
    hand.press("BACK", "BACK")
    hand.tap("checkbox", 1)
    assert rows(hand, "title, done") == ["Zebra|1", "apple|0"]
    hand.hold("list_item")
    hand.tap("action_select_all")
    assert hand.text("action_bar_title") == "2 selected"
    hand.tap("action_delete")
    hand.tap("button1")
    assert rows(hand, "*") == []


def test_details_lead_to_the_editor_and_changes_are_not_lost_unasked(hand: Hand) -> None:
    hand.shell(INSERT.format("Paint", 1715940000000, 1, "NULL"))
    hand.tap("list_item")
    assert hand.text("due") == "May 17, 2024"
    hand.tap("action_edit")
    hand.tap("due_clear")
    hand.press("BACK")
    hand.tap("button2")
    hand.tap("action_save")
    assert not hand.sees("due")
    assert rows(hand, "coalesce(due, 0)") == ["0"]
    hand.tap("action_edit")
    hand.tap("done")
    hand.press("BACK")
    hand.tap("button1")
    assert hand.activity == "DetailActivity"
    hand.shell(f"sqlite3 {DATABASE} 'DELETE FROM tasks'")
    assert hand.text("empty_view") == "This entry no longer exists"
    hand.press("BACK")
    assert hand.activity == "ListActivity"


@pytest.mark.parametrize("configuration", SCREENS)
def test_300_random_gestures_leave_good_screens(image: Any, configuration: dict[str, Any]) -> None:
    hand = opened(image, **configuration)
    for title, due in (("Paint the wall of the old house by the harbour", 1715940000000), ("b", "NULL")):
        hand.shell(INSERT.format(title, due, 2, 123456))
    for phone in walk(hand.phone, random.Random(5), 300):
        assert faults(screen.ui_tree(phone)) == []
        if phone.top.package == PACKAGE and not phone.top.focus:
            # The head of the date picker, which is not the kit's, is cut in Arabic with large letters.
            assert [cut for cut in cut_controls(phone) if not cut.startswith("android:id/date_picker")] == []


def test_only_a_database_with_these_columns_is_opened(hand: Hand) -> None:
    from todo_app import APP, Todo

    (file,) = APP.files
    kept = file.write(Todo(), file.read(Todo(rows=((3, "a", "", None, None, 1, None, 0),))))
    assert kept.rows == ((3, "a", "", None, None, 1, None, 0),)
    wrong = (
        "CREATE TABLE other (x)",
        "CREATE TABLE tasks (_id INTEGER PRIMARY KEY, title TEXT)",
        "CREATE TABLE tasks (_id INTEGER PRIMARY KEY, title, notes, due, remind, priority, cost, done);"
        "INSERT INTO tasks VALUES (1, 'a', '', 'soon', NULL, 1, NULL, 0)",
    )
    for script in wrong:
        with pytest.raises((ValueError, sqlite3.DatabaseError)):
            file.write(Todo(), database_bytes(script))


def test_values_of_units_and_numbers() -> None:
    assert put(((1 << 63) - 1, "x") and (((1 << 63) - 1, "x"),), (0, "y"))[1] == (1, "y")
    for unit, cell in (("ms", 1715940060000), ("s", 1715940060), ("minutes", 601), ("iso", "2024-05-17")):
        column = Column("at", "text" if unit == "iso" else "integer", unit=unit)
        at = moment(column, cell, "Asia/Kolkata")
        assert at is not None
        assert stored(column, at, "Asia/Kolkata") == cell
        for hostile in (None, "x", float("inf"), -(1 << 62), 1 << 62):
            moment(column, hostile, "GMT")
    german, arabic = of(Configuration(locale="de-DE")), of(Configuration(locale="ar-EG"))
    cents = Column("cost", "integer", unit="hundredths")
    assert number_text(german, cents, 1250) == "12,50"
    assert number_text(arabic, cents, 1250) == "١٢٫٥٠"
    assert [parsed(german, cents, text, 0, 1e12) for text in ("12,5", "12.5", "-1", "1,234", "", "²")] == [
        1250, 1250, None, None, None, None,
    ]  # fmt: skip
    assert parsed(arabic, cents, "١٢٫٥٠", 0, 1e12) == 1250
    with pytest.raises(ValueError, match="no column 'b'"):
        Table("t", (Column("a"),)).row(b=1)
