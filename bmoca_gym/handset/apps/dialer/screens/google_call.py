"""The screen of a call in Google's Phone with Material 3: a picture, and a panel of tiles at the foot."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.handlers import add_call, hang_up, merge, swap, swiped, switch
from bmoca_gym.handset.apps.dialer.screens import call as plain
from bmoca_gym.handset.apps.dialer.screens.call import Look
from bmoca_gym.handset.apps.dialer.screens.pad import keys
from bmoca_gym.handset.apps.dialer.state import EMERGENCY_NUMBERS, ID, RED, Call
from bmoca_gym.handset.kits.avatars import tonal_avatar
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

#: Widest row of tiles in dp, height of a screen below which there is less of everything, and of one without a picture.
_WIDE, _LOW, _NO_PICTURE = 440, 620, 480
#: Heights in dp: of texts above the picture at the smallest font, of a second call's banner, of a row of tiles, of the
#: number over the keypad, of its lowest key, and of the margins around the picture.
_TEXTS, _BANNER, _TILES, _TONES, _KEY, _MARGINS = 88, 40, 84, 32, 32, 40
#: What stands in the panel around and between its parts, and the button that ends the call: of both, with much room.
_AROUND, _GAP, _END = 48, 16, 72


def screen(
    res: Resources,
    call: Call,
    seconds: int,
    who: Contact | None,
    merged: bool = False,
    other: str = "",
    other_name: str = "",
) -> Element:
    """The screen of a call in the generation of Material Design that the app follows.

    ``who`` is the contact with this number, or None; ``other`` and ``other_name`` are number and name of a second
    call, which is waiting, or "", or is one conference with this one if they are ``merged``.
    """
    name = "" if who is None else who.name
    if res.material < 3:
        return plain.in_call(res, call, seconds, name, other, other_name)
    look, low = plain.look_of(res), _is_low(res, call, other)
    ground = look.emergency if call.number in EMERGENCY_NUMBERS else look.ground
    if merged:
        names = (name or _number(res, call.number), other_name or _number(res, other))
        texts = _conference(res, call, seconds, names)
        who, other = None, ""
    else:
        texts = plain.head(res, call, seconds, name, other, other_name)
    if low and call.keypad and not call.ringing:  # there is no room for more
        texts = [plain.status(res, call, seconds)]
    above = STATUS_HEIGHT + (8 if low else 32)
    head = Column(*texts, width=FILL, align="center", gap=6, class_name="", pad=(8, above, 8, 0))
    room = (
        res.height
        - above
        - _TEXTS * res.metrics.font / res.metrics.scale
        - (_BANNER if other else 0)
        - _MARGINS
    )
    if call.ringing:
        foot: Element = Column(plain.puck(res), width=FILL, pad=(8, 0, 8, res.foot + 28), class_name="")
        room -= 220 * max(1.0, res.metrics.font / res.metrics.scale) + res.foot
    else:
        foot, tall = _panel(res, look, call, other, room, merged, low)
        room -= tall
    return Column(
        head, Stack(*_picture(res, who, room), grow=1, width=FILL, align="center", justify="center", class_name=""),
        foot,
        width=FILL, height=FILL, background=ground, swipe=do(swiped) if call.ringing else None,
    )  # fmt: skip


def _is_low(res: Resources, call: Call, other: str) -> bool:
    """Whether there is less of everything: on a low screen, or where the keypad would push the button under the bar."""
    if res.height < _LOW or not call.keypad or call.ringing:
        return res.height < _LOW
    rows = 2 if call.more else 1
    texts = _TEXTS * res.metrics.font / res.metrics.scale + (_BANNER if other else 0)
    panel = _AROUND + _END + (_TILES + _GAP) * rows + 4 * _KEY + _TONES + _GAP
    return res.height < STATUS_HEIGHT + 32 + texts + panel + res.foot


def _conference(res: Resources, call: Call, seconds: int, names: tuple[str, str]) -> list[Element]:
    """What stands above a conference: how long it has lasted, and who takes part."""
    look = plain.look_of(res)
    return [
        plain.status(res, call, seconds),
        FittedText(res.string("dialer.conference"), 34, look.ink, 300, id=ID + "contactgrid_contact_name",
                   align="center", width=FILL),
        Text(", ".join(names), 16, look.faint, lines=2, align="center", id=ID + "contactgrid_bottom_text"),
    ]  # fmt: skip


def _number(res: Resources, number: str) -> str:
    """A number, which stays left-to-right in every locale."""
    return f"\u2066{formatted(number)}\u2069" if res.rtl else formatted(number)


def _picture(res: Resources, who: Contact | None, room: float) -> tuple[Element, ...]:
    """The avatar as large as there is room, or nothing."""
    size = min(200.0, room, res.width - 48)
    if size < 64 or res.height < _NO_PICTURE:
        return ()
    return (tonal_avatar(res, who, size, id=ID + "contactgrid_avatar"),)


def _panel(
    res: Resources, look: Look, call: Call, other: str, room: float, merged: bool, low: bool
) -> tuple[Element, float]:
    """The rounded panel with the tiles, the keypad if it is shown, and the button that ends the call; and its height.

    ``room``: the height that there is for it. ``low``: see `_is_low`.
    """
    tall, tile, gap, edge = (56, 48, 8, 12) if low else (_END, 56, _GAP, _AROUND // 2)
    rows = [
        [
            _tile(res, look, "dialpad", "keypad", "keypad", call.keypad, "incall_second_button", tile),
            _tile(res, look, "mic_off", "mute", "muted", call.muted, "incall_first_button", tile),
            _tile(res, look, "volume_up", "speaker", "speaker", call.speaker, "incall_third_button", tile),
            _tile(res, look, "more_vert", "more", "more", call.more, "incall_sixth_button", tile),
        ]
    ]
    if call.more:
        hold = _tile(res, look, "pause", "hold", "held", call.held, "incall_fifth_button", tile)
        enabled = call.answered >= 0
        if other:
            pair = [("swap_calls", "swap", do(swap), "fourth"), ("call_merge", "merge", do(merge), "merge")]
        else:
            pair = [] if merged else [("add_ic_call", "add_call", do(add_call), "add_call")]
        others = [
            _tile(res, look, glyph, label, "", False, f"incall_{name}_button", tile, tap, enabled)
            for glyph, label, tap, name in pair
        ]
        rows.insert(0, [hold, *others])
    end: Element = Icon(
        "call_end", 32, 0xFFFFFFFF, width=min(200.0, res.width - 112), height=tall, radius=tall / 2, background=RED,
        tap=do(hang_up), id=ID + "incall_end_call", description=res.string("dialer.end_call"),
        class_name="android.widget.ImageButton",
    )  # fmt: skip
    if low and call.keypad:  # the tiles give way, except the one that closes the keypad
        end = Row(_shape(look, "dialpad", True, 64, tall, do(switch, "keypad"), res.string("dialer.keypad")), end,
                  gap=16, class_name="")  # fmt: skip
        rows = []
    used: float = res.foot + 2 * edge + tall + (_TILES + gap) * len(rows)
    parts: list[Element] = []
    if call.keypad:
        key = max(_KEY, min(64, (room - used - _TONES - gap) // 4))
        parts.append(_keypad(res, look, call.tones, key))
        used += 4 * key + _TONES + gap
    parts += [
        Row(*tiles, width=min(_WIDE, res.width - 16), justify="center", class_name="") for tiles in rows
    ]
    panel = Column(
        *parts, end, width=FILL, align="center", gap=gap, background=look.panel, radius=32,
        pad=(8, edge, 8, res.foot + edge), id=ID + "incall_buttons_container",
    )  # fmt: skip
    below = Spacer(
        width=FILL, height=56, background=look.panel
    )  # square where it ends at the foot of the screen
    return Stack(below, panel, width=FILL, justify="end", class_name=""), used


def _keypad(res: Resources, look: Look, tones: str, tall: float) -> Element:
    """Keys for tones, ``tall`` dp high, and the tones that were sent."""
    sent = Text(tones, 24, look.ink, id=ID + "dtmf_twelve_key_dialer_view", height=_TONES)
    return Column(
        LeftToRight(sent, align="center", width=FILL), keys(res, True, tall, look.ink, look.faint), width=FILL
    )  # fmt: skip


def _shape(
    look: Look, glyph: str, on: bool, wide: float, tall: float, tap: Callback | None = None, label: str = ""
) -> Element:
    """The pill of a tile; with ``tap``, a button of its own."""
    return Icon(
        glyph, 24, look.on_ink if on else look.ink, background=look.on if on else look.button, width=wide, height=tall,
        radius=tall / 2, tap=tap, description=label, checked=on,
        id=ID + "incall_second_button" if tap else "", class_name="android.widget.ToggleButton" if tap else "",
    )  # fmt: skip


def _tile(
    res: Resources,
    look: Look,
    glyph: str,
    label: str,
    name: str,
    on: bool,
    id: str,
    tall: float,
    tap: Callback | None = None,
    enabled: bool = True,
) -> Element:
    """A tile with its label below; ``name``: the field of the call that it switches if it has no ``tap``."""
    wide = min(_WIDE, res.width - 16) / 4
    ink = look.ink if enabled else look.ink & 0xFFFFFF | 0x61000000
    made = Column(
        _shape(look._replace(ink=ink), glyph, on, min(72.0, wide - 8), tall),
        FittedText(res.string(f"dialer.{label}"), 12, ink, 500, align="center", class_name="", width=FILL),
        width=wide, align="center", gap=6, tap=(tap or do(switch, name)) if enabled else None, checked=on,
        id=ID + id, description=res.string(f"dialer.{label}"), class_name="android.widget.ToggleButton",
    )  # fmt: skip
    made.enabled = enabled
    return made
