"""List of contacts in Google's builds, and labels of the later one: their members, and adding some."""

from __future__ import annotations

from bmoca_gym.handset.apps.contacts.handlers import (
    add_members,
    ask_label,
    choose_members,
    delete_label,
    open_label,
    save_label,
    tick,
)
from bmoca_gym.handset.apps.contacts.screens import people
from bmoca_gym.handset.apps.contacts.screens.details import question
from bmoca_gym.handset.apps.contacts.screens.google_tabs import railed, tabs, text_dialog
from bmoca_gym.handset.apps.contacts.state import ID, name_of
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.google_bars import account_disc
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    icon_button,
    menu,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text
from bmoca_gym.handset.value import do

#: A label: its id and its name.
Label = tuple[int, str]


def _count(res: Resources, key: str, number: int, **values: object) -> str:
    return res.string(f"google_contacts.{key}_{'one' if number == 1 else 'other'}", number=number, **values)


def screen(
    res: Resources,
    build: int,
    tabbed: bool,
    known: tuple[Contact, ...],
    searching: bool,
    query: str,
    focused: bool,
    chosen: tuple[int, ...],
    opened: int | None,
    order: tuple[int, int],
) -> Element:
    """All contacts, or search results; in the later build with labels and the number of contacts.

    ``build``: see `builds.generation`; ``tabbed``: whether it is a tab, not the list to pick from.
    """
    c = res.colors
    labels = icon_button("label", res.string("google_contacts.labels"), do(open_overlay, "labels"), c.secondary,
                         id=ID + "menu_labels", class_name="android.widget.Button")  # fmt: skip
    shown = Text(
        _count(res, "device", len(known)), 14, c.secondary, pad=(16, 8), width=FILL, id=ID + "account_header"
    )
    later = build > 1
    actions = (*((labels,) if later else ()), *((account_disc(res, ID),) if tabbed else ()))
    made = people.list_page(
        res, known, searching, query, focused, chosen, opened, actions, (shown,) if known and later else (),
        tabs(res, build, "contacts") if tabbed else (), order,
    )  # fmt: skip
    return railed(res, build, "contacts", made) if tabbed else made


def labels_menu(res: Resources, labels: tuple[Label, ...]) -> Element:
    """The existing labels, and an entry for a new one."""
    items = [(name, do(open_label, id)) for id, name in labels]
    items.append((res.string("google_contacts.create_label"), do(ask_label, "new_label")))
    return menu(res, tuple(items), CLOSE)


def name_dialog(res: Resources, label: int, text: str, focused: bool) -> Element:
    """The dialog that asks for a label's name; ``label`` is 0 for a new one."""
    title = f"google_contacts.{'rename' if label else 'create'}_label"
    return text_dialog(res, title, text, focused, "google_contacts.label_name", "label_name", "common.ok",
                       do(save_label, label), bool(text.strip()))  # fmt: skip


def label_page(res: Resources, label: Label, members: tuple[Contact, ...], style: int) -> Element:
    """The contacts with a label. ``style``: which name is written first."""
    c = res.colors
    id, name = label
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "label_menu"), c.text)
    count = Text(_count(res, "members", len(members), name=name), 14, c.secondary, lines=2, pad=(16, 8), width=FILL,
                 id=ID + "account_header")  # fmt: skip
    rows = [people.person_row(res, contact, "", selectable=False, style=style) for contact in members]
    body = scrolling(*rows, Spacer(width=FILL, height=24), key="members", id="android:id/list",
                     class_name="android.widget.ListView")  # fmt: skip
    return page(res, toolbar(res, name, more, up=LEAVE, id=ID + "toolbar"), count, add_row(res, id), body)


def add_row(res: Resources, label: int) -> Element:
    """The button that chooses contacts for a label."""
    c = res.colors
    return Row(
        Icon("person_add", 24, c.accent, class_name=""),
        Text(res.string("google_contacts.add_contacts"), 16, c.accent, 500),
        width=FILL, height=56, pad=(16, 0), gap=16, align="center", tap=do(choose_members, label),
        id=ID + "menu_add", class_name="android.widget.Button",
    )  # fmt: skip


def label_menu(res: Resources, label: Label) -> Element:
    """The overflow menu of a label."""
    _, name = label
    items = (
        (res.string("google_contacts.rename_label"), do(ask_label, "rename", name)),
        (res.string("google_contacts.delete_label"), do(open_overlay, "delete_label")),
    )
    return menu(res, items, CLOSE)


def delete_dialog(res: Resources, label: int) -> Element:
    """The question before a label is deleted."""
    return question(
        res, "google_contacts.delete_label_question", "common.cancel", "delete", do(delete_label, label)
    )


def _choice(res: Resources, contact: Contact, chosen: bool) -> Element:
    c = res.colors
    name = name_of(res.string("contacts.no_name"), contact)
    return Row(
        face(res, contact, 40),
        Text(name, 16, c.text, grow=1, id=ID + "cliv_name_textview", description=name),
        CheckBox(chosen, c.accent, c.secondary, height=24, id="android:id/checkbox"),
        width=FILL, height=56, align="center", pad=(16, 0), gap=16, tap=do(tick, contact.id), selected=chosen,
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def members_page(res: Resources, label: int, others: tuple[Contact, ...], chosen: tuple[int, ...]) -> Element:
    """The contacts that a label can be added to."""
    c = res.colors
    add = text_button(res, res.string("google_contacts.add"), do(add_members, label), id=ID + "menu_add",
                      enabled=bool(chosen))  # fmt: skip
    close = icon_button("close", res.string("common.cancel"), LEAVE, c.text)
    title = Text(res.string("google_contacts.choose_contacts"), 20, c.text, 500, grow=1, pad=(8, 0))
    bar = Row(close, title, add, width=FILL, height=56, align="center", pad=(4, 0), id=ID + "toolbar",
              class_name="android.view.ViewGroup")  # fmt: skip
    if not others:
        text = res.string("contacts.no_results")
        return page(res, bar, empty_message(res, "people", text, id=ID + "empty_view", height=FILL))
    rows = [_choice(res, contact, contact.id in chosen) for contact in others]
    body = scrolling(*rows, Spacer(width=FILL, height=24), key="others", id="android:id/list",
                     class_name="android.widget.ListView")  # fmt: skip
    return page(res, bar, body)
