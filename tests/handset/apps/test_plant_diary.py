"""The plant diary of examples/suite_package: an app with screens of its own, in an image of its own."""

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
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace

EXAMPLE = Path(__file__).parents[3] / "examples" / "suite_package"
PACKAGE = "org.example.plants"
DATABASE = f"/data/data/{PACKAGE}/databases/plants.db"
PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
DAY = 86_400_000


@pytest.fixture
def image(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Android 10 with the app of the example package, which is importable while the test runs."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    module_of = catalogues.module_of
    monkeypatch.setattr(
        catalogues, "module_of", lambda name: "plant_diary" if name == "plants" else module_of(name)
    )
    return replace(ANDROID10, name="plants", apps=(*ANDROID10.apps, "plants"))


def opened(image: Any, **configuration: Any) -> Hand:
    hand = Hand()
    phone = images.boot(Configuration(**configuration), image)
    hand.phone = activities.start(phone, packages.apps_of(image)[PACKAGE].component)
    return hand


def rows(hand: Hand, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(hand.device.read_file(DATABASE))
    return connection.execute(query).fetchall()


def plant(hand: Hand, name: str, days: int, ago: int) -> None:
    """Write a plant that was watered so many days ago into the database."""
    hand.shell(f"sqlite3 {DATABASE} \"INSERT INTO plants (name, days) VALUES ('{name}', {days})\"")
    at = hand.phone.clock.wall - ago * DAY
    hand.shell(f'sqlite3 {DATABASE} "INSERT INTO waterings (plant, at) SELECT max(_id), {at} FROM plants"')


def test_a_plant_is_added_watered_edited_and_deleted(image: Any) -> None:
    hand = opened(image)
    assert hand.sees(text="No plants yet")
    hand.tap("fab")
    hand.tap("save")  # nothing: it has no name
    hand.type("Fern")
    hand.tap("place_row")
    hand.tap(text="In the shade")
    hand.tap("days")
    hand.type("x")
    hand.tap("save")  # nothing: no number of days
    hand.press("DEL", "DEL")
    hand.type("3")
    hand.tap("save")
    assert hand.texts("plant_due") == ["Water today · In the shade"]
    hand.tap("water")
    assert hand.texts("plant_due") == ["Water in 3 days · In the shade"]
    hand.tap("plant")
    assert hand.texts("facts") == ["In the shade · Every 3 days"]
    assert hand.texts("watering") == ["Wed, May 1, 2024"]
    hand.tap("remove")
    assert hand.texts("due") == ["Water today"]
    hand.tap("water")
    hand.tap("edit")
    hand.tap("notes")
    hand.type("No sun")
    hand.press("BACK", "BACK")
    assert hand.sees(text="Discard the changes?")
    hand.tap(text="Cancel")
    hand.tap("save")
    assert hand.texts("notes") == ["No sun"]
    assert rows(hand, "SELECT name, place, days, notes FROM plants") == [("Fern", "shade", 3, "No sun")]
    assert rows(hand, "SELECT plant, at FROM waterings") == [(1, hand.phone.clock.wall)]
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert hand.sees(text="No plants yet")
    assert rows(hand, "SELECT * FROM plants UNION SELECT *, 0, 0 FROM waterings") == []


def test_the_list_is_ordered_searched_and_set(image: Any) -> None:
    hand = opened(image)
    for name, days, ago in (("Aloe", 30, 2), ("Basil", 1, 4), ("Cactus", 10, 10)):
        plant(hand, name, days, ago)
    assert hand.texts("plant_name") == ["Basil", "Cactus", "Aloe"]
    assert [text.partition(" · ")[0] for text in hand.texts("plant_due")] == [
        "3 days overdue", "Water today", "Water in 28 days",
    ]  # fmt: skip
    hand.tap(description="More options")
    hand.tap(text="Settings")
    hand.tap("settings_by_date")
    hand.tap("settings_show_places")
    hand.press("BACK")
    assert hand.texts("plant_name") == ["Aloe", "Basil", "Cactus"]
    assert hand.texts("plant_due")[1] == "3 days overdue"
    assert b'name="by_date" value="false"' in hand.device.read_file(PREFERENCES)
    hand.tap("search")
    hand.type("bás")
    assert hand.texts("plant_name") == ["Basil"]
    hand.type("?")
    assert hand.sees(text="No plants found")
    hand.press("BACK", "BACK")
    assert len(hand.texts("plant_name")) == 3


def test_a_shared_text_becomes_the_notes_of_a_new_plant(image: Any) -> None:
    hand = opened(image)
    hand.shell(
        f"am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'Likes tea' -p {PACKAGE}"
    )
    assert hand.texts("notes") == ["Likes tea"]
    hand.type("Rose")
    hand.tap("save")
    assert rows(hand, "SELECT name, notes FROM plants") == [("Rose", "Likes tea")]


@pytest.mark.parametrize(
    "look",
    [{}, {"locale": "ar-EG", "font_scale": 1.3, "dark": True, "width": 480, "height": 800, "density": 240}],
)
def test_walks_meet_nothing_broken(image: Any, look: dict[str, Any]) -> None:
    hand = opened(image, **look)
    plant(hand, "Fern " * 12, 7, 3)
    for seed in range(2):
        for phone in walk(hand.phone, random.Random(seed), 25):
            assert not faults(screen.ui_tree(phone))
            assert not cut_controls(phone)
