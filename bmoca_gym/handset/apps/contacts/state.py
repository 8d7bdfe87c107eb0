"""Contacts' state: search, draft; and its handlers."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import quote

from bmoca_gym.handset.apps.contacts import builds
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import date_picker, phone_numbers
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, KINDS, Contact, Detail, Kind
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clock, intents
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "com.android.contacts"
ID = PACKAGE + ":id/"
PEOPLE = f"{PACKAGE}.activities.PeopleActivity"
EDITOR = contacts.EDITOR.partition("/")[2]
DETAILS = contacts.DETAILS.partition("/")[2]
#: In the later build: the people with a label, and the choice of more of them.
LABEL = f"{PACKAGE}.activities.GroupMembersActivity"
MEMBERS = f"{PACKAGE}.activities.GroupMembersPickerActivity"
PICKER = "com.android.contacts.activities.ContactSelectionActivity"
#: Kinds of which a contact may have several: the editor always has an empty field for one more.
REPEATED = ("phone", "email")
#: Kinds that the editor shows once somebody asked for more fields, or they are filled in.
MORE = ("address", "website", "event", "nickname", "notes")
TEXT_LIMIT = 500
_MOBILE = 2  # the type of a number that another app gives


@value
class Draft(Value):
    """A contact being edited. ``contact``: the original; ``rows``: the fields on the screen, also empty ones.

    ``later``: the build is the one that shows days, too.
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


class NewContact(NamedTuple):
    """The data that another app brings for a new contact: the extras of `ContactsContract.Intents.Insert`."""

    name: str = ""
    phone: str = ""
    email: str = ""


@value
class ContactsState(Value):
    """``dialog``: "" or "delete", "discard", "type", "date"; ``row``: the editor's field whose type, or day, is chosen.

    In the later build: the dialogs "labels", "new_label", "rename", "delete_label" too; ``text``: what is typed in
    them; ``chosen``: ids of contacts that are to get a label; ``picker``: the day that is chosen.
    """

    searching: bool = False
    query: str = ""
    menu: bool = False
    dialog: str = ""
    row: int = 0
    draft: Draft = Draft()
    text: str = ""
    chosen: tuple[int, ...] = ()
    picker: date_picker.DatePicker | None = None


def field_key(rows: tuple[Detail, ...], index: int) -> str:
    """The key of an editor's field, from its kind and index."""
    kind = rows[index].kind
    return f"{kind}-{sum(row.kind == kind for row in rows[:index])}"


def _kinds(later: bool) -> dict[str, Kind]:
    """The kinds of details that the editor shows."""
    return {name: kind for name, kind in ALL_KINDS.items() if name != "label"} if later else KINDS


def _draft_of(contact: Contact, later: bool) -> Draft:
    shown = tuple(detail for detail in contact.details if detail.kind in _kinds(later))
    more = any(detail.kind in MORE for detail in shown)
    return _complete(Draft(contact, contact.given, contact.family, shown, more, later))


def _complete(draft: Draft, edited: int = -1) -> Draft:
    """The draft with exactly one empty field of each kind that may have one more; ``edited``: a row that stays."""
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


# The list


