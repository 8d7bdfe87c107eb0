"""Searches that find nothing say so, in the words of the apps."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages

#: Images, apps, what is touched to get to the search, and what it says about "zzqx".
SEARCHES = (
    ("android10", "settings", ("search_action_bar",), ("No results",)),
    ("android13", "gmail", ("open_search_bar",), ("No results for “zzqx”",)),
    ("android13", "vlc", ("ml_menu_filter",), ("No results found for “zzqx”",)),
    ("android13", "simple_gallery", ("top_toolbar_search",), ("No items found.",)),
    (
        "android13",
        "osmand",
        ("map_search_button",),
        ("Nothing found", "Change the search or increase its radius."),
    ),
    ("androidlab", "maps_me", ("search",), ("Oops, no results found.", "Try changing your search criteria.")),
    ("androidlab", "pi_music", ("action_search",), ("No results found",)),
)


@pytest.mark.parametrize(("image", "app", "way", "said"), SEARCHES, ids=[row[1] for row in SEARCHES])
def test_a_search_without_a_result_says_so(
    image: str, app: str, way: tuple[str, ...], said: tuple[str, ...]
) -> None:
    hand = Hand(image)
    (opened,) = [one for one in packages.apps_of(hand.phone.image).values() if one.name == app]
    hand.shell(f"am start -n '{opened.component}'")
    for id in way:
        hand.tap(id)
    assert not any(hand.sees(text=text) for text in said), "not before anything is typed"
    hand.type("zzqx")
    assert all(hand.sees(text=text) for text in said)


def test_chrome_suggests_the_search_engine_for_a_page_that_is_not_in_the_history() -> None:
    hand = Hand("android13")
    hand.open("chrome")
    hand.tap("search_box_text")
    hand.type("chess")
    hand.press("ENTER")
    hand.tap(content_description="More options")
    hand.tap(text="History")
    hand.tap("search_menu_id")
    hand.type("zzqx")
    assert hand.text("empty_view") == "Can’t find that page. Check your spelling or search Seekwell."
