"""Intents: the apps that answer them, the chooser, the share sheet, results, and what apps show."""

from __future__ import annotations

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset import images, packages
from bmoca_gym.handset.apps.messages import state as messages
from bmoca_gym.handset.images.android10 import ANDROID10
from bmoca_gym.handset.kits.conversations import draft_for
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.system import activities, documents, intents
from bmoca_gym.handset.value import do, replace

PICTURE = "file:///sdcard/Pictures/99_Colosseum.jpg"
GMAIL, MESSAGES, SNAPSEED = (APPS[name].package for name in ("gmail", "messages", "snapseed"))
_A, _E = "android.intent.action.", "android.intent.extra."


@pytest.mark.parametrize(
    ("line", "activity", "text"),
    [
        ("-a VIEW -d https://example.com", "Main", ""),
        ("-a VIEW -c android.intent.category.BROWSABLE -d geo:0,0?q=cafe", "MapsActivity", ""),
        ("-a DIAL -d tel:5550100", "MainActivity", "555-0100"),
        ("-a SENDTO -d sms:5550100 --es sms_body 'On my way'", "ConversationActivity", "On my way"),
        ("-a SENDTO -d 'mailto:ann@example.com?subject=Tea'", "ComposeActivityGmail", "Tea"),
        (f"-a VIEW -d {PICTURE}", "HostPhotoPagerActivity", ""),
        (f"-a VIEW -d {PICTURE} -t image/jpeg", "HostPhotoPagerActivity", ""),
        (f"-a EDIT -d {PICTURE} -t 'image/*'", "WelcomeScreenActivity", ""),
        ("-a INSERT -t vnd.android.cursor.dir/contact -e name 'Ann Lee' -e phone 5550100 -e email a@b.org", "ContactEditorActivity", "Ann"),
        ("-a INSERT -d content://com.android.contacts/contacts -e name 'Ann Lee'", "ContactEditorActivity", "Ann"),
        ("-a INSERT -d content://com.android.calendar/events -e title Tea --el beginTime 1714597200000", "EditEventActivity", "Tea"),
        ("-a SET_ALARM --ei android.intent.extra.alarm.HOUR 6 --ei android.intent.extra.alarm.MINUTES 30 "
         "-e android.intent.extra.alarm.MESSAGE Gym", "DeskClock", ""),
        ("-a SHOW_ALARMS", "DeskClock", ""),
        ("-a PICK -t vnd.android.cursor.dir/phone_v2", "ContactSelectionActivity", ""),
        ("-a GET_CONTENT -t 'image/*' -c android.intent.category.OPENABLE", "PickActivity", ""),
        ("-a android.media.action.IMAGE_CAPTURE", "CaptureActivity", ""),
        ("-a android.media.action.STILL_IMAGE_CAMERA", "CameraLauncher", ""),
        ("-n com.google.android.deskclock/.DeskClock", "DeskClock", ""),
        ("-n com.niksoftware.snapseed/com.google.android.apps.snapseed.MainActivity", "WelcomeScreenActivity", ""),
        ("-n com.instagram.android/com.instagram.mainactivity.LauncherActivity", "MainTabActivity", ""),
        ("-n com.google.android.gm/.ComposeActivityGmail", "ComposeActivityGmail", ""),
    ],
)  # fmt: skip
def test_what_the_shell_starts(hand: Hand, line: str, activity: str, text: str) -> None:
    line = line.replace("-a ", "-a " if "-a android." in line else f"-a {_A}", 1)
    result = hand.device.shell(f"am start {line}")
    assert result.exit_code == 0, result.output
    assert "Error" not in result.output
    assert hand.activity == activity
    assert hand.phone.top.prompt is None
    assert not text or any(text in node.text for node in hand.tree.nodes)


@pytest.mark.parametrize(
    "line",
    [
        "-a android.intent.action.VIEW -d gopher://example.com",
        "-a android.intent.action.VIEW -d https://example.com -c android.intent.category.APP_MUSIC",
        "-a android.intent.action.VIEW -d file:///sdcard/Pictures/gone.jpg",
        "-a android.intent.action.INSERT -t image/png",
        "-a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 24",
        "-n com.google.android.gm/.NoSuchActivity",
    ],
)
def test_what_nothing_answers(hand: Hand, line: str) -> None:
    before = hand.phone.top
    result = hand.device.shell(f"am start {line}")
    assert (result.exit_code, hand.phone.top) == (1, before)
    assert "Error: Activity" in result.output


