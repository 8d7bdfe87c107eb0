"""Contacts: list of people, details and editor, as on Android 10."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.contacts import builds, details, editor, people
from bmoca_gym.handset.apps.contacts.google import details as google_details
from bmoca_gym.handset.apps.contacts.google import people as google_people
from bmoca_gym.handset.apps.contacts.state import (
    DETAILS,
    EDITOR,
    LABEL,
    MEMBERS,
    PACKAGE,
    PEOPLE,
    PICKER,
    ContactsState,
    NewContact,
    back,
    change_date,
    closed,
    created,
    pick,
    set_date,
    show_dialog,
)
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.manifest import App, AppIcon, AppShortcut, Intent, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, clock, intents
from bmoca_gym.handset.value import do


def _layers(phone: Phone, state: ContactsState, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == EDITOR:
        today = clock.local_minute(phone).date() if state.dialog == "date" else None
        return _editor_layers(state, activity, phone.image.api_level >= 33, today)
    known = contacts.all_of(phone)
    if activity.name == DETAILS:
        return _details_layers(
            state, contacts.with_id(known, activity.argument), builds.is_later(phone.image)
        )
    shown = contacts.ordered(known, phone.configuration.locale)
    if activity.name in (LABEL, MEMBERS):
        return _label_layers(phone, state, activity, shown)
    listed = shown, state.searching, state.query, activity.focus == "search"
    if not builds.is_later(phone.image):
        return (layer(people.screen, *listed),)
    main = layer(google_people.screen, *listed)
    if state.dialog == "labels":
        return (main, dialog(google_people.labels_menu, contacts.labels_of(phone)))
    if state.dialog == "new_label":
        return (main, dialog(google_people.name_dialog, 0, state.text, activity.focus == "label"))
    return (main,)


def _label_layers(
    phone: Phone, state: ContactsState, activity: Activity, known: tuple[contacts.Contact, ...]
) -> tuple[Layer, ...]:
    id = activity.argument if isinstance(activity.argument, int) else 0
    members = contacts.with_label(known, id)
    if activity.name == MEMBERS:
        others = tuple(contact for contact in known if contact not in members)
        return (layer(google_people.members_page, id, others, state.chosen),)
    label = id, dict(contacts.labels_of(phone)).get(id, "")
    main = layer(google_people.label_page, label, members)
    if state.dialog == "rename":
        return (main, dialog(google_people.name_dialog, id, state.text, activity.focus == "label"))
    if state.dialog == "delete_label":
        return (main, dialog(google_people.delete_dialog, id))
    return (main, dialog(google_people.label_menu, label)) if state.menu else (main,)


def _details_layers(state: ContactsState, contact: contacts.Contact | None, later: bool) -> tuple[Layer, ...]:
    if contact is None:
        return (layer(details.missing),)
    main = layer(google_details.screen, contact) if later else layer(details.screen, contact, bars="light")
    if state.dialog == "delete":
        return (main, dialog(details.delete_dialog, contact.id))
    return (main, dialog(details.overflow)) if state.menu else (main,)


def _editor_layers(
    state: ContactsState, activity: Activity, spoken: bool, today: date | None
) -> tuple[Layer, ...]:
    draft = state.draft
    main = layer(editor.screen, draft, activity.focus, spoken)
    if state.dialog == "discard":
        return (main, dialog(editor.discard_dialog))
    if state.dialog == "date" and state.picker is not None:
        done, close = do(set_date), do(show_dialog, "")
        return (main, dialog(date_picker.picker_dialog, state.picker, today, change_date, done, close))
    if state.dialog == "type" and state.row < len(draft.rows):
        return (main, dialog(editor.type_dialog, state.row, draft.rows[state.row]))
    return (main,)


def _insert(phone: Phone, intent: Intent) -> Phone | None:
    """Open the editor of a new contact, filled from the intent."""
    filled = NewContact(*(intent.extra(name, "") for name in NewContact._fields))
    return activities.start(phone, contacts.EDITOR, filled, contacts.INSERT_ACTION)


_TYPES = tuple(f"vnd.android.cursor.dir/{name}" for name in ("contact", "raw_contact", "person"))
_PICKED = tuple(f"vnd.android.cursor.dir/{name}" for name in ("contact", "phone_v2", "phone"))

#: Addresses of the table of people.
_PEOPLE = ("content://contacts/people", "content://com.android.contacts/contacts")


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the list of people in front, where the address of their table is viewed."""
    return activities.start(phone, APP.component) if intent.data.rstrip("/") in _PEOPLE else None


_NEW = Intent(contacts.INSERT_ACTION, package=PACKAGE, type=_TYPES[0])

APP = App(
    name="contacts",
    package=PACKAGE,
    activity=PEOPLE,
    icon=AppIcon("person", 0xFF1A73E8),
    state=ContactsState,
    layers=_layers,
    uid=10060,
    back=back,
    closed=closed,
    created=created,
    intents=(
        IntentFilter((intents.PICK, intents.GET_CONTENT), pick, types=_PICKED, activity=PICKER),
        IntentFilter((contacts.INSERT_ACTION,), _insert, types=_TYPES, activity=EDITOR),
        IntentFilter((intents.VIEW,), _view, schemes=("content",)),
        IntentFilter((intents.VIEW,), _view, types=_TYPES),
    ),
    shortcuts=(AppShortcut("contacts.new_contact", "person_add", _NEW),),
    layouts=(
        (
            "",
            (
                "androidx.drawerlayout.widget.DrawerLayout#drawer_layout",
                "android.widget.LinearLayout#fragment_container",
            ),
        ),
        (EDITOR.rpartition(".")[2], ("android.widget.LinearLayout#fragment_container",)),
        (DETAILS.rpartition(".")[2], ()),
        ("around#contact_editor_scroller", ("android.widget.FrameLayout#contact_editor_fragment",)),
        ("#contact_editor_scroller", ("android.widget.LinearLayout#raw_contacts_editor_view",)),
    ),
)
