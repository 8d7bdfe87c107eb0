"""Pages from the menus of a conversation and of the list: participants, and the app's settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages.handlers import add_contact, show_contact
from bmoca_gym.handset.apps.messages.state import ID, Messages
from bmoca_gym.handset.kits import avatars, drafts
from bmoca_gym.handset.kits.conversations import shown_number, who
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.kits.switches import switch
from bmoca_gym.handset.providers.contacts.store import Contact, digits_of
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do

_SUMMARIES = {"delivery_reports": "messages.delivery_reports_summary"}
_SWITCHES = ("notifications", "outgoing_sounds", "delivery_reports")


def details(res: Resources, address: str, face: Contact, known: bool, name: str) -> Element:
    """The other party of a conversation, and the actions on the number. ``known``: whether ``face`` is a contact."""
    c = res.colors
    lines = [who(res, name, 20, 500, id=ID + "name")]
    if known:
        lines.append(who(res, shown_number(address), 14, color=c.secondary, id=ID + "details"))
    head = Row(
        avatars.face(res, face, 56), Column(*lines, grow=1, gap=2, class_name=""),
        width=FILL, pad=(16, 20), gap=16, align="center",
        tap=do(show_contact, face.id) if known else None, id=ID + "participant",
    )  # fmt: skip
    rows: list[Element] = [head]
    if digits_of(address):
        rows.append(list_row(res, res.string("dialer.call"), icon="call", tap=do(drafts.call, address)))
        if not known:
            new = res.string("contacts.new_contact")
            rows.append(list_row(res, new, icon="person_add", tap=do(add_contact, address)))
    return page(
        res,
        toolbar(res, res.string("messages.details"), up=LEAVE, id=ID + "toolbar"),
        scrolling(*rows, key="details", id="android:id/list"),
    )


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The app's switches, in the order of `switches_of`."""
    c = res.colors
    rows = []
    for name, on in zip(_SWITCHES, values, strict=True):
        summary = res.string(_SUMMARIES[name]) if name in _SUMMARIES else ""
        said = res.string("common.on" if on else "common.off")
        toggle = Switch(on, said, color=c.accent, id=ID + "switchWidget", tap=do(switch, name))
        rows.append(
            list_row(res, res.string(f"messages.{name}"), summary, tap=do(switch, name), end=toggle, lines=3)
        )
    return page(
        res,
        toolbar(res, res.string("settings.app_name"), up=LEAVE, id=ID + "toolbar"),
        scrolling(*rows, key="settings", id="android:id/list"),
    )


def switches_of(state: Messages) -> tuple[bool, ...]:
    """The states of the switches that `settings` shows."""
    return tuple(getattr(state, name) for name in _SWITCHES)
