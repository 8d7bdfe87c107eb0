"""Contacts in Google's later build: labels, days, the company below the name; the earlier build has none of these."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.contacts.screens.people import section_of
from bmoca_gym.handset.apps.contacts.state import FAMILY, name_of
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.database import DATABASE, contacts_database, write_file
from bmoca_gym.handset.providers.contacts.store import Contact, ContactBook, Detail
from bmoca_gym.handset.system import blocked_numbers
from bmoca_gym.handset.value import replace

ADA = Contact(
    1, "Ada", "Lovelace", details=(Detail("company", "Engines"), Detail("phone", "(202) 456-1111", 2))
)
BOB = Contact(2, "Bob", details=(Detail("event", "1996-10-24", 3), Detail("label", "4")))
BOOK = ContactBook((ADA, BOB), 3, ((4, "friends"),), 5)
CONTENT = "content query --uri content://com.android.contacts/"


def on(image: str) -> Hand:
    hand = Hand(image)
    hand.device.write_file(DATABASE, contacts_database(BOOK))
    hand.open("contacts")
    return hand


@pytest.fixture
def later() -> Hand:
    return on("androidlab")


def test_a_label_is_made_given_renamed_and_deleted(later: Hand) -> None:
    assert later.sees(text="Device • 2 contacts")
    later.tap("menu_labels")
    later.tap(text="Create label")
    later.type("work")
    later.tap(text="OK")
    assert (later.text("account_header"), later.texts("cliv_name_textview")) == ("work • 0 contacts", [])
    later.tap("menu_add")
    later.tap("cliv_name_textview", text="Bob")
    later.tap("cliv_name_textview", text="Ada Lovelace")
    later.tap("cliv_name_textview", text="Bob")  # thought better of
    later.tap("menu_add")
    assert (later.text("account_header"), later.texts("cliv_name_textview")) == (
        "work • 1 contact",
        ["Ada Lovelace"],
    )
    assert contacts.labels_of(later.phone) == ((4, "friends"), (5, "work"))
    assert later.shell(f"{CONTENT}groups_summary --projection title:summ_count") == (
        "Row: 0 title=friends, summ_count=1\nRow: 1 title=work, summ_count=1\n"
    )
    later.tap(content_description="More options")
    later.tap(text="Rename label")
    later.press("DEL", "DEL", "DEL", "DEL")
    later.type("friends")
    later.tap(text="OK")
    assert later.sees("label_name"), "there is one of that name"
    later.type(" too")
    later.tap(text="OK")
    assert later.text("account_header") == "friends too • 1 contact"
    later.tap(content_description="More options")
    later.tap(text="Delete label")
    later.tap("button1")
    assert contacts.labels_of(later.phone) == ((4, "friends"),)
    assert [len(contact.details) for contact in contacts.all_of(later.phone)] == [2, 2]
    assert later.sees("floating_action_button")


def test_a_day_is_chosen_and_what_the_editor_does_not_show_is_kept(later: Hand) -> None:
    later.tap("cliv_name_textview", text="Bob")
    assert "October 24, 1996" in later.texts("header")
    later.tap("menu_edit")
    while not later.sees("event_date"):
        later.swipe("up")
    assert later.text("event_date") == "October 24, 1996"
    later.tap("event_date")
    later.tap(content_description="October 25, 1996")
    later.tap("confirm_button")
    later.tap("editor_menu_save_button")
    (_, bob) = contacts.all_of(later.phone)
    assert bob.details == (Detail("event", "1996-10-25", 3), Detail("label", "4"))


def test_the_page_of_a_person_says_what_it_can_do(later: Hand) -> None:
    later.tap("cliv_name_textview", text="Ada Lovelace")
    assert (later.text("large_title"), later.text("organization_name")) == ("Ada Lovelace", "Engines")
    assert later.sees(content_description="Contact photo")
    assert later.sees(content_description="Call Mobile (202) 456-1111")
    later.tap("verb_text")
    assert later.sees(text="Texting with Ada Lovelace (SMS/MMS)")
    later.press("BACK", "BACK")
    later.tap("verb_call")
    assert later.sees("incall_end_call", content_description="End call")


def test_numbers_are_grouped_while_they_are_typed(later: Hand) -> None:
    later.tap("floating_action_button")
    later.press("BACK")  # the keyboard is over the field
    later.tap(text="Phone", class_name="android.widget.EditText")
    for digits, shown in (
        ("12345678", "1 (234) 567-8"),
        ("87654321", "(876) 543-21"),
        ("00112233", "00112233"),
    ):
        later.press(*["DEL"] * 20)
        later.type(digits)
        assert later.sees(text=shown, class_name="android.widget.EditText")


def test_a_mail_is_written_to_an_address(later: Hand) -> None:
    later.tap("cliv_name_textview", text="Bob")
    assert not later.node("verb_email").enabled
    later.press("BACK")
    eve = Contact(3, "Eve", details=(Detail("email", "eve@example.com", 1),))
    later.device.write_file(DATABASE, contacts_database(ContactBook((eve,), 4)))
    later.tap("cliv_name_textview", text="Eve")
    later.tap("verb_email")
    assert later.sees(text="eve@example.com")


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_the_earlier_builds_show_none_of_it_and_lose_none(image: str) -> None:
    hand = on(image)
    assert not hand.sees("menu_labels") | hand.sees("account_header")
    hand.tap("cliv_name_textview", text="Bob")
    hand.tap("menu_edit")
    assert not hand.sees("event_date")
    hand.type("by")
    hand.tap("editor_menu_save_button")
    assert contacts.all_of(hand.phone)[1].details == BOB.details
    hand.press("BACK")
    hand.tap("cliv_name_textview", text="Ada Lovelace")
    assert hand.sees("organization_name") == hand.sees("verb_text") == (image == "android13")


def test_android_13_has_a_search_bar_and_a_boxed_editor() -> None:
    hand = on("android13")
    hand.tap("menu_search")
    hand.type("bo")
    assert hand.texts("cliv_name_textview") == ["Bob"]
    hand.press("BACK", "BACK")
    hand.tap("floating_action_button")
    hand.press("BACK")  # the keyboard is over the field
    hand.tap(text="Phone", class_name="android.widget.EditText")
    hand.type("5550123")
    assert hand.text("editor_menu_save_button") == "Save"
    hand.tap("editor_menu_save_button")
    assert [d.text for d in contacts.all_of(hand.phone)[-1].details] == ["555-0123"]


TABS = ("contacts", "highlights", "nav_manage")


@pytest.mark.parametrize(("image", "last"), [("android13", "Fix & manage"), ("androidlab", "Organize")])
def test_tabs_stand_at_the_foot_of_googles_builds(image: str, last: str) -> None:
    hand = on(image)
    assert [hand.node(tab).content_description for tab in TABS] == ["Contacts", "Highlights", last]
    assert [hand.node(tab).selected for tab in TABS] == [True, False, False]
    hand.tap("menu_search")
    assert not hand.sees("bottom_nav"), "the search has the whole screen"
    hand.press("BACK", "BACK")
    hand.tap("nav_manage")
    assert hand.node("nav_manage").selected
    hand.press("BACK")
    assert hand.node("contacts").selected
    hand.shell("am start -a android.intent.action.PICK -t vnd.android.cursor.dir/phone_v2")
    assert not hand.sees("bottom_nav") | hand.sees("selected_account_disc"), "somebody is picked"


def test_android_10_has_no_tabs() -> None:
    hand = on("android10")
    assert not hand.sees("bottom_nav") | hand.sees("selected_account_disc")


def test_highlights_show_favourites_and_the_newest(later: Hand) -> None:
    later.tap("highlights")
    assert later.texts("cliv_name_textview") == ["Bob", "Ada Lovelace"]
    later.tap("add_favorites_button")
    later.tap("cliv_name_textview", text="Bob")
    later.tap("menu_add")
    assert [contact.name for contact in contacts.all_of(later.phone) if contact.starred] == ["Bob"]
    later.tap(content_description="Bob", class_name="android.view.ViewGroup")
    assert later.text("large_title") == "Bob"


def test_where_nobody_can_be_added_the_page_says_so() -> None:
    phone = Hand("android13")
    phone.open("contacts")
    phone.tap(text="Highlights")
    phone.tap(text="Add")
    assert phone.text("empty_view") == "No contacts found"
    phone = on("android13")
    phone.tap(text="Highlights")
    phone.tap(text="Add")
    assert phone.texts("cliv_name_textview")
    assert not phone.sees("empty_view")


def test_contacts_of_one_name_are_merged(later: Hand) -> None:
    twin = Contact(3, "bob", details=(Detail("phone", "555-0123", 2),))
    later.device.write_file(DATABASE, contacts_database(ContactBook((ADA, BOB, twin), 4, BOOK.labels, 5)))
    later.tap("nav_manage")
    later.tap("assistant_merge_and_fix")
    later.tap("merge_button")
    assert later.text("empty_view") == "No duplicates found"
    ada, bob = contacts.all_of(later.phone)
    assert (ada, bob.details) == (ADA, (*twin.details, *BOB.details))


def test_a_number_is_blocked_and_no_more(later: Hand) -> None:
    later.tap("nav_manage")
    later.tap("assistant_blocked_numbers")
    later.tap("add_blocked")
    assert not later.node("button1").enabled
    later.type("2025550123")
    later.tap("button1")
    assert blocked_numbers.numbers(later.phone) == ("(202) 555-0123",)
    later.tap("delete_blocked_number")
    assert blocked_numbers.numbers(later.phone) == ()


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_contacts_go_to_a_file_and_come_back(image: str) -> None:
    hand = on(image)
    known = contacts.all_of(hand.phone)
    hand.tap("nav_manage")
    hand.tap("assistant_export_to_file")
    hand.tap(text="SAVE" if hand.sees(text="SAVE") else "Save")
    assert hand.phone.toast == "Finished exporting contacts.vcf"
    (path,) = [path for path in hand.phone.files if path.endswith("/contacts.vcf")]
    for contact in known:
        hand.phone = contacts.delete(hand.phone, contact.id)
    hand.tap("assistant_import_from_file")
    hand.tap(text="contacts.vcf")
    assert hand.phone.toast == "Finished importing contacts.vcf"
    assert {one.name for one in contacts.all_of(hand.phone)} == {one.name for one in known}
    hand.device.write_file(path, b"nothing")
    hand.tap("assistant_import_from_file")
    hand.tap(text="contacts.vcf")
    assert hand.phone.toast == "Couldn’t import contacts.vcf"


def test_a_file_brings_in_no_more_contacts_than_there_may_be(later: Hand) -> None:
    card = b"BEGIN:VCARD\r\nN:Hopper;Grace\r\nEND:VCARD\r\n"
    later.device.write_file("/storage/emulated/0/Download/many.vcf", card * contacts.CONTACT_LIMIT)
    later.tap("nav_manage")
    for said in ("Finished importing many.vcf", "Couldn’t import many.vcf"):
        later.tap("assistant_import_from_file")
        later.tap(text="many.vcf")
        assert later.phone.toast == said
        assert len(contacts.all_of(later.phone)) == contacts.CONTACT_LIMIT


def test_no_contacts_go_to_no_file(later: Hand) -> None:
    for contact in contacts.all_of(later.phone):
        later.phone = contacts.delete(later.phone, contact.id)
    later.tap("nav_manage")
    later.tap("assistant_export_to_file")
    assert later.phone.toast == "There are no contacts to export"
    assert later.phone.top.package == "com.android.contacts"


def delete_all(hand: Hand) -> None:
    names = hand.all("cliv_name_textview")
    hand.hold("cliv_name_textview")
    for index in range(1, len(names)):
        hand.tap("cliv_name_textview", index)
    hand.tap("menu_delete")
    hand.tap("button1")


def test_deleted_contacts_are_in_the_trash(later: Hand) -> None:
    known = contacts.all_of(later.phone)
    delete_all(later)
    later.press("HOME")
    later.shell("am force-stop com.android.contacts")
    later.open("contacts")
    later.tap("nav_manage")
    later.tap("assistant_trash")
    assert later.texts("cliv_name_textview") == ["Ada Lovelace", "Bob"]
    later.tap("restore_button")
    (back,) = contacts.all_of(later.phone)
    assert (back.name, back.details) == ("Ada Lovelace", known[0].details)
    later.tap("delete_forever_button")
    assert later.text("empty_view") == "No contacts in trash"


def test_the_trash_is_emptied_at_once_or_after_thirty_days(later: Hand) -> None:
    delete_all(later)
    later.tap("nav_manage")
    later.tap("assistant_trash")
    trashed = later.phone
    later.tap("menu_empty_trash")
    later.tap("button1")
    assert later.sees("empty_view")
    later.phone = trashed
    later.wait(30 * 24 * 3600)
    later.press("BACK")
    later.tap("assistant_trash")
    assert later.sees("empty_view")


def test_android_10_has_no_trash() -> None:
    hand = on("android10")
    delete_all(hand)
    assert hand.state("contacts").trash == ()


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_the_household_has_contacts_of_its_own(image: str) -> None:
    hand = on(image)
    hand.tap("nav_manage")
    hand.tap("assistant_household")
    hand.tap("menu_add")
    hand.tap(text="Bob")
    hand.tap("menu_add")
    assert hand.texts("title")[-1:] == ["Bob"]
    hand.press("HOME")
    hand.shell("am force-stop com.android.contacts")
    hand.open("contacts")
    hand.tap("nav_manage")
    hand.tap("assistant_household")
    hand.tap("menu_add")
    assert hand.texts("cliv_name_textview") == ["Ada Lovelace"], "Bob belongs to it"
    hand.press("BACK")
    hand.tap(text="Bob")
    assert hand.text("large_title") == "Bob"
    hand.press("BACK")
    hand.tap("remove_button")
    assert not hand.sees(text="Bob")
    assert contacts.all_of(hand.phone) == BOOK.contacts


def test_the_backup_has_the_deleted_contacts(later: Hand) -> None:
    later.tap("nav_manage")
    later.tap("assistant_restore_contacts")
    assert later.text("empty_view").startswith("Backup is off")
    later.tap("backup_button")
    later.tap(text="Back up to Google Drive")
    later.press("BACK")
    assert later.text("empty_view").startswith("All contacts")
    later.press("BACK")
    later.tap("contacts")
    delete_all(later)
    later.tap("nav_manage")
    later.tap("assistant_restore_contacts")
    later.tap("restore_button")
    assert later.sees("empty_view")
    assert {one.details for one in contacts.all_of(later.phone)} == {ADA.details, BOB.details}


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_the_list_is_sorted_and_written_as_its_settings_say(image: str) -> None:
    hand = on(image)
    hand.phone = contacts.save(hand.phone, Contact(0, "Zora", "Adams"))
    hand.tap("nav_manage")
    hand.tap("assistant_settings")
    hand.tap("sortOrder")
    hand.tap(text="Last name")
    hand.press("BACK")
    hand.tap("contacts")
    assert hand.texts("cliv_name_textview") == ["Zora Adams", "Bob", "Ada Lovelace"]
    assert [section_of(one, FAMILY) for one in contacts.all_of(hand.phone)] == ["L", "B", "A"]
    hand.tap("nav_manage")
    hand.tap("assistant_settings")
    hand.tap("displayOrder")
    hand.tap(text="Last name first")
    hand.press("BACK")
    hand.tap("contacts")
    assert hand.texts("cliv_name_textview") == ["Adams, Zora", "Bob", "Lovelace, Ada"]
    hand.tap(text="Lovelace, Ada")
    assert hand.text("large_title") == "Lovelace, Ada"
    assert contacts.all_of(hand.phone)[0].name == "Ada Lovelace"


def test_a_family_name_that_is_first_anyway_stays_as_it_is() -> None:
    assert name_of("", Contact(1, "小明", "王"), FAMILY) == Contact(1, "小明", "王").name
    assert name_of("?", Contact(), FAMILY) == "?"


def test_nobodys_phone_has_no_household_and_no_backup(later: Hand) -> None:
    later.phone = replace(later.phone, configuration=replace(later.phone.configuration, account=None))
    later.tap("nav_manage")
    assert not later.sees("assistant_household") | later.sees("assistant_restore_contacts")
    later.tap("assistant_settings")
    later.tap(text="No accounts added")
    assert later.sees(text="Add account")


def test_the_accounts_disc_leads_to_the_accounts_of_settings(later: Hand) -> None:
    later.tap("selected_account_disc")
    later.tap("og_manage_accounts")
    assert later.sees(text="Add account")


def test_labels_are_in_the_file_alone_where_there_ever_was_one() -> None:
    assert b"groups" not in contacts_database(ContactBook((ADA,), 2))
    assert write_file(ContactBook(), contacts_database(BOOK)) == BOOK
