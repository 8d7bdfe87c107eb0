"""Texts of many lines: typing one at once costs one layout, not one per line."""

from __future__ import annotations

import time

import pytest
from handset_hand import Hand

from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.system.text_input import focused_field

SEVERAL = "am start -a android.intent.action.SENDTO -d sms:5551234"
ONE = "am start -n com.android.chrome/com.google.android.apps.chrome.Main"


@pytest.mark.parametrize("unit", ["a\n", "a\r\n", "a\x0b", "a\u2028", "\n"])
def test_a_text_of_many_lines_is_committed_at_once(unit: str) -> None:
    for line in (SEVERAL, ONE):
        hand = Hand()
        hand.shell(line)
        hand.tap(class_name="android.widget.EditText")
        start = time.process_time()
        hand.do(TypeText(unit * 1300))
        assert time.process_time() - start < 2
        if line == SEVERAL:
            field = focused_field(hand.phone)
            assert field is not None
            assert (unit.replace("\r", "") * 1300).startswith(field[0].content)
            assert len(field[0].content) >= 1300
