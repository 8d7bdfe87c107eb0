"""The search: its categories, and what it finds: conversations, starred messages, or the pictures in messages."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages.handlers import choose_category, open_conversation
from bmoca_gym.handset.apps.messages.screens.lists import conversation_list, conversation_rows, empty_list
from bmoca_gym.handset.apps.messages.screens.parts import STAR
from bmoca_gym.handset.apps.messages.state import CATEGORIES, ID, SCROLL
from bmoca_gym.handset.kits.attachments import Attached
from bmoca_gym.handset.kits.avatars import face
from bmoca_gym.handset.kits.conversations import Conversation, brief, name_of, who
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import close_search, type_query
from bmoca_gym.handset.kits.search_bars import around, search_bar, tonal
from bmoca_gym.handset.kits.search_starts import chip
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.providers.messages.store import Message
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row
from bmoca_gym.handset.ui.fitting import Wrap
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

#: Names of categories that other apps' strings have.
_NAMES = {"images": "files.images", "videos": "files.videos"}
#: Width of a picture in the grid, at least, and the gap between them, in dp.
_TILE, _GAP = 110, 2


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    bar = search_bar(
        res, query, focused, res.string("messages.search"), do(type_query), do(close_search),
        field={"id": ID + "zero_state_search_box_auto_complete"}, clear={"id": ID + "clear_search"},
        labels=("contacts.stop_searching", "contacts.clear_search"), inks=(c.secondary, c.secondary),
        id=ID + "toolbar", **tonal(res),
    )  # fmt: skip
    return around(res, bar)


def _starred_row(
    res: Resources, message: Message, address: str, name: str, known: Contact, at: str
) -> Element:
    """A starred message. ``address``, ``name``, ``known``: of the conversation that it is in."""
    c = res.colors
    body = " ".join(message.body.split()) or res.string("common.picture")
    text = body if message.incoming else res.string("messages.you", text=body)
    words = Column(
        who(res, name, 16, id=ID + "conversation_name"),
        Text(text, 14, c.secondary, lines=2, id=ID + "conversation_snippet"),
        grow=1, gap=3, class_name="",
    )  # fmt: skip
    star = Icon("star", 18, STAR, id=ID + "star_icon", description=res.string("messages.starred"))
    end = Column(
        Text(at, 12, c.secondary, id=ID + "conversation_timestamp"), star, gap=6, align="end", class_name=""
    )
    return Row(
        face(res, known, 40), words, end,
        width=FILL, least=72, pad=(16, 8), gap=16, align="center", id=ID + "swipeableContainer",
        tap=do(open_conversation, address), class_name="android.view.ViewGroup",
    )  # fmt: skip


def _starred(
    res: Resources, rows: tuple[Conversation, ...], found: tuple[Message, ...], people: tuple[Contact, ...],
    zone: str, today: int,
) -> list[Element]:  # fmt: skip
    addresses = {row.thread.id: row.thread.address for row in rows}
    built = []
    for message in found:
        address = addresses[message.thread]
        known = contacts.with_number(people, address)
        person = known[0] if known else Contact(message.thread)
        at = brief(res, moment(zone, message.date), today)
        built.append(_starred_row(res, message, address, name_of(people, address), person, at))
    return built


def _grid(
    res: Resources, rows: tuple[Conversation, ...], found: tuple[Message, ...], files: tuple[Attached, ...],
    people: tuple[Contact, ...],
) -> Element:  # fmt: skip
    """The pictures in messages. Each opens its conversation."""
    addresses = {row.thread.id: row.thread.address for row in rows}
    carried = {file.path: file for file in files}
    columns = max(2, int(res.width) // _TILE)
    side = (int(res.width) - _GAP * (columns - 1)) // columns
    tiles: list[Element] = []
    for message in found:
        address, file = addresses[message.thread], carried[message.attachment]
        said = res.string("common.list_separator").join(
            (res.string("common.picture"), name_of(people, address))
        )
        box = {"width": side, "height": side, "tap": do(open_conversation, address), "description": said,
               "id": ID + "image"}  # fmt: skip
        if file.picture:
            tiles.append(Picture(file.picture, **box))
        else:  # deleted since, or not a picture that can be shown
            tiles.append(Icon("image", 32, res.colors.secondary, background=res.colors.raised, **box))
    return Grid(*tiles, columns=columns, width=FILL, gap=_GAP, class_name="")


def screen(
    res: Resources, rows: tuple[Conversation, ...], found: tuple[Message, ...], files: tuple[Attached, ...],
    people: tuple[Contact, ...], query: str, category: str, focused: bool, opened: str | None, zone: str, today: int,
) -> Element:  # fmt: skip
    """The conversations that match the search; the categories until one is chosen or something is typed.

    ``found``: the messages that match, in a category of messages; ``rows`` are their conversations then.
    """
    chips: list[Element] = []
    if category or not query:
        chips = [
            chip(res, res.string(_NAMES.get(name, f"messages.{name}")),
                 do(choose_category, "" if category else name), glyph, bool(category))
            for name, glyph in CATEGORIES.items() if category in ("", name)
        ]  # fmt: skip
    if not query and not category:
        head = Text(res.string("photos.categories"), 14, res.colors.secondary, 500, width=FILL, pad=(0, 8))
        choice = scrolling(head, Wrap(*chips, width=FILL, gap=8, class_name=""), key=SCROLL, pad=(16, 8))
        return page(res, _search_bar(res, query, focused), choice)
    listed: list[Element] = []
    if category == "images" and found:
        listed = [_grid(res, rows, found, files, people)]
    elif category == "starred":
        listed = _starred(res, rows, found, people, zone, today)
    elif rows:
        listed = conversation_rows(res, rows, people, (), opened, zone, today)
    body = conversation_list(listed, 0) if listed else empty_list(res, "search_off", "dialer.no_results")
    chosen = [Row(*chips, width=FILL, pad=(16, 4), class_name="")] if chips else []
    return page(
        res, _search_bar(res, query, focused), *chosen, Column(body, width=FILL, grow=1, class_name="")
    )
