"""Simple SMS Messenger's state: search, selection, drafts, what is open over the screen."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from bmoca_gym.handset.kits.conversations import Draft
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL
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
    "schedule",
    "schedule_date",
    "schedule_time",
    "scheduled",
]


@value
class Scheduled(Value):
    """A message that waits for its time. ``at``: wall ms; ``attachment``: path of a file."""

    id: int
    address: str
    body: str
    at: int
    attachment: str = ""


@value
class SimpleSms(Value):
    """The app's state.

    Attributes:
        marked: the selected threads or messages.
        to: recipient of a new conversation, as typed.
        shared, shared_file: text and path of a file that another app shares.
        pinned: pinned threads.
        scheduled: messages that are sent later.
        attaching: whether the row of what can be attached is shown.
        planned: wall ms at which the message being written shall be sent, or 0.
        revised: id of the waiting message that is being changed, or 0.
        when: the time in the dialogs, as the phone's local time.
        previewed: whether the pickers were opened from the dialog that shows day and time.
        touched: id of the waiting message whose dialog is open.
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
    scheduled: tuple[Scheduled, ...] = ()
    attaching: bool = False
    planned: int = 0
    revised: int = 0
    when: datetime | None = None
    previewed: bool = False
    dates: DatePicker | None = None
    times: TimePicker | None = None
    touched: int = 0


def are_scheduled(scheduled: tuple[Scheduled, ...]) -> bool:
    """Return whether messages have ids of their own, and times that can come."""
    ids = {one.id for one in scheduled}
    return len(ids) == len(scheduled) and all(FIRST_WALL <= one.at <= LAST_WALL for one in scheduled)
