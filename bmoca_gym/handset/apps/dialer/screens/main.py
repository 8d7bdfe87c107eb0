"""The main screen: search, favourites, recent calls, contacts."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.handlers import (
    choose_tab,
    keep_number,
    open_call,
    refusal_seen,
    remove_call,
    search,
    show_contact,
    show_pad,
    write_message,
)
from bmoca_gym.handset.apps.dialer.screens.people import (
    favorite_rows,
    found_rows,
    number_text,
    person_line,
    person_rows,
)
from bmoca_gym.handset.apps.dialer.state import GREEN, ID, INCOMING, MISSED, OUTGOING, RED, REJECTED, PastCall
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.rails import tabbed_page
from bmoca_gym.handset.kits.tones import fab, tones
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of, with_number
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.ui.components import floating_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do


def _when(res: Resources, at: int, zone: str, phone_day: int) -> str:
    local = time_zones.local(zone, at)
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
    """The tabs under the search box. ``people``: the contacts in alphabetical order; ``opened``: see `Dialer`."""
    c, modern = res.colors, res.material > 2
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
        height=56 if modern else 48,
        pad=(16, 0, 16, 0),
        gap=12,
        align="center",
        background=tones(res).bar if modern else c.raised,
        radius=28 if modern else 8,
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
    button = floating_button(
        res, "dialpad", res.string("dialer.key_pad"), do(show_pad, True), ID + "fab", **fab(res)
    )
    # The keyboard takes the place of the tabs and the button (MainSearchController).
    over: tuple[Element, ...] = () if focused else (Column(button, pad=16, class_name=""),)
    return tabbed_page(
        res,
        tabs,
        tab,
        Column(box, width=FILL, pad=(12, 8)),
        Stack(
            body,
            *over,
            width=FILL,
            grow=1,
            align="end",
            justify="end",
            class_name="",
        ),
        id=ID + "bottom_nav_bar",
        rail_id=ID + "navigation_rail",
        tab_class="android.widget.LinearLayout",
        typing=focused,
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
    """Past calls, with the names of known people; ``opened``: see `Dialer`."""
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
            width=FILL, least=48, pad=(26, 0, 16, 0), gap=24, align="center", tap=tap, id=ID + id,
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


def refusal(res: Resources) -> Element:
    """The dialog saying that airplane mode is on."""
    return questions.message(res, res.string("dialer.airplane"), do(refusal_seen))
