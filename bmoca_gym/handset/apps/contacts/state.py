"""Contacts' state: search, draft, labels."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, KINDS, Contact, Detail, Kind
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.android.contacts"
ID = PACKAGE + ":id/"
PEOPLE = f"{PACKAGE}.activities.PeopleActivity"
EDITOR = contacts.EDITOR.partition("/")[2]
DETAILS = contacts.DETAILS.partition("/")[2]
#: In the later build: the people with a label, and the choice of more of them.
LABEL = f"{PACKAGE}.activities.GroupMembersActivity"
MEMBERS = f"{PACKAGE}.activities.GroupMembersPickerActivity"
PICKER = "com.android.contacts.activities.ContactSelectionActivity"
#: In Google's builds: contacts of one name, blocked numbers, deleted contacts, the household's contacts, those of the
#: backup, and the settings of the list.
DUPLICATES = f"{PACKAGE}.activities.DuplicatesActivity"
BLOCKED = f"{PACKAGE}.activities.BlockedNumbersActivity"
TRASH = f"{PACKAGE}.activities.TrashActivity"
HOUSEHOLD_PAGE = f"{PACKAGE}.activities.HouseholdActivity"
RESTORE = f"{PACKAGE}.activities.RestoreActivity"
SETTINGS = f"{PACKAGE}.preference.ContactsPreferenceActivity"
#: The most contacts in the trash, and how long they stay, in ms.
TRASH_LIMIT, TRASH_TIME = 500, 30 * 24 * 3_600_000
#: The tabs of Google's builds.
TabName = Literal["contacts", "highlights", "manage"]
TABS: tuple[TabName, ...] = ("contacts", "highlights", "manage")
#: In the place of a label's id: the favourites, and the household's contacts.
STARRED, HOUSEHOLD = -1, -2
#: The name that lists are sorted by, or that is written first, as Android's own settings number them.
GIVEN, FAMILY = 1, 2
#: The layout of a large screen, and its panes.
PANES = (ID + "sliding_pane_layout", ID + "list_container", ID + "detail_container")
#: Kinds of which a contact may have several: the editor always has an empty field for one more.
REPEATED = ("phone", "email")
#: Kinds that the editor shows once somebody asked for more fields, or they are filled in.
MORE = ("address", "website", "event", "nickname", "notes")
TEXT_LIMIT = 500
MOBILE = 2  # the type of a number that another app gives


@value
class Draft(Value):
    """A contact being edited. ``contact``: the original; ``rows``: the fields on the screen, also empty ones.

    ``later``: whether the build also shows dates.
    """

    contact: Contact = Contact()
    given: str = ""
    family: str = ""
    rows: tuple[Detail, ...] = ()
    more: bool = False
    later: bool = False

    @property
    def edited(self) -> Contact:
        """The contact that saving would store."""
        details = tuple(replace(row, text=row.text.strip()) for row in self.rows if row.text.strip())
        hidden = tuple(d for d in self.contact.details if d.kind not in _kinds(self.later))
        return replace(
            self.contact, given=self.given.strip(), family=self.family.strip(), details=details + hidden
        )


@value
class Trashed(Value):
    """A contact in the trash. ``at``: wall ms of its deletion."""

    contact: Contact
    at: int


def are_trashed(found: tuple[Trashed, ...]) -> bool:
    """Whether contacts from the app's file can be shown and restored."""
    details = [detail for one in found for detail in one.contact.details]
    in_time = all(FIRST_WALL <= one.at <= LAST_WALL for one in found)
    return in_time and all(detail.kind in ALL_KINDS for detail in details)


class NewContact(NamedTuple):
    """The data that another app brings for a new contact: the extras of `ContactsContract.Intents.Insert`."""

    name: str = ""
    phone: str = ""
    email: str = ""


