"""Contacts: the list and its search, details, the editor, the log and the provider."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.database import DATABASE, contacts_database
from bmoca_gym.handset.providers.contacts.store import Contact, ContactBook, Detail
from bmoca_gym.handset.resources.locales import LOCALES

EDIT_TEXT = "android.widget.EditText"
ADA = Contact(
    1, "Ada", "Lovelace", details=(Detail("phone", "(202) 456-1111", 2), Detail("email", "ada@x.org", 1))
)
BOB = Contact(2, "Bob")
ELI = Contact(3, "Éli", starred=True, details=(Detail("phone", "555-0100", 3),))
LOOKS = (
    {"density": 330}, {"density": 550, "font_scale": 1.15}, {"density": 700, "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip


def with_people(hand: Hand, *people: Contact) -> Hand:
    """The hand's phone with these contacts, the list in front."""
    hand.device.write_file(DATABASE, contacts_database(ContactBook(people, len(people) + 1)))
    hand.open("contacts")
    hand.new_log()
    return hand


@pytest.fixture
def people(hand: Hand) -> Hand:
    """A hand on the list of three."""
    return with_people(hand, ADA, BOB, ELI)


def fill(hand: Hand, label: str, text: str) -> None:
    """Type into the empty field with that hint, brought into view if need be."""
    for _ in range(6):
        if hand.sees(text=label, class_name=EDIT_TEXT):
            break
        hand.do(Swipe(0.5, 0.4, 0.5, 0.25, 1.0))  # above the keyboard
    hand.tap(text=label, class_name=EDIT_TEXT)
    hand.type(text)


def started(hand: Hand) -> list[str]:
    return [message for tag, message in hand.new_log() if tag == "ActivityTaskManager" and "START" in message]


# What the tasks' detectors read


def test_the_first_start_is_logged_with_its_process(hand: Hand) -> None:
    hand.new_log()
    hand.open("contacts")
    lines = hand.new_log()
    assert any(
        tag == "ActivityManager" and re.match("^(.*)Start proc(.*)com.android.contacts", m)
        for tag, m in lines
    )
    assert any(
        re.match(r".*START.*cmp=com\.android\.contacts/\.activities\.PeopleActivity", m) for _, m in lines
    )


def test_the_button_opens_the_editor_to_insert(people: Hand) -> None:
    people.tap("floating_action_button")
    assert people.activity == "ContactEditorActivity"
    lines = started(people)
    assert re.match(r".*START.*android\.intent\.action\.INSERT.*ContactEditorActivity", lines[-1])


def test_the_pencil_opens_the_editor_to_edit(people: Hand) -> None:
    people.tap(text="Ada Lovelace")
    people.tap("menu_edit")
    assert re.match(r".*START.*android\.intent\.action\.EDIT.*ContactEditorActivity", started(people)[-1])
    assert people.texts()[1:4] == ["SAVE", "Ada", "Lovelace"]


# The list


def test_the_list_begins_with_favourites_and_goes_by_the_alphabet(people: Hand) -> None:
    assert people.texts("cliv_name_textview") == ["Éli", "Ada Lovelace", "Bob", "Éli"]


def test_a_phone_out_of_the_box_knows_nobody(hand: Hand) -> None:
    hand.open("contacts")
    assert hand.text("empty_home_view_text") == "Your contacts list is empty"


def test_the_search_narrows_and_is_left_with_back(people: Hand) -> None:
    people.tap("menu_search")
    people.type("love")
    assert people.texts("cliv_name_textview") == ["Ada Lovelace"]
    people.type("x")
    assert people.text("totalContactsText") == "No contacts found"
    people.tap("search_close_button")
    assert len(people.texts("cliv_name_textview")) == 4
    people.press("BACK", "BACK")
    assert people.sees("menu_search")
    assert not people.phone.home


def test_back_ends_the_search_in_the_list_that_another_app_picks_from_too(people: Hand) -> None:
    people.shell("am start -a android.intent.action.PICK -t vnd.android.cursor.dir/contact")
    people.tap("menu_search")
    people.press("BACK", "BACK")  # the keyboard, then the search
    assert people.sees("menu_search")
    assert people.phone.top.name.endswith("ContactSelectionActivity")


def test_the_list_scrolls_to_its_last(hand: Hand) -> None:
    with_people(hand, *[Contact(i, f"Person {i:02d}") for i in range(1, 41)])
    for _ in range(6):
        hand.swipe("up")
    hand.tap(text="Person 40")
    assert hand.text("large_title") == "Person 40"


# Making, changing, deleting


