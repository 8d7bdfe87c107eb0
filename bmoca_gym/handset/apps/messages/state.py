"""Messages' state: search, selection, drafts, settings."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.conversations import Draft
from bmoca_gym.handset.providers.messages.store import FAILED, OUTBOX, Message
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.google.android.apps.messaging"
ID = PACKAGE + ":id/"
LIST = f"{PACKAGE}.ui.ConversationListActivity"
ARCHIVE = f"{PACKAGE}.ui.ArchivedConversationListActivity"
CONVERSATION = f"{PACKAGE}.ui.conversation.ConversationActivity"
DETAILS = f"{PACKAGE}.ui.conversationsettings.PeopleAndOptionsActivity"
SETTINGS = f"{PACKAGE}.ui.appsettings.ApplicationSettingsActivity"
#: The layout of a large screen, and its panes.
PANES = (ID + "sliding_pane_layout", ID + "list_container", ID + "conversation_container")
#: Key of the lists.
SCROLL = "conversations"
#: The categories of a search, with their glyphs.
CATEGORIES = {
    "unread": "mark_chat_unread", "known": "person", "starred": "star_border", "images": "image",
    "videos": "videocam", "places": "place", "links": "link",
}  # fmt: skip
#: Those that find messages, where the others find conversations.
OF_MESSAGES = ("starred", "images")


OverlayName = Literal[
    "",
    "list_menu",
    "account",
    "delete",
    "chat_menu",
    "delete_conversation",
    "delete_message",
    "message_menu",
    "info",
    "block",
]


@value
class Star(Value):
    """The star of a message, which is known by its id and its date (wall ms): ids of deleted messages are given
    again.
    """

    id: int
    date: int


@value
class Messages(Value):
    """The app's state.

    Attributes:
        category: the category that is searched, one of `CATEGORIES`, or "" for all.
        selected: the selected threads of a list.
        message: the selected message of a conversation, or 0.
        to: recipient of a new conversation, as typed.
        shared, shared_file: text and path of a file that another app shares.
    """

    searching: bool = False
    query: str = ""
    category: str = ""
    overlay: OverlayName = ""
    selected: tuple[int, ...] = ()
    message: int = 0
    to: str = ""
    shared: str = ""
    shared_file: str = ""
    drafts: tuple[Draft, ...] = ()
    starred: tuple[Star, ...] = ()
    notifications: bool = True
    outgoing_sounds: bool = True
    delivery_reports: bool = False


def star_of(message: Message) -> Star:
    """The star that a message has if it is starred."""
    return Star(message.id, message.date)


def can_be_starred(message: Message) -> bool:
    """Whether a message can be starred: not before it was sent."""
    return message.type not in (OUTBOX, FAILED)
