"""Simple SMS Messenger's conversations, its archive, and the selection."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms import handlers
from bmoca_gym.handset.apps.simple_sms.screens.parts import action, marked_bar, question
from bmoca_gym.handset.apps.simple_sms.state import ARCHIVE, ID, LIST_SCROLL, SETTINGS
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.conversations import Conversation, brief, name_of, who
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, focus_field, open_overlay
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages.store import FAILED, OUTBOX
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import floating_button, icon_button, menu, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

_LIST = "androidx.recyclerview.widget.RecyclerView"


def _snippet(res: Resources, row: Conversation) -> Element:
    """The draft, or the newest message with its status."""
    c, last = res.colors, row.last
    text, ink, weight = "", c.text if row.unread else c.secondary, 700 if row.unread else 400
    if row.draft:
        text = row.draft
    elif last is not None and last.type == FAILED:
        text, ink = res.string("simple_sms.not_sent_short"), c.error
    elif last is not None and last.type == OUTBOX:
        text = res.string("simple_sms.sending")
    elif last is not None:
        text = last.body or res.string("common.picture")
    words = Text(" ".join(text.split()), 15, ink, weight, grow=1, id=ID + "conversation_body_short")
    if not row.draft:
        return Row(words, width=FILL, class_name="")
    draft = Text(res.string("simple_sms.draft"), 15, res.colors.accent, id=ID + "draft_indicator")
    return Row(draft, words, width=FILL, gap=6, class_name="")


@component(512)
def _row(
    res: Resources,
    row: Conversation,
    face: Contact,
    name: str,
    at: str,
    marked: bool,
    marking: bool,
    pinned: bool,
) -> Element:
    c, thread, weight = res.colors, row.thread, 700 if row.unread else 400
    mark = do(handlers.mark, thread.id) if thread.id else None
    pin = (Icon("push_pin", 18, c.secondary, id=ID + "pin_indicator"),) if pinned else ()
    when = Text(at, 13, c.text if row.unread else c.secondary, weight, id=ID + "conversation_date")
    head = Row(
        Column(who(res, name, 17, weight, id=ID + "conversation_address"), grow=1, class_name=""), *pin, when,
        width=FILL, gap=6, align="center", class_name="",
    )  # fmt: skip
    return Row(
        avatar(face, 44), Column(head, _snippet(res, row), grow=1, gap=3, class_name=""),
        width=FILL, pad=(16, 12), gap=14, align="center", id=ID + "conversation_frame", long_press=mark,
        tap=mark if marking and mark else do(handlers.open_thread, thread.address), selected=marked,
        background=c.raised if marked else None, class_name="android.view.ViewGroup",
    )  # fmt: skip


def _rows(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], marked: tuple[int, ...],
    pinned: tuple[int, ...], zone: str, today: int,
) -> list[Element]:  # fmt: skip
    built = []
    for row in rows:
        known = contacts.with_number(people, row.thread.address)
        face = known[0] if known else Contact(row.thread.id)
        name, at = name_of(people, row.thread.address), brief(res, moment(zone, row.at), today)
        id = row.thread.id
        built.append(_row(res, row, face, name, at, id in marked, bool(marked), id in pinned))
    return built


def screen(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], marked: tuple[int, ...],
    pinned: tuple[int, ...], query: str, focused: bool, zone: str, today: int,
) -> Element:  # fmt: skip
    """The conversations that are not archived, or search results, and the button for a new one."""
    c = res.colors
    if marked:
        all_pinned = all(one in pinned for one in marked)
        bar = marked_bar(
            res, len(marked), len(rows), "marked",
            action(res, "push_pin", "unpin" if all_pinned else "pin", do(handlers.pin, not all_pinned),
                   "cab_pin_conversation"),
            action(res, "delete", "delete", do(open_overlay, "delete"), "cab_delete"),
        )  # fmt: skip
    else:
        bar = _search_bar(res, query, focused)
    if rows:
        body: Element = scrolling(
            *_rows(res, rows, people, marked, pinned, zone, today), Spacer(width=FILL, height=80), key=LIST_SCROLL,
            grow=0, height=FILL, id=ID + "conversations_list", class_name=_LIST,
        )  # fmt: skip
    else:
        said = "simple_sms.nothing_found" if query else "simple_sms.no_conversations"
        lines: list[Element] = [
            Text(res.string(said), 18, c.secondary, lines=4, width=FILL, align="center", pad=(24, 24, 24, 8),
                 id=ID + "no_conversations_placeholder")
        ]  # fmt: skip
        if not query:
            lines.append(
                Text(res.string("simple_sms.start_conversation"), 18, c.accent, lines=3, align="center", pad=16,
                     tap=do(handlers.begin), id=ID + "no_conversations_placeholder_2")
            )  # fmt: skip
        body = Column(*lines, width=FILL, height=FILL, align="center", class_name="")
    add = floating_button(res, "add", res.string("simple_sms.start_conversation"), do(handlers.begin),
                          ID + "conversations_fab")  # fmt: skip
    floating = () if marked else (Column(add, pad=16, class_name=""),)
    stack = Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", class_name="")
    return page(res, bar, stack, id=ID + "main_coordinator", class_name="android.view.ViewGroup")


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    lead = icon_button("search", res.string("simple_sms.search"), do(focus_field, "search"), c.secondary, width=44,
                       id=ID + "top_toolbar_search_icon", class_name="android.widget.ImageView")  # fmt: skip
    if focused or query:
        lead = icon_button("arrow_back", res.string("common.stop_searching"), do(handlers.end_search), c.secondary,
                           width=44,
                           id=ID + "top_toolbar_search_icon", class_name="android.widget.ImageView")  # fmt: skip
    field = TextField(
        query, "search", do(handlers.search), focused=focused, hint=res.string("simple_sms.search"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48, id=ID + "top_toolbar_search",
    )  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.secondary,
                       width=44)  # fmt: skip
    inner = Row(lead, field, more, width=FILL, height=48, align="center", background=c.raised, radius=24,
                id=ID + "main_menu", class_name="android.view.ViewGroup")  # fmt: skip
    return Column(inner, width=FILL, pad=(12, 6), class_name="")


def overflow(res: Resources) -> Element:
    """The menu of the list."""
    items = (
        (res.string("simple_sms.archived"), do(handlers.open_page, ARCHIVE)),
        (res.string("simple_sms.settings"), do(handlers.open_page, SETTINGS)),
    )
    return menu(res, items, CLOSE)


def marked_menu(res: Resources, marked: tuple[int, ...], ids: tuple[int, ...], archived: bool) -> Element:
    """Further actions on the marked conversations."""
    items = [
        (res.string("simple_sms.unarchive" if archived else "simple_sms.archive"),
         do(handlers.archive_marked, not archived)),
        (res.string("simple_sms.select_all"), do(handlers.mark_all, ids)),
    ]  # fmt: skip
    if not archived:
        items.insert(0, (res.string("simple_sms.mark_unread"), do(handlers.mark_unread, marked)))
    return menu(res, tuple(items), CLOSE)


def delete_dialog(res: Resources, count: int) -> Element:
    """Ask before deleting the selected conversations."""
    text = res.digits(res.string("simple_sms.delete_conversations", count=count))
    return question(res, text, do(handlers.delete_marked))


def archive_screen(
    res: Resources, rows: tuple[Conversation, ...], people: tuple[Contact, ...], marked: tuple[int, ...],
    zone: str, today: int,
) -> Element:  # fmt: skip
    """The conversations of the archive."""
    c = res.colors
    bar = toolbar(res, res.string("simple_sms.archived"), up=do(handlers.leave), id=ID + "archive_toolbar")
    if marked:
        bar = marked_bar(
            res, len(marked), len(rows), "marked",
            action(res, "delete", "delete", do(open_overlay, "delete"), "cab_delete"),
        )  # fmt: skip
    if rows:
        body: Element = scrolling(
            *_rows(res, rows, people, marked, (), zone, today), key=LIST_SCROLL, id=ID + "conversations_list",
            class_name=_LIST,
        )  # fmt: skip
    else:
        body = Text(res.string("simple_sms.no_archived"), 18, c.secondary, lines=4, width=FILL, align="center", pad=24,
                    id=ID + "no_conversations_placeholder")  # fmt: skip
    return page(res, bar, body)
