"""Contacts' handlers: of the list, labels, details and the editor."""

from __future__ import annotations

import posixpath
import unicodedata
from datetime import date
from typing import Any
from urllib.parse import quote

from bmoca_gym.handset.apps.contacts import builds
from bmoca_gym.handset.apps.contacts.state import (
    EDITOR,
    FAMILY,
    HOUSEHOLD,
    LABEL,
    MEMBERS,
    MOBILE,
    PACKAGE,
    PICKER,
    STARRED,
    TEXT_LIMIT,
    TRASH_LIMIT,
    TRASH_TIME,
    ContactsState,
    Draft,
    NewContact,
    OverlayName,
    TabName,
    Trashed,
    complete,
    draft_of,
    name_of,
    names_in_order,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, show, start, toast
from bmoca_gym.handset.kits import attachments, date_picker, navigation, phone_numbers
from bmoca_gym.handset.kits.file_changes import attempted
from bmoca_gym.handset.kits.navigation import open_detail, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts import vcards
from bmoca_gym.handset.providers.contacts.store import ALL_KINDS, Contact, Detail
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, blocked_numbers, clock, documents, files, intents
from bmoca_gym.handset.value import Callback, do, replace

# The list


def open_search(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Open the search field over the top of the list."""
    return and_then(navigation.open_search(state, context), scroll_to("people"))


def show_contact(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Open a contact's details, hand it to the app that asked for one, or select it while selecting."""
    if state.selected:
        return navigation.mark(state, context, id)
    if context.activity is not None and context.activity.name == PICKER:
        return replace(state, searching=False, query=""), focus(""), finish(result=_picked(context.phone, id))
    return state, *open_detail(state, context, contacts.DETAILS, id, contacts.SHOW_ACTION)


def hold(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Select a contact, or deselect it."""
    if context.activity is not None and context.activity.name == PICKER:
        return show_contact(state, context, id)
    return navigation.mark(state, context, id), focus("")


def _selected(state: ContactsState, context: Context) -> tuple[Contact, ...]:
    """The selected contacts that still exist, in the order of the list."""
    by_family = state.sort == FAMILY
    known = contacts.ordered(contacts.all_of(context.phone), context.res.locale, by_family)
    return tuple([contact for contact in known if contact.id in state.selected])


def share_selected(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Share the details of the selected contacts with other apps."""
    chosen = _selected(state, context)
    after = without_overlay(state, selected=())
    return (after, _shared(chosen)) if chosen else after


def delete_selected(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Delete the selected contacts."""
    chosen = _selected(state, context)
    after = _with_trash(without_overlay(state, selected=()), context, chosen)
    return (after, *[do(contacts.delete, contact.id) for contact in chosen])


def link_selected(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Merge the selected contacts: the first keeps its name and gets the others' details."""
    after = without_overlay(state, selected=())
    chosen = _selected(state, context)
    return (after, *_linked(chosen))


def _linked(chosen: tuple[Contact, ...]) -> tuple[Callback, ...]:
    if len(chosen) < 2:
        return ()
    kinds = list(ALL_KINDS)
    found = dict.fromkeys([detail for contact in chosen for detail in contact.details])
    details = tuple(sorted(found, key=lambda detail: kinds.index(detail.kind)))
    starred = any(contact.starred for contact in chosen)
    changes = [do(contacts.save, replace(chosen[0], details=details, starred=starred))]
    changes += [do(contacts.delete, contact.id) for contact in chosen[1:]]
    return tuple(changes)


def _picked(phone: Phone, id: int) -> Intent:
    contact = contacts.with_id(contacts.all_of(phone), id)
    numbers = contact.all("phone") if contact is not None else ()
    name = contact.name if contact is not None else ""
    number = numbers[0].text if numbers else ""
    return Intent(
        data=f"content://com.android.contacts/contacts/{id}", extras=(("name", name), ("phone", number))
    )


def pick(phone: Phone, intent: Intent) -> Phone:
    """Open the contacts to pick one."""
    return activities.start(phone, f"{PACKAGE}/{PICKER}", action=intent.action)


def new_contact(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Open the editor for a new contact."""
    return state, start(contacts.EDITOR, 0, contacts.INSERT_ACTION)


# The other tabs, in Google's builds


def show_tab(state: ContactsState, context: Context, tab: TabName) -> Next[ContactsState]:
    """Show a tab."""
    return without_overlay(state, tab=tab, searching=False, query=""), focus("")


def first_tab(state: ContactsState, context: Context) -> ContactsState:
    """Handler of Back on the other tabs."""
    return replace(state, tab="contacts")


def open_manager(state: ContactsState, context: Context, activity: str) -> Next[ContactsState]:
    """Show a page that the last tab leads to."""
    return state, start(f"{PACKAGE}/{activity}", 0)


def link(state: ContactsState, context: Context, ids: tuple[int, ...]) -> Next[ContactsState]:
    """Merge contacts of one name."""
    known = contacts.all_of(context.phone)
    chosen = tuple([contact for contact in known if contact.id in ids])
    return and_then(state, *_linked(chosen), toast(context.res.string("google_contacts.merged")))


def duplicates(known: tuple[Contact, ...]) -> tuple[tuple[Contact, ...], ...]:
    """Return the contacts of the same name, in groups."""
    groups: dict[str, list[Contact]] = {}
    for contact in known:
        groups.setdefault(contact.name.casefold(), []).append(contact)
    return tuple([tuple(group) for name, group in groups.items() if name and len(group) > 1])


def block_number(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Block the typed number."""
    number = phone_numbers.formatted(contacts.digits_of(state.text))
    return without_overlay(state), focus(""), do(blocked_numbers.block, number)


def unblock_number(state: ContactsState, context: Context, number: str) -> Next[ContactsState]:
    """Unblock a number."""
    return state, do(blocked_numbers.unblock, number), toast(context.res.string("common.unblocked"))


# Files of contacts, in Google's builds


def import_file(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Let the user pick the file whose contacts are added."""
    return state, attachments.ask_for_file(do(_imported), vcards.TYPE)


def _imported(state: ContactsState, context: Context, result: Any) -> Next[ContactsState]:
    path = attachments.picked_file(context.phone, result)
    if not path:
        return state
    room = max(0, contacts.CONTACT_LIMIT - len(contacts.all_of(context.phone)))
    found = vcards.read(context.phone.files.get(path, b""))[:room]
    said = context.res.string(
        f"google_contacts.{'imported' if found else 'import_failed'}", file=posixpath.basename(path)
    )
    return and_then(state, *[do(contacts.save, contact) for contact in found], toast(said))


def export_file(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Ask where to write the file of all contacts."""
    if not contacts.all_of(context.phone):
        return state, toast(context.res.string("google_contacts.nothing_to_export"))
    title = ((intents.TITLE, documents.named("contacts", vcards.TYPE)),)
    asked = Intent(intents.CREATE_DOCUMENT, type=vcards.TYPE, categories=(intents.OPENABLE,), extras=title)
    return state, show(asked, do(_exported))


def _exported(state: ContactsState, context: Context, result: Any) -> Next[ContactsState]:
    path = documents.path_of(result.data) if isinstance(result, Intent) else ""
    if not path:
        return state
    file = posixpath.basename(path)
    data = vcards.written(contacts.ordered(contacts.all_of(context.phone), context.res.locale))
    said = toast(context.res.string("google_contacts.exported", file=file))
    failed = context.res.string("google_contacts.export_failed", file=file)
    return state, said, do(attempted, failed, files.write, path, data)


# The trash, in Google's builds


def _with_trash(state: ContactsState, context: Context, deleted: tuple[Contact, ...]) -> ContactsState:
    if not builds.generation(context.phone.image):
        return state
    new = tuple([Trashed(contact, context.phone.clock.wall) for contact in deleted])
    return replace(state, trash=(*new, *trash_of(state, context.phone))[:TRASH_LIMIT])


def trash_of(state: ContactsState, phone: Phone) -> tuple[Trashed, ...]:
    """The contacts that were deleted within the last days."""
    return tuple([one for one in state.trash if phone.clock.wall - one.at < TRASH_TIME])


def restore(state: ContactsState, context: Context, contact: Contact) -> Next[ContactsState]:
    """Put a contact back among the others."""
    return (
        delete_forever(state, context, contact),
        _restored(context.phone, contact),
        toast(context.res.string("google_contacts.restored")),
    )


def _restored(phone: Phone, contact: Contact) -> Callback:
    """Save a deleted contact again, without labels that are gone."""
    labels = {str(id) for id, _ in contacts.labels_of(phone)}
    details = tuple([one for one in contact.details if one.kind != "label" or one.text in labels])
    return do(contacts.save, replace(contact, id=0, details=details))


def restore_all(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Put all contacts back that the backup has and the phone has not: those of the trash."""
    back = [_restored(context.phone, one.contact) for one in reversed(trash_of(state, context.phone))]
    return and_then(
        replace(state, trash=()), *back, toast(context.res.string("google_contacts.restored_all"))
    )


def open_backup(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Open the page of Settings where the backup is turned on."""
    return state, show(Intent("android.settings.BACKUP_AND_RESET_SETTINGS"))


def delete_forever(state: ContactsState, context: Context, contact: Contact) -> ContactsState:
    """Take a contact out of the trash."""
    return replace(state, trash=tuple([one for one in state.trash if one.contact != contact]))


def empty_trash(state: ContactsState, context: Context) -> ContactsState:
    """Delete everything in the trash for good."""
    return without_overlay(state, trash=())


# The list's settings, in Google's builds


def choose_sort(state: ContactsState, context: Context, name: int) -> ContactsState:
    """Sort the list by the given or the family name."""
    return without_overlay(state, sort=name)


def choose_style(state: ContactsState, context: Context, name: int) -> ContactsState:
    """Write the given or the family name first."""
    return without_overlay(state, style=name)


# Labels, in the later build


def open_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Show the people with a label."""
    return without_overlay(state), start(f"{PACKAGE}/{LABEL}", label)


def ask_label(
    state: ContactsState, context: Context, name: OverlayName, text: str = ""
) -> Next[ContactsState]:
    """Open the dialog that names a label, or that asks for a number."""
    return replace(state, overlay=name, text=text), focus("label")


def type_label(state: ContactsState, context: Context, text: str) -> ContactsState:
    """Update the name of a label."""
    return replace(state, text=text[:TEXT_LIMIT])


def save_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Create a label and show it, or rename one."""
    name = state.text.strip()
    if not name:
        return state
    if any(known == name and id != label for id, known in contacts.labels_of(context.phone)):
        return state, toast(context.res.string("google_contacts.label_exists"))
    state, saved = without_overlay(state), do(contacts.save_label, label, name)
    if label:
        return state, saved, focus("")
    made = contacts.next_label(context.phone)
    return state, saved, focus(""), start(f"{PACKAGE}/{LABEL}", made)


def delete_label(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Delete a label; the people stay."""
    return without_overlay(state), do(contacts.delete_label, label), finish()


def choose_members(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Choose contacts for a label."""
    return replace(state, chosen=()), start(f"{PACKAGE}/{MEMBERS}", label)


def tick(state: ContactsState, context: Context, id: int) -> ContactsState:
    """Select or deselect a person."""
    left = tuple(one for one in state.chosen if one != id)
    return replace(state, chosen=left if id in state.chosen else (*left, id))


def add_members(state: ContactsState, context: Context, label: int) -> Next[ContactsState]:
    """Apply a label to the marked people, or make them favourites or the household's."""
    if label == HOUSEHOLD:
        return replace(state, chosen=(), household=(*state.household, *state.chosen)), finish()
    if label == STARRED:
        chosen = [one for one in contacts.all_of(context.phone) if one.id in state.chosen]
        starred = [do(contacts.save, replace(one, starred=True)) for one in chosen]
        return and_then(replace(state, chosen=()), *starred, finish())
    return replace(state, chosen=()), do(contacts.put_label, label, state.chosen), finish()


def leave_household(state: ContactsState, context: Context, id: int) -> ContactsState:
    """Take a contact out of the household's; it stays among the others."""
    return replace(state, household=tuple([one for one in state.household if one != id]))


# The details


def edit_contact(state: ContactsState, context: Context, id: int, key: str = "") -> Next[ContactsState]:
    """Open the editor for a contact, in the field ``key`` if one is given."""
    opened = start(contacts.EDITOR, id, contacts.EDIT_ACTION)
    return (state, opened, focus(key)) if key else (state, opened)


def switch_star(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Add a contact to the favourites, or remove it."""
    contact = contacts.with_id(contacts.all_of(context.phone), id)
    if contact is None:
        return state
    return state, do(contacts.save, replace(contact, starred=not contact.starred))


def delete(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Delete a contact and go back to the list."""
    contact = contacts.with_id(contacts.all_of(context.phone), id)
    state = without_overlay(state)
    if contact is None:
        return state, finish()
    state = _with_trash(state, context, (contact,))
    text = context.res.string(
        "contacts.deleted", name=name_of(context.res.string("contacts.no_name"), contact)
    )
    return state, do(contacts.delete, id), finish(), toast(text)


def share_contact(state: ContactsState, context: Context, id: int) -> Next[ContactsState]:
    """Offer a contact's name, numbers and addresses to other apps."""
    contact = contacts.with_id(contacts.all_of(context.phone), id)
    if contact is None:
        return state
    return without_overlay(state), _shared((contact,))


def _shared(chosen: tuple[Contact, ...]) -> Callback:
    lines = [
        line
        for contact in chosen
        for line in (contact.name, *[d.text for kind in ("phone", "email") for d in contact.all(kind)])
    ]
    sent = ((intents.TEXT, "\n".join(line for line in lines if line)),)
    return share(Intent(intents.SEND, type="text/x-vcard", extras=sent))


def call(state: ContactsState, context: Context, number: str) -> Next[ContactsState]:
    """Call one of the contact's numbers."""
    return state, phone_numbers.call(number)


def write_message(state: ContactsState, context: Context, number: str) -> Next[ContactsState]:
    """Write a message to one of the contact's numbers."""
    return state, do(intents.show, Intent(intents.SENDTO, f"smsto:{quote(number)}"))


def write_mail(state: ContactsState, context: Context, address: str) -> Next[ContactsState]:
    """Write a mail to one of the contact's addresses."""
    return state, do(intents.show, Intent(intents.SENDTO, f"mailto:{quote(address, safe='@')}"))


def type_name(state: ContactsState, context: Context, which: str, text: str) -> ContactsState:
    """Update the given or the family name."""
    changed: Any = {which: text[:TEXT_LIMIT]}
    return replace(state, draft=replace(state.draft, **changed))


def type_row(state: ContactsState, context: Context, index: int, text: str) -> ContactsState:
    """Update the text of a field. Phone numbers are formatted as they are typed."""
    rows = state.draft.rows
    form = _FORMS.get(rows[index].kind)
    if form is not None:
        text = form(text, builds.is_later(context.phone.image))
    return _with_row(state, index, replace(rows[index], text=text[:TEXT_LIMIT]))


def _as_number(text: str, later: bool) -> str:
    plain = "".join(letter for letter in text if letter not in " ()-")
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
    return phone_numbers.formatted(plain, later) if plain.isdecimal() else text


#: Forms in which texts of kinds are written, as functions of the text and of whether the build is the later one.
_FORMS = {"phone": _as_number}


def _with_row(state: ContactsState, index: int, row: Detail) -> ContactsState:
    rows = (*state.draft.rows[:index], row, *state.draft.rows[index + 1 :])
    return replace(state, draft=complete(replace(state.draft, rows=rows), index))


def clear_row(state: ContactsState, context: Context, index: int) -> Next[ContactsState]:
    """Clear a field, or remove it if another empty one exists."""
    return _with_row(state, index, replace(state.draft.rows[index], text="")), focus("")


#: Height of a row of the list of types, and what of the screen's height is left beside the list, in dp.
TYPE_ROW, TYPES_MARGIN = 48, 96


def open_types(state: ContactsState, context: Context, index: int) -> Next[ContactsState]:
    """Open the list of a field's types, scrolled to the chosen one."""
    row = state.draft.rows[index]
    numbers = [number for number, _ in ALL_KINDS[row.kind].types]
    place = numbers.index(row.type) if row.type in numbers else 0
    whole = TYPE_ROW * len(numbers)
    seen = min(whole, context.res.height - context.res.foot - TYPES_MARGIN)
    top = max(0.0, min(whole - seen, TYPE_ROW * (place + 0.5) - seen / 2))
    offset = round(top * context.res.metrics.scale)
    return replace(state, overlay="type", row=index), focus(""), scroll_to("types", offset)


def choose_type(state: ContactsState, context: Context, index: int, number: int) -> ContactsState:
    """Give a field another type."""
    state = without_overlay(state)
    return _with_row(state, index, replace(state.draft.rows[index], type=number, label=""))


def open_date(state: ContactsState, context: Context, index: int) -> ContactsState:
    """Open the choice of a field's day."""
    try:
        day = date.fromisoformat(state.draft.rows[index].text)
    except ValueError:
        day = clock.local_time(context.phone).date()
    return replace(state, overlay="date", row=index, picker=date_picker.opened(day))


def change_date(state: ContactsState, context: Context, picker: date_picker.DatePicker) -> ContactsState:
    """Show another month, or select another day."""
    return replace(state, picker=picker)


def set_date(state: ContactsState, context: Context) -> ContactsState:
    """Set the selected day."""
    picker, index = state.picker, state.row
    state = without_overlay(state)
    if picker is None or index >= len(state.draft.rows):
        return state
    return _with_row(state, index, replace(state.draft.rows[index], text=picker.day.isoformat()))


def show_more(state: ContactsState, context: Context) -> ContactsState:
    """Show the rarely used fields."""
    return replace(state, draft=complete(replace(state.draft, more=True)))


def save(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Save the contact; show it if it is new. An empty contact is not saved."""
    contact = state.draft.edited
    state = without_overlay(state, draft=Draft())
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
    """Remove the editor under the front screen, so that Back skips it."""
    task = phone.tasks[-1]
    left = tuple(activity for activity in task.activities if activity.name != EDITOR)
    return replace(phone, tasks=(*phone.tasks[:-1], replace(task, activities=left)))


def cancel(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Leave the editor, asking first if something was changed."""
    draft = state.draft
    if draft.edited != replace(
        draft.contact, given=draft.contact.given.strip(), family=draft.contact.family.strip()
    ):
        return open_overlay(state, context, "discard")
    return replace(state, draft=Draft()), finish()


def discard(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=Draft()), finish()


# The app


def created(state: ContactsState, context: Context) -> Next[ContactsState]:
    """Start an editor with the contact it was opened for, or with a new one's number."""
    activity = context.activity
    if activity is None or activity.name != EDITOR:
        return state
    given = activity.argument
    known = (
        contacts.with_id(contacts.all_of(context.phone), given) if isinstance(given, int) and given else None
    )
    draft = draft_of(known or Contact(), builds.is_later(context.phone.image))
    if isinstance(given, str):
        draft = complete(replace(draft, rows=(Detail("phone", given, MOBILE),)))
    if isinstance(given, NewContact):
        first, _, last = given.name.strip().partition(" ")
        rows = (
            [Detail("phone", _as_number(given.phone, builds.is_later(context.phone.image)), MOBILE)]
            if given.phone
            else []
        )
        rows += [Detail("email", given.email[:TEXT_LIMIT], 1)] if given.email else []
        draft = complete(replace(draft, given=first[:TEXT_LIMIT], family=last[:TEXT_LIMIT], rows=tuple(rows)))
    state = without_overlay(state, draft=draft)
    return state if known is not None else (state, focus(names_in_order(context.res.locale)[0]))
