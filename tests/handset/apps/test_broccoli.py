"""Broccoli: recipes are written, changed, found, cooked and deleted; its database has them."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.broccoli.state import DATABASE
from bmoca_gym.handset.system.sqlite_bytes import read_database


def rows(hand: Hand) -> list[tuple]:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(
        "SELECT title, servings, directions, favorite FROM recipes ORDER BY recipeId"
    ).fetchall()
    connection.close()
    return found


@pytest.fixture
def hand() -> Hand:
    """A phone with two recipes."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    for title, directions in (("Pea Soup", "Boil the peas.\nBlend them."), ("Apple Pie", "Bake it.")):
        hand.shell(
            f'sqlite3 {DATABASE} "INSERT INTO recipes(title, imageName, description, servings, preparationTime, source, '
            f"ingredients, directions, favorite) VALUES('{title}', '', '', '4', '', '', 'peas', '{directions}', 0)\""
        )
    hand.shell("am start -n com.flauschcode.broccoli/.MainActivity")
    return hand


def test_a_recipe_is_written_down(hand: Hand) -> None:
    hand.tap("fab_recipes")
    hand.type("Rice\n")  # Enter goes on to the next field
    hand.tap("new_servings")
    hand.type("2 servings\n")
    hand.press("BACK")
    hand.tap("new_directions")
    hand.type("Wash the rice.\nBoil it.")
    hand.tap("button_save_recipe")
    assert rows(hand)[-1] == ("Rice", "2 servings", "Wash the rice.\nBoil it.", 0)
    assert hand.texts("card_text_view_title") == ["Apple Pie", "Pea Soup", "Rice"]


def test_a_recipe_without_a_title_is_not_saved_and_changes_are_not_lost_unasked(hand: Hand) -> None:
    hand.tap("fab_recipes")
    hand.tap("new_servings")
    hand.type("2")
    hand.tap("button_save_recipe")
    assert hand.sees("new_servings", text="2")
    hand.press("BACK", "BACK")
    hand.tap("button2")
    assert hand.sees("new_servings", text="2")
    hand.press("BACK")
    hand.tap("button1")
    assert len(rows(hand)) == 2


def test_a_recipe_is_changed_and_made_a_favorite(hand: Hand) -> None:
    hand.tap(text="Pea Soup")
    hand.tap("action_details_like")
    hand.tap(description="More options")
    hand.tap(text="Edit")
    hand.tap("new_title")
    hand.type(" with Mint")
    hand.tap("button_save_recipe")
    assert hand.text("details_title") == "Pea Soup with Mint"
    assert rows(hand)[0][::3] == ("Pea Soup with Mint", 1)
    hand.press("BACK")
    hand.tap("spinner")
    hand.tap(text="Favorites")
    assert hand.texts("card_text_view_title") == ["Pea Soup with Mint"]


def test_a_recipe_is_found_and_deleted_once_that_is_confirmed(hand: Hand) -> None:
    hand.tap("action_search")
    hand.type("soup\n")
    assert hand.texts("card_text_view_title") == ["Pea Soup"]
    hand.tap(text="Pea Soup")
    for answer in ("button2", "button1"):
        assert len(rows(hand)) == 2
        hand.tap(description="More options")
        hand.tap(text="Delete")
        hand.tap(answer)
    assert [row[0] for row in rows(hand)] == ["Apple Pie"]
    assert hand.sees("recipes_empty")


def test_a_recipe_is_cooked_step_by_step(hand: Hand) -> None:
    hand.tap(text="Pea Soup")
    hand.tap("fab_cooking_assistant")
    hand.tap(description="Next step")
    hand.swipe("left")
    assert hand.sees(text="Blend them.")
    hand.swipe("left")
    hand.tap(description="Previous step")
    assert hand.sees(text="Boil the peas.")


def test_a_recipe_is_shared(hand: Hand) -> None:
    hand.tap(text="Pea Soup")
    hand.tap(description="More options")
    hand.tap(text="Share")
    hand.tap(text="Messages")
    assert "Messages" in hand.activity or hand.phone.top.package == "com.google.android.apps.messaging"
