"""List of contacts in alphabetical order, and its search."""

from __future__ import annotations

import unicodedata

from bmoca_gym.handset.apps.contacts.handlers import (
    delete_selected,
    hold,
    link_selected,
    new_contact,
    open_search,
    share_selected,
    show_contact,
)
from bmoca_gym.handset.apps.contacts.screens.details import question
from bmoca_gym.handset.apps.contacts.state import FAMILY, GIVEN, ID, name_of
from bmoca_gym.handset.kits.avatars import face, tick
from bmoca_gym.handset.kits.navigation import CLOSE, close_search, open_overlay, type_query, unmark
from bmoca_gym.handset.kits.search_bars import around, search_bar, tonal
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.tones import fab, tones
from bmoca_gym.handset.providers.contacts.store import Contact, matching
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    floating_button,
    icon_button,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_INITIAL_CONSONANTS = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"
_STAR = "star"  # in the place of a section's letter


def section_of(contact: Contact, sort: int = GIVEN) -> str:
    """The letter under which a contact is listed: without accents, and in Korean the syllable's first consonant.

    ``sort``: the name that the list is sorted by.
    """
    name = contact.family if sort == FAMILY and contact.family else contact.name
    letter = name[:1].upper()
    if not letter.isalpha():
        return "#"
    place = ord(letter[0]) - ord("가")
    if 0 <= place < 11172:
        return _INITIAL_CONSONANTS[place // 588]
    base = unicodedata.normalize("NFD", letter)[0]
    return base if unicodedata.name(letter[0], "").startswith(("LATIN", "GREEK")) else letter


@component(1024)
def person_row(
    res: Resources,
    contact: Contact,
    section: str,
    chosen: bool = False,
    selectable: bool = True,
    opened: bool = False,
    style: int = GIVEN,
) -> Element:
    """A row of the list.

    ``section``: the letter that is written before the first of its group, or ""; ``opened``: the contact is shown
    beside the list; ``style``: which name is written first.
    """
    c = res.colors
    name = name_of(res.string("contacts.no_name"), contact, style)
    mark: Element = (
        Icon("star", 20, c.accent, class_name="")
        if section == _STAR
        else Text(section, 18, c.accent, 500, class_name="")
    )
    return Row(
        Stack(mark, width=40, height=40, align="center", justify="center"),
        tick(res) if chosen else face(res, contact, 40),
        Text(name, 16, c.text, grow=1, id=ID + "cliv_name_textview", description=name, pad=(16, 0, 0, 0)),
        width=FILL, height=56, align="center", pad=(8, 0, 16, 0), tap=do(show_contact, contact.id),
        long_press=do(hold, contact.id) if selectable else None, selected=chosen,
        background=_ground(res, chosen, opened), class_name="android.view.ViewGroup",
    )  # fmt: skip


def _ground(res: Resources, chosen: bool, opened: bool) -> int | None:
    """Background of a row."""
    if res.material > 2:
        return tones(res).container if chosen else tones(res).card if opened else None
    return res.colors.raised if opened else None


def _rows(
    res: Resources,
    people: tuple[Contact, ...],
    chosen: tuple[int, ...],
    opened: int | None,
    order: tuple[int, int],
) -> list[Element]:
    """The favourites, then everybody; each group with its letter before the first."""
    sort, style = order
    stars = [contact for contact in people if contact.starred]
    rows = [
        person_row(
            res, contact, _STAR if i == 0 else "", contact.id in chosen, True, contact.id == opened, style
        )
        for i, contact in enumerate(stars)
    ]
    before = ""
    for contact in people:
        section = section_of(contact, sort)
        shown = section if section != before else ""
        rows.append(person_row(res, contact, shown, contact.id in chosen, True, contact.id == opened, style))
        before = section
    return rows


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    bar = search_bar(
        res, query, focused, res.string("contacts.search"), do(type_query), do(close_search),
        field={"id": ID + "search_view"}, back={"id": ID + "search_back_button"},
        clear={"id": ID + "search_close_button", "class_name": "android.widget.ImageView"},
        labels=("contacts.stop_searching", "contacts.clear_search"), inks=(c.secondary, c.secondary),
        id=ID + "search_box_expanded", **tonal(res),
    )  # fmt: skip
    return around(res, bar)


def _closed_search_bar(res: Resources, actions: tuple[Element, ...]) -> Element:
    """The search bar of Material 3, with further buttons at its end."""
    c = res.colors
    hint = Text(res.string("contacts.search"), 16, c.secondary, grow=1, class_name="")
    return around(
        res,
        Row(
            Row(
                Icon("search", 24, c.text, class_name=""), hint, grow=1, height=56, pad=(16, 0, 8, 0), gap=16,
                align="center", tap=do(open_search), id=ID + "menu_search", class_name="android.widget.TextView",
                description=res.string("contacts.search_action"),
            ),
            *actions,
            width=FILL, height=56, pad=(0, 0, 4, 0), align="center", radius=28, background=tones(res).bar,
            id=ID + "toolbar", class_name="android.view.ViewGroup",
        ),
    )  # fmt: skip


def _selection_bar(res: Resources, count: int) -> Element:
    c = res.colors
    actions = [
        icon_button("share", res.string("contacts.share"), do(share_selected), c.secondary,
                    id=ID + "menu_share", class_name="android.widget.TextView"),
        icon_button("delete", res.string("contacts.delete"), do(open_overlay, "delete_several"), c.secondary,
                    id=ID + "menu_delete", class_name="android.widget.TextView"),
    ]  # fmt: skip
    if count > 1:
        actions.append(
            icon_button(
                "more_vert", res.string("common.more_options"), do(open_overlay, "selection"), c.secondary
            )
        )
    return selection_bar(
        res, res.digits(str(count)), do(unmark), *actions, id=ID, label="contacts.stop_searching", gap=16,
        close_id=ID + "selection_close", title_id="selection_count_text", bar_id="selection_bar",
        background=tones(res).bar if res.material > 2 else None,
    )  # fmt: skip


def selection_menu(res: Resources) -> Element:
    """Further actions on the selected contacts."""
    return menu(res, ((res.string("contacts.link"), do(link_selected)),), CLOSE)


def delete_dialog(res: Resources) -> Element:
    """The question before the selected contacts are deleted."""
    return question(res, "delete_several", "common.cancel", "delete", do(delete_selected))


def _message(res: Resources, text: str, glyph: str, id: str) -> Element:
    return empty_message(res, glyph, text, id=id, height=FILL)


def list_page(
    res: Resources,
    people: tuple[Contact, ...],
    searching: bool,
    query: str,
    focused: bool,
    chosen: tuple[int, ...] = (),
    opened: int | None = None,
    actions: tuple[Element, ...] = (),
    head: tuple[Element, ...] = (),
    foot: tuple[Element, ...] = (),
    order: tuple[int, int] = (GIVEN, GIVEN),
) -> Element:
    """Everybody, or the people found.

    ``chosen``: ids of the selected contacts; ``opened``: id of the one that stands beside the list, or None;
    ``actions``: further buttons of the bar; ``head``, ``foot``: what stands over the list and below it; ``order``: the
    name that it is sorted by, and the one that is written first.
    """
    c = res.colors
    if chosen:
        bar = _selection_bar(res, len(chosen))
    elif searching:
        bar = _search_bar(res, query, focused)
    elif res.material > 2:
        bar = _closed_search_bar(res, actions)
    else:
        find = icon_button("search", res.string("contacts.search_action"), do(open_search), c.secondary,
                           id=ID + "menu_search", class_name="android.widget.TextView")  # fmt: skip
        bar = toolbar(res, res.string("contacts.app_name"), find, *actions, id=ID + "toolbar")
    found = (
        [
            person_row(res, contact, "", contact.id in chosen, True, contact.id == opened, order[1])
            for contact in matching(people, query)
        ]
        if query
        else _rows(res, people, chosen, opened, order)
    )
    if found:
        body = scrolling(
            *found, Spacer(width=FILL, height=88), key="people", grow=0, height=FILL, id="android:id/list",
            class_name="android.widget.ListView",
        )  # fmt: skip
    elif query:
        body = _message(res, res.string("contacts.no_results"), "search_off", ID + "totalContactsText")
    else:
        body = _message(res, res.string("contacts.empty"), "people", ID + "empty_home_view_text")
    button = floating_button(res, "add", res.string("contacts.new_contact"), do(new_contact),
                             ID + "floating_action_button", **fab(res))  # fmt: skip
    floating = () if searching or chosen else (Column(button, pad=16, class_name=""),)
    alone = searching or chosen
    return page(
        res, bar, *(() if alone else head),
        Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", id=ID + "contacts_list_container"),
        *(() if alone else foot),
    )  # fmt: skip
