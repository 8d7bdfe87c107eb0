"""Lists of conversations and of the archive, and their search."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages.handlers import (
    archive_selected,
    delete_selected,
    mark_all_read,
    open_conversation,
    open_page,
    open_search,
    select,
    start_chat,
)
from bmoca_gym.handset.apps.messages.screens.parts import marked_bar, question
from bmoca_gym.handset.apps.messages.state import ARCHIVE, ID, SCROLL, SETTINGS
from bmoca_gym.handset.kits.avatars import face, tick
from bmoca_gym.handset.kits.conversations import Conversation, brief, name_of, who
from bmoca_gym.handset.kits.google_bars import account_disc, account_menu, title_bar
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.tones import chosen_ground, tones
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages.store import FAILED, OUTBOX
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import empty_message, icon_button, menu, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do


def _snippet(res: Resources, row: Conversation) -> Element:
    """The draft, or the newest message with its status."""
    c = res.colors
    last = row.last
    text, ink, weight = "", c.text if row.unread else c.secondary, 700 if row.unread else 400
    if row.draft:
        text, ink = res.string("messages.draft", text=row.draft), c.accent
    elif last is not None and last.type == FAILED:
        text, ink = res.string("messages.not_sent_short"), c.error
    elif last is not None and last.type == OUTBOX:
        text = res.string("messages.sending")
    elif last is not None:
        said = last.body or res.string("common.picture")
        text = said if last.incoming else res.string("messages.you", text=said)
    return Text(" ".join(text.split()), 14, ink, weight, id=ID + "conversation_snippet")


@component(1024)
def _row(
    res: Resources,
    row: Conversation,
    contact: Contact | None,
    name: str,
    at: str,
    marked: bool,
    marking: bool,
    opened: bool,
) -> Element:
    c = res.colors
    weight = 700 if row.unread else 400
    thread = row.thread
    picture = tick(res) if marked else face(res, contact or Contact(thread.id), 40)
    end = Column(
        Text(at, 12, c.text if row.unread else c.secondary, weight, id=ID + "conversation_timestamp"),
        Spacer(width=10, height=10, radius=5, background=c.accent if row.unread else None),
        gap=8, align="end", class_name="",
    )  # fmt: skip
    words = Column(
        who(res, name, 16, weight, id=ID + "conversation_name"),
        _snippet(res, row),
        grow=1,
        gap=3,
        class_name="",
    )
    mark = do(select, thread.id) if thread.id else None
    return Row(
        picture, words, end,
        width=FILL, height=72, pad=(16, 0), gap=16, align="center", id=ID + "swipeableContainer", long_press=mark,
        tap=mark if marking and mark else do(open_conversation, thread.address), selected=marked,
        background=chosen_ground(res) if marked or opened else None, class_name="android.view.ViewGroup",
    )  # fmt: skip


def conversation_rows(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], selected: tuple[int, ...],
    opened: str | None, zone: str, today: int,
) -> list[Element]:  # fmt: skip
    """A row for each conversation. ``opened``: address of the one that stands beside the list, or None."""
    built = []
    for row in rows:
        known = contacts.with_number(people, row.thread.address)
        name = name_of(people, row.thread.address)
        at = brief(res, moment(zone, row.at), today)
        marked = row.thread.id in selected
        shown = row.thread.address == opened
        built.append(_row(res, row, known[0] if known else None, name, at, marked, bool(selected), shown))
    return built


def empty_list(res: Resources, glyph: str, key: str) -> Element:
    """What stands in the place of a list without rows. ``key``: of its text."""
    text_id = ID + "conversation_list_empty_text"
    return empty_message(res, glyph, res.string(key), id=text_id, color=res.colors.accent, height=FILL)


def _start_button(res: Resources, scrolled: bool) -> Element:
    """The button that starts a conversation; in Material 3 without its label once the list has been ``scrolled``."""
    c, tone, modern = res.colors, tones(res), res.material > 2
    label, ink = res.string("messages.start_chat"), tone.on_container if modern else c.on_accent
    words = () if modern and scrolled else (Text(label, 14, ink, 500, class_name=""),)
    return Row(
        Icon("message", 24, ink, class_name=""), *words,
        height=56 if modern else 48, pad=(16, 0, 20 if words else 16, 0), gap=12, align="center",
        radius=16 if modern else 24, background=tone.container if modern else c.accent, tap=do(start_chat),
        id=ID + "start_new_conversation_button", description=label, class_name="android.widget.Button",
    )  # fmt: skip


def _title_bar(res: Resources) -> Element:
    search = icon_button("search", res.string("contacts.search_action"), do(open_search), res.colors.secondary,
                         id=ID + "action_zero_state_search")  # fmt: skip
    if res.material > 2:
        return title_bar(res, ID, res.string("messages.title"), search, disc=account_disc(res, ID))
    more = icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "list_menu"), res.colors.secondary
    )
    return toolbar(res, res.string("messages.app_name"), search, more, id=ID + "toolbar")


def _marked_bar(res: Resources, count: int, archived: bool) -> Element:
    ink = res.colors.text
    name = "unarchive" if archived else "archive"
    return marked_bar(
        res,
        count,
        icon_button(name, res.string(f"messages.{name}"), do(archive_selected, not archived), ink,
                    id=f"{ID}action_{name}"),
        icon_button("delete", res.string("contacts.delete"), do(open_overlay, "delete"), ink, id=ID + "action_delete"),
    )  # fmt: skip


def conversation_list(rows: list[Element], room: float) -> Element:
    """The rows of a list, with room under the last one in dp."""
    return scrolling(
        *rows, Spacer(width=FILL, height=room), key=SCROLL, grow=0, height=FILL, id="android:id/list"
    )


def screen(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], selected: tuple[int, ...],
    opened: str | None, zone: str, today: int, scrolled: bool,
) -> Element:  # fmt: skip
    """All conversations that are not archived, and the button that starts one. ``scrolled``: see `_start_button`."""
    bar = _marked_bar(res, len(selected), False) if selected else _title_bar(res)
    body = empty_list(res, "forum", "messages.empty")
    if rows:
        body = conversation_list(conversation_rows(res, rows, people, selected, opened, zone, today), 88)
    floating = () if selected else (Column(_start_button(res, scrolled), pad=16, class_name=""),)
    return page(
        res, bar, Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", class_name="")
    )


def archive_screen(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], selected: tuple[int, ...],
    opened: str | None, zone: str, today: int,
) -> Element:  # fmt: skip
    """The conversations of the archive."""
    bar = toolbar(res, res.string("messages.archived"), up=LEAVE, id=ID + "toolbar")
    if selected:
        bar = _marked_bar(res, len(selected), True)
    body = empty_list(res, "archive", "messages.no_archived")
    if rows:
        body = conversation_list(conversation_rows(res, rows, people, selected, opened, zone, today), 0)
    return page(res, bar, Column(body, width=FILL, grow=1, class_name=""))


def overflow(res: Resources, unread: bool) -> Element:
    """The overflow menu of the list."""
    read = ((res.string("messages.mark_all_read"), do(mark_all_read)),) if unread else ()
    return menu(
        res,
        (
            *read,
            (res.string("messages.archived"), do(open_page, ARCHIVE)),
            (res.string("settings.app_name"), do(open_page, SETTINGS)),
        ),
        CLOSE,
    )


def account_sheet(res: Resources, unread: bool) -> Element:
    """The menu of the account's disc, which has the entries of the overflow menu."""
    read = (("mark_chat_read", res.string("messages.mark_all_read"), do(mark_all_read), "mark_all_read"),)
    return account_menu(
        res, ID, res.string("messages.app_name"), *(read if unread else ()),
        ("archive", res.string("messages.archived"), do(open_page, ARCHIVE), "archived"),
        ("settings", res.string("settings.app_name"), do(open_page, SETTINGS), "settings"),
    )  # fmt: skip


def delete_dialog(res: Resources, count: int) -> Element:
    """Ask before deleting the selected conversations."""
    return question(res, res.string("messages.delete_conversations", count=count), do(delete_selected))
