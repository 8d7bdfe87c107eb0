"""Radios and brightness."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset.system import brightness, radios, settings

MOVES = st.lists(st.tuples(st.sampled_from(("airplane", "wifi", "bluetooth")), st.booleans()), max_size=8)


@given(moves=MOVES)
def test_leaving_airplane_mode_gives_back_what_it_took(moves: list[tuple[str, bool]]) -> None:
    phone = images.boot()
    for radio, on in moves:
        if radio == "airplane":
            phone = radios.set_airplane_mode(phone, on)
        elif radio == "wifi":
            phone = radios.set_wifi(phone, on, "com.android.settings", 1000)
        else:
            phone = radios.set_bluetooth(phone, on, "com.android.settings")
    phone = radios.set_airplane_mode(phone, False)
    before = radios.wifi(phone), radios.bluetooth(phone)
    inside = radios.set_airplane_mode(phone, True)
    assert (radios.wifi(inside), radios.bluetooth(inside)) == (False, False)
    after = radios.set_airplane_mode(inside, False)
    assert (radios.wifi(after), radios.bluetooth(after)) == before
    assert settings.get(after, "global", "wifi_on") in ("0", "1")


def test_the_lines_that_android_logs() -> None:
    phone = radios.set_wifi(
        radios.set_airplane_mode(images.boot(), True), False, "com.android.settings", 1000
    )
    lines = [(line.level, line.tag, line.message) for line in phone.log.since(0)]
    assert ("I", "PhoneGlobals", "Turning radio off - airplane") in lines
    assert ("I", "WifiService", "setWifiEnabled package=com.android.settings uid=1000 enable=false") in lines


@given(level=st.integers(brightness.LOWEST, brightness.HIGHEST))
def test_a_sliders_place_and_its_level_are_inverse(level: int) -> None:
    assert brightness.level_at(brightness.share_of(level)) == level


@given(share=st.floats(0, 1), more=st.floats(0, 1))
def test_further_is_never_darker(share: float, more: float) -> None:
    low, high = sorted((share, more))
    assert brightness.level_at(low) <= brightness.level_at(high)
    assert brightness.level_at(0) == brightness.LOWEST
    assert brightness.level_at(1) == brightness.HIGHEST
