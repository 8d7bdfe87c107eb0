"""The screen of a call in Android 10's Phone."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.apps.dialer.handlers import hang_up, swap, swiped, switch
from bmoca_gym.handset.apps.dialer.screens.pad import keys
from bmoca_gym.handset.apps.dialer.state import EMERGENCY_NUMBERS, GREEN, ID, RED, Call
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import do


class Look(NamedTuple):
    """Colours of the screen of a call: its ground, in an emergency too; texts; buttons that are off, and on; and of the
    panel of Material 3.
    """

    ground: int
    emergency: int
    ink: int
    faint: int
    button: int
    on: int
    on_ink: int
    panel: int = 0


#: Of Android 10's Phone, and of the one with Material 3, in the light theme and in the dark one.
_LOOKS = (
    (
        Look(0xFF1A4C7C, 0xFF8E2A2A, 0xFFFFFFFF, 0xB3FFFFFF, 0x26FFFFFF, 0xFFFFFFFF, 0xFF1A4C7C),
        Look(0xFF202124, 0xFF5C1F1C, 0xFFFFFFFF, 0xB3FFFFFF, 0x26FFFFFF, 0xFFFFFFFF, 0xFF202124),
    ),
    (
        Look(0xFFEAF1FB, 0xFFF9DEDC, 0xFF1F1F1F, 0xFF5F6368, 0xFFD9E4F5, 0xFF0B57D0, 0xFFFFFFFF, 0xFFFFFFFF),
        Look(0xFF1B1F24, 0xFF4A1513, 0xFFE8EAED, 0xFFA9AEB5, 0xFF3C434C, 0xFFA8C7FA, 0xFF062E6F, 0xFF272C33),
    ),
)


def look_of(res: Resources) -> Look:
    """Return the colours of the generation of Material Design and of the theme."""
    return _LOOKS[res.material > 2][res.dark]


def bars(material: int, dark: bool) -> str:
    """Colour of the icons of the bars over a call."""
    return "dark" if material > 2 and not dark else "light"


def in_call(
    res: Resources, call: Call, seconds: int, name: str, other: str = "", other_name: str = ""
) -> Element:
    """The screen of a call. ``name`` is the contact with this number, or "".

    ``other`` and ``other_name`` are number and name of a second call, which is waiting, or "".
    """
    look = look_of(res)
    ground = look.emergency if call.number in EMERGENCY_NUMBERS else look.ground
    short = res.height < 560
    above = head(res, call, seconds, name, other, other_name)
    if call.ringing:
        return Column(
            Spacer(width=1, height=40 if short else 64), *above, Spacer(width=1, grow=1), puck(res), width=FILL,
            height=FILL, align="center", gap=6, pad=(8, 0, 8, 76), background=ground, swipe=do(swiped),
        )  # fmt: skip
    side = min(64.0, (res.width - 16) / 4 - 8)
    end = Icon(
        "call_end",
        30,
        0xFFFFFFFF,
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
        *above,
        Spacer(width=1, grow=1),
        _keypad(res, call.tones) if call.keypad else _portrait(look, short),
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
        background=ground,
    )


def head(res: Resources, call: Call, seconds: int, name: str, other: str, other_name: str) -> list[Element]:
    """What stands above the buttons: the second call, the state of this one, name and number."""
    look, emergency = look_of(res), call.number in EMERGENCY_NUMBERS
    number = formatted(call.number)
    title = res.string("dialer.emergency") if emergency else number if name else ""
    words = "dialer.ongoing_call" if call.ringing else "dialer.on_hold"
    banner = [_banner(res, other, other_name, res.string(words))] if other else []
    parts: list[Element] = [
        *banner,
        status(res, call, seconds),
        _whom(res, name, number, look.ink),
    ]
    if title:
        below = Text(title, 16, look.faint, id=ID + "contactgrid_bottom_text", align="center")
        parts.append(below if emergency else LeftToRight(below))
    return parts


def status(res: Resources, call: Call, seconds: int) -> Element:
    """What the call is doing, or for how long it has lasted."""
    if call.held:
        text = res.string("dialer.on_hold")
    elif call.ringing:
        text = res.string("dialer.incoming_call")
    elif call.answered < 0:
        text = res.string("dialer.calling")
    else:
        text = res.digits(f"{seconds // 60:02d}:{seconds % 60:02d}")
    return Text(text, 16, look_of(res).faint, id=ID + "contactgrid_status_text", align="center")


def _keypad(res: Resources, tones: str) -> Element:
    """Keys for tones, and the tones that were sent."""
    look = look_of(res)
    tall = max(32, min(68, (res.height - 500) // 4))
    return Column(
        LeftToRight(
            Text(tones, 24, look.ink, id=ID + "dtmf_twelve_key_dialer_view", height=32),
            align="center",
            width=FILL,
        ),
        keys(res, True, tall, look.ink, look.faint),
        width=FILL,
    )


def _portrait(look: Look, short: bool) -> Element:
    """The silhouette of the other person; nothing on a ``short`` screen."""
    avatar = Stack(
        Icon("person", 72, look.ink),
        width=112,
        height=112,
        radius=56,
        background=(look.ink & 0xFFFFFF) | 0x40000000,
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
    """Second caller, who waits while another call is active, or rings."""
    look = look_of(res)
    who = Text(name or formatted(number), 14, look.ink, 500)
    return Row(
        who if name else LeftToRight(who),
        Text(words, 14, look.faint),
        width=FILL, pad=(16, 10), gap=12, justify="center", align="center", background=0x33000000,
        id=ID + "incall_on_hold_banner", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def puck(res: Resources) -> Element:
    """Handle that is swiped up to accept a call and down to decline it."""
    words: dict[str, Any] = {"size": 16, "color": look_of(res).ink, "align": "center", "lines": 2}
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
    look = look_of(res)
    return Column(
        Icon(glyph, 24, look.on_ink if on else look.ink, width=side - 8, height=side - 8, radius=(side - 8) / 2,
             background=look.on if on else look.button, class_name=""),
        FittedText(res.string(f"dialer.{label}"), 12, look.ink, align="center", class_name="", width=FILL),
        width=side + 8, align="center", gap=4, tap=do(switch, name) if name else do(swap), checked=on, id=ID + id,
        description=res.string(f"dialer.{label}"), class_name="android.widget.ToggleButton",
    )  # fmt: skip
