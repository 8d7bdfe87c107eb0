"""The dial pad."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.handlers import erase, erase_all, place_call, press, send_tone, show_pad
from bmoca_gym.handset.apps.dialer.state import GREEN, ID
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_KEYS = (
    ("1", "one", ""), ("2", "two", "ABC"), ("3", "three", "DEF"), ("4", "four", "GHI"), ("5", "five", "JKL"),
    ("6", "six", "MNO"), ("7", "seven", "PQRS"), ("8", "eight", "TUV"), ("9", "nine", "WXYZ"), ("*", "star", ""),
    ("0", "zero", "+"), ("#", "pound", ""),
)  # fmt: skip


@component(256)
def _key(
    res: Resources, key: str, name: str, letters: str, tone: bool, tall: float, ink: int, faint: int
) -> Element:
    # Latin digits in every language, as AOSP's dialer has them but for Persian.
    callback = do(send_tone if tone else press, key)
    side = min(28.0, tall * 0.5)
    second = (Text(letters, min(11.0, tall * 0.2), faint, class_name=""),) if tall >= 44 else ()
    return Column(
        Text(key, side, ink, class_name="android.widget.TextView", id=ID + "dialpad_key_number"),
        *second,
        grow=1, height=tall, align="center", justify="center", tap=callback,
        long_press=do(press, "+") if key == "0" and not tone else None, id=ID + name,
        description=f"{key},{letters}" if letters else key, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def keys(res: Resources, tone: bool, tall: float, ink: int, faint: int) -> Element:
    """The twelve keys. ``tone``: whether it is the pad during a call, whose keys send tones."""
    rows = [
        Row(*[_key(res, *key, tone, tall, ink, faint) for key in _KEYS[i : i + 3]], width=FILL)
        for i in range(0, 12, 3)
    ]
    return LeftToRight(
        Column(*rows, width=min(360, res.width - 24), id=ID + "dialpad"), width=FILL, align="center"
    )


def dial_pad(res: Resources, number: str, focused: bool) -> Element:
    """The dial pad with the number so far."""
    c = res.colors
    tall = max(36, min(72, (res.height - STATUS_HEIGHT - 48 - 56 - 84 - 24) // 4))
    # While the pad is up the number is edited on it: the soft keyboard stays away, as on the phone.
    text = formatted(number)
    size = max(14.0, min(36.0, (min(res.width, 480) - 112) / (0.58 * max(8, len(text)))))
    digits = Text(text, size, c.text, align="center", grow=1, height=56, id=ID + "digits",
                  class_name="android.widget.EditText", description=text)  # fmt: skip
    delete = (
        icon_button(
            "backspace",
            res.string("dialer.backspace"),
            do(erase),
            c.secondary,
            id=ID + "deleteButton",
            long_press=do(erase_all),
        )
        if number
        else Spacer(width=48, height=48)
    )
    call = Icon("call", 28, 0xFFFFFFFF, width=64, height=64, radius=32, background=GREEN, tap=do(place_call, number),
                id=ID + "dialpad_floating_action_button", description=res.string("dialer.dial"),
                class_name="android.widget.ImageButton")  # fmt: skip
    close = icon_button(
        "expand_more",
        res.string("dialer.close_pad"),
        do(show_pad, False),
        c.secondary,
        id=ID + "dialpad_back",
    )
    card = Column(
        Spacer(width=FILL, height=1, background=c.divider),
        LeftToRight(Row(close, digits, delete, width=FILL, align="center", pad=(4, 0)), width=FILL),
        keys(res, False, tall, c.text, c.secondary),
        call,
        width=FILL, background=c.surface, align="center", pad=(0, 0, 0, 12), gap=4, id=ID + "dialpad_view",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, grow=1), card, width=FILL, height=FILL, background=c.background, class_name=""
    )