def test_extras_have_types() -> None:
    hand = Hand()
    printed = hand.shell(f"am start -a {_A}DIAL -f 0x10000000 -d tel:1 --ez a true --ei n 5 --esn x")
    assert "dat=tel:1 flg=0x10000000 (has extras)" in printed
    intent = Intent(extras=(("number", 5550100), ("on", True), ("hours", "ten")))
    assert intent.extra("number", "") == "5550100"
    assert (intent.extra("on", False), intent.extra("hours", 0), intent.extra("on", 3)) == (True, 0, 3)


def test_an_alarm_and_a_timer_set_without_a_screen(hand: Hand) -> None:
    extra = f"{_E}alarm."
    alarm = f"am start -a {_A}SET_ALARM --ei {extra}HOUR 6 --ei {extra}MINUTES 30 -e {extra}MESSAGE Gym --ez {extra}SKIP_UI true"
    for _ in range(2):
        hand.shell(alarm + f" --eia {extra}DAYS 2,4")
    state = hand.state("clock")
    assert hand.phone.home
    assert [(a.hour, a.minute, a.label, a.days) for a in state.alarms[1:]] == [(6, 30, "Gym", 0b101)], (
        "once only"
    )
    hand.shell(
        f"am start -a {_A}SET_TIMER --ei {extra}LENGTH 90 -e {extra}MESSAGE Tea --ez {extra}SKIP_UI true"
    )
    timer = hand.state("clock").timers[0]
    assert hand.phone.home
    assert (timer.length, timer.label, timer.since >= 0) == (90_000, "Tea", True)
    hand.shell(f"am start -a {_A}SET_ALARM")
    assert hand.sees("android:id/time_header") or hand.state("clock").dialog is not None


def test_the_share_sheet_of_a_text(hand: Hand) -> None:
    hand.shell(f"am start -a {_A}SEND -t text/plain --es {_E}TEXT 'Hello there'")
    assert hand.tree.nodes[0].package == "android"
    assert [n.text for n in hand.all("text1")] == ["Gmail", "Messages"]
    assert hand.node("content_preview_text").text == "Hello there"
    hand.tap("copy_button")
    assert hand.phone.clipboard == "Hello there"
    assert hand.phone.home
    assert hand.phone.top.prompt is None
    hand.shell(f"am start -a {_A}SEND -t text/plain --es {_E}TEXT 'Hello there'")
    hand.tap(description="Messages")
    hand.type("5550100\n")
    assert draft_for(hand.state("messages").drafts, "5550100").text == "Hello there"


def test_a_picture_is_shared_as_an_attachment(hand: Hand) -> None:
    hand.shell(f"am start -a {_A}SEND -t image/jpeg --eu {_E}STREAM {PICTURE}")
    assert hand.sees("content_preview_image_1_large")
    assert {n.text for n in hand.all("text1")} == {"Gmail", "Messages", "Snapseed"}
    hand.press("BACK")
    assert hand.phone.home
    hand.shell(f"am start -a {_A}SEND -t image/jpeg --eu {_E}STREAM {PICTURE}")
    hand.tap(description="Gmail")
    assert hand.node("attachment_tile_title").text == "99_Colosseum.jpg"
    hand.tap("to")
    hand.type("ann@example.com")
    hand.tap("send")
    assert hand.state("gmail").mails[-1].attachments == (COLOSSEUM,)


