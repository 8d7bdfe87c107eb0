"""The screen of a call."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.dialer.handlers import hang_up, swap, swiped, switch
from bmoca_gym.handset.apps.dialer.screens.pad import keys
from bmoca_gym.handset.apps.dialer.state import EMERGENCY_NUMBERS, GREEN, ID, RED, Call
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import do

#: Colours on the screen of a call.
WHITE, FAINT = 0xFFFFFFFF, 0xB3FFFFFF


def in_call(
    res: Resources, call: Call, seconds: int, name: str, other: str = "", other_name: str = ""
) -> Element:
    """The screen of a call. ``name`` is the contact with this number, or "".

    ``other`` and ``other_name`` are number and name of a second call, which is waiting, or "".
    """
    emergency = call.number in EMERGENCY_NUMBERS
    short = res.height < 560
    head = _head(res, call, seconds, name, other, other_name)
    if call.ringing:
        return Column(
            Spacer(width=1, height=40 if short else 64), *head, Spacer(width=1, grow=1), _puck(res), width=FILL,
            height=FILL, align="center", gap=6, pad=(8, 0, 8, 76), background=0xFF1A4C7C, swipe=do(swiped),
        )  # fmt: skip
    side = min(64.0, (res.width - 16) / 4 - 8)
    end = Icon(
        "call_end",
        30,
        WHITE,
        width=64,
        height=64,
        radius=32,
        background=RED,
        tap=do(hang_up),
        id=ID + "incall_end_call",
        description=res.string("dialer.end_call"),
        class_name="android.widget.ImageButton",
    )
    return Column(
        Spacer(width=1, height=40 if short else 64),
        *head,
        Spacer(width=1, grow=1),
        _keypad(res, call.tones) if call.keypad else _portrait(short),
        Spacer(width=1, grow=1),
        Row(
            *_call_buttons(res, call, other, side),
            gap=min(20.0, (res.width - 16 - 4 * (side + 8)) / 5),
            justify="center",
            width=FILL,
        ),
        Spacer(width=1, height=12 if short else 36),
        end,
        width=FILL,
        height=FILL,
        align="center",
        gap=6,
        pad=(8, 0, 8, 76),
        background=0xFF8E2A2A if emergency else 0xFF1A4C7C,
    )


def _head(res: Resources, call: Call, seconds: int, name: str, other: str, other_name: str) -> list[Element]:
    """The part above the buttons: the second call, this one's state, name and number."""
    emergency = call.number in EMERGENCY_NUMBERS
    if call.held:
        status = res.string("dialer.on_hold")
    elif call.ringing:
        status = res.string("dialer.incoming_call")
    elif call.answered < 0:
        status = res.string("dialer.calling")
    else:
        status = res.digits(f"{seconds // 60:02d}:{seconds % 60:02d}")
    number = formatted(call.number)
    title = res.string("dialer.emergency") if emergency else number if name else ""
    words = "dialer.ongoing_call" if call.ringing else "dialer.on_hold"
    banner = [_banner(res, other, other_name, res.string(words))] if other else []
    head: list[Element] = [
        *banner,
        Text(status, 16, FAINT, id=ID + "contactgrid_status_text", align="center"),
        _whom(res, name, number, WHITE),
    ]
    if title:
        below = Text(title, 16, FAINT, id=ID + "contactgrid_bottom_text", align="center")
        head.append(below if emergency else LeftToRight(below))
    return head


def _keypad(res: Resources, tones: str) -> Element:
    """Keys for tones, and the tones that were sent."""
    tall = max(32, min(68, (res.height - 500) // 4))
    return Column(
        LeftToRight(
            Text(tones, 24, WHITE, id=ID + "dtmf_twelve_key_dialer_view", height=32),
            align="center",
            width=FILL,
        ),
        keys(res, True, tall, WHITE, FAINT),
        width=FILL,
    )


def _portrait(short: bool) -> Element:
    """The silhouette of the other person; nothing on a ``short`` screen."""
    avatar = Stack(
        Icon("person", 72, WHITE),
        width=112,
        height=112,
        radius=56,
        background=0x40FFFFFF,
        align="center",
        justify="center",
        id=ID + "contactgrid_avatar",
        class_name="android.widget.ImageView",
    )
    return Column(*(() if short else (avatar,)), width=FILL, align="center")


def _call_buttons(res: Resources, call: Call, other: str, side: float) -> list[Element]:
    """Mute, keypad, speaker, and hold, or swap if there is a second call."""
    return [
        _call_button(res, "mic_off", "mute", "muted", call.muted, "incall_first_button", side),
        _call_button(res, "dialpad", "keypad", "keypad", call.keypad, "incall_second_button", side),
        _call_button(res, "volume_up", "speaker", "speaker", call.speaker, "incall_third_button", side),
        _call_button(res, "swap_calls", "swap", "", False, "incall_fourth_button", side)
        if other
        else _call_button(res, "pause", "hold", "held", call.held, "incall_fifth_button", side),
    ]


def _banner(res: Resources, number: str, name: str, words: str) -> Element:
    """The second caller, who is on hold during another call, or ringing."""
    who = Text(name or formatted(number), 14, 0xFFFFFFFF, 500)
    return Row(
        who if name else LeftToRight(who),
        Text(words, 14, 0xB3FFFFFF),
        width=FILL, pad=(16, 10), gap=12, justify="center", align="center", background=0x33000000,
        id=ID + "incall_on_hold_banner", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _puck(res: Resources) -> Element:
    """Handle that is swiped up to accept a call and down to decline it."""
    words: dict[str, Any] = {"size": 16, "color": 0xFFFFFFFF, "align": "center", "lines": 2}
    return Column(
        Text(res.string("dialer.swipe_to_answer"), id=ID + "incoming_swipe_to_answer_text", **words),
        Icon("call", 32, GREEN, width=72, height=72, radius=36, background=0xFFFFFFFF, id=ID + "incoming_call_puck_bg",
             description=res.string("dialer.swipe_to_answer"), class_name="android.widget.ImageView"),
        Text(res.string("dialer.swipe_to_reject"), id=ID + "incoming_swipe_to_reject_text", **words),
        width=FILL, align="center", gap=24, pad=(0, 0, 0, 24), id=ID + "incoming_swipe_to_answer_container",
    )  # fmt: skip


def _whom(res: Resources, name: str, number: str, color: int) -> Element:
    """The other party's name, or else the number, as large as fits."""
    id, room = ID + "contactgrid_contact_name", min(res.width, 480) - 24
    if name:
        size = max(18.0, min(34.0, room / (0.56 * max(8, len(name)))))
        return Text(name, size, color, 300, id=id, align="center")
    size = max(14.0, min(34.0, room / (0.56 * max(8, len(number)))))
    return LeftToRight(Text(number, size, color, 300, id=id, align="center"))


def _call_button(
    res: Resources, glyph: str, label: str, name: str, on: bool, id: str, side: float
) -> Element:
    return Column(
        Icon(glyph, 24, 0xFF1A4C7C if on else 0xFFFFFFFF, width=side - 8, height=side - 8, radius=(side - 8) / 2,
             background=0xFFFFFFFF if on else 0x26FFFFFF, class_name=""),
        FittedText(res.string(f"dialer.{label}"), 12, 0xFFFFFFFF, align="center", class_name="", width=FILL),
        width=side + 8, align="center", gap=4, tap=do(switch, name) if name else do(swap), checked=on, id=ID + id,
        description=res.string(f"dialer.{label}"), class_name="android.widget.ToggleButton",
    )  # fmt: skip