@pytest.mark.parametrize("look", LOOKS)
def test_a_contact_is_made_on_every_screen(make_hand: Callable[..., Hand], look: dict[str, float]) -> None:
    hand = with_people(make_hand(**look))
    hand.tap("floating_action_button")
    fill(hand, "First name", "Grace")
    fill(hand, "Last name", "Hopper")
    fill(hand, "Phone", "2024561111")
    fill(hand, "Email", "grace@navy.mil")
    hand.tap("editor_menu_save_button")
    assert hand.text("large_title") == "Grace Hopper"
    assert hand.texts("header") == ["(202) 456-1111", "grace@navy.mil"]
    assert hand.texts("sub_header") == ["Mobile", "Home"]
    details = (Detail("phone", "(202) 456-1111", 2), Detail("email", "grace@navy.mil", 1))
    assert contacts.all_of(hand.phone) == (Contact(1, "Grace", "Hopper", details=details),)
    hand.press("BACK")
    assert hand.texts("cliv_name_textview") == ["Grace Hopper"]


def test_the_focused_field_is_seen_over_the_keyboard(make_hand: Callable[..., Hand]) -> None:
    hand = with_people(make_hand(density=700))
    hand.tap("floating_action_button")
    hand.press("BACK")  # the keyboard
    hand.tap(text="Phone", class_name=EDIT_TEXT)
    assert hand.node(text="Phone", class_name=EDIT_TEXT).focused


def test_numbers_of_several_types(people: Hand) -> None:
    people.tap("floating_action_button")
    fill(people, "First name", "Xu")
    fill(people, "Phone", "12345678")
    people.press("BACK")
    people.tap("spinner")
    people.tap(text="Work")
    fill(people, "Phone", "87654321")
    people.press("BACK")
    people.tap("spinner", index=1)
    people.tap(text="Mobile")
    people.tap("editor_menu_save_button")
    saved = [(d.text, d.type) for d in contacts.all_of(people.phone)[-1].details]
    assert saved == [("12345678", 3), ("(876) 543-21", 2)]
    assert people.texts("sub_header") == ["Work", "Mobile"]


def test_more_fields(people: Hand) -> None:
    people.tap(text="Bob")
    people.tap("menu_edit")
    people.tap("more_fields")
    for label, text in (
        ("Company", "Moca"),
        ("Address", "1 Main St"),
        ("Website", "moca.org"),
        ("Notes", "tall"),
    ):
        fill(people, label, text)
        people.press("BACK")
    people.tap("editor_menu_save_button")
    kinds = [(d.kind, d.text) for d in contacts.all_of(people.phone)[1].details]
    assert kinds == [
        ("company", "Moca"),
        ("address", "1 Main St"),
        ("website", "moca.org"),
        ("notes", "tall"),
    ]


def test_a_field_is_emptied_with_its_button(people: Hand) -> None:
    people.tap(text="Ada Lovelace")
    people.tap("menu_edit")
    people.tap("delete_button")
    people.tap("editor_menu_save_button")
    assert [d.kind for d in contacts.all_of(people.phone)[0].details] == ["email"]


def test_an_emptied_contact_is_none(people: Hand) -> None:
    people.tap(text="Bob")
    people.tap("menu_edit")
    people.tap(text="Bob")
    people.press(*["DEL"] * 3)
    people.tap("editor_menu_save_button")
    assert people.activity == "PeopleActivity"
    assert contacts.all_of(people.phone) == (ADA, ELI)


def test_nothing_is_saved_of_an_empty_editor(people: Hand) -> None:
    people.tap("floating_action_button")
    people.tap("editor_menu_save_button")
    assert people.activity == "PeopleActivity"
    assert len(contacts.all_of(people.phone)) == 3


def test_changes_are_not_lost_without_a_question(people: Hand) -> None:
    people.tap(text="Bob")
    people.tap("menu_edit")
    people.press("BACK")  # nothing was changed
    assert people.activity == "QuickContactActivity"
    people.tap("menu_edit")
    people.tap(text="Bob")
    people.type("by")
    people.press("BACK", "BACK")  # the keyboard, then the editor
    assert people.text("android:id/message") == "Discard changes?"
    people.tap("android:id/button2")
    assert people.sees(text="Bobby")
    people.tap(description="Cancel")
    people.tap("android:id/button1")
    assert people.text("large_title") == "Bob"


def test_deleting_asks_first(people: Hand) -> None:
    for answer, left in (("android:id/button2", 3), ("android:id/button1", 2)):
        if people.activity == "PeopleActivity":
            people.tap(text="Bob")
        people.tap(description="More options")
        people.tap(text="Delete")
        people.tap(answer)
        assert len(contacts.all_of(people.phone)) == left
    assert people.texts("cliv_name_textview") == ["Éli", "Ada Lovelace", "Éli"]
    assert people.phone.toast == "Bob deleted"


def test_a_number_is_never_given_twice(people: Hand) -> None:
    for _ in range(2):
        people.tap("floating_action_button")
        fill(people, "First name", "New")
        people.tap("editor_menu_save_button")
        people.tap(description="More options")
        people.tap(text="Delete")
        people.tap("android:id/button1")
    assert contacts.next_id(people.phone) == 6


