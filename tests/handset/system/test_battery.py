"""The battery: status bar, quick settings and Settings agree, and a low level posts a notification."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system import battery, settings
from bmoca_gym.handset.system_ui import bars


def glyph(hand: Hand) -> str:
    return bars.indicators(hand.phone)[-1]


@pytest.mark.parametrize(
    ("line", "icon", "home", "page"),
    [
        ("true", "battery_full", "100%", "Charged"),
        ("dumpsys battery set level 7", "battery_charging_full", "7% - Charging", "Charging"),
        ("dumpsys battery unplug; dumpsys battery set level 7", "battery_alert", "7%", "Not charging"),
        ("dumpsys battery unplug; dumpsys battery set level 50", "battery_3_bar", "50%", "Not charging"),
        ("dumpsys battery unplug; dumpsys battery set level 98", "battery_full", "98%", "Not charging"),
        ("dumpsys battery set level 7; dumpsys battery reset", "battery_full", "100%", "Charged"),
    ],
)
def test_everything_tells_the_same_of_the_battery(
    hand: Hand, line: str, icon: str, home: str, page: str
) -> None:
    hand.shell(line)
    assert glyph(hand) == icon
    hand.open("settings")
    assert hand.sees(text=home)
    hand.tap(text="Battery")
    level = home.partition(" ")[0]
    assert hand.sees(text=level)
    assert hand.sees(text=page)
    hand.press("NOTIFICATION")
    assert hand.text("battery_percentage_view") == level


def test_a_battery_that_gets_low_is_told_of_once_and_saved(hand: Hand) -> None:
    hand.shell("dumpsys battery unplug; dumpsys battery set level 16")
    assert not hand.heads_up()
    hand.shell("dumpsys battery set level 15")
    assert {"Battery is low", "15% remaining"} <= {node.text for node in hand.heads_up()}
    hand.wait(6)
    hand.shell("dumpsys battery set level 7")
    hand.press("NOTIFICATION")
    assert hand.sees(text="7% remaining")
    hand.tap(text="Turn on Battery Saver")
    assert hand.phone.notifications == ()
    assert settings.get(hand.phone, *battery.SAVER) == "1"
    hand.shell("dumpsys battery set level 6")
    assert hand.phone.notifications == (), "it is saved already"


def test_the_word_goes_with_the_charger(hand: Hand) -> None:
    hand.shell("dumpsys battery unplug; dumpsys battery set level 10; dumpsys battery set ac 1")
    assert hand.phone.notifications == ()
    hand.shell("dumpsys battery unplug")
    assert [n.title for n in hand.phone.notifications] == ["Battery is low"], (
        "it is low where it was unplugged"
    )
    hand.do(Swipe(0.5, 0.005, 0.5, 0.6))
    hand.tap(text="Battery is low")
    assert hand.sees(text="Use Battery Saver")


def test_its_level_is_written_as_the_locale_writes_it(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(locale="ar-EG")
    hand.shell("dumpsys battery unplug; dumpsys battery set level 7")
    hand.press("NOTIFICATION")
    assert hand.text("battery_percentage_view") == "٧٪\u061c"
