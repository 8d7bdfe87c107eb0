"""YouTube: its tabs, feed, search, player, Shorts, channels, lists and settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources as package_files

import pytest
from handset_hand import Hand
from handset_walk import cut_controls, faults

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.youtube.screens import parts
from bmoca_gym.handset.apps.youtube.state import FIRST
from bmoca_gym.handset.apps.youtube.videos import (
    TOPICS,
    channels,
    following,
    found,
    shorts,
    suggestions,
    told,
    videos,
    videos_of,
)
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.graphics.text import icon
from bmoca_gym.handset.resources.locales import LOCALES

TABS = ("Home", "Shorts", "Subscriptions", "You")
LOOKS = (
    {"density": 330}, {"density": 550, "locale": "ar-EG"}, {"density": 700, "locale": "ru-MD", "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip
FIRST_VIDEO = next(iter(videos().values()))
PLAY = "player_control_play_pause_replay_button"


@pytest.fixture
def tube(hand: Hand) -> Hand:
    """A hand on the home tab."""
    start(hand)
    return hand


def start(hand: Hand) -> None:
    hand.shell("am start -n 'com.google.android.youtube/.app.honeycomb.Shell$HomeActivity'")


def go(hand: Hand, tab: str) -> None:
    label = resources.string(hand.phone.configuration.locale, f"youtube.{tab.lower()}")
    hand.tap(description=label, class_name="android.widget.Button")


def selected(hand: Hand) -> list[str]:
    return [n.content_description for n in hand.tree if n.selected and n.content_description]


def scroll_to(hand: Hand, id: str) -> None:
    for _ in range(6):
        if hand.sees(id):
            return
        hand.swipe("up", 1.0)
    raise AssertionError(id)


def second(hand: Hand) -> str:
    if not hand.sees("time_bar_current_time"):
        hand.tap("watch_player")
    return hand.text("time_bar_current_time")


# The content


def test_the_content_fits_together() -> None:
    assert {video.channel for video in videos().values()} <= set(channels())
    assert {channel.topic for channel in channels().values()} == set(TOPICS)
    assert not {video.id for video in videos().values()} & {one.id for one in shorts()}
    assert all(videos_of(key) for key in channels())
    assert set(FIRST) <= set(channels())
    file = package_files.files("bmoca_gym.handset.apps") / "youtube" / "videos.json"
    entries = json.loads(file.read_text(encoding="utf-8"))["videos"]
    assert len(videos()) == len(entries), "two videos have one number"
    for id in videos():
        assert id not in following(id)
        assert len(set(following(id))) == len(following(id))


@pytest.mark.parametrize(
    "glyph", ["smart_display", "north_west", "playlist_play", "videocam_off", "search_off"]
)
def test_glyphs_that_are_rarely_shown(glyph: str) -> None:
    assert icon(glyph, 24.0)


@pytest.mark.parametrize(
    ("locale", "text"),
    [("en-US", "1.2K"), ("de-DE", "1.234"), ("ko-KR", "1.2천"), ("ru-MD", "1,2 тыс."), ("ak-GH", "1.2K")],
)
def test_counts_are_shortened_as_in_the_language(locale: str, text: str) -> None:
    assert parts.short_number(locale, 1234) == text


# What the task's detector reads


def test_the_launcher_starts_it(hand: Hand) -> None:
    hand.new_log()
    hand.swipe("up")
    scroll_to(hand, "apps_list_view")
    for _ in range(4):
        if hand.sees(text="YouTube"):
            break
        hand.swipe("up", 1.0)
    hand.tap(text="YouTube")
    component = "com.google.android.youtube/.app.honeycomb.Shell$HomeActivity"
    started = [
        text for tag, text in hand.new_log() if tag == "ActivityTaskManager" and text.startswith("START")
    ]
    assert f"cmp={component}" in started[-1]


# Tabs


def test_the_tabs(tube: Hand) -> None:
    assert selected(tube) == ["Home"]
    for tab in TABS[1:]:
        go(tube, tab)
        assert selected(tube) == [tab]
    tube.press("BACK")
    assert selected(tube) == ["Home"]


def test_a_tab_is_chosen_from_a_page_over_the_tabs(tube: Hand) -> None:
    go(tube, "Subscriptions")
    tube.tap("channel_item")
    tube.tap("menu_item_1")
    tube.type("soup\n")
    assert tube.activity == "WatchWhileActivity"
    go(tube, "You")
    assert selected(tube) == ["You"]
    tube.press("BACK", "BACK")
    assert tube.phone.home


def test_the_next_start_is_on_the_home_tab(tube: Hand) -> None:
    go(tube, "You")
    tube.press("HOME")
    start(tube)
    assert selected(tube) == ["You"]
    tube.shell("am force-stop com.google.android.youtube")
    start(tube)
    assert selected(tube) == ["Home"]


def test_chips_filter_the_feed(tube: Hand) -> None:
    assert tube.text("title") == FIRST_VIDEO.title
    tube.tap(text="Music")
    assert tube.text("title") == videos()[103].title
    tube.tap(text="All")
    assert tube.text("title") == FIRST_VIDEO.title


def test_what_does_not_interest_leaves_the_feed(tube: Hand) -> None:
    tube.tap("contextual_menu_anchor")
    tube.tap(text="Not interested")
    assert tube.text("title") == videos()[102].title
    assert tube.phone.toast == "Video removed"


# The player


def test_a_video_plays_in_the_phones_time(tube: Hand) -> None:
    tube.tap("thumbnail")
    assert tube.text("title") == FIRST_VIDEO.title
    tube.wait(20)
    assert second(tube) == "0:20"
    tube.tap(PLAY)
    assert tube.node(PLAY).content_description == "Play video"
    still = screen.surfaces(tube.phone)[0].box
    tube.wait(60)
    assert second(tube) == "0:20"
    assert screen.surfaces(tube.phone)[0].box is still, "nothing is laid out anew while it stands"
    tube.tap(PLAY)
    tube.wait(5)
    assert second(tube) == "0:25"
    assert tube.text("time_bar_total_time") == "10:12"


def test_within_a_second_nothing_is_laid_out_anew(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.wait(2.1)
    shown = screen.surfaces(tube.phone)[0].box
    tube.wait(0.5)
    assert screen.surfaces(tube.phone)[0].box is shown
    tube.wait(1)
    assert screen.surfaces(tube.phone)[0].box is not shown


def test_the_bar_of_time_goes_to_a_place(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.do(Tap(*tube.at(tube.node("time_bar"))))
    assert second(tube) == "5:06"


def test_the_bar_of_time_begins_at_the_right_in_arabic(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(locale="ar-EG")
    start(hand)
    hand.tap("thumbnail")
    hand.do(Tap(*hand.at(hand.node("time_bar"), 0.98)))
    assert hand.state("youtube").at == 0


def test_it_is_over_and_plays_again(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.tap("watch_player")
    tube.tap("autonav_toggle")
    tube.wait(FIRST_VIDEO.length + 60)
    assert tube.node(PLAY).content_description == "Replay video"
    assert second(tube) == "10:12"
    tube.tap(PLAY)
    tube.wait(3)
    assert second(tube) == "0:03"


def test_the_next_one_follows_by_itself(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.wait(FIRST_VIDEO.length + 4)
    assert tube.text("title") == videos()[102].title
    assert second(tube) == "0:04"
    tube.wait(60 * 60 * 24)
    assert tube.text("title") == videos()[max(videos())].title
    assert tube.node(PLAY).content_description == "Replay video"


def test_nothing_follows_while_the_user_writes(tube: Hand) -> None:
    tube.tap("thumbnail")
    scroll_to(tube, "comments_entry_point")
    tube.tap("comments_entry_point")
    tube.tap("comment_composer_input")
    tube.type("Almost")
    tube.wait(FIRST_VIDEO.length + 60)
    assert tube.text("comment_composer_input") == "Almost"
    assert tube.state("youtube").video == FIRST_VIDEO.id


def test_a_video_goes_on_where_it_was_left(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.wait(30)
    tube.press("HOME")
    tube.wait(600)
    start(tube)
    tube.wait(1)
    assert second(tube) == "0:31"
    tube.press("BACK")
    tube.wait(600)
    tube.tap("thumbnail")
    tube.wait(2)
    assert second(tube) == "0:33"


def test_back_from_the_next_video_is_the_one_before(tube: Hand) -> None:
    tube.tap("thumbnail")
    scroll_to(tube, "thumbnail")
    tube.tap("thumbnail")
    assert tube.text("title") == videos()[following(101)[0]].title
    tube.press("BACK")
    assert tube.text("title") == FIRST_VIDEO.title


def test_like_dislike_save_and_subscribe(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.tap("like_button")
    assert tube.node("like_button").selected
    assert tube.sees(text=str(FIRST_VIDEO.likes + 1))
    tube.tap("dislike_button")
    assert tube.node("dislike_button").selected
    assert not tube.node("like_button").selected
    tube.tap("save_to_playlist_button")
    assert tube.phone.toast == "Saved to Watch later"
    assert tube.state("youtube").later[0] == FIRST_VIDEO.id
    tube.wait(3)
    tube.tap("subscribe_button")
    tube.tap(text="Unsubscribe")
    assert tube.text("subscribe_button") == "Subscribe"
    tube.wait(3)
    tube.tap("subscribe_button")
    assert tube.text("subscribe_button") == "Subscribed"


def test_description_and_comments(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.tap("video_metadata")
    assert tube.text("description") == FIRST_VIDEO.about
    tube.press("BACK")
    assert not tube.sees("description")
    scroll_to(tube, "comments_entry_point")
    tube.tap("comments_entry_point")
    assert len(tube.all("comment_text")) == 3
    tube.tap("comment_composer_input")
    tube.type("Save me a slice!\n")
    assert tube.texts("comment_text")[0] == "Save me a slice!"
    tube.tap("close_button")
    assert tube.text("comments_count") == "4"


# Search


def test_search(tube: Hand) -> None:
    tube.tap("menu_item_1")
    tube.type("waltz")
    assert tube.texts("text") == ["slow waltz"]
    tube.press("ENTER")
    assert tube.text("search_query") == "waltz"
    assert tube.texts("title") == [videos()[111].title]
    tube.press("BACK")
    tube.tap("menu_item_1")
    assert tube.texts("text")[0] == "waltz"
    tube.tap("edit_suggestion", 1)
    assert tube.text("search_edit_text") == "bread"
    tube.tap("search_clear")
    assert tube.state("youtube").query == ""


@pytest.mark.parametrize("locale", LOCALES)
def test_every_suggestion_finds_something(locale: str) -> None:
    """Train journeys found nothing in English."""
    for text in suggestions("", locale):
        _, found_videos = found(text, TOPICS, locale)
        assert found_videos, text


def test_search_finds_channels_and_words_of_the_language(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(locale="de-DE")
    start(hand)
    hand.tap("menu_item_1")
    hand.type("basteln\n")
    assert hand.texts("title")[0] == told("de-DE", videos()[106].title) != videos()[106].title
    hand.tap("search_box")
    hand.tap("search_clear")
    hand.type("harbor light\n")
    assert hand.texts("channel_name") == [told("de-DE", "Harbor Light Radio")], "English words find it, too"
    hand.tap("search_clear")
    hand.type("zzz\n")
    assert hand.text("message") == "Keine Ergebnisse gefunden"


# Shorts


def test_shorts_turn_by_swiping_and_stop_by_touch(tube: Hand) -> None:
    go(tube, "Shorts")
    seen = [tube.text("reel_main_title")]
    for _ in shorts()[1:]:
        tube.swipe("up")
        seen.append(tube.text("reel_main_title"))
    assert seen == [one.title for one in shorts()]
    tube.do(Tap(0.4, 0.4))
    assert tube.state("youtube").still
    tube.swipe("down")
    assert not tube.state("youtube").still
    tube.tap("reel_like_button")
    assert tube.node("reel_like_button").selected
    assert shorts()[-2].id in tube.state("youtube").liked
    tube.tap("reel_comment_button")
    tube.tap("comment_composer_input")
    tube.type("Lovely\n")
    assert tube.texts("comment_text")[0] == "Lovely"
    tube.press("BACK")
    assert tube.sees("reel_main_title")


# Lists


def test_the_users_own(tube: Hand) -> None:
    tube.tap("thumbnail")
    tube.press("BACK")
    go(tube, "You")
    assert tube.text("title") == FIRST_VIDEO.title
    tube.tap("view_all_button")
    tube.tap("contextual_menu_anchor")
    tube.tap(text="Remove from watch history")
    assert FIRST_VIDEO.title not in tube.texts("title")
    tube.press("BACK")
    tube.tap("playlist_later")
    tube.tap("contextual_menu_anchor")
    tube.tap(text="Remove from Watch later")
    assert tube.text("message") == "No videos here yet"


def test_a_liked_short_is_no_video_of_a_list(tube: Hand) -> None:
    go(tube, "Shorts")
    tube.tap("reel_like_button")
    go(tube, "You")
    tube.tap("playlist_liked")
    assert tube.texts("title") == [videos()[108].title]


def test_nobody_is_followed(tube: Hand) -> None:
    go(tube, "Subscriptions")
    tube.tap("all_channels")
    for _ in FIRST:
        tube.tap("subscribe_button")
        tube.tap(text="Unsubscribe")
        tube.wait(3)
    assert tube.sees("message")
    tube.press("BACK")
    assert tube.text("message").startswith("Subscribe to channels")


# Settings


def settings(hand: Hand, page: str) -> None:
    go(hand, "You")
    hand.tap("menu_item_settings")
    hand.tap(text=page)


def test_the_theme(tube: Hand) -> None:
    settings(tube, "General")
    before = screen.surfaces(tube.phone)[0].box.element.background
    tube.tap("android:id/title")
    tube.tap(text="Dark theme")
    assert tube.text("android:id/summary") == "Dark theme"
    assert screen.surfaces(tube.phone)[0].box.element.background != before
    assert not tube.phone.configuration.dark


def test_what_is_not_remembered(tube: Hand) -> None:
    settings(tube, "History & privacy")
    for row in ("Clear watch history", "Clear search history"):
        tube.tap(text=row)
        tube.tap(text="Clear")
        tube.wait(3)
    tube.tap(text="Pause watch history")
    tube.tap(text="Pause search history")
    assert [n.checked for n in tube.all("android:id/switch_widget")] == [True, True]
    tube.press("BACK", "BACK", "BACK")
    tube.tap("thumbnail")
    tube.press("BACK")
    tube.tap("menu_item_1")
    tube.type("soup\n")
    state = tube.state("youtube")
    assert (state.history, state.searches) == ((), ())


def test_autoplay_is_one_switch(tube: Hand) -> None:
    settings(tube, "Autoplay")
    assert tube.node("android:id/switch_widget").checked
    tube.tap("android:id/title")
    tube.press("BACK", "BACK", "BACK")
    tube.tap("thumbnail")
    tube.tap("watch_player")
    assert tube.node("autonav_toggle").content_description == "Autoplay is off"


# Looks


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_fits(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    start(hand)

    def fits() -> None:
        assert cut_controls(hand.phone) == []
        assert faults(hand.tree) == []

    for tab in TABS[::-1]:
        go(hand, tab)
        fits()
    hand.tap("menu_item_1")
    fits()
    hand.type("bread\n")
    fits()
    hand.tap("thumbnail")
    fits()
    hand.tap("watch_player")
    hand.tap(PLAY)
    fits()
    scroll_to(hand, "comments_entry_point")
    hand.tap("comments_entry_point")
    hand.tap("comment_composer_input")
    hand.type("a")
    fits()
    hand.press("BACK", "BACK", "BACK")
    go(hand, "Shorts")
    hand.tap("reel_comment_button")
    hand.tap("comment_composer_input")
    fits()