def test_a_star_makes_a_favourite(people: Hand) -> None:
    people.tap(text="Bob")
    people.tap(description="Add to favorites")
    assert people.node("menu_star").content_description == "Remove from favorites"
    people.press("BACK")
    assert people.texts("cliv_name_textview")[:2] == ["Bob", "Éli"]


def test_details_of_someone_without_a_number_offer_one(people: Hand) -> None:
    people.tap(text="Bob")
    people.tap(text="Add phone number")
    people.type("5550199")
    people.tap("editor_menu_save_button")
    assert people.texts("header") == ["555-0199"]


def test_details_of_who_is_gone(people: Hand) -> None:
    people.tap(text="Bob")
    people.device.write_file(DATABASE, contacts_database(ContactBook()))
    assert people.sees(text="The contact doesn’t exist.")
    people.tap(description="Navigate up")
    assert people.sees("empty_home_view_text")


# With Phone


def test_a_number_is_called_and_the_details_are_there_again(people: Hand) -> None:
    people.tap(text="Ada Lovelace")
    people.tap(description="Call Mobile (202) 456-1111")
    assert people.text("contactgrid_contact_name") == "Ada Lovelace"
    assert people.text("contactgrid_bottom_text") == "(202) 456-1111"
    people.tap("incall_end_call")
    assert people.text("large_title") == "Ada Lovelace"


def test_airplane_mode_refuses_here_too(people: Hand) -> None:
    people.shell("settings put global airplane_mode_on 1")
    people.tap(text="Ada Lovelace")
    people.tap(description="Call Mobile (202) 456-1111")
    assert "irplane" in people.text("android:id/message")


def test_phone_lists_finds_and_calls_them(people: Hand) -> None:
    people.open("dialer")
    people.tap("contacts_tab")
    assert people.texts("contact_name") == ["Ada Lovelace", "Bob", "Éli"]
    assert len(people.all("call_button")) == 2
    people.tap("call_button")
    assert people.text("contactgrid_contact_name") == "Ada Lovelace"
    people.tap("incall_end_call")
    people.tap("call_log_tab")
    assert people.texts("primary_text") == ["Ada Lovelace"]
    people.tap("speed_dial_tab")
    assert people.texts("name") == ["Éli"]
    people.tap("search_view")
    people.type("él")
    assert people.texts("secondary") == ["555-0100"]
    people.tap("primary")
    assert people.text("contactgrid_contact_name") == "Éli"


def test_phone_shows_details_and_makes_contacts(people: Hand) -> None:
    people.open("dialer")
    people.tap("contacts_tab")
    people.tap(text="Bob")
    assert people.text("large_title") == "Bob"
    people.press("BACK", "BACK")  # the list of Contacts was open under the details
    assert people.activity == "MainActivity"
    people.tap("click_target")  # the first row
    fill(people, "First name", "Carl")
    people.tap("editor_menu_save_button")
    people.press("BACK")
    assert people.texts("contact_name") == ["Ada Lovelace", "Bob", "Carl", "Éli"]


# Languages


@pytest.mark.parametrize("locale", LOCALES)
def test_every_screen_in_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = with_people(make_hand(locale=locale, density=550), ADA)
    res = resources.of(hand.phone.configuration)
    hand.tap(text="Ada Lovelace")
    assert hand.texts("sub_header") == [res.string("contacts.type_mobile"), res.string("contacts.type_home")]
    hand.tap("menu_edit")
    typed = [n.text for n in hand.all(class_name=EDIT_TEXT)][:2]
    assert typed == (["Lovelace", "Ada"] if locale[:2] in ("ja", "ko", "zh") else ["Ada", "Lovelace"])
    hand.tap("spinner")
    assert len(hand.texts("android:id/text1")) == 7
    hand.press("BACK")
    hand.tap("editor_menu_save_button")
    assert hand.text("large_title") == "Ada Lovelace"


def test_the_catalogue_is_whole() -> None:
    assert [key for key, _ in resources.missing_translations() if key.startswith("contacts.")] == []


def test_the_list_of_types_shows_the_chosen_one(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(width=1080, height=1200, density=500)
    hand.open("contacts")
    hand.tap("floating_action_button")
    hand.press("BACK")  # the keyboard
    hand.swipe("up")
    hand.tap("spinner")
    types = hand.texts("text1")
    hand.do(Swipe(0.5, 0.7, 0.5, 0.2, 0.3))
    last = hand.texts("text1")[-1]
    assert last not in types  # the list is longer than the screen
    hand.press("BACK")
    hand.tap("spinner")
    assert hand.texts("text1") == types  # the list is not where it was left: Mobile is chosen
    hand.do(Swipe(0.5, 0.7, 0.5, 0.2, 0.3))
    hand.tap(text=last)
    hand.tap("spinner")
    assert hand.sees(text=last)
    chosen = [node for node in hand.tree if node.checked]
    assert len(chosen) == 1
    hand.press("BACK")
    assert not hand.sees(class_name="android.widget.ListView")
