"""Contacts: list of people, details and editor, as on Android 10 and in Google's builds for Android 13."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.contacts import builds
from bmoca_gym.handset.apps.contacts.handlers import (
    cancel,
    change_date,
    created,
    duplicates,
    first_tab,
    pick,
    set_date,
    trash_of,
)
from bmoca_gym.handset.apps.contacts.screens import (
    details,
    editor,
    google_details,
    google_manage,
    google_people,
    google_tabs,
    people,
)
from bmoca_gym.handset.apps.contacts.state import (
    BLOCKED,
    DETAILS,
    DUPLICATES,
    EDITOR,
    FAMILY,
    GIVEN,
    HOUSEHOLD,
    HOUSEHOLD_PAGE,
    ID,
    LABEL,
    MEMBERS,
    PACKAGE,
    PANES,
    PEOPLE,
    PICKER,
    RESTORE,
    SETTINGS,
    STARRED,
    TEXT_LIMIT,
    TRASH,
    ContactsState,
    NewContact,
    PageName,
    are_trashed,
    signed_out,
)
from bmoca_gym.handset.kits import blocking, material_date_picker
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    ListDetail,
    Navigation,
    Overlay,
    Page,
    Place,
    Search,
    Selection,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, AppShortcut, Intent, IntentFilter, TourStep
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, blocked_numbers, intents, settings
from bmoca_gym.handset.value import do

#: Pages of activities, by the builds' `builds.generation`; all others show the list.
_PAGES: dict[str, tuple[PageName, PageName, PageName]] = {
    EDITOR: ("editor", "editor", "editor"),
    DETAILS: ("details", "google_details", "google_details"),
    LABEL: ("label", "label", "label"),
    MEMBERS: ("members", "members", "members"),
    DUPLICATES: ("duplicates", "duplicates", "duplicates"),
    BLOCKED: ("blocked", "blocked", "blocked"),
    TRASH: ("trash", "trash", "trash"),
    HOUSEHOLD_PAGE: ("household", "household", "household"),
    RESTORE: ("restore", "restore", "restore"),
    SETTINGS: ("settings", "settings", "settings"),
}
_LIST: tuple[PageName, PageName, PageName] = ("people", "google_people", "google_people")


def _where(state: ContactsState, place: Place) -> PageName:
    if state.tab != "contacts" and place.activity.name == PEOPLE:
        return state.tab
    return _PAGES.get(place.activity.name, _LIST)[builds.generation(place.phone.image)]


def _people(state: ContactsState, place: Place) -> tuple[Any, ...]:
    known = _ordered(state, place)
    chosen = tuple([contact.id for contact in known if contact.id in state.selected])
    return known, state.searching, state.query, place.focus == "search", chosen, place.opened


def _google_people(state: ContactsState, place: Place) -> tuple[Any, ...]:
    return _build(place), place.activity.name != PICKER, *_people(state, place), (state.sort, state.style)


def _build(place: Place) -> int:
    return builds.generation(place.phone.image)


def _manage(state: ContactsState, place: Place) -> tuple[int, ...]:
    found, gone = duplicates(contacts.all_of(place.phone)), trash_of(state, place.phone)
    own, blocked = _household(state, place), blocked_numbers.numbers(place.phone)
    return _build(place), len(own), len(found), len(blocked), len(gone)


def _household(state: ContactsState, place: Place) -> tuple[contacts.Contact, ...]:
    return tuple([one for one in _ordered(state, place) if one.id in state.household])


def _restore(state: ContactsState, place: Place) -> tuple[bool, str, int]:
    backup = settings.get(place.phone, "secure", "backup_enabled") == "1"
    device = settings.get(place.phone, "global", "device_name") or ""
    return backup, device, len(trash_of(state, place.phone))


def _trash(state: ContactsState, place: Place) -> tuple[Any, ...]:
    days = tuple(
        [(one.contact, time_zones.local(place.zone, one.at).date()) for one in trash_of(state, place.phone)]
    )
    return (days,)


def _ordered(state: ContactsState, place: Place) -> tuple[contacts.Contact, ...]:
    return contacts.ordered(contacts.all_of(place.phone), place.locale, state.sort == FAMILY)


def _contact(state: ContactsState, place: Place) -> tuple[Any, ...] | None:
    contact = contacts.with_id(contacts.all_of(place.phone), place.argument)
    return None if contact is None else (contact,)


def _google_contact(state: ContactsState, place: Place) -> tuple[Any, ...] | None:
    known = _contact(state, place)
    return None if known is None else (*known, state.style)


def _numbers(place: Place) -> tuple[str, ...]:
    """The numbers of the contact that is shown."""
    contact = contacts.with_id(contacts.all_of(place.phone), place.argument)
    return () if contact is None else tuple([detail.text for detail in contact.all("phone")])


def _block(state: ContactsState, place: Place) -> tuple[Any, ...] | None:
    contact = contacts.with_id(contacts.all_of(place.phone), place.argument)
    return None if contact is None else (_numbers(place), contact.name)


def _id(place: Place) -> int:
    """The id of the label that the activity shows; 0 for none."""
    return place.argument if isinstance(place.argument, int) else 0


def _label(place: Place) -> tuple[int, str]:
    return _id(place), dict(contacts.labels_of(place.phone)).get(_id(place), "")


def _others(state: ContactsState, place: Place) -> tuple[Any, ...]:
    known = _ordered(state, place)
    if _id(place) == STARRED:
        members = tuple(one for one in known if one.starred)
    elif _id(place) == HOUSEHOLD:
        members = _household(state, place)
    else:
        members = contacts.with_label(known, _id(place))
    return _id(place), tuple(one for one in known if one not in members), state.chosen


def _date(state: ContactsState, place: Place) -> tuple[Any, ...] | None:
    if state.picker is None:
        return None
    today = place.phone.local_minute.date()
    focused = place.focus == material_date_picker.FIELD
    return state.picker, today, change_date, do(set_date), CLOSE, None, focused, ID


def _type(state: ContactsState, place: Place) -> tuple[Any, ...] | None:
    rows = state.draft.rows
    return (state.row, rows[state.row]) if state.row < len(rows) else None


_LISTS, _CARDS = ("people", "google_people"), ("details", "google_details")

NAVIGATION = Navigation(
    ContactsState,
    {
        "missing": Page(details.missing),
        "people": Page(people.list_page, _people),
        "google_people": Page(google_people.screen, _google_people),
        "highlights": Page(
            google_tabs.highlights,
            lambda s, at: (_build(at), _ordered(s, at), at.opened, s.style),
            back=first_tab,
        ),
        "manage": Page(google_manage.screen, _manage, back=first_tab),
        "duplicates": Page(
            google_manage.duplicates_page, lambda s, at: (duplicates(contacts.all_of(at.phone)),)
        ),
        "trash": Page(google_manage.trash_page, _trash),
        "household": Page(google_manage.household_page, lambda s, at: (_household(s, at), s.style)),
        "restore": Page(google_manage.restore_page, _restore),
        "settings": Page(google_manage.settings_page, lambda s, at: (s.sort, s.style)),
        "blocked": Page(google_manage.blocked_page, lambda s, at: (blocked_numbers.numbers(at.phone),)),
        "details": Page(details.screen, _contact, bars="light"),
        "google_details": Page(google_details.screen, _google_contact),
        "label": Page(
            google_people.label_page,
            lambda s, at: (_label(at), contacts.with_label(_ordered(s, at), _id(at)), s.style),
        ),
        "members": Page(google_people.members_page, _others),
        "editor": Page(
            editor.screen, lambda s, at: (s.draft, at.focus, at.phone.image.api_level >= 33), back=cancel
        ),
    },
    {
        "account": Overlay(google_tabs.account_sheet, on=("google_people",)),
        "empty_trash": Overlay(google_manage.empty_dialog, on=("trash",)),
        "sort": Overlay(google_manage.sort_dialog, lambda s, at: (s.sort,), on=("settings",)),
        "style": Overlay(google_manage.style_dialog, lambda s, at: (s.style,), on=("settings",)),
        "new_number": Overlay(
            google_manage.number_dialog, lambda s, at: (s.text, at.focus == "label"), on=("blocked",)
        ),
        "labels": Overlay(
            google_people.labels_menu,
            lambda s, at: (contacts.labels_of(at.phone),),
            on=("google_people",),
            menu=True,
        ),
        "new_label": Overlay(
            google_people.name_dialog, lambda s, at: (0, s.text, at.focus == "label"), on=("google_people",)
        ),
        "rename": Overlay(
            google_people.name_dialog, lambda s, at: (_id(at), s.text, at.focus == "label"), on=("label",)
        ),
        "label_menu": Overlay(google_people.label_menu, lambda s, at: (_label(at),), on=("label",)),
        "delete_label": Overlay(google_people.delete_dialog, lambda s, at: (_id(at),), on=("label",)),
        "menu": Overlay(
            details.overflow,
            lambda s, at: (
                at.argument,
                at.phone.image.api_level >= 33,
                blocking.state_of(at.phone, _numbers(at)),
                _numbers(at),
            ),
            on=_CARDS,
        ),
        "block": Overlay(blocking.question, _block, on=_CARDS),
        "delete": Overlay(details.delete_dialog, lambda s, at: (at.argument,), on=_CARDS),
        "selection": Overlay(people.selection_menu, on=_LISTS, menu=True),
        "delete_several": Overlay(people.delete_dialog, on=_LISTS),
        "discard": Overlay(editor.discard_dialog, on=("editor",)),
        "date": Overlay(material_date_picker.picker_dialog, _date, on=("editor",)),
        "type": Overlay(editor.type_dialog, _type, on=("editor",), takes=("row",)),
    },
    where=_where,
    kept=("trash", "household", "sort", "style"),
    passing=("row", "text", "picker"),
    search=Search(on=_LISTS, limit=TEXT_LIMIT),
    selection=Selection("selected", on=_LISTS),
    scroll="people",
    list_detail=ListDetail((PEOPLE,), ("missing", *_CARDS), "person", PANES),
    rail=("google_people", "highlights", "manage"),
)


def _insert(phone: Phone, intent: Intent) -> Phone | None:
    """Open the editor of a new contact, filled from the intent."""
    filled = NewContact(*(intent.extra(name, "") for name in NewContact._fields))
    return activities.start(phone, contacts.EDITOR, filled, contacts.INSERT_ACTION)


_TYPES = tuple(f"vnd.android.cursor.dir/{name}" for name in ("contact", "raw_contact", "person"))
_PICKED = tuple(f"vnd.android.cursor.dir/{name}" for name in ("contact", "phone_v2", "phone"))

#: Addresses of the table of people.
_PEOPLE = ("content://contacts/people", "content://com.android.contacts/contacts")


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """Open the list of people for an intent that views the address of their table."""
    return activities.start(phone, APP.component) if intent.data.rstrip("/") in _PEOPLE else None


_NEW = Intent(contacts.INSERT_ACTION, package=PACKAGE, type=_TYPES[0])

APP = App(
    tour=(
        TourStep(
            "welcome",
            "contacts.tour_backup",
            "contacts.tour_backup_text",
            "cloud_upload",
            buttons=(("contacts.tour_turn_on", 1), ("tours.skip", 1)),
        ),
        TourStep("permission", permissions=("android.permission.POST_NOTIFICATIONS",)),
    ),
    name="contacts",
    package=PACKAGE,
    activity=PEOPLE,
    icon=AppIcon("person", 0xFF1A73E8),
    state=ContactsState,
    layers=NAVIGATION.layers,
    uid=10060,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    kept_lists=NAVIGATION.kept_lists,
    created=created,
    signed_out=signed_out,
    intents=(
        IntentFilter((intents.PICK, intents.GET_CONTENT), pick, types=_PICKED, activity=PICKER),
        IntentFilter((contacts.INSERT_ACTION,), _insert, types=_TYPES, activity=EDITOR),
        IntentFilter((intents.VIEW,), _view, schemes=("content",)),
        IntentFilter((intents.VIEW,), _view, types=_TYPES),
    ),
    files=(
        preference_file(PACKAGE, {"trash": Stored("trash", are_trashed)}, "trash")._replace(
            there=lambda state: bool(state.trash)
        ),
        preference_file(
            PACKAGE,
            {
                "household": "household",
                "sort": Stored("android.contacts.SORT_ORDER", (GIVEN, FAMILY)),
                "style": Stored("android.contacts.DISPLAY_ORDER", (GIVEN, FAMILY)),
            },
        )._replace(there=lambda state: bool(state.household) or (state.sort, state.style) != (GIVEN, GIVEN)),
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