PageName = Literal[
    "missing",
    "people",
    "google_people",
    "highlights",
    "manage",
    "details",
    "google_details",
    "label",
    "members",
    "editor",
    "duplicates",
    "blocked",
    "trash",
    "household",
    "restore",
    "settings",
]
OverlayName = Literal[
    "",
    "account",
    "new_number",
    "labels",
    "new_label",
    "rename",
    "label_menu",
    "delete_label",
    "menu",
    "delete",
    "discard",
    "date",
    "type",
    "block",
    "selection",
    "delete_several",
    "empty_trash",
    "sort",
    "style",
]


@value
class ContactsState(Value):
    """The app's state.

    Attributes:
        row: the editor's field whose type or day is being chosen.
        picker: the open date picker.
        tab: the tab of the list's activity (Google's builds).
        text: the typed name of a label (later build), or the typed number to block.
        chosen: ids of contacts selected for a label (later build).
        selected: ids of contacts selected in the list.
        trash: the deleted contacts, newest first (Google's builds).
        household: ids of the household's contacts (Google's builds).
        sort: the name that the list is sorted by (Google's builds).
        style: the name that is written first (Google's builds).
    """

    tab: TabName = "contacts"
    searching: bool = False
    query: str = ""
    overlay: OverlayName = ""
    row: int = 0
    draft: Draft = Draft()
    text: str = ""
    chosen: tuple[int, ...] = ()
    selected: tuple[int, ...] = ()
    picker: date_picker.DatePicker | None = None
    trash: tuple[Trashed, ...] = ()
    household: tuple[int, ...] = ()
    sort: int = GIVEN
    style: int = GIVEN


def signed_out(state: ContactsState) -> ContactsState:
    """The app where nobody is signed in: the household is the account's. The contacts are the phone's."""
    return replace(state, household=())


def field_key(rows: tuple[Detail, ...], index: int) -> str:
    """The key of an editor's field, from its kind and index."""
    kind = rows[index].kind
    return f"{kind}-{sum(row.kind == kind for row in rows[:index])}"


_EDITED_LATER = dict(ALL_KINDS)
del _EDITED_LATER["label"]  # which has pages of its own


def _kinds(later: bool) -> dict[str, Kind]:
    """The kinds of details that the editor shows."""
    return _EDITED_LATER if later else KINDS


def draft_of(contact: Contact, later: bool) -> Draft:
    """The draft with which the editor of a contact starts."""
    shown = tuple(detail for detail in contact.details if detail.kind in _kinds(later))
    more = any(detail.kind in MORE for detail in shown)
    return complete(Draft(contact, contact.given, contact.family, shown, more, later))


def complete(draft: Draft, edited: int = -1) -> Draft:
    """Keep exactly one empty field of each kind that may have another.

    ``edited``: a row to keep even if it is empty.
    """
    rows: list[Detail] = []
    for kind, about in _kinds(draft.later).items():
        if kind in MORE and not draft.more:
            continue
        own = [(i, row) for i, row in enumerate(draft.rows) if row.kind == kind]
        empty = [i for i, row in own if not row.text]
        kept = edited if edited in empty else empty[0] if empty else -1
        own = [(i, row) for i, row in own if row.text or i == kept]
        rows += [row for _, row in own]
        if not own or (kind in REPEATED and kept < 0):
            used = {row.type for _, row in own}
            free = next((number for number, _ in about.types if number not in used), 0)
            rows.append(Detail(kind, "", free or (about.types[-1][0] if about.types else 0)))
    return replace(draft, rows=tuple(rows))


def name_of(nameless: str, contact: Contact, style: int = GIVEN) -> str:
    """The name to show, or ``nameless`` for a contact without any name. ``style``: which name is written first.

    In scripts with the family name first, nothing changes.
    """
    given, family = contact.given.strip(), contact.family.strip()
    if style == FAMILY and given and family and contact.name.startswith(given):
        return f"{family}, {given}"
    return contact.name or nameless


def names_in_order(locale: str) -> tuple[str, str]:
    """The editor's two name fields, in the name order of the locale."""
    return ("family", "given") if locale.startswith(("ja", "ko", "zh")) else ("given", "family")
