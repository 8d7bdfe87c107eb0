"""Audio: each stream's volume within its limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system import audio, settings


@given(st.sampled_from(sorted(audio.STREAMS)), st.integers())
def test_a_volume_is_held_to_its_limits(stream: int, level: int) -> None:
    low, high = audio.limits(stream)
    phone = audio.set_volume(images.boot(), stream, level)
    assert audio.volume(phone, stream) == min(max(level, low), high)


@given(st.sampled_from(sorted(audio.STREAMS)), st.text())
def test_no_setting_takes_a_volume_out_of_its_limits(stream: int, text: str) -> None:
    low, high = audio.limits(stream)
    phone = settings.put(images.boot(), "system", audio.STREAMS[stream].key, text)
    assert low <= audio.volume(phone, stream) <= high


def test_streams_do_not_touch_each_other() -> None:
    phone = images.boot()
    before = {stream: audio.volume(phone, stream) for stream in audio.STREAMS}
    changed = audio.set_volume(phone, 3, 11)
    assert {s: audio.volume(changed, s) for s in audio.STREAMS} == before | {3: 11}


def test_calls_and_alarms_are_never_silent() -> None:
    """API 29: the least volume of the voice call and alarm streams is 1."""
    assert [audio.limits(stream)[0] for stream in sorted(audio.STREAMS)] == [1, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("stream", [-1, 6, 99])
def test_an_unknown_stream_is_named(stream: int) -> None:
    with pytest.raises(HandsetError, match=f"no audio stream {stream}; there are 0, 1, 2"):
        audio.volume(images.boot(), stream)
