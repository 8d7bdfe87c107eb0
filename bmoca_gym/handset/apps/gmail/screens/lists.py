"""Mails of a folder, search results, the bar of selected mails, and the drawer with folders."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.gmail.handlers.mails import (
    archive,
    delete,
    open_mail,
    open_search,
    open_settings,
    select,
    show_folder,
    star,
    swipe_away,
)
from bmoca_gym.handset.apps.gmail.handlers.snoozing import until_text
from bmoca_gym.handset.apps.gmail.handlers.writing import write
from bmoca_gym.handset.apps.gmail.screens.parts import (
    NARROW,
    RED,
    brief,
    face,
    folder_name,
    label_chip,
    menu_items,
    over,
    reading_of,
    recipients,
    subject_of,
)
from bmoca_gym.handset.apps.gmail.state import FOLDERS, ID, LABEL
from bmoca_gym.handset.kits.avatars import tick
from bmoca_gym.handset.kits.google_bars import account_disc
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, close_search, open_overlay, type_query, unmark
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    empty_message,
    heading,
    icon_button,
    page,
    scrolling,
    side_drawer,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

STAR = 0xFFF4B400
_SNIPPET = 200
_CHIPS = 3  # labels of a mail that a row shows


def _mark_of(res: Resources, mail: Mail, marked: bool) -> Element:
    mark = tick(res) if marked else face(mail.sender, 40)
    return Stack(
        mark, width=48, height=48, align="center", justify="center", tap=do(select, mail.id),
        description=res.string("gmail.select"), selected=marked, id=ID + "contact_image_container",
    )  # fmt: skip


def _who(res: Resources, mail: Mail, weight: int) -> Element:
    c = res.colors
    name, ink = mail.sender, c.text
    if mail.folder == "drafts":
        name, ink = res.string("gmail.draft"), c.error
    elif mail.own:
        name = res.string("gmail.to_names", names=recipients(res, mail))
    return Text(name, 16, ink, weight, grow=1, id=ID + "senders")


@component(512)
def _row(res: Resources, mail: Mail, at: str, marked: bool, marking: bool, opened: bool) -> Element:
    c = res.colors
    weight = 700 if mail.unread else 400
    ink = c.text if mail.unread else c.secondary
    id = mail.id
    glyph, tone, said = ("star", STAR, "unstar") if mail.starred else ("star_border", c.secondary, "star")
    button = icon_button(glyph, res.string(f"gmail.{said}"), do(star, id), tone, id=ID + "star", selected=mail.starred,
                         width=44, height=44, class_name="android.widget.ImageView")  # fmt: skip
    snippet = " ".join(mail.body.split())[:_SNIPPET]
    chips = [label_chip(res, name) for name in mail.labels[:_CHIPS]]
    words = Column(
        Text(subject_of(res, mail), 14, ink, weight, id=ID + "subject"),
        *((Text(snippet, 14, c.secondary, id=ID + "snippet"),) if snippet else ()),
        *((Row(*chips, gap=4, class_name=""),) if chips else ()),
        grow=1, gap=3, class_name="",
    )  # fmt: skip
    head = Row(_who(res, mail, weight), Text(at, 12, ink, weight, id=ID + "date"), width=FILL, gap=8, align="center",
               pad=(0, 0, 12, 0), class_name="")  # fmt: skip
    below = Row(words, button, width=FILL, gap=4, align="end", class_name="")
    body = Column(head, below, grow=1, gap=2, class_name="")
    return Row(
        _mark_of(res, mail, marked), body,
        width=FILL, pad=(12, 8, 4, 4), gap=12, id=ID + "viewified_conversation_item_view",
        long_press=do(select, id), tap=do(select if marking else open_mail, id), swipe=do(swipe_away, id),
        selected=marked, background=c.raised if marked or opened else None, class_name="android.view.ViewGroup",
    )  # fmt: skip


def _rows(
    res: Resources,
    mails: tuple[Mail, ...],
    selected: tuple[int, ...],
    opened: int | None,
    zone: str,
    today: int,
) -> list[Element]:
    """A row for each mail. ``opened``: id of the one that stands beside the list, or None."""
    return [
        _row(res, mail, _when(res, mail, zone, today), mail.id in selected, bool(selected), mail.id == opened)
        for mail in mails
    ]


def _when(res: Resources, mail: Mail, zone: str, today: int) -> str:
    """When a mail was sent, or when it comes back."""
    if mail.folder == "outbox":
        return res.string("gmail.queued")
    if mail.folder == "snoozed":
        return until_text(res, moment(zone, mail.snoozed), today)
    return brief(res, moment(zone, mail.listed), today)


# The bars


def _search_bar(res: Resources) -> Element:
    c = res.colors
    menu = icon_button("menu", res.string("gmail.open_drawer"), do(open_overlay, "drawer"), c.secondary)
    bar = Row(
        menu,
        Text(res.string("gmail.search"), 16, c.secondary, grow=1, id=ID + "open_search_bar_text_view", pad=(4, 0)),
        account_disc(res, ID, "selected_account_disc_gmail"),
        width=FILL, height=48, pad=(4, 0), align="center", radius=24, background=c.raised, tap=do(open_search),
        id=ID + "open_search_bar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Column(bar, width=FILL, pad=(12, 8, 12, 4), class_name="")


def _search_field(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    return search_bar(
        res, query, focused, res.string("gmail.search"), do(type_query), do(close_search),
        field={"id": ID + "open_search_view_edit_text"}, clear={"id": ID + "open_search_view_clear_button"},
        labels=("contacts.stop_searching", "contacts.clear_search"), inks=(c.secondary, c.secondary),
        background=c.raised, id=ID + "open_search_view_toolbar",
    )  # fmt: skip


def _marked_bar(res: Resources, mails: tuple[Mail, ...], ids: tuple[int, ...]) -> Element:
    c = res.colors
    marked = [mail for mail in mails if mail.id in ids]

    def action(glyph: str, label: str, tap: Callback, name: str) -> Element:
        said = res.string(label)
        return icon_button(glyph, said, tap, c.text, id=ID + name, class_name="android.widget.Button")

    actions = [action("delete_outline", "contacts.delete", do(delete, ids), "delete")]
    if any(mail.folder in ("inbox", "snoozed") for mail in marked):
        actions.insert(0, action("archive", "messages.archive", do(archive, ids), "archive"))
    reads, items = reading_of(tuple(marked)), menu_items(res, tuple(marked))
    if reads is not None and not (items and res.width < NARROW):
        words, tap = reads
        glyph, name = ("drafts", "read") if words == "mark_read" else ("mark_email_unread", "unread")
        actions.append(action(glyph, f"gmail.{words}", tap, name))
    if items:
        actions.append(
            icon_button(
                "more_vert", res.string("common.more_options"), do(open_overlay, "marked_menu"), c.text
            )
        )
    return selection_bar(
        res,
        res.digits(str(len(ids))),
        do(unmark),
        *actions,
        id=ID,
        label="common.navigate_up",
        arrow=True,
        height=60,
    )


# The screens


def _empty(res: Resources, glyph: str, text: str) -> Element:
    body = empty_message(res, glyph, text, id=ID + "empty_text", grow=0, pad=(32, 40), class_name="")
    return scrolling(body, key="mails", grow=0, height=FILL, id=ID + "empty_view")


def _compose_button(res: Resources, lifted: bool) -> Element:
    label = res.string("gmail.compose")
    ink = tones(res).on_second
    button = Row(
        Icon("edit", 24, ink, class_name=""), Text(label, 14, ink, 500, class_name=""),
        height=56, pad=(16, 0, 20, 0), gap=12, align="center", radius=16, background=tones(res).second, tap=do(write),
        id=ID + "compose_button", description=label, class_name="android.widget.Button",
    )  # fmt: skip
    # The words at the bottom do not cover it.
    return Column(button, pad=(16, 16, 16, 72 if lifted else 16), class_name="")


def folder(
    res: Resources, dark: bool, name: str, mails: tuple[Mail, ...], selected: tuple[int, ...], opened: int | None,
    notice: str, can_undo: bool, zone: str, today: int,
) -> Element:  # fmt: skip
    """A folder's mails, newest first, and the button to write a new one."""
    res = look(res, dark)
    label = folder_name(res, name)
    body = _empty(res, FOLDERS.get(name, "label"), res.string("gmail.empty", folder=label))
    if mails:
        head = Text(label, 13, res.colors.secondary, 500, pad=(16, 8), width=FILL, id=ID + "section_label")
        body = scrolling(
            head, *_rows(res, mails, selected, opened, zone, today), Spacer(width=FILL, height=88), key="mails", grow=0,
            height=FILL, id=ID + "thread_list_view",
        )  # fmt: skip
    floating = () if selected else (_compose_button(res, bool(notice)),)
    stack = Stack(body, *floating, width=FILL, height=FILL, align="end", justify="end", class_name="")
    bar = _marked_bar(res, mails, selected) if selected else _search_bar(res)
    return page(res, bar, over(res, stack, notice, can_undo))


