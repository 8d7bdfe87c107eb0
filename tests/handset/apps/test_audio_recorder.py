"""Audio Recorder: recording, naming, playing, renaming, importing and deleting; its folder has the files."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen

FOLDER = "/sdcard/Android/data/com.dimowner.audiorecorder/files/Music/records"


def records(hand: Hand) -> list[str]:
    return hand.shell(f"ls {FOLDER}").split()


@pytest.fixture
def hand() -> Hand:
    """A phone with the recorder open."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell("am start -n com.dimowner.audiorecorder/.app.welcome.WelcomeActivity")
    hand.tap("btn_action")
    hand.tap("btn_apply")
    return hand


def record(hand: Hand, seconds: float) -> None:
    hand.tap("btn_record")
    hand.wait(seconds)
    hand.tap("btn_record_stop")


def test_a_clip_is_recorded_named_played_and_deleted(hand: Hand) -> None:
    assert records(hand) == []
    record(hand, 5)
    assert records(hand) == ["Record-1.m4a"]
    hand.type("Choir: one")  # in place of the name, which is selected; what no name may hold is left out
    hand.tap("dialog_positive_btn")
    assert records(hand) == ["Choir", "one.m4a"]
    hand.tap("btn_play")
    hand.wait(2)
    assert hand.text("txt_progress") == "00:02"
    hand.wait(4)
    assert hand.text("txt_progress") == "00:00"
    for answer in ("dialog_negative_btn", "dialog_positive_btn"):
        assert len(records(hand)) == 2
        hand.tap("btn_share")
        hand.tap(text="Delete")
        hand.tap(answer)
    assert records(hand) == []


def wave(hand: Hand) -> tuple[int, ...]:
    """The heights of the bars in the picture of the sound."""
    boxes = [surface.box for surface in screen.surfaces(hand.phone)]
    for box in boxes:
        if box.element.id.endswith("/record"):
            return tuple([bar.height for _, _, bar in box.children])
        boxes += [child for _, _, child in box.children]
    raise AssertionError("no picture of the sound")


def test_each_recording_has_its_own_picture_of_the_sound(hand: Hand) -> None:
    assert wave(hand) == ()
    hand.tap("btn_record")
    assert wave(hand) == ()
    hand.wait(4)
    assert len(wave(hand)) == 8
    hand.tap("btn_record_stop")
    hand.type("One")
    hand.tap("dialog_positive_btn")
    first = wave(hand)
    assert len(set(first)) > 5
    record(hand, 4)
    hand.tap("dialog_negative_btn")
    assert wave(hand) != first, "two recordings of one length"
    hand.tap("btn_records_list")
    hand.tap(text="One")
    assert wave(hand) == first


def test_recording_pauses_goes_on_and_is_dropped(hand: Hand) -> None:
    hand.tap("btn_record")
    hand.wait(3)
    hand.tap("btn_record")
    hand.wait(10)
    assert hand.text("txt_progress") == "00:03"
    hand.tap("btn_record")
    hand.wait(2)
    assert hand.text("txt_progress") == "00:05"
    hand.tap("btn_delete")
    hand.tap("dialog_positive_btn")
    assert records(hand) == []


def test_records_are_listed_with_what_is_known_of_them(hand: Hand) -> None:
    hand.tap("btn_settings")
    hand.tap(text="Ask for a name after recording")
    hand.press("BACK")
    record(hand, 2)
    hand.wait(60)
    record(hand, 65)
    hand.tap("btn_records_list")
    assert hand.texts("list_item_name") == ["Record-2", "Record-1"]
    assert hand.texts("list_item_duration") == ["01:05", "00:02"]
    hand.tap("list_item_more", 1)
    hand.tap(text="Rename")
    hand.type("Record-2\n")
    assert hand.sees("input_name", text="Record-2")  # there is one of that name
    hand.tap("dialog_negative_btn")
    hand.tap("list_item_more", 1)
    hand.tap(text="Information")
    assert "Record-1\n00:02" in hand.text("txt_information")
    hand.press("BACK")
    hand.tap(text="Record-1")
    assert (hand.activity, hand.text("txt_name")) == ("MainActivity", "Record-1")