def test_the_chooser_and_an_app_that_is_chosen_for_good(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    photos, snapseed = APPS["photos"], APPS["snapseed"]
    second = replace(
        snapseed, intents=(*snapseed.intents, photos.intents[0]._replace(start=snapseed.intents[0].start))
    )
    known = {**packages.apps_of(ANDROID10), SNAPSEED: second}
    monkeypatch.setattr(packages, "apps_of", lambda image: known)
    view = f"am start -a {_A}VIEW -d {PICTURE}"
    hand.shell(view)
    assert hand.node("android:id/title").text == "Open with"
    assert not hand.node("button_always").enabled
    hand.tap(text="Photos")
    assert hand.node("button_always").enabled
    hand.tap("button_once")
    assert hand.activity == "HostPhotoPagerActivity"
    hand.press("HOME")
    hand.shell(view)
    hand.tap(text="Snapseed")
    hand.tap("button_always")
    assert hand.phone.top.package == SNAPSEED
    assert list(hand.phone.preferred.values()) == [SNAPSEED]
    hand.shell(f"input keyevent HOME; {view}")
    assert hand.phone.top.package == SNAPSEED, "without being asked"
    hand.shell(f"pm clear {SNAPSEED}; {view}")
    assert hand.phone.top.prompt is not None
    hand.press("HOME")
    assert hand.phone.top.prompt is None


def _noted(state: messages.Messages, context: object, result: Intent) -> messages.Messages:
    return replace(state, query=result.data)


def test_an_app_gets_the_result_that_it_asked_for(hand: Hand) -> None:
    hand.open("files")
    hand.open("messages")
    asked = activities.focus(hand.phone, "")
    hand.phone = intents.show(asked, Intent(intents.GET_CONTENT, type="image/*"), do(_noted))
    assert hand.activity == "PickActivity"
    back = Hand()
    back.phone = hand.phone
    back.press("BACK")
    assert (back.phone.top.package, back.state("messages").query) == (MESSAGES, "")
    hand.tap(text="99_Colosseum.jpg")
    assert hand.phone.top.package == MESSAGES
    assert documents.path_of(hand.state("messages").query) == COLOSSEUM
    hand.phone = intents.show(hand.phone, Intent("android.media.action.IMAGE_CAPTURE"), do(_noted))
    hand.tap("shutter_button")
    assert hand.phone.top.package == MESSAGES
    assert documents.path_of(hand.state("messages").query) in hand.phone.files


def test_documents_have_addresses() -> None:
    path = "/sdcard/Download/été & 1%.txt"
    assert documents.path_of(documents.uri_of(path)) == path
    assert documents.path_of("file:///storage/emulated/0/a%20b.md") == "/sdcard/a b.md"
    assert [
        documents.path_of(uri) for uri in ("http://a/b", "file://[", "content://media/1", "file:///%00")
    ] == [""] * 4
    assert [documents.type_of(f"x.{end}") for end in ("md", "pdf", "nothing")] == [
        "text/markdown", "application/pdf", "application/octet-stream",
    ]  # fmt: skip


def test_pictures_and_files_are_shared() -> None:
    hand = Hand()
    hand.shell(f"am start -a {_A}VIEW -d {PICTURE}")
    hand.tap("share")
    assert hand.node("content_preview_filename").text == "99_Colosseum.jpg"
    hand.tap(description="Gmail")
    hand.press("BACK")
    hand.press("BACK")
    assert hand.activity == "HostPhotoPagerActivity", "the app that shared is in front again"
    hand.phone = replace(images.boot(), image=replace(ANDROID10, api_level=33))
    hand.open("files")
    hand.tap(text="99_Colosseum.jpg")
    assert hand.activity == "HostPhotoPagerActivity"
    hand.press("BACK")
    hand.hold(text="99_Colosseum.jpg")
    hand.tap(description="More options")
    hand.tap(text="Share")
    assert hand.phone.top.prompt is not None
    assert hand.node("content_preview_filename").text == "99_Colosseum.jpg"


def test_package_commands_know_who_answers(hand: Hand) -> None:
    query = f"cmd package query-activities --brief -a {_A}SEND -t text/plain"
    assert hand.shell(query).splitlines()[0] == "2 activities found:"
    assert "com.google.android.gm/.ComposeActivityGmail" in hand.shell(query)
    resolve = "pm resolve-activity --brief"
    assert "ResolverActivity" in hand.shell(f"{resolve} -a {_A}SEND -t text/plain")
    assert hand.shell(f"{resolve} -a {_A}VIEW -d https://a.org").endswith("chrome.Main\n")
    assert hand.shell(f"{resolve} -n com.google.android.deskclock/.DeskClock").endswith("/.DeskClock\n")
    assert hand.shell(f"{resolve} -a {_A}VIEW -d gopher://a.org") == "No activity found\n"
    assert f"{_A}SENDTO:" in hand.shell("dumpsys package com.google.android.gm")
