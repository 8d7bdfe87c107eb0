"""Simple SMS Messenger's state: search, selection, drafts, what is open over the screen."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.conversations import Draft
from bmoca_gym.handset.value import Value, value

PACKAGE = "com.simplemobiletools.smsmessenger"
ID = PACKAGE + ":id/"
MAIN, NEW, THREAD, ARCHIVE, SETTINGS = (
    f"{PACKAGE}.activities.{name}Activity"
    for name in ("Main", "NewConversation", "Thread", "ArchivedConversations", "Settings")
)
CHANNEL = "simple_sms_messenger"
LIST_SCROLL = "conversations"
#: Switches of the settings, and their defaults.
SWITCHES = {"counter": False, "delivery_reports": False, "send_on_enter": False}
QUERY_LIMIT = 200

OverlayName = Literal[
    "",
    "menu",
    "marked",
    "delete",
    "thread_menu",
    "marked_messages",
    "delete_messages",
    "delete_thread",
    "block",
]


@value
class SimpleSms(Value):
    """The app's state.

    Attributes:
        marked: the selected threads or messages.
        to: recipient of a new conversation, as typed.
        shared, shared_file: text and path of a file that another app shares.
        pinned: pinned threads.
    """

    query: str = ""
    overlay: OverlayName = ""
    marked: tuple[int, ...] = ()
    to: str = ""
    shared: str = ""
    shared_file: str = ""
    drafts: tuple[Draft, ...] = ()
    pinned: tuple[int, ...] = ()
    counter: bool = False
    delivery_reports: bool = False
    send_on_enter: bool = False
