"""Messages: stars, and the categories of the search that show messages: starred ones, and a grid of pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.messages.state import PACKAGE
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.side_effects.comparison import changes

ADA = "2024561111"
STATE = f"/data/data/{PACKAGE}/shared_prefs/bugle.xml"


def begin(hand: Hand) -> Hand:
    """Two conversations, with BANK and with Ada, whose is the newer one."""
    for number, text in (("BANK", "Your code is 7"), (ADA, "Dinner?"), (ADA, "On Friday")):
        hand.phone = messages.receive(hand.phone, number, text)
        hand.wait(61)
    hand.open("messages")
    return hand


def chat(hand: Hand, index: int = 0) -> None:
    hand.tap("conversation_name", index)


def say(hand: Hand, name: str) -> str:
    return resources.of(hand.phone.configuration).string(name)


def category(hand: Hand, name: str) -> None:
    """Open the search, and choose a category by its chip."""
    hand.tap("action_zero_state_search")
    while not hand.sees(description=say(hand, name)):
        hand.press("BACK")  # the keyboard
    hand.tap(description=say(hand, name))


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_a_star_is_set_and_taken_away(make_hand: Callable[..., Hand], image: str) -> None:
    hand = begin(make_hand(image))
    chat(hand)
    hand.hold(text="Dinner?")
    hand.tap(description="Star")
    assert [n.content_description for n in hand.all("star_icon")] == ["Starred"]
    assert not hand.sees("selection_count")
    hand.hold(text="Dinner?")
    hand.tap(description="Unstar")
    assert not hand.sees("star_icon")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_search_finds_starred_messages_in_every_language(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = begin(make_hand("androidlab", locale=locale, density=550))
    category(hand, "messages.starred")
    assert not hand.sees("conversation_name")
    assert hand.sees(text=say(hand, "dialer.no_results"))
    hand.press("BACK")
    chat(hand)
    hand.hold(text="Dinner?")
    hand.tap("action_star_message")
    hand.press("BACK")
    category(hand, "messages.starred")
    assert hand.texts("conversation_snippet") == ["Dinner?"]
    hand.tap("conversation_name")
    assert hand.texts("message_text") == ["Dinner?", "On Friday"]


def test_the_search_in_starred_messages(hand: Hand) -> None:
    begin(hand)
    for name, text in (("BANK", "Your code is 7"), ("(202) 456-1111", "On Friday")):
        hand.tap(text=name)
        hand.hold(text=text)
        hand.tap("action_star_message")
        hand.press("BACK")
    category(hand, "messages.starred")
    assert hand.texts("conversation_snippet") == ["On Friday", "Your code is 7"]  # the newest first
    hand.tap("zero_state_search_box_auto_complete")
    hand.type("fri")
    assert hand.texts("conversation_snippet") == ["On Friday"]
    hand.press("BACK")
    hand.tap(description="Starred")  # all messages again
    assert hand.texts("conversation_name") == ["(202) 456-1111"]


def test_stars_stay_in_the_apps_file_over_its_end_and_a_restart(hand: Hand) -> None:
    begin(hand)
    chat(hand)
    hand.hold(text="Dinner?")
    hand.tap("action_star_message")
    kept = hand.device.read_file(STATE)
    hand.shell(f"am force-stop {PACKAGE}")
    hand.shell("reboot")
    hand.wait(60)
    hand.open("messages")
    chat(hand)
    assert len(hand.all("star_icon")) == 1
    hand.shell(f"pm clear {PACKAGE}")
    hand.open("messages")
    chat(hand)
    assert not hand.sees("star_icon")
    hand.device.write_file(STATE, kept)
    assert len(hand.all("star_icon")) == 1


def test_a_new_message_has_not_the_star_of_a_deleted_one(hand: Hand) -> None:
    begin(hand)
    chat(hand)
    hand.hold(text="On Friday")
    hand.tap("action_star_message")
    hand.hold(text="On Friday")
    hand.tap("action_delete_message")
    hand.tap("android:id/button1")
    hand.phone = messages.receive(hand.phone, ADA, "On Sunday")
    assert hand.sees(text="On Sunday")
    assert not hand.sees("star_icon")


def test_a_message_that_was_not_sent_cannot_be_starred(hand: Hand) -> None:
    begin(hand)
    hand.shell("settings put global airplane_mode_on 1")
    hand.phone = messages.send(hand.phone, ADA, "Yes")
    hand.wait(2)
    chat(hand)
    hand.hold(text="Yes")
    assert hand.sees("action_delete_message")
    assert not hand.sees("action_star_message")


def test_a_narrow_screen_has_the_details_in_a_menu(make_hand: Callable[..., Hand]) -> None:
    hand = begin(make_hand("android10", density=640))
    chat(hand)
    hand.hold(text="Dinner?")
    assert not hand.sees("details_menu")
    hand.tap(description="More options")
    hand.tap(text="Message details")
    assert "From: (202) 456-1111" in hand.text("android:id/message")
    hand.press("BACK")
    hand.tap("action_star_message")
    assert hand.sees("star_icon")


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_images_are_a_grid_of_the_pictures_in_messages(make_hand: Callable[..., Hand], image: str) -> None:
    hand = begin(make_hand(image))
    category(hand, "files.images")
    assert hand.sees(text=say(hand, "dialer.no_results"))
    hand.press("BACK")
    hand.device.write_file(COLOSSEUM, ANDROID10.files[COLOSSEUM])
    for text in ("Look", "And this"):
        hand.phone = messages.send(hand.phone, "BANK", text, attachment=COLOSSEUM)
        hand.wait(61)
    category(hand, "files.images")
    tiles = hand.all("image")
    assert [tile.content_description for tile in tiles] == ["Picture, BANK"] * 2
    assert tiles[0].bounds[1] == tiles[1].bounds[1]
    assert len({tile.bounds[2] - tile.bounds[0] for tile in tiles}) == 1
    hand.tap("image")
    assert hand.text("conversation_title") == "BANK"


def test_a_picture_that_was_deleted_leaves_its_place(hand: Hand) -> None:
    begin(hand)
    hand.phone = messages.send(hand.phone, "BANK", "", attachment=COLOSSEUM)
    hand.shell(f"rm {COLOSSEUM}")
    category(hand, "files.images")
    assert len(hand.all("image")) == 1


def test_a_star_is_a_side_effect_that_is_told(hand: Hand) -> None:
    begin(hand)
    chat(hand)
    before = hand.phone
    hand.hold(text="Dinner?")
    hand.tap("action_star_message")
    assert [change.said for change in changes(before, hand.phone)] == ["the star of a message was set"]
    assert not changes(before, before)
