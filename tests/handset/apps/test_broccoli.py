"""Broccoli: recipes are written, changed, found, cooked and deleted; its database has them."""

from __future__ import annotations

import io

import pytest
from handset_hand import Hand
from PIL import Image

from bmoca_gym.handset.apps.broccoli.state import DATABASE
from bmoca_gym.handset.providers import pictures
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


# Categories and photos


def sql(hand: Hand, query: str) -> list[str]:
    return hand.shell(f'sqlite3 {DATABASE} "{query}"').split()


def go(hand: Hand, name: str) -> None:
    hand.tap(description="Open navigation drawer")
    hand.tap("design_menu_item_text", text=name)


def new_category(hand: Hand, name: str) -> None:
    hand.tap("fab_categories")
    hand.type(name)
    hand.tap("button1")


def test_categories_are_made_given_listed_renamed_and_deleted(hand: Hand) -> None:
    go(hand, "Categories")
    for name in ("Soups", "Cakes"):
        new_category(hand, name)
    assert hand.texts("card_text_view_category_name") == ["Cakes", "Soups"]
    hand.press("BACK")
    hand.tap(text="Pea Soup")
    hand.tap(description="More options")
    hand.tap(text="Edit")
    hand.tap("new_categories")
    hand.tap(text="Soups")
    assert hand.node("android:id/text1", 1).checked
    hand.tap("button1")
    assert hand.text("new_categories") == "Soups"
    hand.tap("button_save_recipe")
    assert hand.text("details_categories") == "Soups"
    hand.press("BACK")
    assert sql(hand, "select name from recipes_with_categories join categories using (categoryId)") == [
        "Soups"
    ]
    for chosen, titles in (
        ("Soups", ["Pea Soup"]),
        ("Recipes without category", ["Apple Pie"]),
        ("Cakes", []),
    ):
        hand.tap("spinner")
        hand.tap(text=chosen)
        assert hand.text("text1") == chosen
        assert hand.texts("card_text_view_title") == titles
    go(hand, "Categories")
    hand.tap(text="Cakes")
    hand.tap("button3")
    hand.tap("button1")
    hand.tap(text="Soups")
    hand.type(" and stews")
    hand.tap("button1")
    assert hand.texts("card_text_view_category_name") == ["Soups and stews"]
    go(hand, "Recipes")
    assert hand.texts("card_text_view_title") == [
        "Apple Pie",
        "Pea Soup",
    ]  # the category that was listed is gone


def test_a_photo_is_picked_shown_and_goes_with_its_recipe(hand: Hand) -> None:
    made = io.BytesIO()
    Image.new("RGB", (80, 60), (30, 120, 40)).save(made, "JPEG")
    hand.device.write_file("/sdcard/Pictures/soup.jpg", made.getvalue())
    hand.tap(text="Pea Soup")
    hand.tap(description="More options")
    hand.tap(text="Edit")
    hand.tap("new_image")
    hand.tap(text="Pick photo")
    hand.tap(text="soup.jpg")
    hand.press("BACK")
    hand.tap("button2")  # changes are not lost unasked
    hand.tap("button_save_recipe")
    assert hand.sees("backdrop")
    (name,) = sql(hand, "select imageName from recipes where imageName != ''")
    path = f"/sdcard/Android/data/com.flauschcode.broccoli/files/Pictures/{name}"
    assert hand.device.read_file(path) == made.getvalue()
    assert [photo.name for photo in pictures.photos(hand.phone)] == ["soup.jpg"]  # a gallery doesn't list it
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert path not in hand.phone.files


def test_a_photo_is_taken_and_removed(hand: Hand) -> None:
    hand.tap("fab_recipes")
    hand.type("Rice")
    hand.press("BACK")
    hand.tap("new_image")
    hand.tap(text="Take photo")
    hand.tap(description="Shutter")
    assert hand.text("new_title") == "Rice"
    hand.tap("new_image")
    assert hand.sees(text="Remove photo")
    hand.press("BACK")
    hand.tap("button_save_recipe")
    assert len(sql(hand, "select imageName from recipes where imageName != ''")) == 1
    hand.tap(text="Rice")
    hand.tap(description="More options")
    hand.tap(text="Edit")
    hand.tap("new_image")
    hand.tap(text="Remove photo")
    hand.tap("button_save_recipe")
    assert not sql(hand, "select imageName from recipes where imageName != ''")
