"""Phone's screens: tabs and recents, dial pad, call."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from bmoca_gym.handset import time_zones
from bmoca_gym.handset.apps.dialer.people import (
    favorite_rows,
    found_rows,
    number_text,
    person_line,
    person_rows,
)
from bmoca_gym.handset.apps.dialer.state import (
    EMERGENCY_NUMBERS,
    GREEN,
    ID,
    INCOMING,
    MISSED,
    OUTGOING,
    RED,
    REJECTED,
    Call,
    PastCall,
    choose_tab,
    erase,
    erase_all,
    hang_up,
    keep_number,
    open_call,
    place_call,
    press,
    refusal_seen,
    remove_call,
    search,
    send_tone,
    show_contact,
    show_pad,
    swap,
    swiped,
    switch,
    write_message,
)
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of, with_number
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    bottom_tabs,
    dialog_card,
    floating_button,
    icon_button,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.fitting import FittedText
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Colours on the screen of a call.
WHITE, FAINT = 0xFFFFFFFF, 0xB3FFFFFF

_KEYS = (
    ("1", "one", ""), ("2", "two", "ABC"), ("3", "three", "DEF"), ("4", "four", "GHI"), ("5", "five", "JKL"),
    ("6", "six", "MNO"), ("7", "seven", "PQRS"), ("8", "eight", "TUV"), ("9", "nine", "WXYZ"), ("*", "star", ""),
    ("0", "zero", "+"), ("#", "pound", ""),
)  # fmt: skip


@component(256)
def _key(
    res: Resources, key: str, name: str, letters: str, tone: bool, tall: float, ink: int, faint: int
) -> Element:
    callback = do(send_tone if tone else press, key)
    label = res.digits(key)
    side = min(28.0, tall * 0.5)
    second = (Text(letters, min(11.0, tall * 0.2), faint, class_name=""),) if tall >= 44 else ()
    return Column(
        Text(label, side, ink, class_name="android.widget.TextView", id=ID + "dialpad_key_number"),
        *second,
        grow=1, height=tall, align="center", justify="center", tap=callback,
        long_press=do(press, "+") if key == "0" and not tone else None, id=ID + name,
        description=f"{key},{letters}" if letters else key, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _pad(res: Resources, tone: bool, tall: float, ink: int, faint: int) -> Element:
    rows = [
        Row(*[_key(res, *key, tone, tall, ink, faint) for key in _KEYS[i : i + 3]], width=FILL)
        for i in range(0, 12, 3)
    ]
    return LeftToRight(
        Column(*rows, width=min(360, res.width - 24), id=ID + "dialpad"), width=FILL, align="center"
    )


def _when(res: Resources, at: int, zone: str, phone_day: int) -> str:
    local = datetime.fromtimestamp((at + time_zones.offset_of(zone, at)) / 1000, timezone.utc)
    time = res.time(local.hour, local.minute)
    return time if local.toordinal() == phone_day else f"{res.date(local.date(), 'MMMd')}, {time}"


def main(
    res: Resources,
    tab: int,
    history: tuple[PastCall, ...],
    zone: str,
    today: int,
    query: str,
    focused: bool,
    people: tuple[Contact, ...],
    opened: int,
) -> Element:
    """The tabs below the search box. ``people``: contacts in alphabetical order; ``opened``: see `Dialer`."""
    c = res.colors
    box = Row(
        Icon("search", 24, c.secondary),
        TextField(
            query,
            "search",
            do(search),
            focused=focused,
            hint=res.string("dialer.search"),
            hint_color=c.secondary,
            accent=c.accent,
            color=c.text,
            size=16,
            grow=1,
            height=48,
            id=ID + "search_view",
        ),
        width=FILL,
        height=48,
        pad=(16, 0, 16, 0),
        gap=12,
        align="center",
        background=c.raised,
        radius=8,
        id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )
    if query:
        wanted = digits_of(query)
        calls = tuple(p for p in history if wanted and wanted in p.number)
        rows = [*found_rows(res, people, query), *_call_rows(res, calls, zone, today, people, opened)]
        body = _listed(res, rows, "dialer.no_results", "search_off", "search_results")
    elif tab == 0:
        body = _listed(res, favorite_rows(res, people), "dialer.no_favorites", "star", "speed_dial")
    elif tab == 1:
        rows = _call_rows(res, history, zone, today, people, opened)
        body = _listed(res, rows, "dialer.no_calls", "history", "recents")
    else:
        body = _listed(res, person_rows(res, people), "dialer.no_contacts", "people", "contacts")
    tabs = (
        (res.string("dialer.favorites"), "star", ID + "speed_dial_tab", do(choose_tab, 0)),
        (res.string("dialer.recents"), "access_time", ID + "call_log_tab", do(choose_tab, 1)),
        (res.string("dialer.contacts"), "people", ID + "contacts_tab", do(choose_tab, 2)),
    )
    fab = floating_button(res, "dialpad", res.string("dialer.key_pad"), do(show_pad, True), ID + "fab")
    return page(
        res,
        Column(box, width=FILL, pad=(12, 8)),
        Stack(
            body,
            Column(fab, pad=16, class_name=""),
            width=FILL,
            grow=1,
            align="end",
            justify="end",
            class_name="",
        ),
        bottom_tabs(res, tabs, tab, id=ID + "bottom_nav_bar", tab_class="android.widget.LinearLayout"),
    )


#: Lists by key: the resource id of each. Keys are also the names under which their scroll offsets are kept.
_LISTS = {
    "recents": "new_call_log_recycler_view", "contacts": "recycler_view", "speed_dial": "speed_dial_recycler_view",
    "search_results": "recycler_view",
}  # fmt: skip


def _listed(res: Resources, rows: list[Element], empty: str, glyph: str, key: str) -> Element:
    """A list, or a message if it is empty."""
    c = res.colors
    if not rows:
        return Column(
            Icon(glyph, 64, c.disabled),
            Text(
                res.string(empty), 16, c.secondary, lines=3, align="center", id=ID + "empty_list_view_message"
            ),
            width=FILL,
            height=FILL,
            align="center",
            justify="center",
            gap=12,
            pad=(32, 0, 32, 48),
        )
    return scrolling(
        *rows, Spacer(width=FILL, height=88), key=key, grow=0, height=FILL, id=ID + _LISTS[key],
    )  # fmt: skip


#: The glyph and the colour of each kind of past calls.
_KINDS = {
    INCOMING: ("call_received", 14, GREEN), OUTGOING: ("call_made", 14, GREEN), MISSED: ("call_missed", 14, RED),
    REJECTED: ("call_missed", 14, RED),
}  # fmt: skip


def _call_rows(
    res: Resources,
    calls: tuple[PastCall, ...],
    zone: str,
    today: int,
    people: tuple[Contact, ...],
    opened: int,
) -> list[Element]:
    """Past calls with the contact's name if known; ``opened``: see `Dialer`."""
    c = res.colors
    rows: list[Element] = []
    for call in calls:
        known = with_number(people, call.number)
        who = None if known is None else known[0]
        name = Text(who.name, 16, c.text, id=ID + "primary_text") if who else number_text(res, call.number)
        rows.append(
            person_line(
                res,
                who,
                name,
                Row(
                    Icon(*_KINDS[call.kind]),
                    Text(_when(res, call.at, zone, today), 14, c.secondary, id=ID + "secondary_text"),
                    gap=4,
                    align="center",
                ),
                call.number,
                id=ID + "new_call_log_entry_root",
                tap=do(open_call, call.at),
            )
        )
        if call.at == opened:
            rows += _call_actions(res, call, who)
    return rows


