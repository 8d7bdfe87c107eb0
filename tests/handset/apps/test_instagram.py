"""Instagram: its tabs, posts, stories, search, reels, profiles, comments and messages, and a new post."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand
from handset_walk import cut_controls, faults

from bmoca_gym.handset.apps.instagram.content import CLIPS, EXPLORE, FEED, ME, STORIES
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.providers import pictures

TABS = ("feed_tab", "search_tab", "clips_tab", "profile_tab")
LOOKS = (
    {"density": 330}, {"density": 550, "locale": "ar-EG"}, {"density": 700, "locale": "ru-MD", "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip


@pytest.fixture
def insta(hand: Hand) -> Hand:
    """A hand on the feed."""
    hand.open("instagram")
    return hand


def selected(hand: Hand) -> list[str]:
    return [tab for tab in TABS if hand.node(tab).selected]


def scroll_to(hand: Hand, id: str) -> None:
    for _ in range(6):
        if hand.sees(id):
            return
        hand.swipe("up", 1.0)
    raise AssertionError(id)


# What the tasks' detectors read


def test_the_app_starts_on_the_feed(insta: Hand) -> None:
    assert insta.activity == "MainTabActivity"
    assert selected(insta) == ["feed_tab"]


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_is_selected_and_no_other(insta: Hand, tab: str) -> None:
    insta.tap("search_tab" if tab == "feed_tab" else "profile_tab")
    insta.tap(tab)
    assert selected(insta) == [tab]


def test_the_next_start_is_on_the_feed_again(insta: Hand) -> None:
    insta.tap("profile_tab")
    insta.press("BACK")
    assert selected(insta) == ["feed_tab"]
    insta.tap("clips_tab")
    insta.press("HOME")
    insta.shell("am force-stop com.instagram.android")
    insta.open("instagram")
    assert selected(insta) == ["feed_tab"]


def test_the_tab_stays_while_the_app_is_in_the_background(insta: Hand) -> None:
    insta.tap("search_tab")
    insta.press("HOME")
    insta.open("instagram")
    assert selected(insta) == ["search_tab"]


# Posts


def test_a_like_counts_and_is_taken_back(insta: Hand) -> None:
    scroll_to(insta, "row_feed_button_like")
    insta.tap("row_feed_button_like")
    assert insta.node("row_feed_button_like").selected
    assert insta.text("row_feed_textview_likes") == f"{FEED[0].likes + 1} likes"
    insta.tap("row_feed_button_like")
    assert insta.text("row_feed_textview_likes") == f"{FEED[0].likes} likes"


def test_more_shows_the_whole_caption(insta: Hand) -> None:
    scroll_to(insta, "caption_more")
    insta.tap("caption_more")
    assert not insta.sees("caption_more")


def test_saved_posts_are_in_the_profiles_menu(insta: Hand) -> None:
    scroll_to(insta, "row_feed_button_save")
    insta.tap("row_feed_button_save")
    insta.tap("profile_tab")
    insta.tap("menu_button")
    insta.tap(text="Saved")
    assert [n.content_description for n in insta.all("image_button")] == [f"Photo by {FEED[0].author}"]


def test_a_hidden_post_leaves_the_feed(insta: Hand) -> None:
    assert insta.text("row_feed_photo_profile_name") == FEED[0].author
    insta.tap("media_option_button")
    insta.tap(text="Hide")
    assert insta.text("row_feed_photo_profile_name") == FEED[1].author
    assert insta.phone.toast == "Post hidden"


def test_unfollowing_from_a_post(insta: Hand) -> None:
    insta.tap("media_option_button")
    insta.tap(text="Unfollow")
    insta.tap("row_feed_profile_header")
    assert insta.text("profile_header_follow_button") == "Follow"


def test_a_comment_is_written(insta: Hand) -> None:
    scroll_to(insta, "row_feed_button_comment")
    insta.tap("row_feed_button_comment")
    before = len(insta.all("row_comment_container"))
    assert not insta.sees("layout_comment_thread_button")
    insta.tap("layout_comment_thread_edittext")
    insta.type("Save me a slice!")
    insta.tap("layout_comment_thread_button")
    assert insta.texts("row_comment_textview_comment")[before:] == ["Save me a slice!"]
    insta.press("BACK")
    scroll_to(insta, "row_feed_view_all_comments_text")
    assert insta.text("row_feed_view_all_comments_text") == "View all 3 comments"


def test_a_post_is_sent_to_somebody(insta: Hand) -> None:
    scroll_to(insta, "row_feed_button_share")
    insta.tap("row_feed_button_share")
    insta.tap(text="nora.paints")
    insta.wait(3)
    insta.tap("feed_tab")
    insta.tap("action_bar_inbox_button")
    insta.tap(text="nora.paints")
    assert insta.texts("direct_text_message_text_view")[-1] == "Sent a post"


# Stories


def test_stories_turn_by_touch_and_close_after_the_last(insta: Hand) -> None:
    insta.tap("outer_container")
    total = sum(map(len, STORIES.values()))
    names = []
    for _ in range(total):
        names.append(insta.text("reel_viewer_title"))
        insta.do(Tap(0.8, 0.5))
    assert names == [name for name, shown in STORIES.items() for _ in shown]
    assert insta.activity == "MainTabActivity"


def test_a_touch_on_the_other_side_turns_back(insta: Hand) -> None:
    insta.tap("outer_container")
    first = insta.phone
    insta.do(Tap(0.8, 0.5))
    insta.do(Tap(0.1, 0.5))
    assert insta.state("instagram").story == first.apps["com.instagram.android"].story
    insta.tap("reel_viewer_close_button")
    assert insta.activity == "MainTabActivity"
    # What was seen goes to the end of the tray.
    assert insta.text("username") == list(STORIES)[1]


# Search


def test_accounts_are_found_and_remembered(insta: Hand) -> None:
    insta.tap("search_tab")
    insta.tap("action_bar_search_hint_container")
    insta.type("garden")
    assert insta.texts("row_search_user_username") == ["sunny.garden"]
    insta.tap("row_search_user_container")
    assert insta.text("action_bar_title") == "sunny.garden"
    insta.press("BACK")
    insta.tap("search_clear")
    assert insta.sees(text="Recent")
    assert insta.texts("row_search_user_username") == ["sunny.garden"]
    insta.tap("dismiss_button")
    assert not insta.sees(text="Recent")


def test_nobody_is_found(insta: Hand) -> None:
    insta.tap("search_tab")
    insta.tap("action_bar_search_hint_container")
    insta.type("zzz")
    assert insta.text("empty_state_view_title") == "No results found"


def test_a_picture_of_the_grid_opens_its_post(insta: Hand) -> None:
    insta.tap("search_tab")
    insta.tap("image_button")
    assert insta.text("row_feed_photo_profile_name") == EXPLORE[0].author


# Reels


def test_reels_turn_by_swiping(insta: Hand) -> None:
    insta.tap("clips_tab")
    seen = [insta.text("username")]
    for _ in CLIPS[1:]:
        insta.swipe("up")
        seen.append(insta.text("username"))
    assert seen == [clip.author for clip in CLIPS]
    last = insta.phone
    insta.swipe("up")
    assert insta.phone == last
    insta.swipe("down")
    assert insta.text("username") == CLIPS[-2].author


def test_a_touch_switches_the_sound(insta: Hand) -> None:
    insta.tap("clips_tab")
    assert insta.node("clips_audio_icon").content_description == "Sound off"
    insta.do(Tap(0.4, 0.4))
    assert insta.node("clips_audio_icon").content_description == "Sound on"


def test_a_reel_is_liked_and_has_comments(insta: Hand) -> None:
    insta.tap("clips_tab")
    insta.tap("like_button")
    assert insta.text("like_count") == str(CLIPS[0].likes + 1)
    insta.tap("comment_button")
    assert insta.texts("row_comment_textview_comment") == ["The colors are wonderful."]


# Profiles


def test_following_counts(insta: Hand) -> None:
    insta.tap("notification")
    insta.tap("row_newsfeed_container", 1)
    before = int(insta.text("row_profile_header_textview_followers_count"))
    insta.tap("profile_header_follow_button")
    assert insta.text("profile_header_follow_button") == "Following"
    assert insta.text("row_profile_header_textview_followers_count") == str(before + 1)
    insta.press("BACK", "BACK")
    insta.tap("profile_tab")
    assert insta.text("row_profile_header_textview_following_count") == "6"


def test_the_profile_is_edited(insta: Hand) -> None:
    insta.tap("profile_tab")
    insta.tap("edit_profile")
    insta.tap("name_edit_text")
    insta.type("Alex of the hills")
    insta.tap("action_bar_button_action")
    assert insta.text("profile_header_full_name") == "Alex of the hills"
    assert insta.text("profile_header_bio_text") == "Early walks and good coffee"
    assert insta.state("instagram").bio is None  # still the first one, in every language
    insta.tap("edit_profile")
    insta.tap("bio_edit_text")
    insta.type(" and tea")
    insta.press("BACK", "BACK")
    assert insta.text("profile_header_bio_text") == "Early walks and good coffee"


def test_the_account_becomes_private(insta: Hand) -> None:
    insta.tap("profile_tab")
    insta.tap("menu_button")
    insta.tap(text="Settings")
    insta.tap("row_menu_item_switch")
    assert insta.node("row_menu_item_switch").checked
    assert insta.state("instagram").private


# A new post


def test_a_new_post_is_on_top_of_the_feed_and_on_the_profile(insta: Hand) -> None:
    insta.tap("creation_tab")
    insta.tap("next_button_textview")
    insta.tap("caption_text_view")
    insta.type("Old stones")
    insta.press("BACK")
    insta.tap("share_footer_button")
    assert selected(insta) == ["feed_tab"]
    assert insta.text("row_feed_photo_profile_name") == ME
    assert insta.state("instagram").own[0].caption == "Old stones"
    insta.wait(3)
    insta.tap("profile_tab")
    assert insta.text("row_profile_header_textview_post_count") == "5"
    insta.tap("image_button")
    insta.tap("media_option_button")
    insta.tap(text="Delete")
    assert insta.text("row_profile_header_textview_post_count") == "4"


def test_a_phone_without_pictures_says_so(insta: Hand) -> None:
    insta.shell(f"rm {pictures.COLOSSEUM}")
    insta.tap("creation_tab")
    assert insta.text("empty_state_view_title") == "No photos on this phone"


# Messages


def test_a_message_is_sent(insta: Hand) -> None:
    insta.tap("action_bar_inbox_button")
    insta.tap(text="lena.bakes")
    insta.tap("row_thread_composer_edittext")
    insta.type("Thank you")
    insta.tap("row_thread_composer_button")
    assert insta.texts("direct_text_message_text_view")[-1] == "Thank you"
    insta.press("BACK", "BACK")
    assert "Thank you" in insta.texts("row_search_user_fullname")


# Looks


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_fits(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    hand.open("instagram")

    def fits() -> None:
        assert cut_controls(hand.phone) == []
        assert faults(hand.tree) == []

    for tab in TABS[::-1]:
        hand.tap(tab)
        fits()
    for opener in ("notification", "action_bar_inbox_button", "creation_tab", "outer_container"):
        hand.tap(opener)
        fits()
        hand.press("BACK")
    for tab, opener in (
        ("clips_tab", "comment_button"), ("clips_tab", "direct_share_button"), ("clips_tab", "more_button"),
        ("profile_tab", "menu_button"), ("profile_tab", "edit_profile"),
    ):  # fmt: skip
        hand.tap(tab)
        hand.tap(opener)
        fits()
        hand.press("BACK")