def results(
    res: Resources, dark: bool, mails: tuple[Mail, ...], query: str, focused: bool, selected: tuple[int, ...],
    opened: int | None, notice: str, can_undo: bool, zone: str, today: int,
) -> Element:  # fmt: skip
    """The mails that match the search; none for an empty query."""
    res = look(res, dark)
    body: Element = Spacer(width=FILL, height=FILL)
    if mails:
        body = scrolling(*_rows(res, mails, selected, opened, zone, today), key="mails", grow=0, height=FILL,
                         id=ID + "thread_list_view")  # fmt: skip
    elif query.strip():
        body = _empty(res, "search_off", res.string("gmail.no_results", query=query.strip()))
    bar = _marked_bar(res, mails, selected) if selected else _search_field(res, query, focused)
    return page(res, bar, over(res, body, notice, can_undo))


def drawer(
    res: Resources, dark: bool, chosen: str, counts: tuple[tuple[str, int], ...], labels: tuple[str, ...]
) -> Element:
    """The folders with their numbers of unread mails, the user's labels, and the settings."""
    res = look(res, dark)
    c = res.colors
    known = dict(counts)

    def entry(glyph: str, label: str, tap: Callback, here: bool = False, count: int = 0) -> Element:
        ink = c.accent if here else c.text
        shown = (Text(res.digits(str(count)), 12, ink, 500, id=ID + "unread"),) if count else ()
        return Row(
            Icon(glyph, 24, c.accent if here else c.secondary, id=ID + "image_view"),
            Text(label, 14, ink, 500, lines=2, grow=1, id=ID + "name"), *shown,
            width=FILL, least=48, pad=(16, 0, 12, 0), gap=16, align="center", tap=tap, selected=here, radius=24,
            background=c.raised if here else None, id=ID + "drawer_item",
        )  # fmt: skip

    rows = [
        entry(glyph, res.string(f"gmail.{name}"), do(show_folder, name), name == chosen, known.get(name, 0))
        for name, glyph in FOLDERS.items()
    ]
    rows.append(heading(res, res.string("gmail.labels")))
    rows += [entry("label", name, do(show_folder, LABEL + name), LABEL + name == chosen) for name in labels]
    rows.append(entry("add", res.string("gmail.create_label"), do(open_overlay, "new_label", "")))
    rows += [Spacer(width=FILL, height=8), divider(res), Spacer(width=FILL, height=8)]
    rows.append(entry("settings", res.string("settings.app_name"), do(open_settings)))
    head = Text(res.string("gmail.app_name"), 22, c.error if dark else RED, 500, pad=(16, 14), width=FILL)
    return side_drawer(
        res, head, rows, CLOSE, key="drawer", id=ID + "drawer_container", list_id=ID + "drawer_list"
    )
