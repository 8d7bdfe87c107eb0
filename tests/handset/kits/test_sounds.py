"""The sounds chosen in Settings: Clock names them, and they are what would be heard."""

from __future__ import annotations

from handset_hand import Hand

from bmoca_gym.handset.apps.pi_music.state import PACKAGE
from bmoca_gym.handset.kits import sounds
from bmoca_gym.handset.kits.sounds import Heard
from bmoca_gym.handset.system import telephony
from bmoca_gym.tasks import media

CLOCK = "com.google.android.deskclock"


def heard(hand: Hand) -> list[tuple[int, str]]:
    return [(one.stream, one.name) for one in sounds.heard(hand.phone)]


def choose(hand: Hand, row: str, name: str) -> None:
    hand.shell("am start -a android.settings.SOUND_SETTINGS")
    hand.swipe("up")
    hand.tap(text=row)
    hand.tap(text=name)


def test_the_default_of_alarms_follows_settings_and_rings() -> None:
    hand = Hand(image="androidlab")
    choose(hand, "Default alarm sound", "Argon")
    hand.shell("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    hand.tap(content_description="Expand alarm")
    assert hand.sees(text="Default (Argon)")
    hand.tap("choose_ringtone")
    assert hand.sees(text="Default (Argon)")
    assert not hand.sees(text="Default (Cesium)")
    assert heard(hand) == []
    hand.shell("am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 0 "
               "--ei android.intent.extra.alarm.MINUTES 30 --ez android.intent.extra.alarm.SKIP_UI true")  # fmt: skip
    for _ in range(180):
        if heard(hand):
            break
        hand.wait(500)  # Clock gives up after ten minutes
    assert sounds.heard(hand.phone) == (Heard(CLOCK, 4, "Argon"),)
    hand.shell("settings put system alarm_alert ''")
    assert heard(hand) == []  # none is silence


def test_a_timer_has_its_own_sound() -> None:
    hand = Hand(image="androidlab")
    hand.shell("am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 5 "
               "--ez android.intent.extra.alarm.SKIP_UI true")  # fmt: skip
    assert heard(hand) == []
    hand.wait(6)
    assert heard(hand) == [(4, "Timer Expired")]


def test_a_call_rings_with_the_chosen_ringtone_unless_the_volume_is_off() -> None:
    hand = Hand(image="android13")
    choose(hand, "Phone ringtone", "Bootes")
    hand.phone = telephony.ring(hand.phone, "5551234")
    assert heard(hand) == [(2, "Bootes")]
    hand.phone = telephony.answer(hand.phone)
    assert heard(hand) == []
    hand.shell("settings put system volume_ring_speaker 0")
    hand.phone = telephony.ring(telephony.end(hand.phone), "5551234")
    assert heard(hand) == []


def test_what_an_app_plays_is_heard_until_it_is_paused() -> None:
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    hand.device.write_file("/sdcard/Music/Alpha.mp3", media.recording(60, title="Alpha", artist="Ann"))
    hand.shell(f"am start -n {PACKAGE}/.activity.SplashScreenActivity")
    hand.tap(text="Alpha")
    assert sounds.heard(hand.phone) == (Heard(PACKAGE, 3, "Alpha"),)
    hand.shell("input keyevent KEYCODE_MEDIA_PAUSE")
    assert heard(hand) == []