def open_search(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Open the search field."""
    return replace(state, searching=True, query=""), focus("search"), scroll_to("people")


def close_search(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Back to the whole list."""
    return replace(state, searching=False, query=""), focus(""), scroll_to("people")


def search(state: ContactsState, context: Context, text: str) -> Next[ContactsState]:
    """Update the search text."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("people")


def show_contact(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Open the details of a contact, or give it to the app that asked for one."""
    if context.activity is not None and context.activity.name == PICKER:
        return replace(state, searching=False, query=""), focus(""), finish(result=_picked(context.phone, id))
    return state, focus(""), start(contacts.DETAILS, id, contacts.SHOW_ACTION)


def _picked(phone: Phone, id: int) -> Intent:
    contact = contacts.with_id(contacts.all_of(phone), id)
    numbers = contact.all("phone") if contact is not None else ()
    name = contact.name if contact is not None else ""
    number = numbers[0].text if numbers else ""
    return Intent(
        data=f"content://com.android.contacts/contacts/{id}", extras=(("name", name), ("phone", number))
    )


def pick(phone: Phone, intent: Intent) -> Phone:
    """The phone that shows the contacts, of which one is to be picked."""
    return activities.start(phone, f"{PACKAGE}/{PICKER}", action=intent.action)


def new_contact(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Open the editor for a new contact."""
    return state, start(contacts.EDITOR, 0, contacts.INSERT_ACTION)


# Labels, in the later build


def open_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Show the people with a label."""
    return replace(state, dialog=""), start(f"{PACKAGE}/{LABEL}", label)


def ask_label(state: ContactsState, context: Context, name: str, text: str = "") -> Next[ContactsState]:
    """Open the dialog in which a label is named."""
    return replace(state, dialog=name, text=text, menu=False), focus("label")


def type_label(state: ContactsState, context: Context, text: str) -> ContactsState:
    """Take over the name of a label."""
    return replace(state, text=text[:TEXT_LIMIT])


def save_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Create a label and show it, or rename one."""
    name = state.text.strip()
    if not name:
        return state
    if any(known == name and id != label for id, known in contacts.labels_of(context.phone)):
        return state, toast(context.res.string("google_contacts.label_exists"))
    state, saved = replace(state, dialog="", text=""), do(contacts.save_label, label, name)
    if label:
        return state, saved, focus("")
    made = contacts.next_label(context.phone)
    return state, saved, focus(""), start(f"{PACKAGE}/{LABEL}", made)


def delete_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Delete a label; the people stay."""
    return replace(state, dialog=""), do(contacts.delete_label, label), finish()


def choose_members(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Choose contacts for a label."""
    return replace(state, chosen=()), start(f"{PACKAGE}/{MEMBERS}", label)


def tick(state: ContactsState, context: Context, id: int) -> ContactsState:
    """Mark a person, or mark them no more."""
    left = tuple(one for one in state.chosen if one != id)
    return replace(state, chosen=left if id in state.chosen else (*left, id))


def add_members(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Give the people that are marked a label."""
    return replace(state, chosen=()), do(contacts.put_label, label, state.chosen), finish()


# The details


def leave(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Back to the screen before."""
    return replace(state, menu=False, dialog=""), finish()


def edit_contact(state: ContactsState, context: Context, id: int, key: str = "") -> Next[ContactsState]:
    """Open the editor for a contact, in the field ``key`` if one is given."""
    opened = start(contacts.EDITOR, id, contacts.EDIT_ACTION)
    return (state, opened, focus(key)) if key else (state, opened)


def show_menu(state: ContactsState, context: Context, shown: bool) -> ContactsState:
    """Open or close the overflow menu."""
    return replace(state, menu=shown)


def switch_star(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Add a contact to the favourites, or remove it."""
    contact = contacts.with_id(contacts.all_of(context.phone), id)
    if contact is None:
        return state
    return state, do(contacts.save, replace(contact, starred=not contact.starred))


def show_dialog(state: ContactsState, context: Context, name: str, row: int = 0) -> ContactsState:
    """Open a dialog, or close it with ""."""
    return replace(state, dialog=name, row=row, menu=False)


def delete(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Delete a contact and go back to the list."""
    contact = contacts.with_id(contacts.all_of(context.phone), id)
    state = replace(state, dialog="")
    if contact is None:
        return state, finish()
    text = context.res.string(
        "contacts.deleted", name=name_of(context.res.string("contacts.no_name"), contact)
    )
    return state, do(contacts.delete, id), finish(), toast(text)


def call(state: ContactsState, context: Context, number: str) -> Next[ContactsState]:
    """Call one of the contact's numbers."""
    return state, phone_numbers.call(number)


def write_message(state: ContactsState, context: Context, number: str) -> Next[ContactsState]:
    """Write a message to one of the contact's numbers."""
    return state, do(intents.show, Intent(intents.SENDTO, f"smsto:{quote(number)}"))


def name_of(nameless: str, contact: Contact) -> str:
    """The name to show; ``nameless`` for a contact without anything to call it by."""
    return contact.name or nameless


# The editor


def names_in_order(locale: str) -> tuple[str, str]:
    """The editor's two name fields in the order in which the locale's people say their names."""
    return ("family", "given") if locale.startswith(("ja", "ko", "zh")) else ("given", "family")


def type_name(state: ContactsState, context: Context, which: str, text: str) -> ContactsState:
    """Take over the given or the family name."""
    changed: Any = {which: text[:TEXT_LIMIT]}
    return replace(state, draft=replace(state.draft, **changed))


def type_row(state: ContactsState, context: Context, index: int, text: str) -> ContactsState:
    """Take over the text of a field. Phone numbers are written in their form while they are typed."""
    rows = state.draft.rows
    if rows[index].kind == "phone":
        text = _as_number(text, builds.is_later(context.phone.image))
    return _with_row(state, index, replace(rows[index], text=text[:TEXT_LIMIT]))


def _as_number(text: str, later: bool) -> str:
    plain = "".join(letter for letter in text if letter not in " ()-")
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
    return phone_numbers.formatted(plain, later) if plain.isdecimal() else text


def _with_row(state: ContactsState, index: int, row: Detail) -> ContactsState:
    rows = (*state.draft.rows[:index], row, *state.draft.rows[index + 1 :])
    return replace(state, draft=_complete(replace(state.draft, rows=rows), index))


def clear_row(state: ContactsState, context: Context, index: int) -> Next[ContactsState]:
    """Clear a field, or remove it if another empty one exists."""
    return _with_row(state, index, replace(state.draft.rows[index], text="")), focus("")


def choose_type(state: ContactsState, context: Context, index: int, number: int) -> ContactsState:
    """Give a field another type."""
    state = replace(state, dialog="")
    return _with_row(state, index, replace(state.draft.rows[index], type=number, label=""))


def open_date(state: ContactsState, context: Context, index: int) -> ContactsState:
    """Open the choice of a field's day."""
    try:
        day = date.fromisoformat(state.draft.rows[index].text)
    except ValueError:
        day = clock.local_time(context.phone).date()
    return replace(state, dialog="date", row=index, picker=date_picker.opened(day))


def change_date(state: ContactsState, context: Context, picker: date_picker.DatePicker) -> ContactsState:
    """Show another month, or mark another day."""
    return replace(state, picker=picker)


def set_date(state: ContactsState, context: Context) -> ContactsState:
    """Take over the day that is marked."""
    picker, index = state.picker, state.row
    state = replace(state, dialog="", picker=None)
    if picker is None or index >= len(state.draft.rows):
        return state
    return _with_row(state, index, replace(state.draft.rows[index], text=picker.day.isoformat()))


def show_more(state: ContactsState, context: Context) -> ContactsState:
    """Show the fields that are seldom used."""
    return replace(state, draft=_complete(replace(state.draft, more=True)))


def save(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Save the contact; show it if it is new. An empty contact is not saved."""
    contact = state.draft.edited
    state = replace(state, draft=Draft(), dialog="")
    known = contacts.with_id(contacts.all_of(context.phone), contact.id)
    if not (contact.given or contact.family or contact.details):
        # An emptied contact is none any more; the screen of its details goes with it.
        return (state, finish()) if known is None else (state, do(contacts.delete, contact.id), finish(2))
    said = toast(context.res.string("contacts.saved", name=contact.name))
    if known is not None:
        return state, do(contacts.save, contact), finish(), said
    id = contacts.next_id(context.phone)
    opened = start(contacts.DETAILS, id, contacts.SHOW_ACTION)
    return state, do(contacts.save, contact), opened, do(_without_editor), said


def _without_editor(phone: Phone) -> Phone:
    """The phone without the editor under the screen in front: Back leads past it."""
    task = phone.tasks[-1]
    left = tuple(activity for activity in task.activities if activity.name != EDITOR)
    return replace(phone, tasks=(*phone.tasks[:-1], replace(task, activities=left)))


def cancel(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Leave the editor; where something was changed, only after a question."""
    draft = state.draft
    if draft.edited != replace(
        draft.contact, given=draft.contact.given.strip(), family=draft.contact.family.strip()
    ):
        return replace(state, dialog="discard"), focus("")
    return replace(state, draft=Draft()), finish()


def discard(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Leave the editor without saving."""
    return replace(state, draft=Draft(), dialog=""), finish()


# The app


def created(state: ContactsState, context: Context) -> Next[ContactsState]:
    """An editor begins with the contact that it was opened for, or with the number of a new one."""
    activity = context.activity
    if activity is None or activity.name != EDITOR:
        return state
    given = activity.argument
    known = (
        contacts.with_id(contacts.all_of(context.phone), given) if isinstance(given, int) and given else None
    )
    draft = _draft_of(known or Contact(), builds.is_later(context.phone.image))
    if isinstance(given, str):
        draft = _complete(replace(draft, rows=(Detail("phone", given, _MOBILE),)))
    if isinstance(given, NewContact):
        first, _, last = given.name.strip().partition(" ")
        rows = (
            [Detail("phone", _as_number(given.phone, builds.is_later(context.phone.image)), _MOBILE)]
            if given.phone
            else []
        )
        rows += [Detail("email", given.email[:TEXT_LIMIT], 1)] if given.email else []
        draft = _complete(
            replace(draft, given=first[:TEXT_LIMIT], family=last[:TEXT_LIMIT], rows=tuple(rows))
        )
    state = replace(state, draft=draft, dialog="", menu=False)
    return state if known is not None else (state, focus(names_in_order(context.res.locale)[0]))


def back(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Close what lies over the screen; leave the editor only when nothing is lost."""
    if state.dialog:
        return replace(state, dialog="")
    if state.menu:
        return replace(state, menu=False)
    if context.activity is not None and context.activity.name == EDITOR:
        return cancel(state, context)
    if state.searching and context.activity is not None and context.activity.name == PEOPLE:
        return close_search(state, context)
    return state


def closed(state: ContactsState) -> ContactsState:
    """The state after the app is closed: the contacts themselves are the provider's."""
    return ContactsState()
