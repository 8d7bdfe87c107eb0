"""The media controls in Android 13's shade: Retro Music, Pi Music, and VLC, whose sound continues after HOME."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.tasks import media

PIXEL_6 = {"width": 1080, "height": 2400, "density": 420}
FROM_THE_BAR = Swipe(0.5, 0.003, 0.5, 0.5)
RETRO, PI, VLC = "code.name.monkey.retromusic", "com.Project100Pi.themusicplayer", "org.videolan.vlc"


def phone_with(image: str, *titles: str) -> Hand:
    hand = Hand(image, **PIXEL_6)
    for title in titles:
        hand.device.write_file(f"/sdcard/Music/{title}.mp3", media.recording(60, title=title, artist="Ann"))
    return hand


@pytest.fixture
def retro() -> Hand:
    """Retro Music, left while it plays the second of three songs."""
    hand = phone_with("android13", "Alpha", "Beta", "Gamma")
    hand.shell(f"am start -n {RETRO}/.activities.MainActivity")
    hand.tap("action_song")
    hand.tap(text="Beta")
    hand.press("HOME")
    hand.do(FROM_THE_BAR)
    return hand


def test_a_song_is_paused_and_skipped_from_the_shade(retro: Hand) -> None:
    assert (retro.text("header_title"), retro.text("header_artist")) == ("Beta", "Ann")
    assert not retro.sees("no_notifications")
    retro.wait(3)
    retro.tap(description="Pause")
    assert retro.sees(description="Play")
    assert "state=PlaybackState {state=2" in retro.shell("dumpsys media_session")
    retro.tap("actionPlayPause")
    assert "state=PlaybackState {state=3" in retro.shell("dumpsys media_session")
    retro.tap("actionNext")
    assert retro.text("header_title") == "Gamma"
    retro.tap("actionPrev")
    assert retro.text("header_title") == "Beta"


def test_the_controls_are_in_quick_settings_too_and_lead_to_the_app(retro: Hand) -> None:
    retro.swipe("down")
    assert retro.sees("qs_pager")
    retro.tap("header_title")
    assert retro.phone.shade is None
    assert retro.phone.top.package == RETRO


def test_the_line_follows_the_clock(retro: Hand) -> None:
    before = retro.device.screenshot()
    retro.wait(20)
    assert retro.device.screenshot()[:900].tobytes() != before[:900].tobytes()


def test_they_stay_after_the_app_has_ended_to_play_on(retro: Hand) -> None:
    retro.shell(f"am force-stop {RETRO}")
    assert retro.text("header_title") == "Beta"
    assert not retro.sees("actionNext")
    retro.tap("actionPlayPause")
    retro.wait(2)
    assert "state=PlaybackState {state=3, position=2" in retro.shell("dumpsys media_session")
    assert retro.sees("actionNext")
    assert retro.phone.home, "its screen does not open"


def test_settings_let_them_go_with_the_app(retro: Hand) -> None:
    retro.shell("am start -a android.settings.MEDIA_CONTROLS_SETTINGS")
    retro.tap(text="Pin media player")
    assert retro.shell("settings get secure qs_media_resumption").strip() == "0"
    retro.press("HOME")
    retro.do(FROM_THE_BAR)
    assert retro.sees("header_title")
    retro.shell(f"am force-stop {RETRO}")
    assert retro.sees("no_notifications")


def test_what_is_paused_can_be_hidden_until_it_plays_again(retro: Hand) -> None:
    retro.hold("qs_media_controls")
    assert retro.text("remove_text") == "The current media session cannot be hidden."
    assert not retro.sees("dismiss")
    retro.tap("cancel")
    retro.tap("actionPlayPause")
    retro.hold("qs_media_controls")
    assert retro.text("remove_text").startswith("Hide this media control for Retro")
    retro.tap("dismiss")
    assert retro.sees("no_notifications")
    retro.wait(30)
    assert retro.sees("no_notifications")
    retro.shell("input keyevent KEYCODE_MEDIA_PLAY")
    assert retro.text("header_title") == "Beta"
    retro.wait(2)
    retro.tap("actionPlayPause")
    assert retro.text("header_title") == "Beta", "what was hidden was another pause"
    retro.hold("qs_media_controls")
    retro.tap("settings")
    assert retro.sees(text="Pin media player")


def test_pi_music() -> None:
    hand = phone_with("androidlab", "Alpha", "Beta", "Gamma")
    hand.do(FROM_THE_BAR)
    assert not hand.sees("header_title"), "nothing plays on a new phone"
    hand.press("BACK")
    hand.shell(f"am start -n {PI}/.activity.SplashScreenActivity")
    hand.tap(text="Alpha")
    hand.press("HOME")
    hand.wait(5)
    hand.do(FROM_THE_BAR)
    title = hand.text("header_title")
    hand.tap("actionNext")
    assert hand.text("header_title") != title
    hand.tap("actionPlayPause")
    assert hand.sees(description="Play")


def playing_vlc(file: str, data: bytes, type: str) -> Hand:
    hand = Hand("android13", **PIXEL_6)
    hand.device.write_file(file, data)
    hand.shell(f"am start -a android.intent.action.VIEW -t {type} -d file://{file} -p {VLC}")
    return hand


def test_sound_goes_on_when_vlc_is_left() -> None:
    hand = playing_vlc("/sdcard/Music/song.mp3", media.recording(60, "Song", "Singer"), "audio/mpeg")
    hand.press("HOME")
    hand.wait(10)
    assert "state=3, position=1" in hand.shell("dumpsys media_session")
    hand.do(FROM_THE_BAR)
    assert hand.text("header_title") == "Song"
    hand.tap("actionPlayPause")
    hand.wait(10)
    assert "state=2, position=1" in hand.shell("dumpsys media_session")
    hand.tap("header_title")
    assert hand.phone.top.package == VLC
    hand.press("BACK")
    assert "have 0 sessions" in hand.shell("dumpsys media_session"), "Back closes the player"


def test_android_10_has_no_card() -> None:
    hand = Hand()
    hand.do(FROM_THE_BAR)
    assert not hand.sees("qs_media_controls")


def test_the_lock_screen_has_the_buttons_too(retro: Hand) -> None:
    retro.press("BACK")
    retro.shell("locksettings set-pin 1234")
    retro.press("POWER", "POWER")
    assert retro.text("header_title") == "Beta"
    retro.tap("actionNext")
    assert retro.text("header_title") == "Gamma"
    retro.tap("header_title")
    assert retro.sees("lockscreen_clock_view"), "the phone stays locked"


def test_several_players_lie_beside_each_other(retro: Hand) -> None:
    """They lay one below the other, and quick settings had only the first."""
    retro.press("BACK")
    retro.device.write_file("/sdcard/Download/talk.mp3", media.recording(60, "Talk", "Singer"))
    retro.shell(
        f"am start -a android.intent.action.VIEW -t audio/mpeg -d file:///sdcard/Download/talk.mp3 -p {VLC}"
    )
    retro.press("HOME")
    retro.do(FROM_THE_BAR)
    for _ in ("the shade", "quick settings"):
        titles = retro.texts("header_title")
        assert len(titles) == 1
        assert retro.node("media_page_indicator").content_description == "Page 1 of 2"
        card = retro.node("media_carousel")
        retro.do(Swipe(*retro.at(card, 0.8, 0.2), *retro.at(card, 0.2, 0.2)))
        assert retro.node("media_page_indicator").content_description == "Page 2 of 2"
        assert {*titles, *retro.texts("header_title")} == {"Beta", "Talk"}
        other = retro.phone
        retro.do(Swipe(*retro.at(card, 0.8, 0.2), *retro.at(card, 0.2, 0.2)))
        assert retro.phone.shade == other.shade, "there is no third one"
        retro.do(Swipe(*retro.at(card, 0.2, 0.2), *retro.at(card, 0.8, 0.2)))
        assert retro.texts("header_title") == titles
        retro.swipe("down")
    retro.tap("actionPlayPause")
    assert retro.sees(description="Play") or retro.texts("header_title") != titles
