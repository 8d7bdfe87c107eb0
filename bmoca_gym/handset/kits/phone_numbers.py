"""Telephone numbers: formatting, and the intent that calls one."""

from __future__ import annotations

from urllib.parse import quote

from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Callback, do


def formatted(number: str, later: bool = False) -> str:
    """Format a number as the dial pad does during typing, in US format.

    ``later``: as later builds do, which also group an incomplete number that starts with the country code.
    """
    if not number.isdecimal() or number.startswith("0"):
        return number
    if later and number.startswith("1") and 4 < len(number) < 11:
        return f"1 ({number[1:4]}) {number[4:7]}" + (f"-{number[7:]}" if number[7:] else "")
    if number.startswith("1"):
        return f"1 {number[1:4]}-{number[4:7]}-{number[7:]}" if len(number) == 11 else number
    # No area code ends in 11, so a number that begins with 311 is not grouped (B-MoCA, table 11: call 311311).
    if len(number) <= 3 or len(number) > 10 or number[1:3] == "11":
        return number
    if len(number) <= 7:
        return f"{number[:3]}-{number[3:]}"
    return f"({number[:3]}) {number[3:6]}-{number[6:]}"


def call(number: str) -> Callback:
    """Effect: call a number in any format with the phone app."""
    return do(intents.show, Intent(intents.CALL, f"tel:{quote(number, safe='', errors='replace')}"))
