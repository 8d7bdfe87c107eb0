"""Zoom: the form to join a meeting reports when it is complete, a meeting is never reached, settings are kept."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.zoom import APP
from bmoca_gym.handset.apps.zoom.state import formatted


@pytest.fixture
def hand() -> Hand:
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    hand.shell(f"am start -n {APP.component}")
    return hand


def test_the_form_is_filled_and_a_meeting_that_nobody_hosts_is_left(hand: Hand) -> None:
    hand.tap("btnJoinConf")
    hand.type("12345a67890")
    assert hand.text("edtConfNumber") == "123 456 7890"
    hand.press("DEL")
    assert hand.text("edtConfNumber") == "123 456 789"
    assert not hand.node("btnJoin").enabled
    hand.tap("edtScreenName")
    hand.type("Ann")
    assert hand.node("btnJoin").enabled
    hand.press("BACK")
    hand.tap("optionNoAudio")
    assert [n.content_description for n in hand.all("chkNoAudio") + hand.all("chkNoVideo")] == [
        "On, switch",
        "Off, switch",
    ]
    hand.tap("btnJoin")
    assert hand.sees(text="Connecting…")
    hand.wait(6)
    assert hand.sees(text="Unable to Connect")
    hand.tap("button1")
    assert hand.text("edtConfNumber") == "123 456 789"
    hand.press("BACK")
    hand.tap("btnJoinConf")
    assert hand.text("edtConfNumber") in ("", "Meeting ID")  # the form begins anew
    assert not hand.node("chkNoAudio").checked


def test_a_personal_link_and_a_phone_without_a_network(hand: Hand) -> None:
    hand.shell("svc wifi disable; svc data disable")
    hand.tap("btnJoinConf")
    hand.tap(text="Join with a personal link name")
    hand.type("ann.s room")
    assert hand.text("edtConfVanityUrl") == "ann.sroom"
    hand.tap("edtScreenName")
    hand.type("Bob\n")  # Enter joins
    assert hand.sees(text="Join Failed")
    hand.press("BACK")
    hand.tap(text="Join with a meeting ID")
    assert hand.sees("edtConfNumber")


def test_settings_are_kept_and_a_page_of_them_can_be_asked_for(hand: Hand) -> None:
    hand.tap("btnSettings")
    hand.tap("btnMeeting")
    hand.tap("optionAutoConnectAudio")
    hand.tap(text="WiFi or cellular data")
    assert hand.node("img_internet").content_description == "Selected"
    hand.press("BACK")
    assert hand.text("txtAutoConnectAudioSelection") == "WiFi or cellular data"
    hand.tap("optionAutoMuteMic")
    assert hand.node("chkAutoMuteMic").checked
    hand.shell(
        f"am force-stop {APP.package}; am start -n {APP.package}/com.zipow.videobox.SimpleActivity --es fragmentClass "
        "com.zipow.videobox.fragment.MeetingReactionSkinToneFragment"
    )
    assert hand.sees("img_default")
    hand.tap(text="Medium-light")
    assert hand.sees("img_medium_light")
    assert not hand.sees("img_default")
    hand.shell(f"am start -n {APP.package}/com.zipow.videobox.SimpleActivity --es fragmentClass "
               "com.zipow.videobox.fragment.SettingMeetingFragment")  # fmt: skip
    assert hand.text("txtAutoConnectAudioSelection") == "WiFi or cellular data"
    assert hand.node("chkAutoMuteMic").checked


def test_the_welcome_leads_to_signing_in_which_nobody_answers(hand: Hand) -> None:
    assert hand.text("txtTitle") == "Start a Meeting"
    hand.swipe("left")
    assert hand.text("txtTitle") == "Share Your Content"
    hand.tap("btnLogin")
    assert not hand.node("btnLoginZoom").enabled
    hand.type("ann@example.com\nsecret\n")
    hand.tap("btnLoginZoom")
    assert hand.sees(text="Sign In Failed")


@pytest.mark.parametrize(
    ("digits", "shown"), [("", ""), ("123", "123"), ("1234", "123 4"), ("1234567", "123 456 7"),
                          ("0987654321", "098 765 4321"), ("12345678901", "123 4567 8901")],
)  # fmt: skip
def test_ids_are_written_in_groups(digits: str, shown: str) -> None:
    assert formatted(digits) == shown