def _call_actions(res: Resources, call: PastCall, who: Contact | None) -> list[Element]:
    """Actions on a past call."""
    c = res.colors

    def action(glyph: str, label: str, tap: Callback, id: str) -> Element:
        return Row(
            Icon(glyph, 22, c.secondary), Text(res.string(label), 14, c.text, lines=2, grow=1),
            width=FILL, height=48, pad=(26, 0, 16, 0), gap=24, align="center", tap=tap, id=ID + id,
        )  # fmt: skip

    person = (
        action(
            "person_add", "contacts.new_contact", do(keep_number, call.number), "create_new_contact_action"
        )
        if who is None
        else action("person", "dialer.contact_details", do(show_contact, who.id), "details_action")
    )
    return [
        person,
        action("message", "dialer.send_message", do(write_message, call.number), "send_message_action"),
        action("delete", "dialer.delete_call", do(remove_call, call.at), "delete_action"),
    ]


def dial_pad(res: Resources, number: str, focused: bool) -> Element:
    """The dial pad with the number so far."""
    c = res.colors
    tall = max(36, min(72, (res.height - 24 - 48 - 56 - 84 - 24) // 4))
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
            turn=False,
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
        _pad(res, False, tall, c.text, c.secondary),
        call,
        width=FILL, background=c.surface, align="center", pad=(0, 0, 0, 12), gap=4, id=ID + "dialpad_view",
    )  # fmt: skip
    return Column(
        Spacer(width=FILL, grow=1), card, width=FILL, height=FILL, background=c.background, class_name=""
    )


def refusal(res: Resources) -> Element:
    """The dialog that airplane mode is on."""
    return dialog_card(
        res,
        Text(res.string("dialer.airplane"), 16, res.colors.text, lines=4, id="android:id/message"),
        dismiss=do(refusal_seen),
        buttons=(text_button(res, res.string("common.ok"), do(refusal_seen), id="android:id/button1"),),
    )


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
    """The part above the buttons: the second call, the state of this one, name and number."""
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
            Text(res.digits(tones), 24, WHITE, id=ID + "dtmf_twelve_key_dialer_view", height=32),
            align="center",
            width=FILL,
        ),
        _pad(res, True, tall, WHITE, FAINT),
        width=FILL,
    )


def _portrait(short: bool) -> Element:
    """The other person's silhouette; nothing on a ``short`` screen."""
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
    """Mute, keypad, speaker, and hold; with a second call, swap instead of hold."""
    return [
        _call_button(res, "mic_off", "mute", "muted", call.muted, "incall_first_button", side),
        _call_button(res, "dialpad", "keypad", "keypad", call.keypad, "incall_second_button", side),
        _call_button(res, "volume_up", "speaker", "speaker", call.speaker, "incall_third_button", side),
        _call_button(res, "swap_calls", "swap", "", False, "incall_fourth_button", side)
        if other
        else _call_button(res, "pause", "hold", "held", call.held, "incall_fifth_button", side),
    ]


def _banner(res: Resources, number: str, name: str, words: str) -> Element:
    """The second caller, who is waiting or on hold."""
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
    """The name of the other person, or else the number, as large as fits."""
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
